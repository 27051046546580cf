package telemetry

import "time"

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
