package disk_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cairnstack/cairn/internal/disk"
)

func TestFloorFitsTheDisk(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	for _, c := range []struct{ total, floor int64 }{
		{64 * mib, 8 * mib}, {512 * mib, 64 * mib}, {1 << 40, 256 * mib},
	} {
		s := disk.Space{TotalBytes: c.total, FreeBytes: c.floor}
		if s.FloorBytes() != c.floor || s.EngineFloorBytes() != c.floor/2 || s.IsLow() {
			t.Errorf("%+v: floor %d, of the engine %d, low %v", s, s.FloorBytes(), s.EngineFloorBytes(), s.IsLow())
		}
		if s.FreeBytes--; !s.IsLow() {
			t.Errorf("%+v is not low", s)
		}
	}
}

func TestReserveIsMadeAndKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	reserve := disk.NewReserve(dir)
	if err := reserve.Make(); err != nil {
		t.Fatal(err)
	}
	made, err := os.Stat(filepath.Join(dir, "reserve"))
	if err != nil || made.Size() == 0 {
		t.Fatalf("no reserve: %v", err)
	}
	if err := reserve.Release(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "reserve")); err != nil || !reserve.IsStartPossible() {
		t.Errorf("the reserve is given up on a disk with room: %v", err)
	}
}

func TestWatchAdmitsOnADiskWithRoom(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{t.TempDir(), "/nowhere/at/all"} {
		watch := disk.NewWatch(dir)
		if err := watch.Admit(); err != nil || watch.Refused() != 0 {
			t.Errorf("%s: %v, refused %d", dir, err, watch.Refused())
		}
	}
}
