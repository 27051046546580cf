package ingest

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/pause"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// piece is what one insert stores: a block, or a part of one.
type piece struct {
	telemetry.Block
	place place
}

// pieces returns the blocks of a batch. On a cluster those of spans are divided,
// so that the spans of a trace stay together; how many parts there are is how
// many shards there are, or were when the first of them was stored. It returns
// false when ctx ended before that was known.
func (p *Pipeline) pieces(ctx context.Context, b *batch) (pieces []piece, ok bool) {
	blocks := b.rows.Blocks()
	pieces = make([]piece, 0, len(blocks))
	for _, block := range blocks {
		n, ok := p.parts(ctx, b, block)
		if !ok {
			return nil, false
		}
		if n <= 1 {
			pieces = append(pieces, piece{block, place{table: block.Table, day: block.Day}})
			continue
		}
		for k, part := range block.SplitByTrace(n) {
			if part.Len() > 0 {
				pieces = append(pieces, piece{part, place{block.Table, block.Day, slot{uint16(k), uint16(n)}}})
			}
		}
	}
	return pieces, true
}

// parts returns into how many parts a block is divided.
func (p *Pipeline) parts(ctx context.Context, b *batch, block telemetry.Block) (n int, ok bool) {
	if block.Table != telemetry.SpansTable || b.covered.has(place{table: block.Table, day: block.Day}) {
		return 1, true
	}
	if n := b.covered.parts(block.Table, block.Day); n > 0 {
		return n, true
	}
	if p.Shards == nil {
		return 1, true
	}
	for ctx.Err() == nil {
		shards, err := p.Shards.Shards(ctx)
		if err == nil {
			p.shards.Store(int64(len(shards)))
			return min(len(shards), slotsMax), true
		}
		_ = pause.For(ctx, insertPauseMax)
	}
	return 0, false
}

// batchParts returns into how many parts the batches of a lane are divided, as far as
// that makes them larger.
func (p *Pipeline) batchParts(l *lane) int {
	if l.key.signal != telemetry.Traces {
		return 1
	}
	return int(min(max(p.shards.Load(), 1), BatchPartsMax))
}

// choose decides which shard the block goes to: the next one, or that of its part
// of a trace, or the first behind it that is there.
func (i *insert) choose(ctx context.Context) error {
	if i.Shards == nil || i.shard != 0 {
		return nil
	}
	shards, err := i.Shards.Shards(ctx)
	if err != nil {
		return err
	}
	first := uint64(i.place.slot.k)
	if i.place.slot.n == 0 {
		first = i.turn.Add(1)
	}
	for at := range shards {
		shard := shards[(first+uint64(at))%uint64(len(shards))]
		if !shard.IsAway && (shard.Number != i.avoided || len(shards) == 1) {
			i.shard, i.sink = shard.Number, shard.Sink
			return nil
		}
	}
	i.avoided = 0
	return errAllAway
}

// errAllAway says that a block has nowhere to go.
var errAllAway = fault.New(fault.Unavailable, "no shard of the telemetry engine answers")

// leave lets the block go to another shard when the failed try was its first and
// nothing was sent. The token is that of the try before.
func (i *insert) leave(token string, err error) {
	if i.Shards == nil || !errors.Is(err, ErrUnsent) {
		return
	}
	i.token = token
	if token == "" {
		i.avoided, i.shard = i.shard, 0
	}
}

// hasToWait reports whether the block belongs to a shard that is away.
func (i *insert) hasToWait(ctx context.Context) bool {
	return i.Shards != nil && i.shard != 0 && i.token != "" && i.isAway(ctx, i.shard)
}

// isAway reports whether a shard is not to be sent anything now.
func (p *Pipeline) isAway(ctx context.Context, number uint32) bool {
	shards, err := p.Shards.Shards(ctx)
	return err != nil || !slices.ContainsFunc(shards, func(s Shard) bool { return s.Number == number && !s.IsAway })
}

// everywhere returns what answers for all shards, or the single engine.
func (p *Pipeline) everywhere() interface {
	Stored(ctx context.Context, team string, table telemetry.Table, low, high telemetry.BatchID) ([]telemetry.BatchID, error)
	Running(ctx context.Context, tokenPrefix string) (bool, error)
} {
	if p.Shards == nil {
		return p.Sink
	}
	return allShards{p.Shards}
}

// allShards asks every shard; all of them have to answer.
type allShards struct{ shards Shards }

// Stored returns the ids that rows of any shard carry.
func (a allShards) Stored(
	ctx context.Context, team string, table telemetry.Table, low, high telemetry.BatchID,
) (ids []telemetry.BatchID, err error) {
	err = a.each(ctx, func(sink Sink) error {
		more, err := sink.Stored(ctx, team, table, low, high)
		ids = append(ids, more...)
		return err
	})
	return ids, err
}

// Running reports whether an insert is still at work in any shard.
func (a allShards) Running(ctx context.Context, tokenPrefix string) (running bool, err error) {
	err = a.each(ctx, func(sink Sink) error {
		here, err := sink.Running(ctx, tokenPrefix)
		running = running || here
		return err
	})
	return running, err
}

func (a allShards) each(ctx context.Context, ask func(Sink) error) error {
	shards, err := a.shards.Shards(ctx)
	if err != nil {
		return err
	}
	for _, shard := range shards {
		if shard.IsAway {
			return fault.New(fault.Unavailable, "shard %d of the telemetry engine does not answer", shard.Number)
		}
		if err := ask(shard.Sink); err != nil {
			return err
		}
	}
	return nil
}

// parkedLook is how often the shards are looked at for which batches wait.
const parkedLook = 200 * time.Millisecond
