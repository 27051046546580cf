package feed_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/wal"
	"github.com/cairnstack/cairn/internal/wal/feed"
)

const totalBytes = 1 << 30

func open(t *testing.T, dir string) (*feed.Log, *wal.Log) {
	t.Helper()
	log, err := wal.Open(dir, wal.Options{TotalBytesMax: totalBytes})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close(context.Background()) })
	return feed.New(log, totalBytes), log
}

func TestDoneInAnyOrderMovesTheCursor(t *testing.T) {
	t.Parallel()
	f, _ := open(t, t.TempDir())
	for want := ingest.Position(1); want <= 4; want++ {
		if p, err := f.Append(t.Context(), []byte("meta"), []byte("payload")); p != want || err != nil {
			t.Fatalf("Append = %d, %v", p, err)
		}
	}
	for _, step := range []struct{ done, from ingest.Position }{{3, 1}, {1, 2}, {2, 4}, {2, 4}, {4, 5}} {
		f.Done(step.done, step.done+1)
		if from, to := f.Bounds(); from != step.from || to != 5 {
			t.Errorf("after %d: from %d to %d, want from %d", step.done, from, to, step.from)
		}
	}
	if !f.Fits(1000) || f.Fits(1<<40) {
		t.Error("the window is not where the cursor is")
	}
	if free := f.FreeBytes(); free <= 0 || free >= totalBytes {
		t.Errorf("%d bytes are free", free)
	}
}

func TestReaderAnswersRecords(t *testing.T) {
	t.Parallel()
	f, log := open(t, t.TempDir())
	if f.ID() != [16]byte(log.ID()) {
		t.Error("another id")
	}
	for _, word := range []string{"a", "b"} {
		if _, err := f.Append(t.Context(), []byte("m"+word), []byte(word)); err != nil {
			t.Fatal(err)
		}
	}
	reader := f.Reader(2, 3)
	defer func() { _ = reader.Close() }()
	got, err := reader.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ingest.Record{Position: 2, Meta: []byte("mb"), Payload: []byte("b")}, got); diff != "" {
		t.Error(diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reader.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Next = %v", err)
	}
}

func TestAtticKeepsRecords(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "attic")
	attic := feed.NewAttic(dir, wal.Options{})
	if err := attic.Close(t.Context()); err != nil {
		t.Errorf("close what was never opened: %v", err)
	}
	if err := attic.SetAside(t.Context(), ingest.Record{Meta: []byte("m"), Payload: []byte("p")}); err != nil {
		t.Fatal(err)
	}
	if err := attic.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	f, _ := open(t, dir)
	if _, to := f.Bounds(); to != 2 {
		t.Errorf("the attic ends at %d", to)
	}
}

func TestNotebookKeepsTheLastNote(t *testing.T) {
	t.Parallel()
	book := feed.NewNotebook(filepath.Join(t.TempDir(), "note"))
	if b, err := book.Load(); b != nil || err != nil {
		t.Errorf("an empty notebook: %q, %v", b, err)
	}
	for _, note := range []string{"a long first note", "short"} {
		if err := book.Save([]byte(note)); err != nil {
			t.Fatal(err)
		}
		if b, err := book.Load(); string(b) != note || err != nil {
			t.Errorf("Load = %q, %v", b, err)
		}
	}
	if err := book.Save([]byte(strings.Repeat("x", 5<<20))); err != nil {
		t.Fatal(err)
	}
	if b, err := book.Load(); b != nil || err != nil {
		t.Errorf("a file beyond its limit: %d bytes, %v", len(b), err)
	}
}

// TestNotebookIsNeverInTheWay puts other things where the notebook is.
func TestNotebookIsNeverInTheWay(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"note", "note.tmp"} {
		for what, put := range map[string]func(path string) error{
			"folder": func(path string) error { return os.MkdirAll(filepath.Join(path, "full"), 0o700) },
			"link":   func(path string) error { return os.Symlink("/dev/full", path) },
			"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		} {
			dir := t.TempDir()
			if err := put(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
			book := feed.NewNotebook(filepath.Join(dir, "note"))
			if b, err := book.Load(); b != nil || err != nil {
				t.Errorf("%s %s: %q, %v", name, what, b, err)
			}
			err := book.Save([]byte("saved"))
			if b, loadErr := book.Load(); err != nil || loadErr != nil || string(b) != "saved" {
				t.Errorf("%s %s: %q, %v, %v", name, what, b, err, loadErr)
			}
		}
	}
}
