package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// part is one thing that is measured.
type part struct {
	name    string
	measure func(ctx context.Context) ([]figure, error)
}

func parts() []part {
	return []part{
		{"rows", gobench("RowGrowth", "1x", "./internal/stackapi/querytest")},
		{"alerts", gobench("AlertGrowth", "1x", "./internal/app")},
		{"backtest", gobench("BacktestWeek", "1x", "./internal/app")},
		{"clients", gobench("ClientGrowth", "2s", "./internal/stackwire")},
		{"api", gobench("GetAlert|PutAlert", "2s", "./internal/stackwire")},
		{"teams", teams},
		{"idle", func(ctx context.Context) ([]figure, error) { return command(ctx, "bin/bench-ingest", "-idle") }},
		{"bundle", func(context.Context) ([]figure, error) { return bundle("web/dist") }},
	}
}

func gobench(pattern, time, folder string) func(ctx context.Context) ([]figure, error) {
	return func(ctx context.Context) ([]figure, error) {
		return command(ctx, "go", "test", "-run", "^$", "-bench", pattern, "-benchtime", time, "-timeout", "30m", folder)
	}
}

// What teams read of the environment.
const (
	teamsVariable     = "CAIRN_BENCH_TEAMS"
	teamsDefault      = "1,10,50,200"
	teamsRowsVariable = "CAIRN_BENCH_TEAM_ROWS"
	teamsRowsDefault  = "200000"
)

// teams sends the same records from more and more teams.
func teams(ctx context.Context) (all []figure, err error) {
	for size := range strings.SplitSeq(fromEnvironment(teamsVariable, teamsDefault), ",") {
		found, err := command(ctx, "bin/bench-ingest", "-line", "-teams", size, "-rows", fromEnvironment(teamsRowsVariable, teamsRowsDefault),
			"-request-rows", "200", "-half", "0", "-floor=false")
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

func fromEnvironment(name, otherwise string) string {
	if text := os.Getenv(name); text != "" { //nolint:forbidigo // this is a program's environment
		return text
	}
	return otherwise
}

// command runs a program that prints in the form of Go's benchmarks.
func command(ctx context.Context, name string, args ...string) ([]figure, error) {
	program := exec.CommandContext(ctx, name, args...) //nolint:gosec // names that stand here
	program.Stderr = os.Stderr
	out, err := program.Output()
	found := parse(string(out))
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s printed no figures:\n%s", name, out)
	}
	return found, nil
}

// bundle adds up the scripts and styles of the web interface, as they are and
// as they travel.
func bundle(folder string) ([]figure, error) {
	plain, packed := 0, 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".js" && filepath.Ext(path) != ".css" {
			return err
		}
		text, err := os.ReadFile(path) //nolint:gosec // of our own build
		plain, packed = plain+len(text), packed+packedBytes(text)
		return err
	})
	if err == nil && plain == 0 {
		err = fmt.Errorf("%s holds no web interface", folder)
	}
	return []figure{{Name: "Bundle", Values: map[string]float64{"KiB": float64(plain >> 10), "gzip-KiB": float64(packed >> 10)}}}, err
}

func packedBytes(text []byte) int {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(text) // to memory
	_ = w.Close()
	return out.Len()
}
