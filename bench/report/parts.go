package main

import (
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// ingestProgram is bench/ingest, which the Makefile builds.
const ingestProgram = "bin/bench-ingest"

// Parts, in the order in which they are measured: what is quick comes first.
const (
	bundlePart       = "bundle"
	idlePart         = "idle"
	tricklePart      = "trickle"
	apiPart          = "api"
	clientsPart      = "clients"
	ingestPart       = "ingest"
	teamsPart        = "teams"
	backtestPart     = "backtest"
	alertsPart       = "alerts"
	metricAlertsPart = "metric-alerts"
	queriesPart      = "queries"
	rowsPart         = "rows"
	attrsPart        = "attributes"
	clusterPart      = "cluster"
	prometheusPart   = "prometheus"
	scrapesPart      = "prometheus-disk"
	codePart         = "code"
)

// part is one thing that is measured.
type part struct {
	name    string
	measure func(ctx context.Context, m measurer) ([]figure, error)
}

func parts() []part {
	return []part{
		{bundlePart, func(context.Context, measurer) ([]figure, error) { return bundle("web/dist") }},
		{idlePart, func(ctx context.Context, m measurer) ([]figure, error) { return m.command(ctx, ingestProgram, "-idle") }},
		{tricklePart, trickle},
		{apiPart, gobench("GetAlert|PutAlert", "2s", "./internal/stackwire")},
		{clientsPart, gobench("ClientGrowth", "2s", "./internal/stackwire")},
		{ingestPart, ingest},
		{teamsPart, teams},
		{backtestPart, backtest},
		{alertsPart, gobench("AlertGrowth", "1x", "./internal/app")},
		{metricAlertsPart, gobench("MetricAlerts", "1x", "./internal/app")},
		{queriesPart, gobench("Queries", "1x", "./internal/stackapi/querytest")},
		{rowsPart, gobench("RowGrowth", "1x", "./internal/stackapi/querytest")},
		{attrsPart, attributes},
		{clusterPart, cluster},
		{prometheusPart, prometheus},
		{scrapesPart, scrapes},
		{codePart, code},
	}
}

// gobench runs benchmarks of a package.
func gobench(pattern, time, folder string) func(ctx context.Context, m measurer) ([]figure, error) {
	return func(ctx context.Context, m measurer) ([]figure, error) {
		return m.command(ctx, "go", "test", "-run", "^$", "-bench", pattern, "-benchtime", time, "-timeout", "60m", folder)
	}
}

// inParts are the benchmarks that other parts run, or that take minutes.
const inParts = "Growth|Queries|TenThousand|MetricAlerts|BacktestWeek|GetAlert|PutAlert"

// code runs the benchmarks of single pieces of code.
func code(ctx context.Context, m measurer) ([]figure, error) {
	folders, err := benchFolders(os.DirFS("."))
	if err != nil {
		return nil, err
	}
	args := []string{"test", "-run", "^$", "-bench", ".", "-skip", inParts, "-benchtime", "300ms", "-benchmem", "-p", "1", "-timeout", "60m"}
	return m.command(ctx, "go", append(args, folders...)...)
}

// benchFolders returns the packages that have benchmarks.
func benchFolders(module fs.FS) (folders []string, err error) {
	for _, pattern := range []string{"internal/*/*_test.go", "internal/*/*/*_test.go", "bench/*/*_test.go"} {
		files, err := fs.Glob(module, pattern)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := fs.ReadFile(module, file)
			if err != nil {
				return nil, err
			}
			if strings.Contains(string(text), "\nfunc Benchmark") {
				folders = append(folders, "./"+path.Dir(file))
			}
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(folders))), nil
}

// backtestRows are the log records of the week that is tried.
const backtestRows = "10000000"

func backtest(ctx context.Context, m measurer) ([]figure, error) {
	return gobench("BacktestWeek", "3x", "./internal/app")(ctx, m.with(rowsVariable, backtestRows))
}

