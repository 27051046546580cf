package wal_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/wal"
)

// TestInspectFindsWhatOpenFinds removes files of a log. Inspect reports what is
// lost before Open does, and changes nothing.
func TestInspectFindsWhatOpenFinds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		remove string
		want   func(segments []wal.Position) []wal.Lost
	}{
		"nothing":     {"none", func([]wal.Position) []wal.Lost { return nil }},
		"the newest":  {"last", func(s []wal.Position) []wal.Lost { return []wal.Lost{{From: s[len(s)-1], To: 31}} }},
		"one between": {"second", func(s []wal.Position) []wal.Lost { return []wal.Lost{{From: s[1], To: s[2]}} }},
	} {
		dir := t.TempDir()
		log := open(t, dir, smallOptions())
		appendNumbered(t, log, 30, 1500)
		closeLog(t, log)
		var firsts []wal.Position
		for _, path := range segmentPaths(t, dir) {
			first, _ := wal.ParseSegmentName(filepath.Base(path))
			firsts = append(firsts, first)
		}
		removed := map[string]int{"last": len(firsts) - 1, "second": 1}
		if i, some := removed[c.remove]; some {
			if err := os.Remove(segmentPaths(t, dir)[i]); err != nil {
				t.Fatal(err)
			}
		}
		before := contentsOf(t, dir)
		found, err := wal.Inspect(dir)
		if err != nil || !found.Exists || found.ID != log.ID() || found.Doubt != "" {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
		if diff := cmp.Diff(c.want(firsts), found.Lost) + cmp.Diff(before, contentsOf(t, dir)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		again := open(t, dir, smallOptions())
		if _, lost := readAll(t, again, 0); !cmp.Equal(found.Lost, lost) {
			t.Errorf("%s: Inspect finds %v, a reader %v", name, found.Lost, lost)
		}
	}
}

func TestInspectOfAFolderThatIsGone(t *testing.T) {
	t.Parallel()
	if found, err := wal.Inspect(filepath.Join(t.TempDir(), "gone")); err != nil || found.Exists {
		t.Errorf("%+v, %v", found, err)
	}
	dir := t.TempDir()
	if found, err := wal.Inspect(dir); err != nil || !found.Exists || found.Doubt != "" || found.Lost != nil {
		t.Errorf("%+v, %v", found, err)
	}
	if left := contentsOf(t, dir); len(left) > 0 {
		t.Errorf("%v are made", left)
	}
}

func segmentPaths(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.wal"))
	if err != nil || len(paths) < 3 {
		t.Fatal(paths, err)
	}
	return paths
}

func contentsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		b, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[entry.Name()] = string(b)
	}
	return all
}
