package main

import (
	"bytes"
	"debug/buildinfo"
	"io"
	"runtime/debug"
	"slices"
	"strings"
)

// crash passes on what a binary says of its errors, and notes when it ends by a
// fault while no Go code ran. Of a binary with the race detector, that is the
// detector's own native code, which crashes once in a great many runs.
type crash struct {
	to    io.Writer
	line  []byte // what there is of the last one
	found bool
}

// crashLine is what Go says of such a fault. One in Go code is a panic, and reads
// otherwise.
const crashLine = "SIGSEGV: segmentation violation"

// Write passes on what it is given.
func (c *crash) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		c.line = append(c.line, line...)
		if bytes.HasSuffix(line, []byte("\n")) {
			c.found = c.found || strings.TrimSuffix(string(c.line), "\n") == crashLine
			c.line = nil
		}
	}
	return c.to.Write(p)
}

// hasRaceDetector reports whether a program was built with the race detector.
func hasRaceDetector(path string) bool {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "-race" && s.Value == "true" })
}
