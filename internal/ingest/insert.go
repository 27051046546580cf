package ingest

import (
	"context"
	"encoding/hex"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/pause"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// insertLoop stores batches until ctx ends.
func (p *Pipeline) insertLoop(ctx context.Context) error {
	for {
		b, err := p.nextBatch(ctx)
		if err != nil {
			return nil
		}
		switch waiting, done := p.store(ctx, b); {
		case len(waiting) > 0:
			p.park(b, waiting)
		case done:
			p.finish(b)
		}
		p.release(b.lane)
	}
}

// store inserts the blocks of a batch, and the parts of one that is divided among
// shards at the same time. It returns those that have to wait for their shard, and
// false when ctx ended before all were stored.
func (p *Pipeline) store(ctx context.Context, b *batch) (waiting []*insert, done bool) {
	pieces, ok := p.pieces(ctx, b)
	if !ok {
		return nil, false
	}
	inserts := p.inserts(b, pieces)
	for len(inserts) > 0 {
		n := partsTogether(inserts)
		outcomes := make([]outcome, n)
		var running sync.WaitGroup
		for k, i := range inserts[:n] {
			running.Go(func() { outcomes[k] = i.run(ctx) })
		}
		running.Wait()
		for k, i := range inserts[:n] {
			switch outcomes[k] {
			case insertEnded:
				return nil, false
			case insertWaits:
				waiting = append(waiting, i)
			case insertDone:
			}
		}
		inserts = inserts[n:]
	}
	return waiting, true
}

// inserts returns the ways into the engine of those pieces that are not stored yet.
func (p *Pipeline) inserts(b *batch, pieces []piece) []*insert {
	inserts := make([]*insert, 0, len(pieces))
	for _, piece := range pieces {
		if b.covered.has(piece.place) {
			p.Metrics.inserts.WithLabelValues(string(piece.Table), "found").Inc()
			continue
		}
		inserts = append(inserts, &insert{Pipeline: p, batch: b, block: piece.Block, place: piece.place, id: p.pieceID(b, piece.place), sink: p.Sink})
	}
	return inserts
}

// partsTogether returns how many of the first inserts are parts of one block.
func partsTogether(inserts []*insert) int {
	first := inserts[0].place
	n := 1
	for first.slot.n > 0 && n < len(inserts) && inserts[n].place.table == first.table && inserts[n].place.day == first.day {
		n++
	}
	return n
}

// pieceID returns the id of what a batch has for a place.
func (p *Pipeline) pieceID(b *batch, at place) telemetry.BatchID {
	if at.slot.n == 0 {
		return p.sourceOf(b.origin).batchID(b.extent(), at.day)
	}
	return source{name: at.slot.nameIn(b.origin)}.batchID(b.extent(), at.day)
}

// sourceOf returns how the batches of an origin are known.
func (p *Pipeline) sourceOf(origin [16]byte) source {
	return source{name: nameOf(origin), early: origin == p.Log.ID()}
}

// finish says that the engine has the batch.
func (p *Pipeline) finish(b *batch) {
	p.settleBatch(b)
	p.forgetRows(b)
}

// settleBatch says so to the log.
func (p *Pipeline) settleBatch(b *batch) {
	for _, at := range p.stored(b.positions) {
		p.Log.Done(at, at+1)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.team(b.lane.key.team).backlogBytes -= b.bytes
	b.lane.unsettled = slices.DeleteFunc(b.lane.unsettled, func(other *batch) bool { return other == b })
}

// forgetRows gives the memory of the batch's rows back.
func (p *Pipeline) forgetRows(b *batch) {
	p.recycleBatch(b.rows)
	b.rows = nil
	p.mu.Lock()
	defer p.mu.Unlock()
	b.lane.memory -= b.memory
	p.memory -= b.memory
	p.freeRoom()
}

// stored returns which positions are done: a request whose sender is not told yet
// stays in the log, which knows the request by it when the sender tries again.
func (p *Pipeline) stored(positions []Position) (done []Position) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range positions {
		if _, found := p.untold[at]; found {
			p.untold[at] = true
			continue
		}
		done = append(done, at)
	}
	return done
}

// told says that the sender of a request has its answer, or is gone.
func (p *Pipeline) told(at Position) {
	p.mu.Lock()
	isStored := p.untold[at]
	delete(p.untold, at)
	p.mu.Unlock()
	if isStored {
		p.Log.Done(at, at+1)
	}
}

// insert is the way of one block into the engine.
type insert struct {
	*Pipeline
	batch    *batch
	block    telemetry.Block
	place    place
	id       telemetry.BatchID
	sink     Sink
	shard    uint32 // that the block belongs to since the first try; 0: none yet
	avoided  uint32 // the shard that could not be sent anything
	token    string // of the last try
	refusals int
}

// outcome is how the way of a block ended.
type outcome uint8

const (
	insertDone  outcome = iota // it is stored, or set aside
	insertWaits                // its shard is away, and may have it
	insertEnded                // ctx ended before
)

// run tries until the block is stored, or set aside. After a failure nobody knows
// whether the block is stored: the engine is asked before it is sent again. On a
// cluster that is the shard that was tried, and while it is away the block waits.
func (i *insert) run(ctx context.Context) outcome {
	wait := insertPauseMin
	for ctx.Err() == nil {
		done, err := i.try(ctx)
		if done || i.refuse(ctx, err) {
			return insertDone
		}
		if i.hasToWait(ctx) {
			return insertWaits
		}
		_ = pause.For(ctx, wait)
		wait = min(2*wait, i.pauseMax(err))
	}
	return insertEnded
}

func (i *insert) pauseMax(err error) time.Duration {
	if isPassing(err) {
		return insertPauseMax
	}
	return refusalPauseMax
}

// try returns true when the block is stored, or nobody wants it any more.
func (i *insert) try(ctx context.Context) (bool, error) {
	if err := i.prepare(ctx); err != nil {
		return i.isOrphan(err), err
	}
	if i.token != "" {
		stored, err := i.isStored(ctx)
		if stored || err != nil {
			return stored, err
		}
	}
	if err := i.choose(ctx); err != nil {
		return false, err
	}
	token, err := i.nextToken()
	if err != nil {
		return false, err
	}
	before := i.token
	i.token = token
	started := i.Now()
	i.health.begin()
	err = i.sink.Insert(ctx, i.batch.lane.key.team, i.block, i.id, i.token)
	i.health.end(err)
	if err != nil {
		i.leave(before, err)
		i.Metrics.inserts.WithLabelValues(string(i.block.Table), "failed").Inc()
		return false, err
	}
	i.Metrics.stored(i.block, i.Now().Sub(started))
	return true, nil
}

// isStored asks the engine, once nothing is at work that could change the
// answer.
func (i *insert) isStored(ctx context.Context) (bool, error) {
	running, err := i.sink.Running(ctx, i.token)
	if err != nil {
		return false, err
	}
	if running {
		return false, errStillRunning
	}
	ids, err := i.sink.Stored(ctx, i.batch.lane.key.team, i.place.table, i.id, i.id)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	i.Metrics.inserts.WithLabelValues(string(i.place.table), "found").Inc()
	return true, nil
}

// errStillRunning says that the last try has not ended.
var errStillRunning = fault.New(fault.Unavailable, "an insert is still at work")

// tokenRandomBytes make a token that was never used before.
const tokenRandomBytes = 8

func (i *insert) nextToken() (string, error) {
	token := tokenPrefix(i.log) + "-" + hex.EncodeToString(i.id[:])
	if i.StableTokens {
		return token, nil
	}
	var fresh [tokenRandomBytes]byte
	if _, err := io.ReadFull(i.Random, fresh[:]); err != nil {
		return "", err
	}
	return token + "-" + hex.EncodeToString(fresh[:]), nil
}

// prepare sees to the team's tables before the first insert of this life, and
// after one that was refused.
func (i *insert) prepare(ctx context.Context) error {
	if i.isReady(i.batch.lane.key.team) {
		return nil
	}
	if err := i.Teams.Ready(ctx, i.batch.lane.key.team); err != nil {
		return err
	}
	i.setReady(i.batch.lane.key.team, true)
	return nil
}

// isOrphan reports whether the failure is that the team does not exist any more,
// and counts the rows that are dropped then.
func (i *insert) isOrphan(err error) bool {
	if fault.KindOf(err) != fault.NotFound {
		return false
	}
	i.Metrics.dropped.WithLabelValues(droppedTeamGone).Add(float64(i.block.Len()))
	return true
}

func (p *Pipeline) isReady(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.team(id).isReady
}

func (p *Pipeline) setReady(id string, ready bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.team(id).isReady = ready
}

// refuse handles a failure that does not pass on its own. When the engine has
// refused the block too often, it is set aside, and the answer is true.
func (i *insert) refuse(ctx context.Context, err error) bool {
	if isPassing(err) || ctx.Err() != nil {
		return false
	}
	i.setReady(i.batch.lane.key.team, false)
	i.refusals++
	i.Logger.ErrorContext(ctx, "the engine refuses a block",
		"team", i.batch.lane.key.team, "table", string(i.block.Table), "try", i.refusals, "error", err)
	return i.refusals >= i.Limits.Refusals && i.giveUp(ctx)
}

// giveUp sets the batch's requests aside. They hold the rows of all its
// blocks, which a reader has to tell apart by the batch id.
func (i *insert) giveUp(ctx context.Context) bool {
	if err := i.setAsideAll(ctx, i.batch.positions); err != nil {
		i.Logger.ErrorContext(ctx, "can't set refused requests aside; trying on", "error", err)
		return false
	}
	i.Metrics.dropped.WithLabelValues(droppedRefused).Add(float64(i.block.Len()))
	return true
}

// isPassing reports whether a failure is expected to pass.
func isPassing(err error) bool {
	kind := fault.KindOf(err)
	return kind == fault.Unavailable || kind == fault.Limited
}
