package main

import (
	"bytes"
	"debug/buildinfo"
	"io"
	"runtime/debug"
	"slices"
	"strings"
)

// complaints passes on what a binary says of its errors, and notes what is more than
// a test that failed.
type complaints struct {
	to   io.Writer
	line []byte // what there is of the last one
	// It ended by a fault while no Go code ran. Of a binary with the race detector,
	// that is the detector's own native code, which crashes once in a great many runs.
	crashed bool
	raced   bool // the race detector found something
}

// What Go and its race detector say. A fault in Go code is a panic, and reads otherwise.
const (
	crashLine = "SIGSEGV: segmentation violation"
	raceLine  = "WARNING: DATA RACE"
)

// Write passes on what it is given.
func (c *complaints) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		c.line = append(c.line, line...)
		if bytes.HasSuffix(line, []byte("\n")) {
			c.note(strings.TrimSuffix(string(c.line), "\n"))
			c.line = nil
		}
	}
	return c.to.Write(p)
}

func (c *complaints) note(line string) {
	c.crashed = c.crashed || line == crashLine
	c.raced = c.raced || line == raceLine
}

// hasRaceDetector reports whether a program was built with the race detector.
func hasRaceDetector(path string) bool {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "-race" && s.Value == "true" })
}
