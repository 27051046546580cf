package wal

import (
	"crypto/rand"
	"io"
	"log/slog"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Limits of the options and their defaults.
const (
	CommitWindowMax = 5 * time.Millisecond
	RecordBytesCap  = 1 << 30

	defaultSegmentBytesMax = 64 << 20
	defaultTotalBytesMax   = 4 << 30
	defaultPendingBytesMax = 64 << 20
	defaultRecordBytesMax  = 32 << 20
	defaultCursorLag       = 100 * time.Millisecond
	defaultRetryPause      = time.Second
)

// Options are the limits of a log and what it needs from outside. A zero
// field means its default.
type Options struct {
	SegmentBytesMax int64                          // size of one file; 64 MiB
	TotalBytesMax   int64                          // size of all files and of what waits to be written; 4 GiB; at least two segments
	PendingBytesMax int64                          // what appenders may have waiting; 64 MiB
	RecordBytesMax  int                            // meta and payload of one record; 32 MiB
	CommitWindow    time.Duration                  // longest wait for company, only when the batch before had some; 0 is none, 1 ms halves the syncs under load
	CursorLag       time.Duration                  // how far the durable cursor may lag behind Commit; 100 ms
	RetryPause      time.Duration                  // how long appends are refused after a failure, and the hint to callers; 1 s
	Stamp           uint64                         // of this Open, kept with the cursor; 0: none
	Stamps          []uint64                       // one of them is that of the last Open, or the log is a copy from an earlier time; none: it is not known
	VerifyAll       bool                           // read every segment when opening, not only the last
	Logger          *slog.Logger                   // recovery and changes of health; none
	FS              FS                             // the operating system's
	OnDoubt         func(why string)               // told by Open that records may be lost which nobody can count; nil: nobody
	OnLost          func(id ID, from, to Position) // told of records that are lost, once of each; may be called by Open and by any reader; nil: nobody
	Now             func() time.Time
	Random          io.Reader
}

func (o Options) withDefaults() (Options, error) {
	o.SegmentBytesMax = orDefault(o.SegmentBytesMax, defaultSegmentBytesMax)
	o.TotalBytesMax = orDefault(o.TotalBytesMax, defaultTotalBytesMax)
	o.PendingBytesMax = orDefault(o.PendingBytesMax, defaultPendingBytesMax)
	o.RecordBytesMax = orDefault(o.RecordBytesMax, defaultRecordBytesMax)
	o.CursorLag = orDefault(o.CursorLag, defaultCursorLag)
	o.RetryPause = orDefault(o.RetryPause, defaultRetryPause)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.OnDoubt == nil {
		o.OnDoubt = func(string) {}
	}
	if o.OnLost == nil {
		o.OnLost = func(ID, Position, Position) {}
	}
	if o.FS == nil {
		o.FS = OS{}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	return o, o.check()
}

func (o Options) check() error {
	var rules fault.Rules
	largest := int64(o.RecordBytesMax) + recordHeaderBytes
	rules.Check(o.RecordBytesMax > 0 && o.RecordBytesMax <= RecordBytesCap, "RecordBytesMax", "range", "must be between 1 and %d", RecordBytesCap)
	rules.Check(o.SegmentBytesMax >= largest+segmentHeaderBytes, "SegmentBytesMax", "range", "must hold the largest record")
	rules.Check(o.TotalBytesMax >= 2*o.SegmentBytesMax, "TotalBytesMax", "range", "must hold two segments")
	rules.Check(o.PendingBytesMax >= largest, "PendingBytesMax", "range", "must hold the largest record")
	rules.Check(o.CommitWindow >= 0 && o.CommitWindow <= CommitWindowMax, "CommitWindow", "range", "must be between 0 and %s", CommitWindowMax)
	rules.Check(o.CursorLag > 0, "CursorLag", "range", "must be positive")
	rules.Check(o.RetryPause > 0, "RetryPause", "range", "must be positive")
	return rules.Err()
}

func orDefault[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}
