package wal_test

import (
	"bytes"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/wal"
)

// clock is a clock that only the test moves.
type clock struct{ nanos atomic.Int64 }

func (c *clock) now() time.Time           { return time.Unix(0, c.nanos.Load()) }
func (c *clock) advance(by time.Duration) { c.nanos.Add(int64(by)) }

// failTimes fails the first n syncs of files whose name contains part.
func failTimes(part string, n int64) func(string) error {
	var seen atomic.Int64
	return func(name string) error {
		if strings.Contains(name, part) && seen.Add(1) <= n {
			return unix.EIO
		}
		return nil
	}
}

func TestFailedSyncIsNeverTakenBack(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		disk, clock, lines := newDisk(), &clock{}, &bytes.Buffer{}
		options := smallOptions()
		options.FS, options.Now = disk, clock.now
		options.Logger = slog.New(slog.NewTextHandler(lines, nil))
		log := open(t, t.TempDir(), options)
		want := appendNumbered(t, log, 3, 100)

		disk.setOnSync(failTimes(".wal", 1))
		_, err := log.Append(t.Context(), []byte("refused"))
		if fault.KindOf(err) != fault.Unavailable || fault.From(err).RetryAfter != options.RetryPause {
			t.Fatalf("Append = %v, want unavailable with a hint", err)
		}
		clock.advance(options.RetryPause / 2)
		_, err = log.Append(t.Context(), []byte("too early"))
		if fault.KindOf(err) != fault.Unavailable || fault.From(err).RetryAfter != options.RetryPause/2 {
			t.Fatalf("Append during the pause = %v", err)
		}
		clock.advance(options.RetryPause / 2)
		want = append(want, appendEntry(t, log, "accepted", ""), appendEntry(t, log, "and on", ""))
		got, lost := readAll(t, log, 0)
		if diff := cmp.Diff(want, got); diff != "" || lost != nil {
			t.Fatal(diff, lost)
		}
		stats := log.Stats()
		if stats.SyncErrors != 1 || stats.RefusedFailing != 2 || stats.Segments != 2 {
			t.Errorf("SyncErrors = %d, RefusedFailing = %d, Segments = %d", stats.SyncErrors, stats.RefusedFailing, stats.Segments)
		}
		if n := strings.Count(lines.String(), "refuses records"); n != 1 || !strings.Contains(lines.String(), "accepts records again") {
			t.Errorf("%d lines of refusal in %s", n, lines)
		}
		checkAfterPowerLoss(t, disk, want, seed)
	}
}

// checkAfterPowerLoss opens what is left of the disk and wants those records,
// and no others.
func checkAfterPowerLoss(t *testing.T, d *disk, want []entry, seed uint64) {
	t.Helper()
	options := smallOptions()
	options.FS = d.losePower(seeded(seed))
	log := open(t, t.TempDir(), options)
	got, lost := readAll(t, log, 0)
	if diff := cmp.Diff(want, got); diff != "" || lost != nil {
		t.Fatalf("seed %d: %s lost %v", seed, diff, lost)
	}
}

func TestRefusedRecordIsGoneAfterAKill(t *testing.T) {
	t.Parallel()
	disk := newDisk()
	log := openDisk(t, disk)
	want := appendNumbered(t, log, 2, 100)
	disk.setOnSync(failTimes(".wal", 1))
	if _, err := log.Append(t.Context(), []byte("refused")); fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("Append = %v, want unavailable", err)
	}
	got, lost := readAll(t, openDisk(t, disk.kill()), 0)
	if diff := cmp.Diff(want, got); diff != "" || lost != nil {
		t.Error(diff, lost)
	}
}

