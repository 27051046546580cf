package wal_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/wal"
)

// tortureDir makes the folder of a closed log of several segments, with the
// files that a log leaves behind only sometimes.
func tortureDir(t *testing.T) (dir string, want []entry) {
	t.Helper()
	dir = t.TempDir()
	log := open(t, dir, smallOptions())
	want = appendNumbered(t, log, 25, 1500)
	closeLog(t, log)
	for _, name := range []string{"segment.spare", "segment.tmp", "cursor.tmp"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(filler(1, 5000)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, want
}

// harm is something that happens to a file; it returns the bytes that are left
// in its place.
type harm func(path string, b []byte) ([]byte, error)

func rewritten(change func(b []byte) []byte) harm {
	return func(path string, b []byte) ([]byte, error) {
		b = change(slices.Clone(b))
		return b, os.WriteFile(path, b, 0o600)
	}
}

func replaced(put func(path string) error) harm {
	return func(path string, _ []byte) ([]byte, error) { return nil, errors.Join(os.Remove(path), put(path)) }
}

// harms returns all that can happen to a file of the length.
func harms(length int, elsewhere string) map[string]harm {
	all := map[string]harm{
		"removed":     replaced(func(string) error { return nil }),
		"a folder":    replaced(func(path string) error { return os.Mkdir(path, 0o700) }),
		"a link":      replaced(func(path string) error { return os.Symlink(elsewhere, path) }),
		"a dead link": replaced(func(path string) error { return os.Symlink(elsewhere+".not", path) }),
		"a pipe":      replaced(func(path string) error { return syscall.Mkfifo(path, 0o600) }),
		"noise":       rewritten(func(b []byte) []byte { return []byte(filler(7, len(b))) }),
		"more noise":  rewritten(func(b []byte) []byte { return append(b, filler(8, 3000)...) }),
		"zeros":       rewritten(func(b []byte) []byte { return make([]byte, len(b)) }),
		"no rights":   func(path string, b []byte) ([]byte, error) { return b, os.Chmod(path, 0) },
	}
	for _, cut := range []int{0, 1, 8, 12, 24, 47, 48, 49, 55, 60, 76, length / 2, max(0, length-1)} {
		all[fmt.Sprint("cut to ", cut)] = rewritten(func(b []byte) []byte { return b[:min(cut, len(b))] })
	}
	for _, at := range []int{0, 8, 12, 16, 24, 32, 40, 44, 48, 52, 56, 64, 68, 72, 80, 4096, 4100, 4136, max(0, length-1)} {
		all[fmt.Sprint("a bit of byte ", at)] = rewritten(func(b []byte) []byte {
			if at < len(b) {
				b[at] ^= 1
			}
			return b
		})
	}
	return all
}

// destroyed returns the records whose bytes are not in a segment any more.
func destroyed(before, after []byte, first wal.Position, want []entry) (gone []wal.Position) {
	at := headerBytes
	for _, e := range want[first-1:] {
		end := at + recordHeaderBytes + len(e.Meta) + len(e.Payload)
		if end > len(before) {
			break
		}
		if end > len(after) || !bytes.Equal(before[at:end], after[at:end]) {
			gone = append(gone, e.Position)
		}
		at = end
	}
	return gone
}

// TestAnyDamagedFileCostsWhatWasDestroyed does everything to every file of a
// log: it opens, gives every intact record once and in order, reports as many
// as were destroyed, once, takes new ones, and opens again.
func TestAnyDamagedFileCostsWhatWasDestroyed(t *testing.T) {
	t.Parallel()
	template, want := tortureDir(t)
	names, err := os.ReadDir(template)
	if err != nil || len(names) < 8 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		before, err := os.ReadFile(filepath.Join(template, name.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for _, what := range slices.Sorted(maps.Keys(harms(len(before), ""))) {
			t.Run(name.Name()+" "+what, func(t *testing.T) {
				t.Parallel()
				dir, elsewhere := filepath.Join(t.TempDir(), "wal"), filepath.Join(t.TempDir(), "elsewhere")
				if err := errors.Join(os.WriteFile(elsewhere, []byte(filler(3, 500)), 0o600), os.CopyFS(dir, os.DirFS(template))); err != nil {
					t.Fatal(err)
				}
				after, err := harms(len(before), elsewhere)[what](filepath.Join(dir, name.Name()), before)
				if err != nil {
					t.Fatal(err)
				}
				var gone []wal.Position
				if first, ok := wal.ParseSegmentName(name.Name()); ok {
					gone = destroyed(before, after, first, want)
				}
				wantSurvived(t, dir, want, gone)
				if b, err := os.ReadFile(elsewhere); err != nil || string(b) != filler(3, 500) {
					t.Errorf("a file outside of the folder has changed: %v", err)
				}
			})
		}
	}
}

// wantSurvived opens the log twice. Records behind the last one may be lost as
// well as not: with the cursor gone too, nobody knows.
func wantSurvived(t *testing.T, dir string, want []entry, gone []wal.Position) {
	t.Helper()
	rest := slices.DeleteFunc(slices.Clone(want), func(e entry) bool { return slices.Contains(gone, e.Position) })
	told := int64(0)
	options := smallOptions()
	options.OnLost = func(_ wal.ID, from, to wal.Position) { told += int64(to - from) }
	log := open(t, dir, options)
	for range 2 { // a second look finds the same and counts nothing
		got, lost := readAll(t, log, 0)
		if !cmp.Equal(rest, got) {
			t.Fatalf("%d records, want %d", len(got), len(rest))
		}
		count := int64(0)
		for _, gap := range lost {
			count += int64(gap.To - gap.From)
		}
		if stats := log.Stats(); count != int64(len(gone)) || stats.LostRecords != count || told != count {
			t.Fatalf("lost %d, counted %d, told of %d; want %d", count, stats.LostRecords, told, len(gone))
		}
	}
	e := appendEntry(t, log, "new", strings.Repeat("x", 2000))
	if e.Position <= want[len(want)-1].Position {
		t.Errorf("the number %d is given out again", e.Position)
	}
	closeLog(t, log)
	log = open(t, dir, smallOptions())
	if got, _ := readAll(t, log, 0); !cmp.Equal(append(rest, e), got) {
		t.Errorf("%d records after another start, want %d", len(got), len(rest)+1)
	}
	closeLog(t, log)
}

// TestForeignFilesCostNothing puts files into the folder that look like
// segments: of another log, and of nobody, far away and between others.
func TestForeignFilesCostNothing(t *testing.T) {
	t.Parallel()
	other := t.TempDir()
	log := open(t, other, smallOptions())
	appendNumbered(t, log, 3, 100)
	closeLog(t, log)
	foreign, err := os.ReadFile(filepath.Join(other, wal.SegmentName(1)))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		wal.SegmentName(0): foreign, wal.SegmentName(3): foreign, wal.SegmentName(1 << 40): []byte(filler(1, 9000)),
		wal.SegmentName(1<<64 - 1): []byte(filler(1, 9000)), wal.SegmentName(1 << 50): {}, "notes.txt": []byte("mine"), "99999999999999999999.wal": {},
	} {
		t.Run(name, func(t *testing.T) {
			dir, want := tortureDir(t)
			if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
				t.Fatal(err)
			}
			wantSurvived(t, dir, want, nil)
		})
	}
}

// TestDestroyedCursorRaisesDoubt destroys the file that knows the end of the
// log: records may be missing, and nobody can tell. A log that was never used
// raises none, nor does one that was killed.
func TestDestroyedCursorRaisesDoubt(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		destroy func(path string) error
		doubts  int
	}{
		"intact":  {func(string) error { return nil }, 0},
		"removed": {os.Remove, 1},
		"emptied": {func(path string) error { return os.Truncate(path, 0) }, 1},
		"halved":  {func(path string) error { return os.Truncate(path, 4096) }, 1},
		"foreign": {func(path string) error { return os.WriteFile(path, []byte("something else"), 0o600) }, 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, doubts := t.TempDir(), 0
			options := smallOptions()
			options.OnDoubt = func(string) { doubts++ }
			log := open(t, dir, options)
			appendNumbered(t, log, 3, 100)
			closeLog(t, log)
			if err := c.destroy(filepath.Join(dir, "cursor")); err != nil {
				t.Fatal(err)
			}
			closeLog(t, open(t, dir, options))
			closeLog(t, open(t, dir, options)) // it is said once
			if doubts != c.doubts {
				t.Errorf("%d doubts, want %d", doubts, c.doubts)
			}
		})
	}
}

