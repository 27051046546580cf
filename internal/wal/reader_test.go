package wal_test

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/wal"
)

func TestReaderSeesARecordOnlyAfterItsSync(t *testing.T) {
	t.Parallel()
	disk, syncing, release := newDisk(), make(chan struct{}), make(chan struct{})
	options := smallOptions()
	options.FS = disk
	log := open(t, t.TempDir(), options)
	appendEntry(t, log, "first", "")
	disk.holdSyncs(syncing, release)
	reader := log.Reader(2)

	var group sync.WaitGroup
	defer group.Wait()
	group.Go(func() {
		if _, err := log.Append(t.Context(), []byte("second")); err != nil {
			t.Errorf("Append: %v", err)
		}
	})
	<-syncing
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	record, err := reader.Next(ctx)
	close(release)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Next = %q, %v before the sync is done", record.Meta, err)
	}
	if record, err := reader.Next(t.Context()); err != nil || string(record.Meta) != "second" {
		t.Errorf("Next = %q, %v", record.Meta, err)
	}
	disk.setOnSync(nil)
}

func TestReadersFollowAppendersAndCommits(t *testing.T) {
	t.Parallel()
	const records, readers = 2000, 3
	options := smallOptions()
	options.TotalBytesMax = 64 << 20
	log := open(t, t.TempDir(), options)
	var group sync.WaitGroup
	for n := range readers {
		group.Go(func() {
			reader := log.Reader(0)
			defer func() { _ = reader.Close() }()
			for next := wal.Position(1); next <= records; next++ {
				record, err := reader.Next(t.Context())
				if err != nil || record.Position < next || n == 0 && record.Position != next {
					t.Errorf("reader %d: position %d, %v; want %d", n, record.Position, err, next)
					return
				}
				next = record.Position
				if n == 0 { // the owner of the cursor; the others may see gaps, and never an error
					if err := log.Commit(next + 1); err != nil {
						t.Errorf("Commit: %v", err)
					}
				}
			}
		})
	}
	for range records {
		appendEntry(t, log, "m", filler(1, 200))
	}
	group.Wait()
	eventually(t, "consumed segments removed", func() bool { return log.Stats().Segments == 1 })
	if lost := log.Stats().LostRecords; lost != 0 {
		t.Errorf("LostRecords = %d", lost)
	}
}

func TestReaderStartsWhereItIsTold(t *testing.T) {
	t.Parallel()
	log := open(t, t.TempDir(), smallOptions())
	want := appendNumbered(t, log, 30, 1000)
	for _, from := range []wal.Position{0, 1, 2, 15, 29, 30, 31} {
		got, lost := readAll(t, log, from)
		tail := want[max(from, 1)-1:]
		if len(got)+len(tail) > 0 && !cmp.Equal(tail, got) || lost != nil {
			t.Errorf("from %d: %d records, lost %v; want %d", from, len(got), lost, len(tail))
		}
	}
}

func TestReaderGoesOnAfterAReadError(t *testing.T) {
	t.Parallel()
	disk := newDisk()
	options := smallOptions()
	options.FS = disk
	log := open(t, t.TempDir(), options)
	want := appendNumbered(t, log, 3, 100)
	failures := 2
	disk.setOnRead(func(string, int64) error {
		if failures--; failures >= 0 {
			return unix.EIO
		}
		return nil
	})
	reader := log.Reader(0)
	for range 2 {
		if _, err := reader.Next(t.Context()); !errors.Is(err, unix.EIO) {
			t.Fatalf("Next = %v, want EIO", err)
		}
	}
	for _, e := range want {
		record, err := reader.Next(t.Context())
		if diff := cmp.Diff(e, entryOf(record)); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
	}
}

