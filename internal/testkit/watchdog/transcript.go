package main

import (
	"io"
	"maps"
	"slices"
	"strings"
)

// frame begins a line in which a test binary says something about its tests.
const frame = "\x16"

// transcript writes what go test would show: everything, or only what failed
// and what belongs to no test.
type transcript struct {
	out     io.Writer
	verbose bool
	current string              // the test that the next lines belong to
	kept    map[string][]string // by test; what is shown if it fails
	failed  []string            // tests, without their subtests
}

func newTranscript(out io.Writer, verbose bool) *transcript {
	return &transcript{out: out, verbose: verbose, kept: map[string][]string{}}
}

// line takes a line with its end.
func (t *transcript) line(line string) {
	text, marked := strings.CutPrefix(line, frame)
	if !marked {
		// A test may end its output without a new line.
		before, after, found := strings.Cut(line, frame)
		if text = after; !found {
			t.keep(line)
			return
		}
		t.keep(before + "\n")
	}
	t.event(text)
}

// event takes a line about a test, such as "=== RUN   TestX" or
// "    --- FAIL: TestX/y (0.00s)".
func (t *transcript) event(text string) {
	words := strings.Fields(text)
	if len(words) == 2 && words[1] == "NAME" { // what follows is of no test
		t.current = ""
		return
	}
	if len(words) < 3 {
		t.write(text)
		return
	}
	switch words[0] + " " + words[1] {
	case "=== RUN", "=== NAME", "=== CONT":
		t.current = words[2]
		t.keep(text)
	case "=== PAUSE":
		t.keep(text)
	case "--- FAIL:":
		t.current = words[2]
		t.flush(words[2], text)
	case "--- PASS:", "--- SKIP:":
		t.current = words[2]
		t.drop(words[2], text)
	default:
		t.keep(text)
	}
}

// keep holds a line back until it is known whether its test failed.
func (t *transcript) keep(line string) {
	if t.verbose || t.current == "" {
		t.write(line)
		return
	}
	if !strings.HasPrefix(line, "=== ") {
		t.kept[t.current] = append(t.kept[t.current], line)
	}
}

// flush shows what a test that failed has said.
func (t *transcript) flush(test, verdict string) {
	if !strings.Contains(test, "/") {
		t.failed = append(t.failed, test)
	}
	t.write(verdict)
	for _, line := range t.kept[test] {
		t.write(line)
	}
	delete(t.kept, test)
}

func (t *transcript) drop(test, verdict string) {
	if t.verbose {
		t.write(verdict)
	}
	delete(t.kept, test)
}

// end shows what tests have said that neither passed nor failed: the binary
// crashed or was ended. What comes behind the last test belongs to none.
func (t *transcript) end() {
	for _, test := range slices.Sorted(maps.Keys(t.kept)) {
		for _, line := range t.kept[test] {
			t.write(line)
		}
	}
}

func (t *transcript) write(line string) { _, _ = io.WriteString(t.out, line) }
