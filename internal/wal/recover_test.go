package wal_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
)

const (
	headerBytes       = 48
	recordHeaderBytes = 28
)

// segmentNames returns the files of records in order.
func (d *disk) segmentNames() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	names := slices.Sorted(maps.Keys(d.names))
	return slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, ".wal") })
}

// with returns a copy of the disk with one file changed.
func (d *disk) with(name string, change func([]byte) []byte) *disk {
	next := d.losePower(seeded(0))
	c := next.names[name]
	c.live = change(slices.Clone(c.live))
	c.durable = slices.Clone(c.live)
	return next
}

// closedLog returns a disk with n records in a log that was closed.
func closedLog(t *testing.T, n, size int) (*disk, []entry) {
	t.Helper()
	d := newDisk()
	options := smallOptions()
	options.FS = d
	log := open(t, t.TempDir(), options)
	want := appendNumbered(t, log, n, size)
	closeLog(t, log)
	return d, want
}

// killedLog returns a disk with n records in a log whose process was killed.
func killedLog(t *testing.T, n, size int) (*disk, []entry) {
	t.Helper()
	d := newDisk()
	options := unsavedOptions()
	options.FS = d
	log := open(t, t.TempDir(), options)
	want := appendNumbered(t, log, n, size)
	killed := d.kill()
	closeLog(t, log)
	return killed, want
}

func openDisk(t *testing.T, d *disk) *wal.Log {
	t.Helper()
	options := smallOptions()
	options.FS = d
	return open(t, t.TempDir(), options)
}

func TestEveryCutOfTheLastSegmentLeavesACleanPrefix(t *testing.T) {
	t.Parallel()
	d, want := killedLog(t, 6, 60)
	name := d.segmentNames()[0]
	size, recordBytes := len(d.names[name].live), recordHeaderBytes+len("m0")+60
	for cut := headerBytes; cut <= size; cut++ {
		shorter := d.with(name, func(b []byte) []byte { return b[:cut] })
		log := openDisk(t, shorter)
		intact := (cut - headerBytes) / recordBytes
		if c := shorter.names[name]; intact > 0 && len(c.live) != headerBytes+intact*recordBytes {
			t.Fatalf("cut at %d: the file has %d bytes after Open", cut, len(c.live))
		}
		got, lost := readAll(t, log, 0)
		if len(got) != intact || intact > 0 && !cmp.Equal(want[:intact], got) || lost != nil {
			t.Fatalf("cut at %d: %d records, lost %v; want %d", cut, len(got), lost, intact)
		}
		torn := (cut - headerBytes) % recordBytes
		if stats := log.Stats(); stats.TornBytes != int64(torn) || stats.TornTails != int64(min(torn, 1)) {
			t.Fatalf("cut at %d: %d torn tails of %d bytes, want %d bytes", cut, stats.TornTails, stats.TornBytes, torn)
		}
		if e := appendEntry(t, log, "next", ""); e.Position != wal.Position(intact+1) {
			t.Fatalf("cut at %d: the next position is %d", cut, e.Position)
		}
		closeLog(t, log)
	}
}

// TestCutOfAClosedLogIsALoss cuts the last segment of a log that knew its end.
func TestCutOfAClosedLogIsALoss(t *testing.T) {
	t.Parallel()
	d, want := closedLog(t, 6, 60)
	name := d.segmentNames()[0]
	recordBytes := recordHeaderBytes + len("m0") + 60
	for cut := range headerBytes + 6*recordBytes {
		log := openDisk(t, d.with(name, func(b []byte) []byte { return b[:cut] }))
		intact := max(0, cut-headerBytes) / recordBytes
		got, lost := readAll(t, log, 0)
		gap := []wal.Lost{{From: wal.Position(intact + 1), To: 7}}
		if diff := cmp.Diff(gap, lost); diff != "" || len(got) != intact || intact > 0 && !cmp.Equal(want[:intact], got) {
			t.Fatalf("cut at %d: %d records, %s", cut, len(got), diff)
		}
		readAll(t, log, 0)
		if n := log.Stats().LostRecords; n != int64(6-intact) {
			t.Fatalf("cut at %d: %d records are counted as lost", cut, n)
		}
		if e := appendEntry(t, log, "next", ""); e.Position != 7 {
			t.Fatalf("cut at %d: the next position is %d", cut, e.Position)
		}
		closeLog(t, log)
	}
}

func TestEveryCutOfARealFileLeavesACleanPrefix(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := open(t, dir, smallOptions())
	want := appendNumbered(t, log, 4, 30)
	closeLog(t, log)
	names, err := filepath.Glob(filepath.Join(dir, "*.wal"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	recordBytes := recordHeaderBytes + len("m0") + 30
	for size := headerBytes + 4*recordBytes; size > headerBytes+2*recordBytes; size-- {
		if err := os.Truncate(names[0], int64(size)); err != nil {
			t.Fatal(err)
		}
		log := open(t, dir, smallOptions())
		got, lost := readAll(t, log, 0)
		intact := (size - headerBytes) / recordBytes
		if diff := cmp.Diff(want[:intact], got); diff != "" || intact < 4 != (len(lost) == 1) {
			t.Fatal(diff, lost)
		}
		closeLog(t, log)
	}
}

func TestRecordsFoundByOpenAreDurable(t *testing.T) {
	t.Parallel()
	d := newDisk()
	log := openDisk(t, d)
	want := appendNumbered(t, log, 3, 100)
	syncing, release := make(chan struct{}), make(chan struct{})
	d.holdSyncs(syncing, release)
	outcome := make(chan error)
	go func() {
		_, err := log.Append(t.Context(), []byte("written"), []byte("not synced"))
		outcome <- err
	}()
	<-syncing
	killed := d.kill()
	d.setOnSync(nil)
	close(release)
	if err := <-outcome; err != nil {
		t.Fatal(err)
	}
	log = openDisk(t, killed)
	got, _ := readAll(t, log, 0)
	if diff := cmp.Diff(append(want, entry{4, "written", "not synced"}), got); diff != "" {
		t.Fatal(diff)
	}
	for seed := range uint64(10) {
		checkAfterPowerLoss(t, killed, got, seed)
	}
}

func TestTornCursorLeavesTheOneBefore(t *testing.T) {
	t.Parallel()
	d := newDisk()
	log := openDisk(t, d)
	appendNumbered(t, log, 10, 10)
	if err := log.Commit(5); err != nil {
		t.Fatal(err)
	}
	closeLog(t, log)
	for range 2 { // each slot has its turn
		log = openDisk(t, d)
		syncing, release := make(chan struct{}), make(chan struct{})
		d.setOnSync(func(string) error { syncing <- struct{}{}; <-release; return nil })
		before := log.Committed()
		if err := log.Commit(before + 1); err != nil {
			t.Fatal(err)
		}
		<-syncing
		first := testkit.Seed(t, 0)
		for seed := first; seed < first+50; seed++ {
			after := openDisk(t, d.losePower(seeded(seed)))
			if got := after.Committed(); got != before && got != before+1 {
				t.Errorf("seed %d: cursor %d, want %d or the next", seed, got, before)
			}
			closeLog(t, after)
		}
		d.setOnSync(nil)
		close(release)
		closeLog(t, log)
	}
}
