// Command report measures what the product costs and how that grows: with
// records, alerts, teams and clients. It runs the benchmarks part by part, keeps
// their figures as JSON, compares them with those of the commit before, and makes
// of them the tables and the pictures of the documentation.
package main

import (
	"context"
	"errors"
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
	scale   string
	draw    bool
}

func main() {
	var o options
	flag.StringVar(&o.parts, "parts", ".", "a pattern of the parts to measure; the others keep their figures")
	flag.StringVar(&o.results, "results", "bench/results", "the folder of the figures, with those of earlier commits")
	flag.StringVar(&o.page, "page", "docs/benchmarks.md", "the page that shows them")
	flag.StringVar(&o.scale, "scale", "docs/scale.md", "the page that makes a model of them")
	flag.StringVar(&o.images, "images", "docs/images", "the folder of the pictures")
	flag.BoolVar(&o.draw, "draw", false, "measure nothing, show the figures that are there")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := start(ctx, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1) //nolint:forbidigo // the end of the program
	}
}

// start measures and shows. What was measured is kept and shown even where
// another part fails.
func start(ctx context.Context, o options, out io.Writer) error {
	now, err := readResults(filepath.Join(o.results, latestFile))
	if err != nil {
		return err
	}
	var failed error
	if !o.draw {
		now, failed = measureAll(ctx, o, now)
	}
	earlier, err := readHistory(o.results)
	if err != nil {
		return errors.Join(failed, err)
	}
	s := story{now: now, before: before(now, earlier)}
	if !o.draw {
		s.compare(out)
	}
	return errors.Join(failed, s.show(o))
}

// measureAll runs the parts that are wanted; the rest of the figures stay.
func measureAll(ctx context.Context, o options, now results) (results, error) {
	wanted, err := regexp.Compile(o.parts)
	if err != nil {
		return now, err
	}
	here := run{At: time.Now().UTC().Truncate(time.Second), Machine: thisMachine(), Commit: commit(ctx)}
	m := measurer{environment: os.Environ(), log: os.Stderr}
	var failed error
	for _, p := range parts() {
		if !wanted.MatchString(p.name) || ctx.Err() != nil {
			continue
		}
		fmt.Fprintf(os.Stderr, "report: %s\n", p.name)
		here.Machine.Load, here.Against = loadAverages(), m.against(p.name)
		begin := usageNow()
		found, err := p.measure(ctx, m)
		others := usageNow().othersSince(begin, here.Machine.Cores)
		here.Others = &others
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", p.name, err))
			continue
		}
		now = now.with(p.name, here, found)
		failed = errors.Join(failed, now.keep(o.results, here))
	}
	return now, errors.Join(failed, ctx.Err())
}

// show writes tables and pictures.
func (s story) show(o options) error {
	page, err := os.ReadFile(o.page)
	if err != nil {
		return err
	}
	text, err := splice(string(page), s.markdown())
	if err != nil {
		return fmt.Errorf("%s: %w", o.page, err)
	}
	if err := os.WriteFile(o.page, []byte(text), 0o644); err != nil { //nolint:gosec // a page of documentation
		return err
	}
	if err := s.showScale(o.scale); err != nil {
		return err
	}
	for _, p := range s.now.pictures() {
		if err := os.WriteFile(filepath.Join(o.images, p.file), []byte(p.svg()), 0o644); err != nil { //nolint:gosec // as above
			return err
		}
	}
	return nil
}
