package clickhouse

import (
	"cmp"
	"strconv"
	"time"
)

// Limits bound one read. A zero field means the ceiling of the endpoint.
type Limits struct {
	Time        time.Duration
	MemoryBytes int64
	ResultRows  int64
	ResultBytes int64
	ReadRows    int64
}

// The engine's names of the limits that every role has. The time may be a
// fraction of a second.
const (
	TimeLimit   = "max_execution_time"
	memoryLimit = "max_memory_usage"
)

// timeLimitMin is the shortest time that a read is given: to the engine zero
// means no limit.
const timeLimitMin = time.Millisecond

// The limits of a read unless the operator says otherwise.
const (
	ReadTimeMax        = 30 * time.Second
	ReadMemoryBytesMax = 1 << 30
	ReadResultRowsMax  = 1_000_000
	ReadResultBytesMax = 256 << 20
	ReadRowsMax        = 20_000_000_000
)

// DefaultLimits returns the ceiling of a read unless the operator says
// otherwise.
func DefaultLimits() Limits {
	return Limits{
		Time:        ReadTimeMax,
		MemoryBytes: ReadMemoryBytesMax,
		ResultRows:  ReadResultRowsMax,
		ResultBytes: ReadResultBytesMax,
		ReadRows:    ReadRowsMax,
	}
}

// within returns the limits with every field above the ceiling, or without a
// value, replaced by the ceiling's.
func (l Limits) within(ceiling Limits) Limits {
	return Limits{
		Time:        lower(l.Time, ceiling.Time),
		MemoryBytes: lower(l.MemoryBytes, ceiling.MemoryBytes),
		ResultRows:  lower(l.ResultRows, ceiling.ResultRows),
		ResultBytes: lower(l.ResultBytes, ceiling.ResultBytes),
		ReadRows:    lower(l.ReadRows, ceiling.ReadRows),
	}
}

// OrElse returns the limits with every field without a value replaced.
func (l Limits) OrElse(fallback Limits) Limits {
	return Limits{
		Time:        cmp.Or(l.Time, fallback.Time),
		MemoryBytes: cmp.Or(l.MemoryBytes, fallback.MemoryBytes),
		ResultRows:  cmp.Or(l.ResultRows, fallback.ResultRows),
		ResultBytes: cmp.Or(l.ResultBytes, fallback.ResultBytes),
		ReadRows:    cmp.Or(l.ReadRows, fallback.ReadRows),
	}
}

func lower[T int64 | time.Duration](value, ceiling T) T {
	if value <= 0 || value > ceiling {
		return ceiling
	}
	return value
}

// settings returns the limits as the engine's settings.
func (l Limits) settings() []Setting {
	return []Setting{
		{TimeLimit, strconv.FormatFloat(l.Time.Seconds(), 'f', 3, 64)},
		{memoryLimit, strconv.FormatInt(l.MemoryBytes, 10)},
		{"max_result_rows", strconv.FormatInt(l.ResultRows, 10)},
		{"max_result_bytes", strconv.FormatInt(l.ResultBytes, 10)},
		{"max_rows_to_read", strconv.FormatInt(l.ReadRows, 10)},
	}
}
