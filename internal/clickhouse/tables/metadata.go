package tables

import (
	"encoding/binary"
	"hash/maphash"
	"sync"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// metadataKnownMax is how many descriptions are remembered to be stored.
const metadataKnownMax = 200_000

// knownMetadata remembers which descriptions of metrics were stored on which
// day: senders repeat all of them every minute.
type knownMetadata struct {
	mu     sync.Mutex
	seed   maphash.Seed
	stored map[metadataKey]telemetry.Day
}

// metadataKey stands for a description: what it is about and what it says.
type metadataKey struct {
	team  string
	about uint64
}

func newKnownMetadata() knownMetadata { return knownMetadata{seed: maphash.MakeSeed()} }

// fresh returns a block without the rows that were stored on its day.
func (k *knownMetadata) fresh(team string, block telemetry.Block) telemetry.Block {
	k.mu.Lock()
	defer k.mu.Unlock()
	var rows []uint32
	for _, row := range block.Index {
		if day, ok := k.stored[k.keyOf(team, block, row)]; !ok || day != block.Day {
			rows = append(rows, row)
		}
	}
	block.Index = rows
	return block
}

// add remembers the rows of a block.
func (k *knownMetadata) add(team string, block telemetry.Block) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stored == nil || len(k.stored)+block.Len() > metadataKnownMax {
		k.stored = map[metadataKey]telemetry.Day{}
	}
	for _, row := range block.Index {
		k.stored[k.keyOf(team, block, row)] = block.Day
	}
}

func (k *knownMetadata) keyOf(team string, block telemetry.Block, row uint32) metadataKey {
	columns := &block.Rows.Metadata
	var h maphash.Hash
	h.SetSeed(k.seed)
	for _, number := range []uint32{columns.Metric[row], columns.Type[row], columns.Unit[row], columns.Help[row]} {
		text := block.Rows.Texts.Text(number)
		_, _ = h.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(text)))) // it never fails
		_, _ = h.Write(text)
	}
	return metadataKey{team, h.Sum64()}
}

// metadataInput returns the columns of a block of descriptions of metrics.
func metadataInput(block telemetry.Block, id telemetry.BatchID) proto.Input {
	b := &builder{block: block}
	columns := &block.Rows.Metadata
	b.addRows("Time", timeType, func(to []byte, row uint32) []byte {
		return binary.LittleEndian.AppendUint32(to, uint32(columns.Time[row]/int64(time.Second)))
	})
	b.addNames("MetricName", columns.Metric)
	b.addNames("Type", columns.Type)
	b.addNames("Unit", columns.Unit)
	b.addNames("Help", columns.Help)
	b.addBatch(id)
	return b.input
}
