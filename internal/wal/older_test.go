package wal_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
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

// append writes records, and returns by what they are known.
func (s *stamped) append(count int) (names []name) {
	s.t.Helper()
	for range count {
		p, err := s.log.Append(s.t.Context(), []byte("m"), []byte("payload"))
		if err != nil {
			s.t.Fatal(err)
		}
		names = append(names, name{s.log.Origin(p), p})
	}
	return names
}

// name is what a record is known by.
type name struct {
	origin wal.ID
	at     wal.Position
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
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			s.t.Fatal(err)
		}
		count++
	}
}

// TestCopyOfAnEarlierTimeGivesOutNoNameTwice puts an earlier copy of a log in
// its place, whole or its cursor alone, with records that are not done and
// without, made before the last start or since. Only the former is told.
func TestCopyOfAnEarlierTimeGivesOutNoNameTwice(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		isDone bool   // all records of the copy
		isOpen bool   // the log, when it is copied
		back   string // what is put back
		left   int
		doubts int
	}{
		"whole, done":                {isDone: true, back: ".", doubts: 1},
		"whole, not done":            {back: ".", left: 3, doubts: 1},
		"whole, not done, open":      {isOpen: true, back: ".", left: 3},
		"the cursor alone":           {isDone: true, back: "cursor", doubts: 1},
		"the cursor alone, not done": {back: "cursor", doubts: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &stamped{t: t, dir: filepath.Join(t.TempDir(), "wal")}
			s.open()
			used := s.append(3)
			if c.isDone {
				s.commit()
			}
			if !c.isOpen {
				s.close()
			}
			copied := t.TempDir()
			if err := os.CopyFS(copied, os.DirFS(s.dir)); err != nil {
				t.Fatal(err)
			}
			if !c.isOpen {
				s.open(s.stamp)
			}
			used = append(used, s.append(5)...)
			s.commit()
			s.close()
			s.putBack(copied, c.back)

			s.open(s.stamp)
			if s.doubts != c.doubts {
				t.Errorf("%d doubts about a copy, want %d", s.doubts, c.doubts)
			}
			if got := s.left(); got != c.left {
				t.Errorf("%d records are left of the copy, want %d", got, c.left)
			}
			if again := s.append(1)[0]; slices.Contains(used, again) {
				t.Errorf("%v is given out twice", again)
			}
			s.close()
			s.open(s.stamp)
			if got := s.left(); got != c.left+1 {
				t.Errorf("%d records are left after the next start, want %d", got, c.left+1)
			}
			s.commit()
			s.close()
			s.open(s.stamp-2, s.stamp) // the start before may have ended before it was noted
			s.close()
			if s.doubts != c.doubts || s.lost != 0 {
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
