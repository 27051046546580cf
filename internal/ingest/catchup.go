package ingest

import (
	"context"
	"errors"
	"io"

	"github.com/cairnstack/cairn/internal/pause"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// readLoop reads from the log what lanes have left there: what came while
// they had no room, and what earlier lives of the program left behind.
func (p *Pipeline) readLoop(ctx context.Context) error {
	if err := p.settle(ctx); err != nil {
		return nil
	}
	for ctx.Err() == nil {
		room := p.watchRoom()
		from, found := p.nextPass()
		if !found {
			p.awaitNeed(ctx, room)
			continue
		}
		if err := p.pass(ctx, from); err != nil && ctx.Err() == nil {
			p.Logger.ErrorContext(ctx, "can't read the write-ahead log; trying again", "error", err)
			_ = pause.For(ctx, insertPauseMax)
		}
	}
	return nil
}

// awaitNeed waits until a lane may have fallen behind or got room.
func (p *Pipeline) awaitNeed(ctx context.Context, room <-chan struct{}) {
	select {
	case <-p.wakeReader:
	case <-room:
	case <-ctx.Done():
	}
}

// nextPass returns where to begin: with the first record that a lane with room
// needs, or that nobody has looked at.
func (p *Pipeline) nextPass() (from Position, found bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isRecovering() {
		from, found = p.recovery.first, true
	}
	for l := range p.behind {
		if p.hasRoom(l, l.need) && (!found || l.need < from) {
			from, found = l.need, true
		}
	}
	return from, found
}

// pass reads the log once, up to what has been handed to lanes from memory.
// It skips lanes that have no room as long as others have; they wait for the
// next pass.
func (p *Pipeline) pass(ctx context.Context, from Position) error {
	end := p.handed()
	reader := p.Log.Reader(from, end)
	defer func() { _ = reader.Close() }()
	skipped := p.skippedBefore(from)
	for at := from; !p.caughtUp(at, skipped); {
		record, err := reader.Next(ctx)
		var lost *Lost
		switch {
		case errors.As(err, &lost):
			p.Log.Done(lost.From, lost.To) // the log has told of them
			at = lost.To
			continue
		case errors.Is(err, io.EOF):
			at, end = end, p.handed()
			reader.Extend(end)
			continue
		case err != nil:
			return err
		}
		at = record.Position + 1
		resume, err := p.reread(ctx, record, skipped)
		if err != nil || !resume {
			return err
		}
	}
	return nil
}

// skippedBefore returns the lanes that need records from before a pass. They
// get none from it: a lane takes its records in order, and should room be made
// meanwhile, it would never come back to the earlier ones.
func (p *Pipeline) skippedBefore(from Position) map[*lane]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	skipped := map[*lane]bool{}
	for l := range p.behind {
		if l.need < from {
			skipped[l] = true
		}
	}
	return skipped
}

// handed returns the first position that no lane has been handed.
func (p *Pipeline) handed() Position {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.next
}

// caughtUp reports whether the pass has come to the end of what was handed over
// before. If so, every lane that was not skipped takes rows from memory again.
func (p *Pipeline) caughtUp(at Position, skipped map[*lane]bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recovery.first = max(p.recovery.first, at)
	if at < p.next {
		return false
	}
	for l := range p.behind {
		if skipped[l] {
			continue
		}
		l.need = at
		if l.last < at {
			l.isBehind, l.stored = false, nil
			delete(p.behind, l)
		}
	}
	return true
}

// reread hands a record to its lane if the lane needs it. It returns false
// when the pass should begin anew elsewhere.
func (p *Pipeline) reread(ctx context.Context, record Record, skipped map[*lane]bool) (bool, error) {
	h, err := decodeHeader(record.Meta)
	if err != nil {
		p.discard(ctx, record, err)
		return true, nil
	}
	l := p.needing(h, record.Position)
	if l == nil || skipped[l] {
		return true, nil
	}
	if !p.awaitRoom(ctx, l, skipped) {
		return skipped[l], ctx.Err()
	}
	return true, p.readInto(ctx, l, h, record)
}