func TestRefusedRecordThatCantBeCutOffIsHidden(t *testing.T) {
	t.Parallel()
	disk, clock := newDisk(), &clock{}
	options := smallOptions()
	options.FS, options.Now = disk, clock.now
	log := open(t, t.TempDir(), options)
	want := appendNumbered(t, log, 2, 100)
	disk.setOnTruncate(func(string) error { return unix.EIO })
	for _, refuse := range []func(){
		func() { disk.setOnSync(failTimes(".wal", 1)) },
		func() { disk.setRoom(1000) },
	} {
		refuse()
		if _, err := log.Append(t.Context(), []byte("refused"), make([]byte, 2000)); fault.KindOf(err) != fault.Unavailable {
			t.Fatalf("Append = %v, want unavailable", err)
		}
		clock.advance(options.RetryPause)
		disk.setRoom(-1)
		want = append(want, appendEntry(t, log, "accepted", ""))
	}
	for _, after := range []*wal.Log{log, openDisk(t, disk.kill())} {
		got, lost := readAll(t, after, 0)
		if diff := cmp.Diff(want, got); diff != "" || lost != nil {
			t.Error(diff, lost)
		}
	}
}

func TestSegmentThatCantBeStartedRefusesUntilItCan(t *testing.T) {
	t.Parallel()
	disk, clock := newDisk(), &clock{}
	options := smallOptions()
	options.FS, options.Now = disk, clock.now
	log := open(t, t.TempDir(), options)
	disk.setOnSync(failTimes("segment.tmp", 2))
	for range 2 {
		if _, err := log.Append(t.Context(), nil); fault.KindOf(err) != fault.Unavailable {
			t.Fatalf("Append = %v, want unavailable", err)
		}
		clock.advance(options.RetryPause)
	}
	appendEntry(t, log, "at last", "")
	if got := log.Stats().WriteErrors; got != 2 {
		t.Errorf("WriteErrors = %d", got)
	}
}

func TestFirstRecordOfASegmentMayFailToSync(t *testing.T) {
	t.Parallel()
	disk, clock := newDisk(), &clock{}
	options := smallOptions()
	options.FS, options.Now = disk, clock.now
	log := open(t, t.TempDir(), options)
	disk.setOnSync(failTimes(".wal", 1))
	if _, err := log.Append(t.Context(), []byte("refused")); fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("Append = %v, want unavailable", err)
	}
	clock.advance(options.RetryPause)
	want := []entry{appendEntry(t, log, "accepted", "")}
	if want[0].Position != 1 || log.Stats().Segments != 1 {
		t.Errorf("position %d in %d segments", want[0].Position, log.Stats().Segments)
	}
	checkAfterPowerLoss(t, disk, want, 1)
}

func TestCursorThatCantBeSavedKeepsTheSegments(t *testing.T) {
	t.Parallel()
	disk := newDisk()
	options := smallOptions()
	options.FS = disk
	log := open(t, t.TempDir(), options)
	appendNumbered(t, log, 40, 1000)
	before := log.Stats().Segments
	disk.setOnSync(failTimes("cursor", math.MaxInt64))
	if err := log.Commit(log.End()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the cursor fails", func() bool { return log.Stats().CursorErrors > 2 })
	if got := log.Stats().Segments; got != before {
		t.Errorf("%d of %d segments left under a cursor that is not durable", got, before)
	}
	disk.setOnSync(nil)
	eventually(t, "the segments are removed", func() bool { return log.Stats().Segments == 1 })
}

func TestFolderThatCantBeMadeIsAnError(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/file"
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := wal.Open(path+"/log", smallOptions()); err == nil {
		t.Error("Open below a file succeeded")
	}
}

// TestRemovedSegmentTakesNoRecords removes the file that records go to: no record
// is acknowledged there, and the log goes on in another one.
func TestRemovedSegmentTakesNoRecords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := open(t, dir, smallOptions())
	first := appendEntry(t, log, "m", "before")
	if err := os.Remove(filepath.Join(dir, wal.SegmentName(first.Position))); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Append(t.Context(), []byte("m"), []byte("lost")); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Append = %v", err)
	}
	eventually(t, "the log takes records again", func() bool {
		_, err := log.Append(t.Context(), []byte("m"), []byte("after"))
		return err == nil
	})
}
