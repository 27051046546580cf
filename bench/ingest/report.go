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
	acked, stored, settled   time.Duration // since the first record was sent
	setup                    time.Duration // CPU of a new team
	started, startCPU        time.Duration // of a server with all teams
	serverCPU, engineCPU     time.Duration
	floorClient, floorEngine time.Duration
	serverPeak, enginePeak   int64
	diskBytes, diskRows      uint64
	inserts                  float64
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

// printLine prints the figures in the form of Go's benchmarks.
func (r *report) printLine(to io.Writer) {
	_, _ = fmt.Fprintf(to, "Benchmark%s\t1", r.line) // to the terminal
	value := func(number float64, unit string) { _, _ = fmt.Fprintf(to, "\t%.6g %s", number, unit) }
	perMillion := func(d time.Duration) float64 { return d.Seconds() / float64(r.rows) * 1e6 }
	value(perMillion(r.serverCPU), "server-cpu-s/M")
	value(perMillion(r.engineCPU), "engine-cpu-s/M")
	value(float64(r.serverPeak>>20), "server-MiB")
	value(float64(r.enginePeak>>20), "engine-MiB")
	value(float64(r.rows), "sent-rows")
	value(float64(r.payloadBytes)/float64(r.rows), "wire-B/row")
	value(float64(r.rows)/r.acked.Seconds(), "acked-rows/s")
	value(float64(r.rows)/r.stored.Seconds(), "rows/s")
	value(r.inserts/float64(r.rows)*1e6, "inserts/M")
	value(float64(r.setup.Milliseconds()), "setup-cpu-ms/team")
	if r.floor {
		value(perMillion(r.floorClient+r.floorEngine), "floor-cpu-s/M")
	}
	if r.settled > 0 {
		value(r.settled.Seconds(), "settled-s")
	}
	if r.restart {
		value(r.started.Seconds(), "start-s")
		value(r.startCPU.Seconds(), "start-cpu-s")
	}
	if r.diskRows > 0 {
		value(float64(r.diskBytes)/float64(r.diskRows), "disk-B/row")
	}
	if r.options.half > 0 {
		value(milliseconds(r.half.p50), "ack-p50-ms")
		value(milliseconds(r.half.p99), "ack-p99-ms")
		value(r.visible.most.Seconds(), "visible-s")
	}
	_, _ = fmt.Fprintln(to)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// String returns the percentiles in milliseconds.
func (p percentiles) String() string {
	return fmt.Sprintf("p50 %.1f, p90 %.1f, p99 %.1f, most %.1f ms", milliseconds(p.p50), milliseconds(p.p90), milliseconds(p.p99), milliseconds(p.most))
}
