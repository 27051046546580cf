// Package disk knows how much room a data folder has, and keeps some of it.
package disk

import (
	"fmt"
	"syscall"
)

// What stays free: telemetry is refused below floorBytesMax, or below the
// floorShare-th part of a disk that is smaller than that makes sensible. The
// engine may use half of it to store what was acknowledged before.
const (
	floorBytesMax = 256 << 20
	floorShare    = 8
	tightFactor   = 3 // how many floors are not much
)

// inodesFloorMax is the same for inodes: a part of a table takes a dozen or
// more, and merges need the new part beside the old ones.
const inodesFloorMax = 4096

// Space is the room on the disk of a folder.
type Space struct {
	FreeBytes   int64 // for this user
	TotalBytes  int64
	FreeInodes  int64
	TotalInodes int64 // 0: the file system has no limit
}

// Measure returns the room on the disk that has the folder.
func Measure(dir string) (Space, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		return Space{}, fmt.Errorf("measure the disk of %s: %w", dir, err)
	}
	block := int64(stat.Bsize) //nolint:unconvert // another type elsewhere
	return Space{
		FreeBytes: int64(stat.Bavail) * block, TotalBytes: int64(stat.Blocks) * block, // sizes of disks
		FreeInodes: int64(stat.Ffree), TotalInodes: int64(stat.Files), // the same
	}, nil
}

// FloorBytes returns the free space below which telemetry is refused.
func (s Space) FloorBytes() int64 { return min(floorBytesMax, s.TotalBytes/floorShare) }

// EngineFloorBytes returns the free space that the engine leaves.
func (s Space) EngineFloorBytes() int64 { return s.FloorBytes() / 2 }

// IsTight reports whether what can be spared should be given up.
func (s Space) IsTight() bool { return s.FreeBytes < tightFactor*s.FloorBytes() }

// IsLow reports whether telemetry is to be refused.
func (s Space) IsLow() bool { return s.FreeBytes < s.FloorBytes() || s.IsLowOnInodes() }

// FloorInodes returns the number of free inodes below which telemetry is
// refused; 0 for a file system without a limit.
func (s Space) FloorInodes() int64 { return min(inodesFloorMax, s.TotalInodes/floorShare) }

// EngineFloorInodes returns the number of free inodes that inserts leave.
func (s Space) EngineFloorInodes() int64 { return s.FloorInodes() / 2 }

// IsLowOnInodes reports whether telemetry is to be refused for want of inodes.
func (s Space) IsLowOnInodes() bool { return s.FreeInodes < s.FloorInodes() }
