package wal

import (
	"sync/atomic"
	"time"
)

// syncBuckets is the number of bounded buckets of the sync latency: 64 µs and
// every power of two up to 2.1 s.
const syncBuckets = 16

const firstSyncBound = 64 * time.Microsecond

// Stats is a snapshot of a log's figures. Counts are since Open.
type Stats struct {
	Records        int64 // appended
	Bytes          int64 // appended, with headers
	Batches        int64 // syncs that made records durable
	SyncErrors     int64
	WriteErrors    int64
	CursorErrors   int64
	SyncLatency    Histogram
	PendingCount   int   // records that wait for the writer
	PendingBytes   int64 // the same and the batch being written
	SegmentBytes   int64 // of all segments
	DiskBytes      int64 // of all files
	Segments       int
	Committed      Position
	End            Position
	RefusedFull    int64 // TotalBytesMax
	RefusedPending int64 // PendingBytesMax
	RefusedInvalid int64 // RecordBytesMax
	RefusedFailing int64 // the disk refuses writes
	TornTails      int64 // cut off by Open
	TornBytes      int64
	LostRecords    int64 // numbers at or behind the cursor that are damaged or missing
	Repaired       int64 // headers of segments
	SetAside       int64 // files that are none of the log's, or have no intact record
}

// Histogram counts durations. Counts[i] is the number at or below Bounds[i]
// and above the bound before it; the last count has no bound.
type Histogram struct {
	Bounds []time.Duration
	Counts []int64
	Sum    time.Duration
}

type counters struct {
	records, bytes, batches              atomic.Int64
	syncErrors, writeErrors              atomic.Int64
	cursorErrors                         atomic.Int64
	syncNanos                            atomic.Int64
	syncCounts                           [syncBuckets + 1]atomic.Int64
	refusedFull, refusedPending          atomic.Int64
	refusedInvalid, refusedFailing       atomic.Int64
	tornTails, tornBytes, lost, setAside atomic.Int64
	repaired                             atomic.Int64
}

func (c *counters) observeSync(latency time.Duration, records int, bytes int64) {
	c.records.Add(int64(records))
	c.bytes.Add(bytes)
	c.batches.Add(1)
	c.syncNanos.Add(int64(latency))
	i := 0
	for bound := firstSyncBound; i < syncBuckets && latency > bound; bound *= 2 {
		i++
	}
	c.syncCounts[i].Add(1)
}

func (c *counters) histogram() Histogram {
	h := Histogram{Sum: time.Duration(c.syncNanos.Load())}
	for i := range c.syncCounts {
		h.Counts = append(h.Counts, c.syncCounts[i].Load())
		if i < syncBuckets {
			h.Bounds = append(h.Bounds, firstSyncBound<<i)
		}
	}
	return h
}

// Stats returns the log's figures as they are now.
func (l *Log) Stats() Stats {
	c := &l.counters
	pending, pendingBytes := l.queue.depth()
	return Stats{
		Records: c.records.Load(), Bytes: c.bytes.Load(), Batches: c.batches.Load(),
		SyncErrors: c.syncErrors.Load(), WriteErrors: c.writeErrors.Load(), CursorErrors: c.cursorErrors.Load(),
		SyncLatency:  c.histogram(),
		PendingCount: pending, PendingBytes: pendingBytes,
		SegmentBytes: l.index.bytes.Load(), DiskBytes: l.diskBytes(), Segments: l.index.count(),
		Committed: l.index.cursor(), End: l.index.end(),
		RefusedFull: c.refusedFull.Load(), RefusedPending: c.refusedPending.Load(),
		RefusedInvalid: c.refusedInvalid.Load(), RefusedFailing: c.refusedFailing.Load(),
		TornTails: c.tornTails.Load(), TornBytes: c.tornBytes.Load(),
		LostRecords: c.lost.Load(), SetAside: c.setAside.Load(), Repaired: c.repaired.Load(),
	}
}
