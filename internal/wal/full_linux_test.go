package wal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/wal"
)

const smallDiskBytes = 1 << 20

// smallDisk returns a folder of smallDiskBytes, its FS, and how many bytes fit
// still. Where mounting is not permitted the disk is simulated.
func smallDisk(t *testing.T) (string, wal.FS) {
	t.Helper()
	dir := t.TempDir()
	err := unix.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", smallDiskBytes))
	if err != nil {
		t.Logf("simulated, because a tmpfs can't be mounted: %v", err)
		return dir, simulatedSmallDisk()
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	return dir, wal.OS{}
}

func simulatedSmallDisk() *disk {
	d := newDisk()
	d.room = smallDiskBytes
	return d
}

func TestFullDiskRefusesAndRecoversByItself(t *testing.T) {
	t.Parallel()
	t.Run("tmpfs", func(t *testing.T) {
		t.Parallel()
		dir, fs := smallDisk(t)
		checkFullDisk(t, dir, fs)
	})
	t.Run("simulated", func(t *testing.T) {
		t.Parallel()
		checkFullDisk(t, t.TempDir(), simulatedSmallDisk())
	})
}

func checkFullDisk(t *testing.T, dir string, fs wal.FS) {
	t.Helper()
	options := smallOptions()
	options.FS, options.TotalBytesMax = fs, 1<<30
	options.SegmentBytesMax = 300 << 10
	log := open(t, dir, options)
	var want []entry
	for round := range 3 {
		stored, err := appendUntilRefused(t, log)
		want = append(want, stored...)
		if fault.KindOf(err) != fault.Unavailable || fault.From(err).RetryAfter <= 0 || !strings.Contains(err.Error(), "full") {
			t.Fatalf("round %d: Append = %v, want unavailable with a hint", round, err)
		}
		got, lost := readAll(t, log, log.Committed())
		if diff := cmp.Diff(want, got); diff != "" || lost != nil {
			t.Fatalf("round %d: reads on a full disk: %s lost %v", round, diff, lost)
		}
		if err := log.Commit(log.End()); err != nil {
			t.Fatal(err)
		}
		want = want[len(want):]
		eventually(t, "appends are accepted again", func() bool {
			p, err := log.Append(t.Context(), []byte("again"))
			if err == nil {
				want = append(want, entry{p, "again", ""})
			}
			return err == nil
		})
	}
	closeLog(t, log)
	log = open(t, dir, options)
	got, lost := readAll(t, log, log.Committed())
	if diff := cmp.Diff(want, got); diff != "" || lost != nil || log.Stats().TornTails != 0 {
		t.Errorf("after reopening: %s lost %v, torn %d", diff, lost, log.Stats().TornTails)
	}
}

func appendUntilRefused(t *testing.T, log *wal.Log) (stored []entry, refusal error) {
	t.Helper()
	for i := range 10_000 {
		payload := filler(uint64(i), 1000+i%3000)
		p, err := log.Append(t.Context(), []byte("m"), []byte(payload))
		if err != nil {
			return stored, err
		}
		stored = append(stored, entry{p, "m", payload})
	}
	return stored, nil
}

func TestPartialRecordOfAFullDiskIsCutOff(t *testing.T) {
	t.Parallel()
	disk, clock := newDisk(), &clock{}
	options := smallOptions()
	options.FS, options.Now = disk, clock.now
	log := open(t, t.TempDir(), options)
	want := appendNumbered(t, log, 2, 100)
	disk.setRoom(1500)
	if _, err := log.Append(t.Context(), nil, make([]byte, 3000)); fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("Append = %v, want unavailable", err)
	}
	checkAfterPowerLoss(t, disk, want, 3)
	clock.advance(options.RetryPause)
	want = append(want, appendEntry(t, log, "a smaller one", ""))
	if log.Stats().Segments != 1 {
		t.Errorf("%d segments", log.Stats().Segments)
	}
	checkAfterPowerLoss(t, disk, want, 4)
}
