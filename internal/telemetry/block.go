package telemetry

import (
	"encoding/binary"
	"time"
)

const dayNanoseconds = int64(24 * time.Hour)

// Day is a day in UTC, counted from 1970-01-01. It is a partition of a table.
type Day int32

// DayOf returns the day of a time in unix nanoseconds.
func DayOf(nanoseconds int64) Day { return Day(nanoseconds / dayNanoseconds) }

// String returns the day as YYYY-MM-DD.
func (d Day) String() string {
	return time.Unix(int64(d)*int64(24*time.Hour/time.Second), 0).UTC().Format(time.DateOnly)
}

// BatchID names a batch; it is stored with every row of it.
type BatchID [16]byte

// Block is what one insert stores: rows of one table and one day. It refers
// to the rows it was made of, which must not change while it is in use.
type Block struct {
	Table Table
	Day   Day
	Rows  *Rows
	Index []uint32 // the rows, in the order in which they are stored
}

// Len returns how many rows the block has.
func (b Block) Len() int { return len(b.Index) }

// Blocks returns the rows as blocks, one per table and day, in order.
func (r *Rows) Blocks() []Block {
	switch r.Signal {
	case Logs:
		return r.split(LogsTable, r.Logs.Time)
	case Traces:
		return r.split(SpansTable, r.Spans.Time)
	case Metrics:
		var blocks []Block
		for kind := range r.Points {
			blocks = append(blocks, r.split(PointKind(kind).Table(), r.Points[kind].Time)...)
		}
		return append(blocks, r.split(MetadataTable, r.Metadata.Time)...)
	}
	return nil
}

func (r *Rows) split(table Table, times []int64) []Block {
	days := map[Day]int{}
	var blocks []Block
	which := -1
	for row, at := range times {
		if day := DayOf(at); which < 0 || blocks[which].Day != day {
			known := false
			if which, known = days[day]; !known {
				which = len(blocks)
				days[day] = which
				blocks = append(blocks, Block{Table: table, Day: day, Rows: r, Index: make([]uint32, 0, len(times)-row)})
			}
		}
		blocks[which].Index = append(blocks[which].Index, uint32(row))
	}
	return blocks
}

// SplitByTrace returns the rows of a block of spans as n blocks, those of a trace
// all in one. Some may be empty.
func (b Block) SplitByTrace(n int) []Block {
	blocks := make([]Block, n)
	for i := range blocks {
		blocks[i] = Block{Table: b.Table, Day: b.Day, Rows: b.Rows}
	}
	for _, row := range b.Index {
		at := traceHash(b.Rows.Spans.TraceID[int(row)*TraceIDBytes:][:TraceIDBytes]) % uint64(n)
		blocks[at].Index = append(blocks[at].Index, row)
	}
	return blocks
}

// traceHash spreads trace ids evenly, also those that are no random numbers. It
// must never change: what is stored of a batch is recognized by it.
func traceHash(id []byte) uint64 {
	const first, second = 0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9
	h := binary.BigEndian.Uint64(id[:8])*first ^ binary.BigEndian.Uint64(id[8:])
	h = (h ^ h>>32) * second
	h = (h ^ h>>29) * first
	return h ^ h>>32
}
