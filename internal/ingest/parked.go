package ingest

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/cairnstack/cairn/internal/pause"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// parked are the batches that wait for a shard which is away and may have some of
// their blocks. Their rows are in the log alone.
type parked struct {
	mu      sync.Mutex
	batches []*parkedBatch
}

// parkedBatch is a batch and those of its blocks that nobody knows of.
type parkedBatch struct {
	*batch
	waiting []*insert
}

// park lets a batch wait without its rows, so that others find room.
func (p *Pipeline) park(b *batch, waiting []*insert) {
	for _, i := range waiting {
		i.block = telemetry.Block{}
	}
	p.forgetRows(b)
	p.parked.mu.Lock()
	defer p.parked.mu.Unlock()
	p.parked.batches = append(p.parked.batches, &parkedBatch{b, waiting})
}

// parkedLoop goes on with parked batches when their shards are back, until ctx
// ends.
func (p *Pipeline) parkedLoop(ctx context.Context) error {
	for pause.For(ctx, parkedLook) == nil {
		for _, b := range p.parkedBatches() {
			p.resume(ctx, b)
			if len(b.waiting) == 0 && ctx.Err() == nil {
				p.unpark(b)
			}
		}
	}
	return nil
}

func (p *Pipeline) parkedBatches() []*parkedBatch {
	p.parked.mu.Lock()
	defer p.parked.mu.Unlock()
	return slices.Clone(p.parked.batches)
}

func (p *Pipeline) unpark(b *parkedBatch) {
	p.settleBatch(b.batch)
	p.parked.mu.Lock()
	defer p.parked.mu.Unlock()
	p.parked.batches = slices.DeleteFunc(p.parked.batches, func(other *parkedBatch) bool { return other == b })
}

// resume stores those blocks whose shards are there, unless they are stored, and
// leaves the others waiting.
func (p *Pipeline) resume(ctx context.Context, b *parkedBatch) {
	var lacking []*insert
	b.waiting = slices.DeleteFunc(b.waiting, func(i *insert) bool {
		if p.isAway(ctx, i.shard) {
			return false
		}
		stored, err := i.isStored(ctx)
		if err == nil && !stored {
			lacking = append(lacking, i)
		}
		return err == nil && stored || err != nil && i.isUnwanted(ctx, err)
	})
	if len(lacking) == 0 || ctx.Err() != nil {
		return
	}
	if err := p.sendAgain(ctx, b, lacking); err != nil && ctx.Err() == nil {
		p.Logger.ErrorContext(ctx, "can't read the requests of a batch again; trying on", "error", err)
	}
}

// isUnwanted reports whether the engine can't tell because the team is gone.
func (i *insert) isUnwanted(ctx context.Context, err error) bool {
	if isPassing(err) || ctx.Err() != nil {
		return false
	}
	i.setReady(i.batch.lane.key.team, false)
	return i.isOrphan(i.prepare(ctx))
}

// sendAgain reads the batch's rows from the log once more, and sends the blocks
// that its shards lack.
func (p *Pipeline) sendAgain(ctx context.Context, b *parkedBatch, lacking []*insert) error {
	rows, err := p.readAgain(ctx, b.batch)
	if err != nil {
		return err
	}
	defer p.recycleBatch(rows)
	for _, piece := range p.piecesAgain(rows, lacking) {
		at := slices.IndexFunc(lacking, func(i *insert) bool { return i.place == piece.place })
		if at < 0 {
			continue
		}
		i := lacking[at]
		i.block = piece.Block
		if i.run(ctx) == insertDone {
			b.waiting = slices.DeleteFunc(b.waiting, func(other *insert) bool { return other == i })
		}
		i.block = telemetry.Block{}
	}
	return nil
}

// piecesAgain divides rows as they were divided before.
func (p *Pipeline) piecesAgain(rows *telemetry.Rows, lacking []*insert) (pieces []piece) {
	for _, block := range rows.Blocks() {
		n := 0
		for _, i := range lacking {
			if i.place.table == block.Table && i.place.day == block.Day {
				n = int(i.place.slot.n)
			}
		}
		if n == 0 {
			pieces = append(pieces, piece{block, place{table: block.Table, day: block.Day}})
			continue
		}
		for k, part := range block.SplitByTrace(n) {
			pieces = append(pieces, piece{part, place{block.Table, block.Day, slot{uint16(k), uint16(n)}}})
		}
	}
	return pieces
}

// readAgain makes the rows of a batch from the log.
func (p *Pipeline) readAgain(ctx context.Context, b *batch) (*telemetry.Rows, error) {
	reader := p.Log.Reader(b.positions[0], b.positions[len(b.positions)-1]+1)
	defer func() { _ = reader.Close() }()
	all := p.batchRows(b.lane.key.signal)
	for {
		record, err := reader.Next(ctx)
		var lost *Lost
		switch {
		case errors.As(err, &lost):
			continue // the log has told of them
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		if _, ours := slices.BinarySearch(b.positions, record.Position); !ours {
			continue
		}
		if all, err = p.appendRecord(all, record); err != nil {
			return nil, err
		}
	}
}

// appendRecord adds the rows of a record. Rows that even an empty batch refuses
// are the batch.
func (p *Pipeline) appendRecord(all *telemetry.Rows, record Record) (*telemetry.Rows, error) {
	h, err := decodeHeader(record.Meta)
	if err != nil {
		return nil, err
	}
	rows, err := p.decodeRecord(h, record)
	if err != nil {
		return nil, err
	}
	if err := all.Append(rows); err != nil {
		return rows, nil //nolint:nilerr // as when the batch was made
	}
	p.recycle(rows)
	return all, nil
}
