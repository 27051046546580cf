package logx_test

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/logx"
)

func TestQueueWritesInOrder(t *testing.T) {
	t.Parallel()
	var out, want bytes.Buffer
	q := logx.NewQueue(&out)
	for range 1000 {
		line := []byte(strings.Repeat("x", 40) + "\n")
		want.Write(line)
		if n, err := q.Write(line); n != len(line) || err != nil {
			t.Fatal(n, err)
		}
	}
	q.Close(time.Minute)
	if out.String() != want.String() || q.Dropped() != 0 {
		t.Errorf("%d bytes written, %d lines dropped", out.Len(), q.Dropped())
	}
}

// TestDroppedLinesAreCounted holds that the log says what it lacks once it is
// read again.
func TestDroppedLinesAreCounted(t *testing.T) {
	t.Parallel()
	read, write := io.Pipe()
	q := logx.NewQueue(write)
	logger, err := logx.New(q, "info", logx.FormatText)
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("x", 1000)
	for range 2 * logx.QueueBytesMax / len(line) {
		logger.Info(line)
	}
	seen := make(chan bool)
	go func() {
		lines := bufio.NewScanner(read)
		found := false
		for !found && lines.Scan() {
			found = strings.Contains(lines.Text(), "lines of the log were dropped")
		}
		seen <- found
		_ = read.Close()
	}()
	select {
	case found := <-seen:
		if !found {
			t.Error("nothing is said")
		}
	case <-time.After(20 * time.Second):
		t.Error("nothing is said for 20 s")
	}
	q.Close(time.Second)
}

// TestStalledReaderHoldsNothingUp holds that lines are dropped when nobody reads
// them, and that the end does not wait for a reader.
func TestStalledReaderHoldsNothingUp(t *testing.T) {
	t.Parallel()
	read, write := io.Pipe()
	defer func() { _ = read.Close() }()
	q := logx.NewQueue(write)
	line := []byte(strings.Repeat("x", 1000) + "\n")
	for range 2 * logx.QueueBytesMax / len(line) {
		if n, err := q.Write(line); n != len(line) || err != nil {
			t.Fatal(n, err)
		}
	}
	if q.Dropped() == 0 {
		t.Error("nothing was dropped")
	}
	q.Close(time.Millisecond)
}
