package wal_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/wal"
)

const (
	writerDirVariable   = "CAIRN_TEST_WAL_DIR"
	writerStartVariable = "CAIRN_TEST_WAL_START"
	writerAppenders     = 8
	kills               = 10
)

func crashOptions() wal.Options {
	return wal.Options{SegmentBytesMax: 256 << 10, RecordBytesMax: 64 << 10, CommitWindow: time.Millisecond}
}

// appendUntilKilled is the other process: it prints "appender number" after
// each acknowledgement.
func appendUntilKilled(dir string) error {
	log, err := wal.Open(dir, crashOptions())
	if err != nil {
		return err
	}
	starts := strings.Fields(os.Getenv(writerStartVariable))
	var group sync.WaitGroup
	for a := range writerAppenders {
		group.Go(func() {
			start := 0
			_, _ = fmt.Sscan(starts[a], &start)
			for n := start; ; n++ {
				meta := fmt.Sprintf("%d %d", a, n)
				if _, err := log.Append(context.Background(), []byte(meta), []byte(filler(uint64(n), n*131%5000))); err != nil {
					fmt.Fprintln(os.Stderr, err)
					return
				}
				_, _ = os.Stdout.WriteString(meta + "\n")
			}
		})
	}
	group.Wait()
	return log.Close(context.Background())
}

func TestKilledProcessLosesNothingAcknowledged(t *testing.T) {
	t.Parallel()
	dir, total := t.TempDir(), 0
	var next [writerAppenders]int // the number that each appender continues with
	for kill := range kills {
		acked := runAndKill(t, dir, next, 40+31*kill)
		log := open(t, dir, crashOptions())
		got, lost := readAll(t, log, log.Committed())
		if lost != nil {
			t.Fatalf("kill %d: lost %v", kill, lost)
		}
		next = checkNumbers(t, got, next)
		for a, n := range acked {
			if next[a] <= n {
				t.Fatalf("kill %d: record %d of appender %d was acknowledged and is gone", kill, n, a)
			}
		}
		total += len(got)
		if err := log.Commit(log.End()); err != nil {
			t.Fatal(err)
		}
		closeLog(t, log)
		checkFolder(t, dir, kill)
	}
	t.Logf("%d records over %d kills", total, kills)
}

// checkNumbers wants each appender's records in order, without gap or repeat.
func checkNumbers(t *testing.T, got []entry, next [writerAppenders]int) [writerAppenders]int {
	t.Helper()
	for _, e := range got {
		var a, n int
		if _, err := fmt.Sscan(e.Meta, &a, &n); err != nil || n != next[a] {
			t.Fatalf("record %q where %d was due", e.Meta, next[a])
		}
		if e.Payload != filler(uint64(n), n*131%5000) {
			t.Fatalf("record %q has another payload", e.Meta)
		}
		next[a]++
	}
	return next
}

// checkFolder wants no segment to be left once everything is consumed.
func checkFolder(t *testing.T, dir string, kill int) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.wal*"))
	if err != nil || len(names) != 0 {
		t.Errorf("kill %d: %v left, %v", kill, names, err)
	}
}

// runAndKill kills the other process after some acknowledgements, while more
// are on their way, and returns the last number that each appender saw
// acknowledged.
func runAndKill(t *testing.T, dir string, next [writerAppenders]int, after int) map[int]int {
	t.Helper()
	starts := strings.Trim(fmt.Sprint(next), "[]")
	writer := exec.CommandContext(t.Context(), os.Args[0])
	writer.Env = append(os.Environ(), writerDirVariable+"="+dir, writerStartVariable+"="+starts)
	writer.Stderr = os.Stderr
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	acked := map[int]int{}
	seen := 0
	for lines := bufio.NewScanner(out); lines.Scan(); seen++ {
		if seen == after {
			_ = writer.Process.Kill()
		}
		var a, n int
		if _, err := fmt.Sscan(lines.Text(), &a, &n); err != nil {
			t.Errorf("line %q: %v", lines.Text(), err)
		}
		acked[a] = n
	}
	_ = writer.Wait()
	if seen < after {
		t.Fatalf("the writer ended on its own after %d acknowledgements", seen)
	}
	return acked
}