func TestCursorSurvivesReopening(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := open(t, dir, smallOptions())
	appendNumbered(t, log, 40, 1000)
	for _, p := range []wal.Position{17, 33, 20, 0} {
		if err := log.Commit(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Commit(42); fault.KindOf(err) != fault.Invalid {
		t.Errorf("Commit beyond the end = %v, want invalid", err)
	}
	closeLog(t, log)

	log = open(t, dir, smallOptions())
	if log.Committed() != 33 || log.End() != 41 {
		t.Errorf("cursor %d, end %d; want 33, 41", log.Committed(), log.End())
	}
	if err := log.Commit(41); err != nil {
		t.Fatal(err)
	}
	closeLog(t, log)
	log = open(t, dir, smallOptions())
	if e := appendEntry(t, log, "", ""); e.Position != 41 {
		t.Errorf("position %d after everything was consumed, want 41", e.Position)
	}
}

func TestDurableCursorFollowsCommitWithinItsLag(t *testing.T) {
	t.Parallel()
	disk := newDisk()
	options := smallOptions()
	options.FS = disk
	log := open(t, t.TempDir(), options)
	appendNumbered(t, log, 3, 10)
	if err := log.Commit(3); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the cursor is durable", func() bool {
		options.FS = disk.losePower(seeded(1))
		after, err := wal.Open(t.TempDir(), options)
		if err != nil {
			t.Fatal(err)
		}
		defer closeLog(t, after)
		return after.Committed() == 3
	})
}

func TestDamagedCursorMeansReadingEverythingAgain(t *testing.T) {
	t.Parallel()
	disk := newDisk()
	options := smallOptions()
	options.FS = disk
	log := open(t, t.TempDir(), options)
	want := appendNumbered(t, log, 3, 10)
	id := log.ID()
	if err := log.Commit(3); err != nil {
		t.Fatal(err)
	}
	closeLog(t, log)
	disk.names["cursor"].live = []byte("not a cursor")
	log = open(t, t.TempDir(), options)
	got, _ := readAll(t, log, log.Committed())
	if diff := cmp.Diff(want, got); diff != "" || log.ID() != id {
		t.Error(diff, log.ID())
	}
}

func TestEmptiedFolderHasAnotherID(t *testing.T) {
	t.Parallel()
	first, second := open(t, t.TempDir(), smallOptions()), open(t, t.TempDir(), smallOptions())
	if first.ID() == second.ID() || len(first.ID().String()) != 32 {
		t.Errorf("ids %s and %s", first.ID(), second.ID())
	}
}

// TestRangeEnds reads every range of logs in which any prefix is committed and
// gone: a reader of a range returns what is there and ends, it never waits.
func TestRangeEnds(t *testing.T) {
	t.Parallel()
	const records = 30
	for _, committed := range []wal.Position{1, 2, 16, 30, 31} {
		log := open(t, t.TempDir(), smallOptions())
		want := appendNumbered(t, log, records, 1000)
		if err := log.Commit(committed); err != nil {
			t.Fatal(err)
		}
		for from := wal.Position(0); from <= records+2; from += 3 {
			for to := wal.Position(0); to <= records+3; to++ {
				checkRange(t, log, want, span{from, to, committed})
			}
		}
	}
}

type span struct{ from, to, committed wal.Position }

// checkRange wants every record of the range that is not committed, and none
// outside of the range.
func checkRange(t *testing.T, log *wal.Log, written []entry, s span) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	reader := log.Between(s.from, s.to)
	defer func() { _ = reader.Close() }()
	next := max(s.from, 1)
	for {
		record, err := reader.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || record.Position < next || record.Position >= s.to || record.Position > next && next >= s.committed {
			t.Fatalf("%+v: position %d after %d, %v", s, record.Position, next, err)
		}
		if diff := cmp.Diff(written[record.Position-1], entryOf(record)); diff != "" {
			t.Fatalf("%+v: %s", s, diff)
		}
		next = record.Position + 1
	}
	if end := min(s.to, log.End()); next < end && end > s.committed {
		t.Errorf("%+v: ends before %d", s, next)
	}
}

func TestExtendedRangeGoesOnWhereItEnded(t *testing.T) {
	t.Parallel()
	log := open(t, t.TempDir(), smallOptions())
	want := appendNumbered(t, log, 30, 1000)
	reader := log.Between(1, 1)
	defer func() { _ = reader.Close() }()
	var got []entry
	for end := wal.Position(1); end <= log.End(); end++ {
		reader.Extend(end)
		if end == 10 { // what follows is read across the records that are gone
			if err := log.Commit(20); err != nil {
				t.Fatal(err)
			}
			eventually(t, "segments removed", func() bool { return log.Stats().Segments < 2 })
		}
		for {
			record, err := reader.Next(t.Context())
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil || record.Position >= end {
				t.Fatalf("end %d: position %d, %v", end, record.Position, err)
			}
			got = append(got, entryOf(record))
		}
	}
	if diff := cmp.Diff(want[19:], got[len(got)-11:]); diff != "" {
		t.Error(diff)
	}
}
