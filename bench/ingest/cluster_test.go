package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestCostsOfAClusterAreOneLine(t *testing.T) {
	t.Parallel()
	o := options{rows: 1_000_000}
	c := clusterCost{
		signal:  "traces",
		cluster: &report{options: o, serverCPU: 3 * time.Second, engineCPU: 5 * time.Second, stored: 10 * time.Second, inserts: 99, diskBytes: 100, diskRows: 2},
		alone:   &report{options: o, serverCPU: 2 * time.Second, engineCPU: 3 * time.Second, stored: 8 * time.Second, inserts: 33},
	}
	want := strings.Join([]string{
		"BenchmarkCluster/ingest/traces", "1",
		"3 server-cpu-s/M", "5 engine-cpu-s/M", "100000 rows/s", "99 inserts/M", "50 disk-B/row",
		"2 against-server-cpu-s/M", "3 against-engine-cpu-s/M", "125000 against-rows/s", "33 against-inserts/M",
		"1e+06 sent-rows", "1.6 cpu-ratio",
	}, "\t") + "\n"
	var out bytes.Buffer
	c.print(&out)
	if got := out.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
