package wal_test

import (
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/wal"
)

func TestRecordOverItsMaximumIsInvalid(t *testing.T) {
	t.Parallel()
	log := open(t, t.TempDir(), smallOptions())
	bytesMax := smallOptions().RecordBytesMax
	_, err := log.Append(t.Context(), make([]byte, 1), make([]byte, bytesMax))
	if fault.KindOf(err) != fault.Invalid {
		t.Fatalf("Append = %v, want invalid", err)
	}
	if _, err := log.Append(t.Context(), make([]byte, 1), make([]byte, bytesMax-1)); err != nil {
		t.Fatalf("a record of the maximum: %v", err)
	}
	if got := log.Stats().RefusedInvalid; got != 1 {
		t.Errorf("RefusedInvalid = %d", got)
	}
}

func TestFullLogIsLimitedUntilItIsConsumed(t *testing.T) {
	t.Parallel()
	options := smallOptions()
	options.TotalBytesMax = 2 * options.SegmentBytesMax
	log := open(t, t.TempDir(), options)
	for round := range 5 {
		n := 0
		_, err := log.Append(t.Context(), nil, make([]byte, 3000))
		for ; err == nil; n++ {
			_, err = log.Append(t.Context(), nil, make([]byte, 3000))
		}
		if fault.KindOf(err) != fault.Limited || fault.From(err).RetryAfter != options.RetryPause {
			t.Fatalf("Append = %v (%s), want limited with a hint", err, fault.From(err).RetryAfter)
		}
		if n < 4 {
			t.Errorf("round %d: only %d records fitted", round, n)
		}
		if stats := log.Stats(); stats.DiskBytes > options.TotalBytesMax || stats.RefusedFull != int64(round+1) {
			t.Errorf("DiskBytes = %d, RefusedFull = %d", stats.DiskBytes, stats.RefusedFull)
		}
		if err := log.Commit(log.End()); err != nil {
			t.Fatal(err)
		}
		eventually(t, "segments removed", func() bool { return log.Stats().SegmentBytes <= options.SegmentBytesMax })
	}
}

func TestTooMuchWaitingIsLimited(t *testing.T) {
	t.Parallel()
	disk, release := newDisk(), make(chan struct{})
	options := smallOptions()
	options.FS = disk
	options.PendingBytesMax = 5000
	log := open(t, t.TempDir(), options)
	appendEntry(t, log, "", "")
	disk.setOnSync(func(string) error { <-release; return nil })

	outcome := make(chan error)
	go func() {
		_, err := log.Append(t.Context(), nil, make([]byte, 4000))
		outcome <- err
	}()
	eventually(t, "one append waits", func() bool { return log.Stats().PendingBytes > 4000 })
	_, err := log.Append(t.Context(), nil, make([]byte, 1000))
	if fault.KindOf(err) != fault.Limited || log.Stats().RefusedPending != 1 {
		t.Errorf("Append = %v, want limited", err)
	}
	close(release)
	if err := <-outcome; err != nil {
		t.Errorf("the append that waited: %v", err)
	}
}

func TestBatchHasAMaximumOfRecords(t *testing.T) {
	t.Parallel()
	const appenders, batchRecordsMax = 1500, 1024
	disk, release := newDisk(), make(chan struct{})
	options := smallOptions()
	options.FS, options.SegmentBytesMax = disk, 256<<10
	log := open(t, t.TempDir(), options)
	appendEntry(t, log, "", "")
	disk.setOnSync(func(string) error { <-release; return nil })
	var group sync.WaitGroup
	for range appenders {
		group.Go(func() {
			if _, err := log.Append(t.Context(), nil); err != nil {
				t.Errorf("Append: %v", err)
			}
		})
	}
	eventually(t, "all wait", func() bool { return log.Stats().PendingBytes == appenders*28 })
	close(release)
	group.Wait()
	if got := log.Stats().Batches; got < 3 {
		t.Errorf("%d batches for %d records, want one of %d at most", got, appenders, batchRecordsMax)
	}
}

func TestOptionsOutOfRangeAreInvalid(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*wal.Options){
		"window":        func(o *wal.Options) { o.CommitWindow = wal.CommitWindowMax + 1 },
		"record":        func(o *wal.Options) { o.RecordBytesMax = wal.RecordBytesCap + 1 },
		"small segment": func(o *wal.Options) { o.SegmentBytesMax = int64(o.RecordBytesMax) },
		"small total":   func(o *wal.Options) { o.TotalBytesMax = 2*o.SegmentBytesMax - 1 },
		"small pending": func(o *wal.Options) { o.PendingBytesMax = int64(o.RecordBytesMax) },
		"negative lag":  func(o *wal.Options) { o.CursorLag = -1 },
		"negative wait": func(o *wal.Options) { o.RetryPause = -1 },
	} {
		options := smallOptions()
		change(&options)
		if _, err := wal.Open(t.TempDir(), options); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: Open = %v, want invalid", name, err)
		}
	}
}
