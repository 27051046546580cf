package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// figure is what one benchmark found at one size.
type figure struct {
	Name   string             `json:"name"`
	Size   int                `json:"size,omitempty"` // of what grows; 0 where nothing does
	Values map[string]float64 `json:"values"`         // by unit
}

func (f figure) key() string { return fmt.Sprintf("%s/%d", f.Name, f.Size) }

// results are the figures of a run with their conditions.
type results struct {
	At      time.Time `json:"at"`
	Commit  string    `json:"commit"`
	Machine machine   `json:"machine"`
	Figures []figure  `json:"figures"`
}

var (
	benchLine = regexp.MustCompile(`(?m)^Benchmark(\w+?)(?:/\w+=(\d+))?(?:-\d+)?\s+\d+\s+(.+)$`)
	benchPair = regexp.MustCompile(`(\S+) (\S+)`)
)

// parse reads lines in the form of Go's benchmarks.
func parse(text string) (found []figure) {
	for _, line := range benchLine.FindAllStringSubmatch(text, -1) {
		f := figure{Name: line[1], Values: map[string]float64{}}
		f.Size, _ = strconv.Atoi(line[2]) // empty is 0
		for _, pair := range benchPair.FindAllStringSubmatch(line[3], -1) {
			if value, err := strconv.ParseFloat(pair[1], 64); err == nil {
				f.Values[pair[2]] = value
			}
		}
		found = append(found, f)
	}
	return found
}

// with answers the results with figures put in for those of the same
// benchmarks, at whatever size.
func (r results) with(found []figure) results {
	fresh := map[string]bool{}
	for _, f := range found {
		fresh[f.Name] = true
	}
	r.Figures = append(slices.DeleteFunc(slices.Clone(r.Figures), func(f figure) bool { return fresh[f.Name] }), found...)
	return r
}

// of answers the figures of a benchmark by growing size.
func (r results) of(name string) []figure {
	found := slices.DeleteFunc(slices.Clone(r.Figures), func(f figure) bool { return f.Name != name })
	slices.SortFunc(found, func(a, b figure) int { return a.Size - b.Size })
	return found
}

// readResults reads the file; where there is none, there are no figures.
func readResults(path string) (r results, err error) {
	text, err := os.ReadFile(path) //nolint:gosec // the caller's choice
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(text, &r)
}

func (r results) write(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644) //nolint:gosec // is committed
}

// notable is the change from which on a figure is marked.
const notable = 0.1

// compare prints what has changed since the run before.
func compare(out io.Writer, before, after results) {
	old := map[string]figure{}
	for _, f := range before.Figures {
		old[f.key()] = f
	}
	for _, f := range after.Figures {
		for _, unit := range slices.Sorted(maps.Keys(f.Values)) {
			was, now := old[f.key()].Values[unit], f.Values[unit]
			_, _ = fmt.Fprintln(out, strings.TrimSpace(fmt.Sprintf("%-28s %10s %-20s %s", f.key(), number(now), unit, change(was, now)))) // to the terminal
		}
	}
}

func change(was, now float64) string {
	if was == 0 {
		return ""
	}
	share := now/was - 1
	mark := ""
	if share > notable || share < -notable {
		mark = " !"
	}
	return fmt.Sprintf("was %s (%+.0f %%)%s", number(was), share*100, mark)
}
