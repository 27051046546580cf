package wal_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/cairnstack/cairn/internal/wal"
)

// stamped is a log that starts with one stamp after the other.
type stamped struct {
	t      *testing.T
	dir    string
	stamp  uint64
	log    *wal.Log
	doubts int
	lost   int
}

// open starts the log anew; those who use it know the stamps.
func (s *stamped) open(known ...uint64) {
	s.t.Helper()
	s.stamp++
	log, err := wal.Open(s.dir, wal.Options{
		Stamp: s.stamp, Stamps: known,
		OnDoubt: func(string) { s.doubts++ },
		OnLost:  func(_ wal.ID, from, to wal.Position) { s.lost += int(to - from) },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.log = log
}

func (s *stamped) close() {
	s.t.Helper()
	if err := s.log.Close(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// append writes records, and returns the position of the last one.
func (s *stamped) append(count int) (last wal.Position) {
	s.t.Helper()
	for range count {
		p, err := s.log.Append(s.t.Context(), []byte("m"), []byte("payload"))
		if err != nil {
			s.t.Fatal(err)
		}
		last = p
	}
	return last
}

func (s *stamped) commit() {
	s.t.Helper()
	if err := s.log.Commit(s.log.End()); err != nil {
		s.t.Fatal(err)
	}
}

// left returns how many records are not done.
func (s *stamped) left() (count int) {
	s.t.Helper()
	reader := s.log.Between(s.log.Committed(), s.log.End())
	defer func() { _ = reader.Close() }()
	for {
		_, err := reader.Next(s.t.Context())
		var lost *wal.Lost
		switch {
		case errors.Is(err, io.EOF):
			return count
		case errors.As(err, &lost): // the numbers that were skipped
		case err != nil:
			s.t.Fatal(err)
		default:
			count++
		}
	}
}

// TestCopyOfAnEarlierTimeGivesOutNoNumberTwice puts an earlier copy of a log in
// its place, whole or its cursor alone, with records that are not done and
// without.
func TestCopyOfAnEarlierTimeGivesOutNoNumberTwice(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		isDone bool   // all records of the copy
		back   string // what is put back
		left   int
	}{
		"whole, done":      {true, ".", 0},
		"whole, not done":  {false, ".", 3},
		"the cursor alone": {true, "cursor", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &stamped{t: t, dir: filepath.Join(t.TempDir(), "wal")}
			s.open()
			s.append(3)
			if c.isDone {
				s.commit()
			}
			s.close()
			copied := t.TempDir()
			if err := os.CopyFS(copied, os.DirFS(s.dir)); err != nil {
				t.Fatal(err)
			}
			s.open(1)
			used := s.append(5)
			s.commit()
			s.close()
			s.putBack(copied, c.back)

			s.open(2)
			if s.doubts != 1 {
				t.Errorf("%d doubts about a copy", s.doubts)
			}
			if got := s.left(); got != c.left {
				t.Errorf("%d records are left of the copy, want %d", got, c.left)
			}
			if p := s.append(1); p <= used {
				t.Errorf("position %d is given out twice: %d was", p, used)
			}
			s.close()
			s.open(3)
			if got := s.left(); got != c.left+1 {
				t.Errorf("%d records are left after the next start, want %d", got, c.left+1)
			}
			s.commit()
			s.close()
			s.open(2, 4) // the start before may have ended before it was noted
			s.close()
			if s.doubts != 1 || s.lost != 0 {
				t.Errorf("%d doubts and %d lost records in the end", s.doubts, s.lost)
			}
		})
	}
}

// putBack takes the folder, or a file of it, from the copy.
func (s *stamped) putBack(copied, name string) {
	s.t.Helper()
	if name != "." {
		content, err := os.ReadFile(filepath.Join(copied, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(s.dir, name), content, 0o600)
		}
		if err != nil {
			s.t.Fatal(err)
		}
		return
	}
	if err := errors.Join(os.RemoveAll(s.dir), os.CopyFS(s.dir, os.DirFS(copied))); err != nil {
		s.t.Fatal(err)
	}
}
