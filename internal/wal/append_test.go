package wal_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
)

func TestRecordsComeBackInOrderAcrossSegmentsAndReopening(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := open(t, dir, smallOptions())
	want := appendNumbered(t, log, 40, 1500)
	if log.Stats().Segments < 3 {
		t.Fatalf("%d segments, want several", log.Stats().Segments)
	}
	got, _ := readAll(t, log, 0)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	id := log.ID()
	closeLog(t, log)

	log = open(t, dir, smallOptions())
	want = append(want, appendEntry(t, log, "after", ""))
	got, lost := readAll(t, log, 0)
	if diff := cmp.Diff(want, got); diff != "" || lost != nil {
		t.Error(diff, lost)
	}
	if log.ID() != id || id == (wal.ID{}) {
		t.Errorf("id %s became %s", id, log.ID())
	}
}

func TestPayloadPartsAreReadAsOne(t *testing.T) {
	t.Parallel()
	log := open(t, t.TempDir(), smallOptions())
	var parts [][]byte
	for range 3000 { // more than one system call takes
		parts = append(parts, []byte("x"), nil)
	}
	if _, err := log.Append(t.Context(), nil, parts...); err != nil {
		t.Fatal(err)
	}
	got, _ := readAll(t, log, 0)
	if len(got) != 1 || len(got[0].Payload) != 3000 || got[0].Meta != "" {
		t.Fatalf("%d records, payload of %d bytes", len(got), len(got[0].Payload))
	}
}

func TestEndedContextTakesAWaitingRecordBack(t *testing.T) {
	t.Parallel()
	disk, release := newDisk(), make(chan struct{})
	options := smallOptions()
	options.FS = disk
	log := open(t, t.TempDir(), options)
	want := []entry{appendEntry(t, log, "first", "")}
	disk.setOnSync(func(string) error { <-release; return nil })

	ctx, cancel := context.WithCancel(t.Context())
	outcomes := make(chan error)
	start := func(ctx context.Context, meta string) {
		_, err := log.Append(ctx, []byte(meta))
		outcomes <- err
	}
	go start(ctx, "being written")
	eventually(t, "the writer has it", func() bool { s := log.Stats(); return s.PendingCount == 0 && s.PendingBytes > 0 })
	go start(ctx, "waiting")
	eventually(t, "the other one waits", func() bool { return log.Stats().PendingCount == 1 })
	cancel()
	if err := <-outcomes; !errors.Is(err, context.Canceled) {
		t.Fatalf("Append = %v, want canceled", err)
	}
	close(release)
	if err := <-outcomes; err != nil {
		t.Fatalf("the record being written: %v", err)
	}
	if _, err := log.Append(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Append with an ended context = %v", err)
	}
	want = append(want, entry{2, "being written", ""})
	got, _ := readAll(t, log, 0)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestConcurrentAppendersKeepTheirOrderAndShareSyncs(t *testing.T) {
	t.Parallel()
	const appenders, each = 64, 50
	options := smallOptions()
	options.TotalBytesMax = 64 << 20
	options.CommitWindow = time.Millisecond
	log := open(t, t.TempDir(), options)
	var group sync.WaitGroup
	for a := range appenders {
		group.Go(func() {
			for i := range each {
				meta := fmt.Sprintf("%d/%d", a, i)
				if _, err := log.Append(t.Context(), []byte(meta), []byte(filler(uint64(i), i))); err != nil {
					t.Errorf("Append: %v", err)
				}
			}
		})
	}
	group.Wait()
	got, _ := readAll(t, log, 0)
	next := map[int]int{}
	for i, e := range got {
		var a, n int
		if _, err := fmt.Sscanf(e.Meta, "%d/%d", &a, &n); err != nil || n != next[a] {
			t.Fatalf("record %s follows %d/%d", e.Meta, a, next[a])
		}
		if e.Position != wal.Position(i+1) || e.Payload != filler(uint64(n), n) {
			t.Fatalf("record %s has position %d or another payload", e.Meta, e.Position)
		}
		next[a]++
	}
	stats := log.Stats()
	if len(got) != appenders*each || stats.Records != appenders*each {
		t.Errorf("%d records read, %d counted", len(got), stats.Records)
	}
	if stats.Batches > appenders*each/4 {
		t.Errorf("%d syncs for %d records", stats.Batches, appenders*each)
	}
}

func TestCommitWindowDelaysOnlyAfterCompany(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		disk, release := newDisk(), make(chan struct{})
		options := smallOptions()
		options.FS, options.CommitWindow = disk, wal.CommitWindowMax
		log, err := wal.Open(dir, options)
		if err != nil {
			t.Fatal(err)
		}
		defer closeLog(t, log)
		start := time.Now()
		appendNumbered(t, log, 50, 10)
		if waited := time.Since(start); waited != 0 {
			t.Errorf("a lone appender waited %s", waited)
		}

		disk.setOnSync(func(string) error { <-release; return nil })
		var group sync.WaitGroup
		for range 3 { // one is being synced, two gather
			group.Go(func() { appendEntry(t, log, "", "") })
			synctest.Wait()
		}
		disk.setOnSync(nil)
		close(release)
		group.Wait()
		for _, want := range []time.Duration{wal.CommitWindowMax, 0} {
			start = time.Now()
			appendEntry(t, log, "", "")
			if waited := time.Since(start); waited != want {
				t.Errorf("an append after company waited %s, want %s", waited, want)
			}
		}
	})
}

func TestCloseWaitsForAppendsAndEndsReaders(t *testing.T) {
	t.Parallel()
	disk, release := newDisk(), make(chan struct{})
	options := smallOptions()
	options.FS = disk
	log := open(t, t.TempDir(), options)
	disk.setOnSync(func(string) error { <-release; return nil })
	outcome := make(chan error)
	go func() {
		_, err := log.Append(t.Context(), []byte("late"))
		outcome <- err
	}()
	eventually(t, "the append waits", func() bool { return log.Stats().PendingBytes > 0 })

	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if err := log.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Close = %v while an append is outstanding", err)
	}
	if _, err := log.Append(t.Context(), nil); !errors.Is(err, wal.ErrClosed) {
		t.Errorf("Append after Close = %v", err)
	}
	close(release)
	if err := <-outcome; err != nil {
		t.Errorf("the outstanding append: %v", err)
	}
	closeLog(t, log)
	closeLog(t, log)
	reader := log.Reader(0)
	if record, err := reader.Next(t.Context()); err != nil || string(record.Meta) != "late" {
		t.Errorf("Next = %q, %v", record.Meta, err)
	}
	if _, err := reader.Next(t.Context()); !errors.Is(err, wal.ErrClosed) {
		t.Errorf("Next at the end = %v", err)
	}
	if err := errors.Join(reader.Close(), reader.Close()); err != nil {
		t.Error(err)
	}
}

func TestFolderCanBeOpenOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := open(t, dir, smallOptions())
	if _, err := wal.Open(dir, smallOptions()); fault.KindOf(err) != fault.Conflict {
		t.Fatalf("second Open = %v, want conflict", err)
	}
	closeLog(t, log)
	open(t, dir, smallOptions())
}

func TestZeroOptionsAreTheDefaults(t *testing.T) {
	t.Parallel()
	log := open(t, t.TempDir(), wal.Options{})
	want := appendNumbered(t, log, 3, 1+seeded(testkit.Seed(t, 1)).IntN(100))
	got, _ := readAll(t, log, 0)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
