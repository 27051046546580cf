package ingest

import (
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// laneKey names a lane: rows of a team and a signal are in order among
// themselves and with no others.
type laneKey struct {
	team   string
	signal telemetry.Signal
	// isEarlier is set for rows of earlier lives, on a cluster: they have to wait
	// until all shards say what they have, and those of this life need not.
	isEarlier bool
}

// team is what the lanes of a team share. It is guarded by Pipeline.mu.
type team struct {
	requests     int   // between their arrival and their answer
	backlogBytes int64 // in the log and not done
	isReady      bool  // its tables have been seen to
}

// lane is the way of one team's rows of one signal to the engine.
type lane struct {
	key laneKey

	// Guarded by Pipeline.mu.
	queue     []*entry // to be merged, in order
	moving    *entry   // taken from the queue last, and maybe in no batch yet
	unsettled []*batch // begun, and not stored or set aside
	memory    int64    // of rows in the queue and in batches
	inserting int
	isReady   bool // stands in Pipeline.ready
	// A lane that is behind reads its records from the log, from need on; the
	// last one that it was not handed from memory is last.
	isBehind   bool
	need, last Position
	since      time.Time // when the earliest was received that it was not handed

	stored *storedBatches // owned by the reader

	merging sync.Mutex // guards the rest; it is taken before Pipeline.mu
	open    *batch
	sealed  []*batch
}

// entry is one request on its way: its position and its rows.
type entry struct {
	position Position
	key      laneKey
	rows     *telemetry.Rows
	memory   int64 // of the rows
	bytes    int64 // in the log
	origin   [16]byte
	covered  *coverage
	received time.Time
}

// batch gathers the rows of one lane.
type batch struct {
	lane      *lane
	rows      *telemetry.Rows
	positions []Position
	memory    int64
	bytes     int64
	opened    time.Time
	arrived   arrivals
	origin    [16]byte  // of all its positions
	covered   *coverage // what of it is stored already; nil: nothing
}

func (b *batch) extent() extent {
	return extent{b.positions[0], b.positions[len(b.positions)-1]}
}

// isFull reports whether the batch has as many rows as one may have that is divided
// into so many parts.
func (b *batch) isFull(limits Limits, parts int) bool {
	return b.rows.Len() >= parts*limits.BatchRows || b.memory >= int64(parts)*limits.BatchBytes
}

func (b *batch) isSmall(limits Limits) bool { return b.rows.Len() < limits.SmallRows }

// due returns when the batch closes: what an insert costs hardly depends on how
// few rows it has, so that a small batch waits longer for more, and so does one that
// is divided.
func (b *batch) due(limits Limits, parts int) time.Time {
	if b.isSmall(limits) || parts > 1 {
		return b.opened.Add(limits.SmallAge)
	}
	return b.opened.Add(limits.BatchAge)
}

// accepts reports whether the entry may join: what is stored of a batch must
// hold for all of its rows, and its id has one origin.
func (b *batch) accepts(e *entry) bool {
	return b.covered == e.covered && b.origin == e.origin && e.position-b.positions[0] <= spanMax
}

// merge moves what is queued into batches. One that finds another at work
// leaves it to them.
func (p *Pipeline) merge(l *lane) {
	for p.isQueued(l) && l.merging.TryLock() {
		p.mergeAll(l)
	}
}

// mergeAll empties the queue and unlocks the lane's merging lock.
func (p *Pipeline) mergeAll(l *lane) {
	defer l.merging.Unlock()
	for e := p.dequeue(l); e != nil; e = p.dequeue(l) {
		p.add(l, e)
	}
}

func (p *Pipeline) isQueued(l *lane) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(l.queue) > 0
}

func (p *Pipeline) dequeue(l *lane) *entry {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.moving = nil
	if len(l.queue) == 0 {
		return nil
	}
	e := l.queue[0]
	l.moving = e
	l.queue[0] = nil
	l.queue = l.queue[1:]
	return e
}

// add appends an entry to the open batch. The lane's merging lock is held.
func (p *Pipeline) add(l *lane, e *entry) {
	if l.open != nil && (!l.open.accepts(e) || l.open.rows.Append(e.rows) != nil) {
		p.seal(l) // only a batch far above BatchBytes refuses rows
	} else if l.open != nil {
		p.recycle(e.rows)
	}
	if l.open == nil {
		p.openBatch(l, e)
	}
	b := l.open
	b.positions = append(b.positions, e.position)
	b.memory += e.memory
	b.bytes += e.bytes
	b.arrived.add(e.received)
	switch {
	case b.isFull(p.Limits, p.batchParts(l)):
		p.seal(l)
	case !b.isSmall(p.Limits) && p.isDue(b): // no longer small, and old enough
		p.makeReady(l)
	}
}

// openBatch begins a batch with the rows of an entry. Rows that even an empty
// batch refuses become the batch: they are acknowledged and must not be lost.
func (p *Pipeline) openBatch(l *lane, e *entry) {
	rows := p.batchRows(l.key.signal)
	if err := rows.Append(e.rows); err == nil {
		p.recycle(e.rows)
	} else {
		rows = e.rows
	}
	l.open = &batch{lane: l, rows: rows, origin: e.origin, covered: e.covered, opened: p.Now()}
	l.open.arrived.add(e.received)
	p.schedule(l.open)
}

func (p *Pipeline) seal(l *lane) {
	l.sealed = append(l.sealed, l.open)
	l.open = nil
	p.makeReady(l)
}

// take returns the lane's next batch that is closed or due, or nil.
func (p *Pipeline) take(l *lane) *batch {
	l.merging.Lock()
	b := p.detach(l)
	l.merging.Unlock()
	p.merge(l) // those who came meanwhile left it to us
	return b
}

func (p *Pipeline) detach(l *lane) *batch {
	if len(l.sealed) > 0 {
		b := l.sealed[0]
		l.sealed = l.sealed[1:]
		if len(l.sealed) > 0 || p.isDue(l.open) {
			p.makeReady(l)
		}
		return b
	}
	b := l.open
	if !p.isDue(b) {
		return nil
	}
	l.open = nil
	return b
}

func (p *Pipeline) isDue(b *batch) bool {
	return b != nil && (p.flushing.Load() || !p.Now().Before(b.due(p.Limits, p.batchParts(b.lane))))
}