// ingest sends records of each signal to the built server, log records in two
// forms.
func ingest(ctx context.Context, m measurer) ([]figure, error) {
	forms := map[string][]string{
		"logs": {"-rows", "1000000"}, "rich": {"-rich", "-rows", "1000000"},
		"traces": {"-signal", "traces", "-rows", "500000"}, "metrics": {"-signal", "metrics", "-rows", "500000"},
	}
	return m.each(ctx, []string{"logs", "rich", "traces", "metrics"}, func(form string) []string {
		return append([]string{"-line", "Ingest/" + form}, forms[form]...)
	})
}

// What attributes and cluster read of the environment, and what they take otherwise.
const (
	rowsVariable    = "CAIRN_BENCH_ROWS"
	dayRowsDefault  = "10000000"
	againstVariable = "CAIRN_BENCH_AGAINST"
)

// attributes asks for attributes of a day of log records, and another program by
// turns where there is one.
func attributes(ctx context.Context, m measurer) ([]figure, error) {
	m = m.with(rowsVariable, dayRowsDefault)
	return m.command(ctx, ingestProgram, "-attributes", "-rows", m.lookup(rowsVariable), "-against", m.lookup(againstVariable))
}

// cluster sends records to three shards and to one engine, and asks both by turns.
func cluster(ctx context.Context, m measurer) ([]figure, error) {
	m = m.with(rowsVariable, dayRowsDefault)
	return m.command(ctx, ingestProgram, "-cluster", "-rows", m.lookup(rowsVariable))
}

// What prometheus reads of the environment, and what it takes otherwise.
const (
	promSeriesVariable = "CAIRN_BENCH_SERIES"
	promSeriesDefault  = "10000"
	promHoursVariable  = "CAIRN_BENCH_HOURS"
	promHoursDefault   = "24"
	promKeepVariable   = "CAIRN_BENCH_KEEP"
)

// prometheus sends samples by remote write and asks in PromQL, a Prometheus by turns.
func prometheus(ctx context.Context, m measurer) ([]figure, error) {
	m = m.with(promSeriesVariable, promSeriesDefault).with(promHoursVariable, promHoursDefault)
	return m.command(ctx, ingestProgram, "-prometheus", "-series", m.lookup(promSeriesVariable), "-hours", m.lookup(promHoursVariable), "-keep", m.lookup(promKeepVariable))
}

// scrapesRecorded are ten hours of a host, in ten minutes.
const scrapesRecorded = "1200"

// scrapes sends what an exporter exposes, a Prometheus beside, for what it takes on disk.
func scrapes(ctx context.Context, m measurer) ([]figure, error) {
	return m.command(ctx, ingestProgram, "-scrapes", scrapesRecorded)
}

// trickle sends few records for a while, in several ways, and none.
func trickle(ctx context.Context, m measurer) ([]figure, error) {
	forms := map[string][]string{
		"second": {"-request-rows", "20"}, "single": {"-request-rows", "1"}, "signals": {"-signal", "all"},
		"teams": {"-request-rows", "1", "-teams", "20"}, "none": {"-rate", "0"},
	}
	return m.each(ctx, []string{"none", "second", "single", "signals", "teams"}, func(form string) []string {
		return append([]string{"-line", "Trickle/" + form, "-trickle", "2m"}, forms[form]...)
	})
}

// What teams read of the environment, and what they take otherwise.
const (
	teamsVariable     = "CAIRN_BENCH_TEAMS"
	teamsDefault      = "1,10,50,200"
	teamsRowsVariable = "CAIRN_BENCH_TEAM_ROWS"
	teamsRowsDefault  = "1000000"
)

// teams sends the same records from more and more teams.
func teams(ctx context.Context, m measurer) ([]figure, error) {
	m = m.with(teamsVariable, teamsDefault).with(teamsRowsVariable, teamsRowsDefault)
	return m.each(ctx, strings.Split(m.lookup(teamsVariable), ","), func(size string) []string {
		return []string{"-line", "TeamGrowth/teams=" + size, "-teams", size, "-rows", m.lookup(teamsRowsVariable),
			"-request-rows", "200", "-half", "0", "-floor=false", "-restart"}
	})
}
