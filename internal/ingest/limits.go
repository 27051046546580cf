package ingest

import "time"

// The defaults of Limits.
const (
	BatchRowsMax   = 100_000
	BatchBytesMax  = 24 << 20
	BatchAgeMax    = time.Second
	SmallAgeMax    = 2 * time.Second
	SmallRowsMax   = 1000
	InsertsMax     = 4
	LaneInsertsMax = 2
	MemoryBytesMax = 96 << 20
	// MemoryBytesOnShards is MemoryBytesMax of an engine with shards, whose batches
	// of spans are larger, see BatchPartsMax.
	MemoryBytesOnShards = 288 << 20
	DecodesMax          = 8
	RequestsMax         = 1024
	CrowdedWaitMax      = time.Second
	FlushTimeMax        = 3 * time.Second
	RefusalsMax         = 8
	SettlePauseMin      = 250 * time.Millisecond
)

// Shares of what all have in common. A lane finds room in memory, and a team in
// the log and among the requests in progress, while it holds no more than that
// many times what is left, so that nobody can take everything.
const (
	memoryShare  = 2
	requestShare = 2
	backlogShare = 8
)

// BatchPartsMax is how many times as many rows as another batch one of spans may have
// that is divided among shards: each gets as many as it gets of other signals, since
// what an insert costs hardly depends on how few rows it has.
const BatchPartsMax = 3

// How long senders are asked to wait, and how the pipeline waits itself.
const (
	busyRetryAfter  = time.Second
	fullRetryAfter  = 2 * time.Second
	insertPauseMin  = 100 * time.Millisecond
	insertPauseMax  = 2 * time.Second
	refusalPauseMax = 15 * time.Second
)

// Limits bound the pipeline. A zero field takes its default, except the rates
// and the series, where it means no limit.
type Limits struct {
	BatchRows   int           // a batch with more is closed; one request is never split
	BatchBytes  int64         // the same, by the memory of its rows
	BatchAge    time.Duration // the longest wait of a row for its batch to close
	SmallAge    time.Duration // the same while the batch is small; no less than BatchAge
	SmallRows   int           // a batch with fewer is small
	Inserts     int           // inserts at the same time
	LaneInserts int           // of them for one team and signal
	MemoryBytes int64         // rows in memory, of all teams
	Decodes     int           // requests that are decoded at the same time
	Requests    int           // requests between their arrival and their answer
	CrowdedWait time.Duration // longest wait of a request for room in memory
	FlushTime   time.Duration // for the last inserts when the pipeline stops
	Refusals    int           // times that the engine refuses a block before it is set aside
	SettlePause time.Duration // between two looks for inserts of an earlier life
	RateRows    int           // records per second and team
	RateBytes   int           // bytes on the wire per second and team
	Series      int           // active series of a team
}

func (l Limits) withDefaults(hasShards bool) Limits {
	if hasShards {
		fill(&l.MemoryBytes, MemoryBytesOnShards)
	}
	fill(&l.BatchRows, BatchRowsMax)
	fill(&l.BatchBytes, BatchBytesMax)
	if l.BatchAge != 0 && l.SmallAge == 0 {
		l.SmallAge = l.BatchAge
	}
	fill(&l.BatchAge, BatchAgeMax)
	fill(&l.SmallAge, SmallAgeMax)
	l.SmallAge = max(l.SmallAge, l.BatchAge)
	fill(&l.SmallRows, SmallRowsMax)
	fill(&l.Inserts, InsertsMax)
	fill(&l.LaneInserts, LaneInsertsMax)
	fill(&l.MemoryBytes, MemoryBytesMax)
	fill(&l.Decodes, DecodesMax)
	fill(&l.Requests, RequestsMax)
	fill(&l.CrowdedWait, CrowdedWaitMax)
	fill(&l.FlushTime, FlushTimeMax)
	fill(&l.Refusals, RefusalsMax)
	fill(&l.SettlePause, SettlePauseMin)
	return l
}

func fill[T int | int64 | time.Duration](field *T, value T) {
	if *field == 0 {
		*field = value
	}
}
