package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/cairnstack/cairn/bench/otlpgen"
)

// How a trickle is measured: every team has records of the day already, because
// what is merged with them makes most of the cost. The trickle runs for a while
// before the clock does, and on while records are looked for, because searches
// cost something themselves.
const (
	trickleFill  = 8000
	trickleWarm  = 20 * time.Second
	trickleLooks = 20
)

// trickle is a small load that goes on.
type trickle struct {
	options
	server  *server
	signals []string
	engine  int
}

// measureTrickle prints what a small load costs server and engine, and how soon
// its records are found.
func measureTrickle(ctx context.Context, o options, dir string) error {
	m := &run{options: o, dir: dir}
	s, err := m.startServer(ctx)
	if err != nil {
		return err
	}
	engine, err := childOf(s.command.Process.Pid)
	if err != nil {
		return errors.Join(err, s.stop())
	}
	t := &trickle{options: o, server: s, signals: []string{o.signal}, engine: engine}
	if o.signal == "all" {
		t.signals = []string{"logs", "traces", "metrics"}
	}
	return errors.Join(t.measure(ctx), s.stop())
}

func (t *trickle) measure(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for _, signal := range t.signals {
		if err := t.fill(ctx, signal); err != nil {
			return err
		}
	}
	failed := make(chan error, len(t.signals))
	for _, signal := range t.signals {
		go func() { failed <- t.send(ctx, signal) }()
	}
	if err := await(ctx, failed, trickleWarm); err != nil {
		return err
	}
	before, err := t.used()
	if err != nil {
		return err
	}
	if err := await(ctx, failed, t.trickle); err != nil {
		return err
	}
	after, err := t.used()
	if err != nil {
		return err
	}
	seen, err := t.look(ctx)
	t.print(after.minus(before), percentilesOf(seen))
	return err
}

// fill gives every team records of a signal from before the trickle.
func (t *trickle) fill(ctx context.Context, signal string) error {
	if t.rate == 0 {
		return nil
	}
	o := t.options
	o.signal, o.requestRows, o.rows = signal, trickleFill/8, trickleFill*t.teams
	out, err := newSender(o, t.server)
	if err != nil {
		return err
	}
	before, err := newMaker(o).make(o.rows)
	if err != nil {
		return err
	}
	_, err = sendAll(ctx, o, out, listed(before.requests), nil)
	return errors.Join(err, t.server.drain(ctx))
}

// await waits for a while, or for a failure.
func await(ctx context.Context, failed <-chan error, wait time.Duration) error {
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait):
		return nil
	}
}

// send sends the records of a signal at the rate until ctx ends.
func (t *trickle) send(ctx context.Context, signal string) error {
	if t.rate == 0 {
		<-ctx.Done()
		return nil
	}
	o := t.options
	o.signal, o.requestRows = signal, min(o.requestRows, o.rate)
	out, err := newSender(o, t.server)
	if err != nil {
		return err
	}
	step := time.Second / time.Duration(o.rate)
	m := &maker{options: o, generator: &otlpgen.Generator{Seed: loadSeed, Start: time.Now(), Step: step}}
	ticker := time.NewTicker(step * time.Duration(o.requestRows))
	defer ticker.Stop()
	for ctx.Err() == nil {
		next, err := m.make(o.requestRows)
		if err != nil {
			return err
		}
		if _, err := sendOne(ctx, out, next.requests[0]); err != nil {
			return err
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
		}
	}
	return nil
}

// look returns how long records took to be found that were sent between the
// others, at times that have nothing to do with them.
func (t *trickle) look(ctx context.Context) ([]time.Duration, error) {
	if t.rate == 0 {
		return nil, nil
	}
	source, err := t.server.logSource(ctx)
	var seen []time.Duration
	for i := 0; err == nil && i < trickleLooks; i++ {
		var took time.Duration
		if took, err = t.server.sight(ctx, source, letters(i)); err == nil {
			seen = append(seen, took)
			time.Sleep(time.Duration(i*37%100) * 10 * time.Millisecond)
		}
	}
	return seen, err
}

// usage is what a process has used since it began.
type usage struct {
	at             time.Time
	server, engine time.Duration // CPU time
	serverWritten  int64
	engineWritten  int64
}

func (t *trickle) used() (u usage, err error) {
	u.at = time.Now()
	var errs [4]error
	u.server, errs[0] = cpu(t.server.command.Process.Pid)
	u.engine, errs[1] = cpu(t.engine)
	u.serverWritten, errs[2] = written(t.server.command.Process.Pid)
	u.engineWritten, errs[3] = written(t.engine)
	return u, errors.Join(errs[:]...)
}

// spent is what was used per time.
type spent struct {
	serverCPU, engineCPU float64 // per cent of a core
	serverMiB, engineMiB float64 // written per minute
}

func (u usage) minus(before usage) spent {
	took := u.at.Sub(before.at)
	share := func(d time.Duration) float64 { return 100 * d.Seconds() / took.Seconds() }
	rate := func(bytes int64) float64 { return float64(bytes) / (1 << 20) / took.Minutes() }
	return spent{
		share(u.server - before.server), share(u.engine - before.engine),
		rate(u.serverWritten - before.serverWritten), rate(u.engineWritten - before.engineWritten),
	}
}

func (t *trickle) print(s spent, seen percentiles) {
	_, _ = fmt.Fprintf(os.Stdout, "Benchmark%s\t1\t%.2f server-cpu-%%\t%.2f engine-cpu-%%\t%.2f server-MiB/min\t%.2f engine-MiB/min\t%.2f visible-p50-s\t%.2f visible-max-s\n",
		t.name(), s.serverCPU, s.engineCPU, s.serverMiB, s.engineMiB, seen.p50.Seconds(), seen.most.Seconds())
}

func (t *trickle) name() string {
	if t.line != "" {
		return t.line
	}
	return fmt.Sprintf("Trickle/%s/rate=%d/request=%d/teams=%d", t.signal, t.rate, min(t.requestRows, t.rate), t.teams)
}
