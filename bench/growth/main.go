// Command growth measures how cost grows: with records, alerts, teams and
// clients. It runs the benchmarks that go by these sizes, writes the figures as
// JSON, compares them with those of the run before, and makes of them the table
// and the pictures of the documentation.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

type options struct {
	parts   string
	results string
	page    string
	images  string
	draw    bool
}

func main() {
	var o options
	flag.StringVar(&o.parts, "parts", ".", "a pattern of the parts to measure; the others keep their figures")
	flag.StringVar(&o.results, "results", "bench/results/latest.json", "the file of the figures")
	flag.StringVar(&o.page, "page", "docs/benchmarks.md", "the page that shows them")
	flag.StringVar(&o.images, "images", "docs/images", "the folder of the pictures")
	flag.BoolVar(&o.draw, "draw", false, "measure nothing, draw the figures that are there")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := start(ctx, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1) //nolint:forbidigo // the end of the program
	}
}

func start(ctx context.Context, o options, out io.Writer) error {
	before, err := readResults(o.results)
	if err != nil {
		return err
	}
	after := before
	if !o.draw {
		if after, err = measureAll(ctx, o, before); err != nil {
			return err
		}
		compare(out, before, after)
		if err := after.write(o.results); err != nil {
			return err
		}
	}
	return show(o, after)
}

// measureAll runs the parts that are wanted; the rest of the figures stay.
func measureAll(ctx context.Context, o options, before results) (results, error) {
	wanted, err := regexp.Compile(o.parts)
	if err != nil {
		return before, err
	}
	after := results{At: time.Now().UTC().Truncate(time.Second), Machine: thisMachine(), Commit: commit(ctx), Figures: before.Figures}
	for _, p := range parts() {
		if !wanted.MatchString(p.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "growth: %s\n", p.name)
		found, err := p.measure(ctx)
		if err != nil {
			return before, fmt.Errorf("%s: %w", p.name, err)
		}
		after = after.with(found)
	}
	return after, nil
}

// show writes table and pictures.
func show(o options, r results) error {
	page, err := os.ReadFile(o.page)
	if err != nil {
		return err
	}
	text, err := splice(string(page), r.markdown())
	if err != nil {
		return fmt.Errorf("%s: %w", o.page, err)
	}
	if err := os.WriteFile(o.page, []byte(text), 0o644); err != nil { //nolint:gosec // a page of documentation
		return err
	}
	for _, p := range r.pictures() {
		if err := os.WriteFile(filepath.Join(o.images, p.file), []byte(p.svg()), 0o644); err != nil { //nolint:gosec // as above
			return err
		}
	}
	return nil
}
