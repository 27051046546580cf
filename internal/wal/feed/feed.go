// Package feed is the write-ahead log as the ingest pipeline sees it: positions
// that are done in any order move the log's cursor.
package feed

import (
	"context"
	"errors"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/wal"
)

// outstandingMax is how many positions may lie between the first that is not
// done and the last that was taken: 2 MiB of bits.
const outstandingMax = 1 << 24

// Log feeds a pipeline from a write-ahead log.
type Log struct {
	log        *wal.Log
	done       *wal.Tracker
	totalBytes int64
}

// New makes the feed of a log that holds totalBytes at most.
func New(log *wal.Log, totalBytes int64) *Log {
	return &Log{log: log, done: wal.NewTracker(log.Committed(), outstandingMax), totalBytes: totalBytes}
}

// ID names the log.
func (l *Log) ID() [16]byte { return l.log.ID() }

// Append makes a record durable.
func (l *Log) Append(ctx context.Context, meta, payload []byte) (ingest.Position, error) {
	p, err := l.log.Append(ctx, meta, payload)
	return ingest.Position(p), err
}

// Origin names the segment that a record was written to.
func (l *Log) Origin(p ingest.Position) [16]byte { return l.log.Origin(wal.Position(p)) }

// Stretches returns where records were written.
func (l *Log) Stretches(from, to ingest.Position) (stretches []ingest.Stretch) {
	for _, s := range l.log.Stretches(wal.Position(from), wal.Position(to)) {
		stretches = append(stretches, ingest.Stretch{First: ingest.Position(s.First), Next: ingest.Position(s.Next), Origin: s.Origin})
	}
	return stretches
}

// Bounds returns the first position that is not done and the one behind the
// last record.
func (l *Log) Bounds() (from, to ingest.Position) {
	return ingest.Position(l.log.Committed()), ingest.Position(l.log.End())
}

// Reader reads the records from up to but without to.
func (l *Log) Reader(from, to ingest.Position) ingest.Reader {
	return reader{l.log.Between(wal.Position(from), wal.Position(to))}
}

// Done moves the cursor as far as all positions before it are done.
func (l *Log) Done(from, to ingest.Position) {
	low, err := l.done.Done(wal.Position(from), wal.Position(to))
	if err == nil {
		_ = l.log.Commit(low) // below the end, because it was appended
	}
}

// Fits reports whether the position may be taken.
func (l *Log) Fits(p ingest.Position) bool { return l.done.Fits(wal.Position(p)) }

// FreeBytes returns how much more the log takes.
func (l *Log) FreeBytes() int64 {
	stats := l.log.Stats()
	return l.totalBytes - stats.SegmentBytes - stats.PendingBytes
}

type reader struct{ *wal.Reader }

// Extend moves the end of the range further on.
func (r reader) Extend(to ingest.Position) { r.Reader.Extend(wal.Position(to)) }

// Next returns the next record.
func (r reader) Next(ctx context.Context) (ingest.Record, error) {
	record, err := r.Reader.Next(ctx)
	var lost *wal.Lost
	if errors.As(err, &lost) {
		return ingest.Record{}, &ingest.Lost{From: ingest.Position(lost.From), To: ingest.Position(lost.To)}
	}
	return ingest.Record{Position: ingest.Position(record.Position), Meta: record.Meta, Payload: record.Payload}, err
}
