package wal_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cairnstack/cairn/internal/wal"
)

// TestOriginsStay holds that a record keeps its origin from start to start, also
// where the header of its segment or the cursor is destroyed.
func TestOriginsStay(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(dir, segment string) error{
		"nothing": func(string, string) error { return nil },
		"header":  func(_, segment string) error { return writeAt(segment, make([]byte, 24), 0) },
		"id":      func(_, segment string) error { return writeAt(segment, make([]byte, 16), 32) },
		"cursor":  func(dir, _ string) error { return os.Remove(filepath.Join(dir, "cursor")) },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := &stamped{t: t, dir: filepath.Join(t.TempDir(), "wal")}
			s.open()
			first := s.append(2)
			s.close()
			s.open()
			second := s.append(2)
			s.close()
			if err := change(s.dir, filepath.Join(s.dir, wal.SegmentName(first[0].at))); err != nil {
				t.Fatal(err)
			}
			s.open()
			for _, want := range append(first, second...) {
				if got := s.log.Origin(want.at); got != want.origin || got == s.log.ID() {
					t.Errorf("record %d has the origin %s, want %s", want.at, got, want.origin)
				}
			}
			stretches := s.log.Stretches(first[1].at, s.log.End())
			if len(stretches) != 2 || stretches[0].Origin != first[0].origin || stretches[1].Next != s.log.End() {
				t.Errorf("stretches %+v", stretches)
			}
			if s.log.Origin(s.log.End()) != (wal.ID{}) {
				t.Error("a record that is not there has an origin")
			}
			s.close()
		})
	}
}

func TestEarlierVersionsHaveOneOrigin(t *testing.T) {
	t.Parallel()
	s := &stamped{t: t, dir: filepath.Join(t.TempDir(), "wal")}
	s.open()
	early := s.append(1)[0]
	s.close()
	if err := writeAt(filepath.Join(s.dir, wal.SegmentName(early.at)), []byte{1}, 8); err != nil {
		t.Fatal(err)
	}
	s.open()
	later := s.append(1)[0]
	if s.log.Origin(early.at) != s.log.ID() || later.origin == s.log.ID() {
		t.Errorf("origins %s and %s in the log %s", s.log.Origin(early.at), later.origin, s.log.ID())
	}
	s.close()
}

func writeAt(path string, b []byte, off int64) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteAt(b, off)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}