// needing returns the lane that needs the record at the position, or nil.
func (p *Pipeline) needing(h header, at Position) *lane {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.lane(laneKey{h.team, h.form.Signal, p.Shards != nil && at < p.lives})
	p.lookedAt(h, at)
	if !l.isBehind || at < l.need {
		return nil
	}
	return l
}

// awaitRoom waits until the lane has room. It returns false when it is better
// not to wait because another lane can go on: further on in this pass, and then
// the lane is skipped, or further back, and then the pass should end.
func (p *Pipeline) awaitRoom(ctx context.Context, l *lane, skipped map[*lane]bool) bool {
	for {
		room := p.watchRoom()
		has, ahead, back := p.roomOf(l, skipped)
		switch {
		case has:
			return true
		case ahead:
			skipped[l] = true
			return false
		case back:
			return false
		}
		select {
		case <-room:
		case <-p.wakeReader:
		case <-ctx.Done():
			return false
		}
	}
}

// roomOf reports whether the lane has room, and otherwise whether a lane that
// was not skipped, or one that was, has room and something to read.
func (p *Pipeline) roomOf(l *lane, skipped map[*lane]bool) (has, ahead, back bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hasRoom(l, l.need) {
		return true, false, false
	}
	ahead = p.isRecovering() // there may be lanes that nobody knows yet
	for other := range p.behind {
		can := other != l && p.hasRoom(other, other.need)
		ahead = ahead || can && !skipped[other]
		back = back || can && skipped[other]
	}
	return false, ahead, back
}

// readInto decodes a record and queues its rows in the lane.
func (p *Pipeline) readInto(ctx context.Context, l *lane, h header, record Record) error {
	covered, err := p.coverageOf(ctx, l, record.Position)
	if err != nil {
		return err
	}
	rows, err := p.decodeRecord(h, record)
	if err != nil {
		return p.undecoded(ctx, l, record, err)
	}
	p.series.note(h.team, rows)
	e := &entry{
		position: record.Position, origin: p.Log.Origin(record.Position), key: l.key, rows: rows, covered: covered,
		memory: int64(rows.Bytes()), bytes: recordBytes(record.Payload), received: h.received,
	}
	p.queueRead(l, e)
	p.merge(l)
	return nil
}

// decodeRecord makes the rows of a record that were accepted.
func (p *Pipeline) decodeRecord(h header, record Record) (*telemetry.Rows, error) {
	rows := p.rows(h.form.Signal)
	if _, err := p.Decoder.Decode(h.form, record.Payload, h.received, rows); err != nil {
		p.recycle(rows)
		return nil, err
	}
	rows.DropSeries(h.refusedSeries())
	return rows, nil
}

// undecoded handles a record that did not become rows, although it could once.
// Without memory at the moment it is tried again.
func (p *Pipeline) undecoded(ctx context.Context, l *lane, record Record, cause error) error {
	if isPassing(cause) {
		return cause
	}
	p.discard(ctx, record, cause)
	p.passed(l, record)
	return nil
}

func (p *Pipeline) queueRead(l *lane, e *entry) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.need, l.since = e.position+1, e.received.Add(-orderSlack)
	if e.position < p.lives { // nobody has counted it in this life
		p.team(e.key.team).backlogBytes += e.bytes
	}
	p.enqueue(l, e)
	p.Metrics.reread.Inc()
}

// passed goes on behind a record that has no rows.
func (p *Pipeline) passed(l *lane, record Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.need = record.Position + 1
	if record.Position >= p.lives {
		p.team(l.key.team).backlogBytes -= recordBytes(record.Payload)
	}
}

// discard sets a record aside that can't become rows.
func (p *Pipeline) discard(ctx context.Context, record Record, cause error) {
	p.Logger.ErrorContext(ctx, "a request in the write-ahead log can't be decoded and is set aside", "error", cause)
	if err := p.Attic.SetAside(ctx, record); err != nil {
		p.Logger.ErrorContext(ctx, "can't set it aside", "error", err)
		return
	}
	p.Log.Done(record.Position, record.Position+1)
}

func recordBytes(payload []byte) int64 { return headerBytes + int64(len(payload)) }
