package explore

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// The limits of a tail.
const (
	TailPause   = time.Second      // between two looks
	TailReach   = 30 * time.Second // how late a row may be stored and still be seen
	TailRowsMax = 500              // rows of one look; older ones are skipped and that is said
	TailBeat    = 15 * time.Second // after which a look without rows is told too
	TailsMax    = 10               // of one team at a time
)

// TailQuery asks for rows as they are stored. Its range is not used.
type TailQuery struct {
	query.Selection
	Select string
	Whole  bool // a look fails, and the tail ends, while a shard is away
}

// TailBatch is what one look found: new rows in the order of time, none to
// show that the tail is alive.
type TailBatch struct {
	Columns []string
	Rows    [][]query.Cell
	Skipped bool // there were more new rows than one look takes
	Missing []query.Absence
}

// Tail sends the rows of a selection of the caller's team as they are stored,
// beginning with those of the last moments, until ctx ends or send fails.
func (q *Queries) Tail(ctx context.Context, asked TailQuery, send func(TailBatch) error) error {
	scan, err := q.rowScan(ctx, &query.RowsQuery{
		SourceID: asked.SourceID, Where: asked.Where, Language: asked.Language, Select: asked.Select, Limit: TailRowsMax,
	})
	if err != nil {
		return err
	}
	if err := q.tails.take(scan.TeamID); err != nil {
		return err
	}
	defer q.tails.giveBack(scan.TeamID)
	scan.Order, scan.Descending, scan.Digests = nil, true, true
	return q.follow(ctx, follower{scan, tailMemory{}, asked.Whole}, send)
}

// follower is what one tail looks for and has seen.
type follower struct {
	scan    RowScan
	seen    tailMemory
	isWhole bool
}

func (q *Queries) follow(ctx context.Context, f follower, send func(TailBatch) error) error {
	ticker := time.NewTicker(TailPause)
	defer ticker.Stop()
	var silentSince time.Time // the first look is told in any case: the tail is open
	var missing []query.Absence
	for {
		batch, err := q.look(ctx, f)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && (f.isWhole || fault.KindOf(err) != fault.Unavailable):
			return err
		case err != nil:
			batch.Missing = missing
		}
		isNews := len(batch.Rows) > 0 || !slices.Equal(missing, batch.Missing)
		missing = batch.Missing
		if isNews || q.Now().Sub(silentSince) >= TailBeat {
			silentSince = q.Now()
			if err := send(batch); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// look returns the rows that were not seen before.
func (q *Queries) look(ctx context.Context, f follower) (TailBatch, error) {
	var gaps *query.Gaps
	if !f.isWhole {
		ctx, gaps = query.AllowPartial(ctx)
	}
	scan, now := f.scan, q.Now()
	scan.Range = query.TimeRange{From: now.Add(-TailReach), To: now}
	result, err := q.Engine.Rows(ctx, scan)
	if err != nil {
		return TailBatch{}, err
	}
	batch := TailBatch{Columns: result.Columns, Rows: f.seen.fresh(result), Missing: gaps.List()}
	batch.Skipped = result.More && len(batch.Rows) == len(result.Rows)
	f.seen.forget(scan.Range.From.Add(-TailPause).UnixNano())
	return batch, nil
}

// tailMemory counts the rows that were sent, by their keys.
type tailMemory map[RowKey]int

// fresh returns the rows that are new, in the order of time. Of rows with the
// same key as many are new as there are more of them than before.
func (m tailMemory) fresh(result RowResult) [][]query.Cell {
	var rows [][]query.Cell
	met := map[RowKey]int{}
	for i, key := range result.Keys {
		met[key]++
		if met[key] > m[key] {
			rows = append(rows, result.Rows[i])
			m[key] = met[key]
		}
	}
	slices.Reverse(rows)
	return rows
}

// forget drops the rows that no look can meet again.
func (m tailMemory) forget(before int64) {
	for key := range m {
		if key.Nanoseconds < before {
			delete(m, key)
		}
	}
}

// tailDesk counts the tails of teams.
type tailDesk struct {
	mu   sync.Mutex
	open map[string]int
}

func (d *tailDesk) take(teamID string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open == nil {
		d.open = map[string]int{}
	}
	if d.open[teamID] >= TailsMax {
		return fault.New(fault.Limited, "the team has %d tails open, which is the most: close one", TailsMax)
	}
	d.open[teamID]++
	return nil
}

func (d *tailDesk) giveBack(teamID string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open[teamID]--
	if d.open[teamID] == 0 {
		delete(d.open, teamID)
	}
}
