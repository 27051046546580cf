package disk_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
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

// TestStartNeedsBytesAndInodes tries disks around what a start needs. A file
// system without a limit of inodes has none free.
func TestStartNeedsBytesAndInodes(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	for want, spaces := range map[string][]disk.Space{
		"": {
			{TotalBytes: 1 << 30, FreeBytes: 4 * mib, TotalInodes: 1 << 16, FreeInodes: 16},
			{TotalBytes: 1 << 30, FreeBytes: 4 * mib},
			{TotalBytes: 64 * mib, FreeBytes: mib / 4, TotalInodes: 100, FreeInodes: 16},
		},
		"bytes are free": {
			{TotalBytes: 1 << 30, FreeBytes: 4*mib - 1, TotalInodes: 1 << 16, FreeInodes: 1 << 15},
			{TotalBytes: 1 << 30},
		},
		"inodes are free": {
			{TotalBytes: 1 << 30, FreeBytes: 1 << 29, TotalInodes: 1 << 16, FreeInodes: 15},
			{TotalBytes: 1 << 30, FreeBytes: 1 << 29, TotalInodes: 1 << 16},
		},
	} {
		for _, space := range spaces {
			err := space.CheckStart()
			if want == "" && err != nil || want != "" && (!errors.Is(err, disk.ErrFull) || !strings.Contains(err.Error(), want)) {
				t.Errorf("%+v: %v, want %q", space, err, want)
			}
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
	if _, err := os.Stat(filepath.Join(dir, "reserve")); err != nil || reserve.CheckStart() != nil {
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
