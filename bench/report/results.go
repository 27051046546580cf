package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// figure is what one benchmark found at one size.
type figure struct {
	Part   string             `json:"part"`
	Name   string             `json:"name"`
	Size   int                `json:"size,omitempty"` // of what grows; 0 where nothing does
	Values map[string]float64 `json:"values"`         // by unit
}

func (f figure) key() string {
	if f.Size == 0 {
		return f.Name
	}
	return fmt.Sprintf("%s/%d", f.Name, f.Size)
}

// run is when, on what and of which commit figures were measured.
type run struct {
	At      time.Time `json:"at"`
	Commit  string    `json:"commit"`
	Machine machine   `json:"machine"`
	// Against is the name of another program that was measured by turns.
	Against string `json:"against,omitempty"`
	// Others is the share of the processors that other programs had meanwhile;
	// absent where nobody looked.
	Others *float64 `json:"others,omitempty"`
}

// othersMax is the share up to which a machine is a quiet one.
const othersMax = 0.15

// isQuiet reports whether times of the clock can be compared.
func (r run) isQuiet() bool { return r.Others != nil && *r.Others <= othersMax }

// isBusy reports whether they say more about others than about us.
func (r run) isBusy() bool { return r.Others != nil && *r.Others > othersMax }

// results are figures with their conditions, which each part has of its own:
// not every run measures all of them.
type results struct {
	Runs    map[string]run `json:"runs"` // by part
	Figures []figure       `json:"figures"`
}

var (
	benchLine = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.+)$`)
	benchPair = regexp.MustCompile(`(\S+) (\S+)`)
	benchSize = regexp.MustCompile(`^([^=]+)/\w+=(\d+)$`)
)

// parse reads lines in the form of Go's benchmarks.
func parse(text string) (found []figure) {
	for _, line := range benchLine.FindAllStringSubmatch(text, -1) {
		f := figure{Name: line[1], Values: map[string]float64{}}
		if sized := benchSize.FindStringSubmatch(f.Name); sized != nil {
			f.Name = sized[1]
			f.Size, _ = strconv.Atoi(sized[2]) // digits
		}
		for _, pair := range benchPair.FindAllStringSubmatch(line[2], -1) {
			if value, err := strconv.ParseFloat(pair[1], 64); err == nil {
				f.Values[pair[2]] = value
			}
		}
		found = append(found, f)
	}
	return found
}

// with returns the results with figures put in for those of a part.
func (r results) with(part string, here run, found []figure) results {
	kept := slices.DeleteFunc(slices.Clone(r.Figures), func(f figure) bool { return f.Part == part })
	for _, f := range found {
		f.Part = part
		kept = append(kept, f)
	}
	runs := maps.Clone(r.Runs)
	if runs == nil {
		runs = map[string]run{}
	}
	runs[part] = here
	return results{Runs: runs, Figures: kept}
}

// of returns the figures of a part in the order in which they were measured.
func (r results) of(part string) []figure {
	return slices.DeleteFunc(slices.Clone(r.Figures), func(f figure) bool { return f.Part != part })
}

// newest returns the conditions that were met last.
func (r results) newest() (newest run) {
	for _, one := range r.Runs {
		if one.At.After(newest.At) {
			newest = one
		}
	}
	return newest
}

// readResults reads a file; where there is none, there are no figures.
func readResults(path string) (r results, err error) {
	text, err := os.ReadFile(path) // the caller's choice
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

func (r results) write(path string) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644) //nolint:gosec // is committed
}
