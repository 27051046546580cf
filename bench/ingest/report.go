package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// report is what was measured.
type report struct {
	options
	payloadBytes             int64
	acked, stored            time.Duration
	serverCPU, engineCPU     time.Duration
	floorClient, floorEngine time.Duration
	serverPeak, enginePeak   int64
	diskBytes, diskRows      uint64
	full, half, visible      percentiles
	team                     string
}

func (r *report) print(to io.Writer) {
	table := tabwriter.NewWriter(to, 0, 4, 2, ' ', 0)
	line := func(name, format string, values ...any) {
		_, _ = fmt.Fprintf(table, name+"\t"+format+"\n", values...) // to the terminal
	}
	perMillion := func(d time.Duration) float64 { return d.Seconds() / float64(r.rows) * 1e6 }
	line("load", "%d %s of %.0f bytes, %d per request, %s, gzip %t, %d senders",
		r.rows, r.signal, float64(r.payloadBytes)/float64(r.rows), r.requestRows, r.protocol, r.gzip, r.senders)
	line("rows/s acknowledged", "%.0f", float64(r.rows)/r.acked.Seconds())
	line("rows/s stored", "%.0f", float64(r.rows)/r.stored.Seconds())
	line("CPU s per million rows", "%.2f = server %.2f + engine %.2f (settled)",
		perMillion(r.serverCPU+r.engineCPU), perMillion(r.serverCPU), perMillion(r.engineCPU))
	if r.floor {
		line("floor", "%.2f = client %.2f + engine %.2f (same rows, no server, decoding not counted)",
			perMillion(r.floorClient+r.floorEngine), perMillion(r.floorClient), perMillion(r.floorEngine))
	}
	line("peak memory", "server %d MiB, engine %d MiB", r.serverPeak>>20, r.enginePeak>>20)
	if r.diskRows > 0 {
		line("disk", "%.1f bytes per row (%d rows)", float64(r.diskBytes)/float64(r.diskRows), r.diskRows)
	}
	line("ack latency, full load", "%s", r.full)
	if r.options.half > 0 {
		line("ack latency, half load", "%s", r.half)
		line("found by a search, half load", "%s after the ack", r.visible)
	}
	_ = table.Flush()
}

// printLine prints what costs depend on, in the form of Go's benchmarks.
func (r *report) printLine(to io.Writer) {
	perMillion := func(d time.Duration) float64 { return d.Seconds() / float64(r.rows) * 1e6 }
	_, _ = fmt.Fprintf(to, "BenchmarkTeamGrowth/teams=%d\t1\t%.2f server-cpu-s/M\t%.2f engine-cpu-s/M\t%d server-MiB\t%d engine-MiB\t%.0f rows/s\n",
		r.teams, perMillion(r.serverCPU), perMillion(r.engineCPU), r.serverPeak>>20, r.enginePeak>>20, float64(r.rows)/r.stored.Seconds())
}

// String answers the percentiles in milliseconds.
func (p percentiles) String() string {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond)) }
	return fmt.Sprintf("p50 %s, p90 %s, p99 %s, most %s ms", ms(p.p50), ms(p.p90), ms(p.p99), ms(p.most))
}
