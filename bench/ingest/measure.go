package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"
)

// How long the engine has to be quiet to count as settled, and how much CPU it
// may use then.
const (
	quietFor     = 4 * time.Second
	quietShare   = 0.05
	settleMax    = 5 * time.Minute
	profileTime  = 6 // seconds
	profileAfter = 4 * time.Second
)

// measure sends the load to a server and fills the report.
func measure(ctx context.Context, o options, dir string, l *load, r *report) error {
	s, err := startServer(ctx, o.cairn, filepath.Join(dir, "server"))
	if err != nil {
		return err
	}
	err = measureServer(ctx, o, s, l, r)
	return errors.Join(err, s.stop(), measureDisk(ctx, filepath.Join(dir, "server"), s.team, r))
}

func measureServer(ctx context.Context, o options, s *server, l *load, r *report) error {
	engine, err := childOf(s.command.Process.Pid)
	if err != nil {
		return err
	}
	out, err := newSender(o, s)
	if err != nil {
		return err
	}
	if _, err := sendAll(ctx, o, out, l.requests[:1], nil); err != nil { // the tables are made
		return err
	}
	if err := errors.Join(s.drain(ctx), settle(ctx, engine)); err != nil {
		return err
	}
	watch := newMeter(s.command.Process.Pid, engine)
	profiled := time.AfterFunc(profileAfter, func() { s.profiles(ctx, o) })
	defer profiled.Stop()
	begun := time.Now()
	latencies, err := sendAll(ctx, o, out, l.requests[1:], nil)
	if err != nil {
		return err
	}
	r.acked = time.Since(begun)
	r.full = percentilesOf(latencies)
	if err := s.drain(ctx); err != nil {
		return err
	}
	r.stored = time.Since(begun)
	if err := settle(ctx, engine); err != nil {
		return err
	}
	if err := watch.read(r); err != nil {
		return err
	}
	return measureHalf(ctx, o, out, l, r)
}

// measureHalf sends at half of the speed that was reached, and takes the
// latencies.
func measureHalf(ctx context.Context, o options, out sender, l *load, r *report) error {
	if o.half == 0 {
		return nil
	}
	perSecond := float64(len(l.requests)) / r.stored.Seconds() / 2
	requests := l.requests[:min(len(l.requests), int(perSecond*o.half.Seconds()))]
	ticker := time.NewTicker(time.Duration(float64(time.Second) / perSecond))
	defer ticker.Stop()
	latencies, err := sendAll(ctx, o, out, requests, ticker.C)
	r.half = percentilesOf(latencies)
	return err
}

// settle waits until the engine has been quiet for a while.
func settle(ctx context.Context, engine int) error {
	deadline := time.Now().Add(settleMax)
	for time.Now().Before(deadline) && ctx.Err() == nil {
		before, err := cpu(engine)
		if err != nil {
			return err
		}
		time.Sleep(quietFor)
		after, err := cpu(engine)
		if err != nil {
			return err
		}
		if float64(after-before) < quietShare*float64(quietFor) {
			return nil
		}
	}
	return errors.Join(ctx.Err(), errors.New("the engine does not come to rest"))
}

// meter takes the CPU time of server and engine from a moment on.
type meter struct {
	server, engine       int
	serverCPU, engineCPU time.Duration
}

func newMeter(server, engine int) *meter {
	m := &meter{server: server, engine: engine}
	m.serverCPU, _ = cpu(server) // running, or read fails later
	m.engineCPU, _ = cpu(engine)
	return m
}

func (m *meter) read(r *report) error {
	server, err := cpu(m.server)
	if err != nil {
		return err
	}
	engine, err := cpu(m.engine)
	if err != nil {
		return err
	}
	r.serverCPU, r.engineCPU = server-m.serverCPU, engine-m.engineCPU
	if r.serverPeak, err = peak(m.server); err != nil {
		return err
	}
	r.enginePeak, err = peak(m.engine)
	return err
}

// percentiles of latencies.
type percentiles struct{ p50, p90, p99, most time.Duration }

func percentilesOf(all []time.Duration) percentiles {
	if len(all) == 0 {
		return percentiles{}
	}
	slices.Sort(all)
	at := func(share float64) time.Duration { return all[int(share*float64(len(all)-1))] }
	return percentiles{at(0.5), at(0.9), at(0.99), all[len(all)-1]}
}
