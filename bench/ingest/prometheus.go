package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// beside measures this program and a Prometheus with the same samples.
type beside struct {
	options
	dir string
	all []*metricStore // this program, and the Prometheus
	out io.Writer
	log io.Writer
}

// measureBeside measures something of both in a folder.
func measureBeside(ctx context.Context, o options, dir string, measure func(*beside, context.Context) error) error {
	b := &beside{options: o, dir: dir, out: os.Stdout, log: os.Stderr}
	err := b.start(ctx)
	if err == nil {
		err = measure(b, ctx)
	}
	return errors.Join(err, b.stop())
}

func (b *beside) start(ctx context.Context) error {
	if err := os.MkdirAll(b.dir, 0o750); err != nil {
		return err
	}
	own, err := startOwnStore(ctx, b.cairn, filepath.Join(b.dir, "cairn"))
	if err != nil {
		return err
	}
	b.all = append(b.all, own)
	other, err := startPrometheus(ctx, filepath.Join(b.dir, "prometheus"))
	if err != nil {
		return err
	}
	b.all = append(b.all, other)
	return nil
}

func (b *beside) stop() (err error) {
	for _, s := range b.all {
		err = errors.Join(err, s.stop())
	}
	return err
}

// measureScraped sends scrapes of a node_exporter, and prints what a sample takes on
// disk.
func (b *beside) measureScraped(ctx context.Context) error {
	scrapes, err := record(ctx, b.scrapes)
	if err != nil {
		return err
	}
	sent, err := b.send(ctx, scrapes.requests())
	if err != nil {
		return err
	}
	var sizes [2]float64
	for i, s := range b.all {
		size, err := s.diskBytes(ctx)
		if err != nil {
			return err
		}
		sizes[i] = float64(size) / float64(sent)
	}
	b.print("scraped", float64(sent), "sent-rows", sizes[0], "disk-B/row", sizes[1], "against-disk-B/row", sizes[0]/sizes[1], "disk-ratio")
	return nil
}

// measureDay sends the samples of a day unless a folder has them, and asks about them
// when both are quiet.
func (b *beside) measureDay(ctx context.Context) error {
	file := filepath.Join(b.dir, "end")
	if text, err := os.ReadFile(file); err == nil {
		end, err := time.Parse(time.RFC3339, string(text))
		if err != nil {
			return err
		}
		return b.askAll(ctx, newMetricDay(end, b.series, b.hours))
	}
	d := newMetricDay(time.Now(), b.series, b.hours)
	if err := b.measureSending(ctx, d); err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(d.end.Format(time.RFC3339)), 0o600); err != nil {
		return err
	}
	return b.askAll(ctx, d)
}

// measureSending prints what it costs both to take the samples of a day.
func (b *beside) measureSending(ctx context.Context, d *metricDay) error {
	begun := [2]time.Duration{b.all[0].cpu(), b.all[1].cpu()}
	sent, err := b.send(ctx, d.requests())
	if err != nil {
		return err
	}
	for _, s := range b.all {
		if err := settle(ctx, s.pids[len(s.pids)-1], quietShare); err != nil {
			return err
		}
	}
	perMillion := func(i int) float64 { return (b.all[i].cpu() - begun[i]).Seconds() / float64(sent) * 1e6 }
	own, other := perMillion(0), perMillion(1)
	b.print("ingest", float64(sent), "sent-rows", own, "cpu-s/M", other, "against-cpu-s/M", own/other, "cpu-ratio")
	return nil
}

// send sends requests to both in their order, and returns how many samples they had.
func (b *beside) send(ctx context.Context, requests func(yield func(writeRequest) bool)) (samples int, err error) {
	begun, told := time.Now(), 0
	for r := range requests {
		for _, s := range b.all {
			if err := s.write(ctx, r.body); err != nil {
				return samples, fmt.Errorf("%s: %w", s.name, err)
			}
		}
		if samples += r.samples; samples/5_000_000 > told {
			told = samples / 5_000_000
			_, _ = fmt.Fprintf(b.log, "prometheus: %d samples after %.0f s\n", samples, time.Since(begun).Seconds()) // to the terminal
		}
	}
	return samples, b.all[0].drain(ctx)
}

// print prints figures in the form of Go's benchmarks: numbers and their units.
func (b *beside) print(name string, figures ...any) {
	_, _ = fmt.Fprintf(b.out, "BenchmarkPrometheus/%s\t1", name) // to the terminal
	for pair := range slices.Chunk(figures, 2) {
		_, _ = fmt.Fprintf(b.out, "\t%.6g %s", pair...)
	}
	_, _ = fmt.Fprintln(b.out)
}
