package read

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// rowsRun is a scan of rows at work. Rows of one instant have no order of
// their own; where a page ends between them, they are read in the order of
// their digests, which stays.
type rowsRun struct {
	reads     *Reads
	plan      *rowsPlan
	left      int // rows that the page still has room for
	bytesLeft int
	result    explore.RowResult
}

// all reads the page.
func (u *rowsRun) all(ctx context.Context) error {
	u.result.Columns = u.plan.names
	scan := u.plan.scan
	if len(scan.Order) > 0 {
		return u.ordered(ctx)
	}
	if scan.After == nil {
		return u.timely(ctx, scan.Range)
	}
	if err := u.rest(ctx, *scan.After); err != nil || u.result.More {
		return err
	}
	during := beyond(scan.Range, scan.After.Nanoseconds, scan.Descending)
	if during.To.Before(during.From) {
		return nil
	}
	u.result.Last = wholeInstant(scan.After.Nanoseconds)
	return u.timely(ctx, during)
}

// beyond returns the part of a range behind an instant.
func beyond(r query.TimeRange, nanoseconds int64, descending bool) query.TimeRange {
	if descending {
		r.To = time.Unix(0, nanoseconds-1)
	} else {
		r.From = time.Unix(0, nanoseconds+1)
	}
	return r
}

// ordered reads a page of an order that is not that of time.
func (u *rowsRun) ordered(ctx context.Context) error {
	rows, err := u.fetch(ctx, page{
		during: u.plan.c.During(u.plan.scan.Range), offset: u.plan.scan.Offset, limit: u.left + 1,
	})
	if err != nil {
		return err
	}
	taken := u.take(rows, u.left)
	u.result.More = taken < len(rows)
	return nil
}

// take adds rows to the page as far as there is room, and returns how many.
// A page has at least one row, however large.
func (u *rowsRun) take(rows []foundRow, most int) int {
	for i, row := range rows {
		if i == most {
			return i
		}
		if row.bytes > u.bytesLeft && len(u.result.Rows) > 0 {
			u.result.Truncated = true
			return i
		}
		u.bytesLeft -= row.bytes
		u.left--
		u.result.Rows = append(u.result.Rows, row.cells)
		u.result.Keys = append(u.result.Keys, row.key)
	}
	return len(rows)
}

// timely reads rows in the order of time.
func (u *rowsRun) timely(ctx context.Context, during query.TimeRange) error {
	rows, err := u.fetch(ctx, page{during: u.during(during), offset: u.plan.scan.Offset, limit: u.left + 1})
	if err != nil {
		return err
	}
	room := u.room(rows)
	if room == len(rows) {
		u.take(rows, room)
		u.result.Last = nil
		return nil
	}
	u.result.More = true
	whole := tieStart(rows, room)
	u.take(rows, whole)
	if whole > 0 {
		u.result.Last = wholeInstant(rows[whole-1].key.Nanoseconds)
	}
	if whole == room {
		return nil
	}
	return u.rest(ctx, explore.Place{Nanoseconds: rows[room].key.Nanoseconds})
}

// during returns the condition on the time. A rough one reads neither the
// column with the whole time nor its index.
func (u *rowsRun) during(r query.TimeRange) string {
	switch {
	case u.plan.scan.Roughly && r.From.IsZero() && r.To.IsZero():
		return ""
	case u.plan.scan.Roughly:
		return u.plan.c.Buckets(r.From.Unix(), r.To.Unix())
	}
	return u.plan.c.During(r)
}

// room returns how many of the rows fit into the page.
func (u *rowsRun) room(rows []foundRow) int {
	bytes := u.bytesLeft
	for i, row := range rows {
		bytes -= row.bytes
		first := i == 0 && len(u.result.Rows) == 0
		if i == u.left || bytes < 0 && !first {
			u.result.Truncated = i < u.left
			return i
		}
	}
	return len(rows)
}

// tieStart returns where the rows begin that have the instant of the first
// one that has no room.
func tieStart(rows []foundRow, room int) int {
	start := room
	for start > 0 && rows[start-1].key.Nanoseconds == rows[room].key.Nanoseconds {
		start--
	}
	return start
}

// wholeInstant is the place behind all rows of an instant.
func wholeInstant(nanoseconds int64) *explore.Place {
	return &explore.Place{Nanoseconds: nanoseconds, Whole: true}
}

// rest adds the rows of a place's instant that stand behind the place. When
// the page ends among them, there are more.
func (u *rowsRun) rest(ctx context.Context, after explore.Place) error {
	if after.Whole {
		return nil
	}
	instant := time.Unix(0, after.Nanoseconds)
	during := u.plan.c.During(query.TimeRange{From: instant, To: instant}) +
		" AND digest_ >= " + u.plan.c.BindUint(after.Digest)
	rows, err := u.fetch(ctx, page{during: during, limit: u.left + after.Skip + 1, byDigest: true})
	if err != nil {
		return err
	}
	skip := skipped(rows, after)
	room := skip + u.room(rows[skip:])
	u.take(rows[skip:], room-skip)
	switch {
	case room == len(rows):
		u.result.Last = wholeInstant(after.Nanoseconds)
	case room == 0:
		u.result.More, u.result.Last = true, &after
	default:
		u.result.More, u.result.Last = true, placeOf(rows, room)
	}
	return nil
}

// skipped returns how many of the rows the page before had already.
func skipped(rows []foundRow, after explore.Place) int {
	skip := 0
	for skip < len(rows) && skip < after.Skip && rows[skip].key.Digest == after.Digest {
		skip++
	}
	return skip
}

// placeOf returns the place behind the rows before end.
func placeOf(rows []foundRow, end int) *explore.Place {
	last := rows[end-1].key
	place := &explore.Place{Nanoseconds: last.Nanoseconds, Digest: last.Digest}
	for i := end - 1; i >= 0 && rows[i].key.Digest == last.Digest; i-- {
		place.Skip++
	}
	return place
}
