package ingest

import (
	"cmp"
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/pause"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// place is where a block is stored.
type place struct {
	table telemetry.Table
	day   telemetry.Day
	slot  slot
}

// coverage says which blocks the engine has for the positions of an extent.
// All positions of the extent are alike.
type coverage struct {
	extent
	places map[place]bool
}

func (c *coverage) has(p place) bool { return c != nil && c.places[p] }

// parts returns into how many parts the blocks of a table and day were divided of
// which the engine has some; 0: it has none.
func (c *coverage) parts(table telemetry.Table, day telemetry.Day) (n int) {
	if c == nil {
		return 0
	}
	for p := range c.places {
		if p.table == table && p.day == day {
			n = max(n, int(p.slot.n))
		}
	}
	return n
}

// storedBatches is what the engine has of a lane's records of earlier lives:
// extents without gaps, in order.
type storedBatches struct{ covers []*coverage }

// storedExtent is one block of an earlier life.
type storedExtent struct {
	extent
	place
}

// newStoredBatches cuts the positions up to but without end at every edge of a
// stored extent, so that between two edges all positions are alike.
func newStoredBatches(stored []storedExtent, end Position) *storedBatches {
	edges := []Position{0, end}
	for _, s := range stored {
		edges = append(edges, s.first, s.last+1)
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	s := &storedBatches{}
	for i, edge := range edges[:len(edges)-1] {
		s.covers = append(s.covers, &coverage{extent: extent{edge, edges[i+1] - 1}, places: map[place]bool{}})
	}
	for _, block := range stored {
		for i := s.index(block.first); i < len(s.covers) && s.covers[i].first <= block.last; i++ {
			s.covers[i].places[block.place] = true
		}
	}
	return s
}

func (s *storedBatches) index(p Position) int {
	i, _ := slices.BinarySearchFunc(s.covers, p, func(c *coverage, p Position) int {
		if c.holds(p) {
			return 0
		}
		return cmp.Compare(c.first, p)
	})
	return i
}

func (s *storedBatches) at(p Position) *coverage { return s.covers[s.index(p)] }

// coverageOf returns what the engine has of the lane at a position of an
// earlier life, and nil for positions of this one. Only the reader calls it.
func (p *Pipeline) coverageOf(ctx context.Context, l *lane, at Position) (*coverage, error) {
	if at >= p.lives {
		return nil, nil
	}
	if l.stored == nil {
		stored, err := p.askStored(ctx, l.key)
		if err != nil {
			return nil, err
		}
		l.stored = newStoredBatches(stored, p.lives)
	}
	return l.stored.at(at), nil
}

// askStored asks the engine which batches of earlier lives it has.
func (p *Pipeline) askStored(ctx context.Context, key laneKey) ([]storedExtent, error) {
	from, _ := p.Log.Bounds()
	stretches := p.Log.Stretches(from, p.lives)
	var stored []storedExtent
	for _, table := range key.signal.Tables() {
		for _, within := range p.idRanges(stretches, from) {
			ids, err := p.askUntilAnswered(ctx, key.team, table, within.low, within.high)
			if err != nil {
				return nil, err
			}
			stored = append(stored, p.recognize(ids, table, stretches)...)
			stored = append(stored, p.recognizeParts(ids, table, stretches)...)
		}
	}
	return stored, nil
}

// idRanges returns where the ids of batches lie that overlap the stretches, which
// follow each other: in one range, and another for those of earlier versions.
func (p *Pipeline) idRanges(stretches []Stretch, from Position) (ranges []idRange) {
	found := map[bool]int{}
	add := func(s source, stretch Stretch) {
		ids := s.ids(stretch, from)
		if i, has := found[s.early]; has {
			ranges[i].high = ids.high
			return
		}
		found[s.early] = len(ranges)
		ranges = append(ranges, ids)
	}
	for _, stretch := range stretches {
		s := p.sourceOf(stretch.Origin)
		add(s, stretch)
		if s.early && p.Shards != nil { // parts have the later form always
			add(source{}, stretch)
		}
	}
	return ranges
}

// recognize returns what ids of a table say of the stretches. A batch may have
// gone on where a stretch ends, in a log of which this one is an earlier copy.
func (p *Pipeline) recognize(ids []telemetry.BatchID, table telemetry.Table, stretches []Stretch) (stored []storedExtent) {
	for _, stretch := range stretches {
		s := p.sourceOf(stretch.Origin)
		for _, id := range ids {
			e, day, ours := s.parse(id)
			e = extent{max(e.first, stretch.First), min(e.last, stretch.Next-1)}
			if ours && e.first <= e.last {
				stored = append(stored, storedExtent{e, place{table: table, day: day}})
			}
		}
	}
	return stored
}

// recognizeParts is recognize for blocks that were divided among shards.
func (p *Pipeline) recognizeParts(ids []telemetry.BatchID, table telemetry.Table, stretches []Stretch) (stored []storedExtent) {
	if table != telemetry.SpansTable {
		return nil
	}
	for _, stretch := range stretches {
		slots := p.slotsOf(stretch.Origin)
		for _, id := range ids {
			e, day, name := parseBatchID(id)
			slot, ours := slots[name]
			e = extent{max(e.first, stretch.First), min(e.last, stretch.Next-1)}
			if ours && e.first <= e.last {
				stored = append(stored, storedExtent{e, place{table, day, slot}})
			}
		}
	}
	return stored
}

// slotsOf returns the parts of an origin by their names, which take a while to
// make and are needed for each lane. Only the reader calls it.
func (p *Pipeline) slotsOf(origin [16]byte) map[uint64]slot {
	if p.slots == nil {
		p.slots = map[[16]byte]map[uint64]slot{}
	}
	if p.slots[origin] == nil {
		p.slots[origin] = slotsOf(origin)
	}
	return p.slots[origin]
}

// settle waits until no insert of an earlier life is at work any more: its
// rows would come after the question which there are.
func (p *Pipeline) settle(ctx context.Context) error {
	if !p.isRecovering() {
		return nil
	}
	for quiet := 0; quiet < 2; _ = pause.For(ctx, p.Limits.SettlePause) {
		running, err := p.everywhere().Running(ctx, tokenPrefix(p.log))
		quiet++
		if err != nil || running {
			quiet = 0
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// askUntilAnswered asks until the engine returns. A team that is gone, or that
// nobody knows, has nothing.
func (p *Pipeline) askUntilAnswered(
	ctx context.Context, team string, table telemetry.Table, low, high telemetry.BatchID,
) ([]telemetry.BatchID, error) {
	for {
		ids, err := p.everywhere().Stored(ctx, team, table, low, high)
		if err == nil {
			return ids, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !isPassing(err) && p.isUnknown(ctx, team) {
			return nil, nil
		}
		_ = pause.For(ctx, insertPauseMax)
	}
}

// isUnknown reports whether the team can't have tables.
func (p *Pipeline) isUnknown(ctx context.Context, team string) bool {
	err := p.Teams.Ready(ctx, team)
	return err != nil && !isPassing(err) && ctx.Err() == nil
}
