package wal_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/cairnstack/cairn/internal/wal"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerDirVariable); dir != "" {
		fmt.Fprintln(os.Stderr, "the writer ended:", appendUntilKilled(dir))
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// smallOptions make every limit reachable in a test.
func smallOptions() wal.Options {
	return wal.Options{
		SegmentBytesMax: 16 << 10,
		TotalBytesMax:   1 << 20,
		PendingBytesMax: 256 << 10,
		RecordBytesMax:  4 << 10,
		CursorLag:       time.Millisecond,
		RetryPause:      10 * time.Millisecond,
	}
}

// unsavedOptions are those of a log that ends before it has saved its cursor.
func unsavedOptions() wal.Options {
	options := smallOptions()
	options.CursorLag = time.Hour
	return options
}

func open(t *testing.T, dir string, options wal.Options) *wal.Log {
	t.Helper()
	log, err := wal.Open(dir, options)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { closeLog(t, log) })
	return log
}

func closeLog(t *testing.T, log *wal.Log) {
	t.Helper()
	if err := log.Close(context.Background()); err != nil {
		t.Errorf("Close: %v", err)
	}
}

// entry is a record that outlives its reader's buffer.
type entry struct {
	Position      wal.Position
	Meta, Payload string
}

func appendEntry(t *testing.T, log *wal.Log, meta, payload string) entry {
	t.Helper()
	position, err := log.Append(t.Context(), []byte(meta), []byte(payload))
	if err != nil {
		t.Fatalf("Append: %v", err)
	}
	return entry{position, meta, payload}
}

// appendNumbered appends n records of about the given size.
func appendNumbered(t *testing.T, log *wal.Log, n, size int) []entry {
	t.Helper()
	entries := make([]entry, 0, n)
	for i := range n {
		entries = append(entries, appendEntry(t, log, fmt.Sprint("m", i), filler(uint64(i), size)))
	}
	return entries
}

// readAll returns what is durable from a position on, and the lost ranges.
func readAll(t *testing.T, log *wal.Log, from wal.Position) (entries []entry, lost []wal.Lost) {
	t.Helper()
	reader := log.Between(from, log.End())
	defer func() { _ = reader.Close() }()
	for {
		record, err := reader.Next(t.Context())
		if gap, ok := errors.AsType[*wal.Lost](err); ok {
			lost = append(lost, *gap)
			continue
		}
		if errors.Is(err, io.EOF) {
			return entries, lost
		}
		if err != nil {
			t.Fatalf("Next: %v", err)
		}
		entries = append(entries, entryOf(record))
	}
}

func entryOf(r wal.Record) entry { return entry{r.Position, string(r.Meta), string(r.Payload)} }

// filler returns bytes that depend on the seed only.
func filler(seed uint64, size int) string {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	b := make([]byte, size)
	_, _ = rand.NewChaCha8(key).Read(b)
	return string(b)
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within 20 s", what)
		}
	}
}
