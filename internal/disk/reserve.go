package disk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// The reserve: how large it is, or which part of a small disk, and how often
// one looks whether it can be made again.
const (
	reserveFile     = "reserve"
	reserveBytesMax = 16 << 20
	reserveShare    = 64
	startShare      = 4  // of the reserve that a start needs
	startInodes     = 16 // for the files that it makes before it can serve
	reserveInterval = 10 * time.Second
	blockBytes      = 64 << 10
)

// ErrFull says that there is no room.
var ErrFull = errors.New("the disk is full; free some space")

// Reserve is a file without content that a start on a full disk gives up, so
// that the database and the engine have room to start.
type Reserve struct{ dir string }

// NewReserve returns the reserve of a data folder.
func NewReserve(dir string) Reserve { return Reserve{dir} }

func (r Reserve) path() string { return filepath.Join(r.dir, reserveFile) }

// Release gives the reserve up when the disk is nearly full.
func (r Reserve) Release() error {
	space, err := Measure(r.dir)
	if err != nil || space.FreeBytes >= space.reserveBytes() {
		return err
	}
	if err := os.Remove(r.path()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("give up the reserve: %w", err)
	}
	return nil
}

// CheckStart returns what a start lacks. A disk that can't be measured is not in
// the way.
func (r Reserve) CheckStart() error {
	space, err := Measure(r.dir)
	if err != nil {
		return nil
	}
	return space.CheckStart()
}

// CheckStart returns what a start lacks: a part of a reserve, or inodes.
func (s Space) CheckStart() error {
	switch needed := s.reserveBytes() / startShare; {
	case s.FreeBytes < needed:
		return fmt.Errorf("%w: %d bytes are free, and a start needs %d", ErrFull, s.FreeBytes, needed)
	case s.TotalInodes > 0 && s.FreeInodes < startInodes:
		return fmt.Errorf("%w: %d inodes are free, and a start needs %d", ErrFull, s.FreeInodes, startInodes)
	default:
		return nil
	}
}

// Run makes the reserve whenever there is none and the disk has room. It
// blocks until ctx ends.
func (r Reserve) Run(ctx context.Context) error {
	ticker := time.NewTicker(reserveInterval)
	defer ticker.Stop()
	for {
		_ = r.Make() // the disk may fill up meanwhile; there is a next time
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// Make makes the reserve unless it is there or the disk is low.
func (r Reserve) Make() error {
	space, err := Measure(r.dir)
	if err != nil {
		return err
	}
	want := space.reserveBytes()
	if stat, err := os.Stat(r.path()); err == nil && stat.Size() >= want {
		return nil
	}
	if space.FreeBytes < space.FloorBytes()+want {
		return nil
	}
	if err := fill(r.path(), want); err != nil {
		return errors.Join(fmt.Errorf("make the reserve: %w", err), os.Remove(r.path()))
	}
	return nil
}

func (s Space) reserveBytes() int64 { return min(reserveBytesMax, s.TotalBytes/reserveShare) }

// fill writes a file of the size. Its bytes are random enough to take room
// on file systems that compress.
func fill(path string, size int64) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	block := noise(blockBytes)
	for left := size; left > 0 && err == nil; left -= blockBytes {
		_, err = file.Write(block[:min(left, blockBytes)])
	}
	return errors.Join(err, file.Sync(), file.Close())
}

// noise returns bytes that do not compress well.
func noise(n int) []byte {
	const multiplier, increment = 6364136223846793005, 1442695040888963407 // Knuth's MMIX
	block, state := make([]byte, n), uint64(increment)
	for i := range block {
		state = state*multiplier + increment
		block[i] = byte(state >> 56)
	}
	return block
}