// TestDestroyedSegmentRaisesDoubt destroys the only segment of a log that was
// killed. Nobody knows how many records were in it, so none are made up.
func TestDestroyedSegmentRaisesDoubt(t *testing.T) {
	t.Parallel()
	const records = 20
	for name, destroy := range map[string]func(path string) error{
		"garbled": func(path string) error { return os.WriteFile(path, []byte(filler(9, 200_000)), 0o600) },
		"emptied": func(path string) error { return os.Truncate(path, 0) },
		"a folder": func(path string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := killedDir(t, records)
			if err := destroy(filepath.Join(dir, wal.SegmentName(1))); err != nil {
				t.Fatal(err)
			}
			doubts, told := 0, wal.Position(0)
			options := smallOptions()
			options.OnDoubt = func(string) { doubts++ }
			options.OnLost = func(_ wal.ID, from, to wal.Position) { told += to - from }
			log := open(t, dir, options)
			appendEntry(t, log, "after", "x")
			readAll(t, log, 0)
			closeLog(t, log)
			if doubts != 1 || told > records {
				t.Errorf("%d doubts, want 1; told of %d lost records of %d", doubts, told, records)
			}
		})
	}
}

// killedDir returns the folder of a log with that many records in one segment
// whose process was killed.
func killedDir(t *testing.T, records int) string {
	t.Helper()
	from, to := t.TempDir(), t.TempDir()
	log := open(t, from, unsavedOptions())
	for i := range records {
		appendEntry(t, log, fmt.Sprint(i), "x")
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	closeLog(t, log)
	return to
}
