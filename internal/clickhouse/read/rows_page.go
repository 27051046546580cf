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
	switch {
	case scan.After != nil:
		return u.after(ctx, *scan.After, u.rest(ctx, *scan.After))
	case scan.Offset > 0:
		return u.behind(ctx, scan.Offset)
	}
	return u.timely(ctx, scan.Range)
}

// after goes on behind the instant of a place, unless the page ended in it.
func (u *rowsRun) after(ctx context.Context, place explore.Place, err error) error {
	if err != nil || u.result.More {
		return err
	}
	scan := u.plan.scan
	during := beyond(scan.Range, place.Nanoseconds, scan.Descending)
	if during.To.Before(during.From) {
		return nil
	}
	u.result.Last = wholeInstant(place.Nanoseconds)
	return u.timely(ctx, during)
}

// behind reads the page behind so many rows. Where the page before ended between rows
// of an instant, it had them in the order of their digests.
func (u *rowsRun) behind(ctx context.Context, offset int) error {
	instants := &rowsRun{reads: u.reads, plan: u.plan.ofInstants()}
	rows, err := instants.fetch(ctx, page{during: u.during(u.plan.scan.Range), limit: offset + 1})
	u.result.Stats.Add(instants.result.Stats)
	if err != nil || len(rows) <= offset {
		return err
	}
	place := explore.Place{Nanoseconds: rows[offset].key.Nanoseconds}
	had := offset - tieStart(rows, offset)
	if had == 0 {
		return u.timely(ctx, since(u.plan.scan.Range, place.Nanoseconds, u.plan.scan.Descending))
	}
	return u.after(ctx, place, u.within(ctx, place, had, func(rows []foundRow) int { return min(had, len(rows)) }))
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

// since returns the part of a range from an instant on.
func since(r query.TimeRange, nanoseconds int64, descending bool) query.TimeRange {
	if descending {
		return beyond(r, nanoseconds+1, true)
	}
	return beyond(r, nanoseconds-1, false)
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
	rows, err := u.fetch(ctx, page{during: u.during(during), limit: u.left + 1})
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
	return u.within(ctx, after, after.Skip, func(rows []foundRow) int { return skipped(rows, after) })
}

// within is rest for a page before that had so many of the rows, at most, that are read.
func (u *rowsRun) within(ctx context.Context, after explore.Place, most int, skipped func([]foundRow) int) error {
	instant := time.Unix(0, after.Nanoseconds)
	during := u.plan.c.During(query.TimeRange{From: instant, To: instant}) +
		" AND digest_ >= " + u.plan.c.BindUint(after.Digest)
	rows, err := u.fetch(ctx, page{during: during, limit: u.left + most + 1, byDigest: true})
	if err != nil {
		return err
	}
	skip := skipped(rows)
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
