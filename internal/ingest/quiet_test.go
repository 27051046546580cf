package ingest_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
)

// segmentsOf returns the log's files, the newest one last.
func segmentsOf(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.wal"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

// quietEnds are what a life without work to do can leave behind.
func quietEnds(t *testing.T) map[string]func(dir string) {
	t.Helper()
	onNewest := func(do func(path string) error) func(dir string) {
		return func(dir string) {
			for _, path := range segmentsOf(t, dir) {
				if err := do(path); err != nil {
					t.Error(err)
				}
			}
		}
	}
	remove := func(name string) func(dir string) {
		return func(dir string) {
			if err := os.Remove(filepath.Join(dir, name)); err != nil && !os.IsNotExist(err) {
				t.Error(err)
			}
		}
	}
	return map[string]func(dir string){
		"everything":         func(string) {},
		"no_segments":        onNewest(os.Remove),
		"empty_segments":     onNewest(func(path string) error { return os.Truncate(path, 0) }),
		"headers_only":       onNewest(func(path string) error { return os.Truncate(path, 48) }),
		"no_note":            remove("unanswered"),
		"no_note_or_segment": func(dir string) { remove("unanswered")(dir); onNewest(os.Remove)(dir) },
	}
}

// TestQuietLifeIsFollowedByAnother ends lives in which everything was stored,
// by a kill and by a stop, one after the other on the same folder: each start
// comes to its end and takes requests.
func TestQuietLifeIsFollowedByAnother(t *testing.T) {
	t.Parallel()
	for name, leave := range quietEnds(t) {
		for _, requests := range []int{0, 1, 40} {
			t.Run(fmt.Sprintf("%s_after_%d", name, requests), func(t *testing.T) {
				t.Parallel()
				surviveQuietLives(t, requests, leave)
			})
		}
	}
}

func surviveQuietLives(t *testing.T, requests int, leave func(dir string)) {
	t.Helper()
	dir, s := t.TempDir(), newSink()
	var sent []string
	for life := range 4 {
		o := rigOptions{dir: dir, sink: s, limits: quickLimits(), wal: wal.Options{CursorLag: time.Millisecond}}
		r := start(t, o)
		for i := range requests * (life % 2) { // every other life gets no request at all
			word := fmt.Sprintf("%d-%d", life, i)
			accept(t, r, teamA, word)
			sent = append(sent, word)
		}
		drained(t, r)
		dir = killed(t, r, dir)
		leave(dir)
	}
	r := start(t, rigOptions{dir: dir, sink: s, limits: quickLimits()})
	accept(t, r, teamA, "last")
	drained(t, r)
	wantOnce(t, s, append(sent, "last")...)
}

// killed returns what a process that is killed now leaves behind.
func killed(t *testing.T, r *rig, dir string) string {
	t.Helper()
	testkit.Eventually(t, 20*time.Second, "the cursor is saved", func() bool {
		b, err := os.ReadFile(filepath.Join(dir, "cursor"))
		return err == nil && len(b) > 0
	})
	left := copyOf(t, dir)
	r.stop()
	return left
}

// copyOf returns a copy of a folder that is at work. A file that goes while it is
// copied was not needed any more, and the copy is made again.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	for range 100 {
		left := t.TempDir()
		err := os.CopyFS(left, os.DirFS(dir))
		if err == nil {
			return left
		}
		if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	t.Fatal("the folder never stands still")
	return ""
}
