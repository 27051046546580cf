package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"time"
)

// What the units of the other program begin with, and those of what was asked
// right after loading.
const (
	againstPrefix = "against-"
	loadedPrefix  = "loaded-"
)

// sameWithin is how far what both programs find may differ: of groups with as many
// records, each keeps some.
const sameWithin = 0.01

// print prints every figure in the form of Go's benchmarks.
func (a *attributes) print(to io.Writer) {
	for _, r := range a.ingested {
		r.printLine(to)
	}
	a.printQuestions(to)
}

func (a *attributes) printQuestions(to io.Writer) {
	for _, s := range spans() {
		for _, q := range questions() {
			_, _ = fmt.Fprintf(to, "Benchmark%s/%s/%s\t1", a.title, s.name, q.name) // to the terminal
			a.printQuestion(to, asked{question: q.name, span: s.name})
			_, _ = fmt.Fprintln(to)
		}
	}
}

func (a *attributes) printQuestion(to io.Writer, key asked) {
	own := a.costsOf(key)
	own.print(to, "")
	if len(a.programs) == 1 {
		return
	}
	key.program = 1
	other := a.costsOf(key)
	other.print(to, againstPrefix)
	if own.refused != "" || other.refused != "" {
		return
	}
	now, was := sumOf(own.of[settled]), sumOf(other.of[settled])
	if math.Abs(now.found-was.found) > sameWithin*max(now.found, was.found) {
		a.note("%s, %s: finds %v, and the other program %v", key.question, key.span, now.found, was.found)
	}
	if was.p50 > 0 && was.cpu > 0 {
		printValue(to, now.p50/was.p50, "p50-ratio")
		printValue(to, now.cpu/was.cpu, "cpu-ratio")
	}
}

func (k *costs) print(to io.Writer, prefix string) {
	if k.refused != "" {
		printValue(to, 1, prefix+"refused")
		return
	}
	now, early := sumOf(k.of[settled]), sumOf(k.of[loaded])
	for _, v := range []struct {
		number float64
		unit   string
	}{
		{now.found, "found"}, {now.rows, "rows"}, {now.bytes / (1 << 20), "MiB"}, {now.p50, "p50-ms"}, {now.p95, "p95-ms"}, {now.cpu, "cpu-ms"}, {now.server, "server-cpu-ms"}, {now.cpuPerWall, "cpu/wall"},
		{early.p50, loadedPrefix + "p50-ms"}, {early.p95, loadedPrefix + "p95-ms"}, {early.cpu, loadedPrefix + "cpu-ms"},
	} {
		printValue(to, v.number, prefix+v.unit)
	}
}

func printValue(to io.Writer, number float64, unit string) {
	_, _ = fmt.Fprintf(to, "\t%.6g %s", number, unit) // to the terminal
}

// summary is what a question took, in milliseconds: time and CPU time as medians,
// or what 95 % take at most, the rest as means of all rounds.
type summary struct {
	found, rows, bytes, p50, p95, cpu, server, cpuPerWall float64
}

func sumOf(all []cost) (s summary) {
	if len(all) == 0 {
		return s
	}
	var wall, cpu time.Duration
	count := float64(len(all))
	for _, c := range all {
		wall, cpu = wall+c.wall, cpu+c.cpu
		s.found += c.found / count
		s.rows += c.rows / count
		s.bytes += c.bytes / count
	}
	s.p50 = quantile(all, 50, func(c cost) time.Duration { return c.wall })
	s.p95 = quantile(all, 95, func(c cost) time.Duration { return c.wall })
	s.cpu = quantile(all, 50, func(c cost) time.Duration { return c.cpu })
	s.server = quantile(all, 50, func(c cost) time.Duration { return c.server })
	s.cpuPerWall = float64(cpu) / float64(wall)
	return s
}

// quantile returns what so many of a hundred rounds take at most.
func quantile(all []cost, percent int, of func(cost) time.Duration) float64 {
	times := make([]time.Duration, len(all))
	for i, c := range all {
		times[i] = of(c)
	}
	slices.Sort(times)
	return milliseconds(times[len(times)*percent/100])
}
