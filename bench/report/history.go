package main

import (
	"path/filepath"
	"slices"
	"time"
)

// Files of the folder of results: the present figures, and a copy for each day
// and commit that were measured.
const (
	latestFile   = "latest.json"
	historyFiles = "20*.json"
)

// keep writes the figures as the present ones and beside those of other commits.
func (r results) keep(folder string, here run) error {
	if err := r.write(filepath.Join(folder, latestFile)); err != nil {
		return err
	}
	return r.write(filepath.Join(folder, here.At.Format(time.DateOnly)+"-"+here.Commit+".json"))
}

// readHistory returns the figures of every commit that has a file.
func readHistory(folder string) (all []results, err error) {
	paths, err := filepath.Glob(filepath.Join(folder, historyFiles))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		one, err := readResults(path)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// before returns for every part the figures that the commit before it had.
func before(now results, earlier []results) (found results) {
	for part, here := range now.Runs {
		if last, ok := lastBefore(part, here, earlier); ok {
			found = found.with(part, last.Runs[part], last.of(part))
		}
	}
	return found
}

// lastBefore returns the newest results that have a part of another commit.
func lastBefore(part string, here run, earlier []results) (results, bool) {
	others := slices.DeleteFunc(slices.Clone(earlier), func(r results) bool {
		one, has := r.Runs[part]
		return !has || one.Commit == here.Commit || !one.At.Before(here.At)
	})
	if len(others) == 0 {
		return results{}, false
	}
	return slices.MaxFunc(others, func(a, b results) int { return a.Runs[part].At.Compare(b.Runs[part].At) }), true
}
