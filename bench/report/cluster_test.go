package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const clusterPrinted = `BenchmarkCluster/ingest/logs	1	4.8 server-cpu-s/M	13.6 engine-cpu-s/M	61234.5 rows/s	36.1 inserts/M	83.2 disk-B/row	4.2 against-server-cpu-s/M	12.4 against-engine-cpu-s/M	70321 against-rows/s	12.5 against-inserts/M	81.5 against-disk-B/row	1e+07 sent-rows	1.10843 cpu-ratio
BenchmarkCluster/ingest/traces	1	3 server-cpu-s/M	5 engine-cpu-s/M	61234 rows/s	99 inserts/M	50 disk-B/row	2 against-server-cpu-s/M	3 against-engine-cpu-s/M	70321 against-rows/s	33 against-inserts/M	48 against-disk-B/row	1e+06 sent-rows	1.6 cpu-ratio
BenchmarkCluster/ingest/metrics	1	2 server-cpu-s/M	4 engine-cpu-s/M	61234 rows/s	20 inserts/M	2 against-server-cpu-s/M	3 against-engine-cpu-s/M	70321 against-rows/s	20 against-inserts/M	6.75 against-disk-B/row	1e+06 sent-rows	1.2 cpu-ratio
BenchmarkCluster/day/status_code,_quoted	1	50 found	1e+07 rows	12 MiB	30 p50-ms	35 p95-ms	40 cpu-ms	9 server-cpu-ms	1.5 cpu/wall	0 loaded-p50-ms	50 against-found	1e+07 against-rows	11 against-MiB	20 against-p50-ms	25 against-p95-ms	32 against-cpu-ms	4 against-server-cpu-ms	1.3 against-cpu/wall	1.5 p50-ratio	1.25 cpu-ratio
BenchmarkCluster/day/word,_newest_100,_all_columns	1	1 refused	20 against-p50-ms	32 against-cpu-ms
BenchmarkCluster/hour/p95_of_a_number_per_minute	1	8 p50-ms	9 cpu-ms	10 against-p50-ms	9 against-cpu-ms	0.8 p50-ratio	1 cpu-ratio
`

func clusterPage(others float64) string {
	here := runOf("c", 1)
	here.Others = &others
	return story{now: results{}.with(clusterPart, here, parse(clusterPrinted))}.markdown()
}

func TestNamesOfAClusterAreRead(t *testing.T) {
	t.Parallel()
	var got []string
	for _, f := range parse(clusterPrinted) {
		got = append(got, f.key())
	}
	want := []string{
		"Cluster/ingest/logs", "Cluster/ingest/traces", "Cluster/ingest/metrics",
		"Cluster/day/status_code,_quoted", "Cluster/day/word,_newest_100,_all_columns", "Cluster/hour/p95_of_a_number_per_minute",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAClusterIsShownBesideOneEngine(t *testing.T) {
	t.Parallel()
	page := clusterPage(0)
	for _, want := range []string{
		"|  | records | CPU s per million: server | … engines | one engine: server | … engine | ratio | bytes on disk | … one engine | inserts per million | … one engine |",
		"| log records, rich | 10,000,000 | 4.8 | 13.6 | 4.2 | 12.4 | **1.11** | 83.2 | 81.5 | 36.1 | 12.5 |\n",
		"| spans | 1,000,000 | 3 | 5 | 2 | 3 | **1.60** | 50 | 48 | 99 | 33 |\n",
		"| metric points | 1,000,000 | 2 | 4 | 2 | 3 | **1.20** | – | 6.8 | 20 | 20 |\n",
		"|  | p50, ms | … one engine | ratio | CPU ms | … one engine | ratio |",
		"| status code, quoted | 30 | 20 | **1.50** | 40 | 32 | **1.25** |\n",
		"| word, newest 100, all columns | refused | 20 | – | refused | 32 | – |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
	day, hour, found := strings.Cut(page, "the last hour of that day")
	if line := "| p95 of a number per minute | 8 | 10 | 0.80 | 9 | 9 | 1.00 |\n"; !found || strings.Contains(day, line) || !strings.Contains(hour, line) {
		t.Errorf("a question about the hour does not stand in the table of the hour alone:\n%s", page)
	}
}

func TestClocksOfAClusterStandInBracketsOnABusyMachine(t *testing.T) {
	t.Parallel()
	if page, want := clusterPage(0.5), "| status code, quoted | (30) | (20) | (**1.50**) | 40 | 32 | **1.25** |\n"; !strings.Contains(page, want) {
		t.Errorf("%q is not in\n%s", want, page)
	}
}
