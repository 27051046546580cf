package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"
)

// When profiles of the server are taken, and for how many seconds.
const (
	profileTime  = 6
	profileAfter = 4 * time.Second
)

// run is one measurement.
type run struct {
	options
	dir        string
	maker      *maker
	warm, load *load
}

func (m *run) serverDir() string { return filepath.Join(m.dir, "server") }

// measure sends the load to a server and fills the report.
func measure(ctx context.Context, m *run, r *report) error {
	s, err := m.startServer(ctx, withoutMetering)
	if err != nil {
		return err
	}
	if err := errors.Join(m.measureFull(ctx, s, r), s.stop()); err != nil {
		return err
	}
	if err := m.measureDisk(ctx, r); err != nil {
		return err
	}
	if m.restart {
		if err := m.measureRestart(ctx, r); err != nil {
			return fmt.Errorf("restart: %w", err)
		}
	}
	if m.half > 0 {
		if err := m.measureHalf(ctx, r); err != nil {
			return fmt.Errorf("half load: %w", err)
		}
	}
	if !m.floor {
		return nil
	}
	if err := m.measureFloor(ctx, r); err != nil {
		return fmt.Errorf("floor: %w", err)
	}
	return nil
}

// measureFull sends as fast as the server takes it.
func (m *run) measureFull(ctx context.Context, s *server, r *report) error {
	engine, err := childOf(s.command.Process.Pid)
	if err != nil {
		return err
	}
	out, err := newSender(m.options, s)
	if err != nil {
		return err
	}
	if err := m.introduce(ctx, s, out, r); err != nil {
		return err
	}
	if _, err := sendAll(ctx, m.options, out, listed(m.warm.requests[m.teams:]), nil); err != nil {
		return err
	}
	if err := errors.Join(s.drain(ctx), m.settle(ctx, engine)); err != nil {
		return err
	}
	watch := newMeter(s.command.Process.Pid, engine)
	profiled := time.AfterFunc(profileAfter, func() { s.profiles(ctx, m.options) })
	defer profiled.Stop()
	begun, inserts := time.Now(), s.inserts(ctx)
	latencies, err := sendAll(ctx, m.options, out, listed(m.load.requests), nil)
	r.acked, r.full = time.Since(begun), percentilesOf(latencies)
	if err := errors.Join(err, s.drain(ctx)); err != nil {
		return err
	}
	r.stored, r.team, r.inserts = time.Since(begun), s.TeamID, s.inserts(ctx)-inserts
	return errors.Join(m.settle(ctx, engine), watch.read(r))
}

// introduce sends the first request of every team, and takes the CPU time until
// their tables are there.
func (m *run) introduce(ctx context.Context, s *server, out sender, r *report) error {
	engine, err := childOf(s.command.Process.Pid)
	if err != nil {
		return err
	}
	watch, first := newMeter(s.command.Process.Pid, engine), report{}
	_, err = sendAll(ctx, m.options, out, listed(m.warm.requests[:m.teams]), nil)
	if err := errors.Join(err, s.drain(ctx), watch.read(&first)); err != nil {
		return err
	}
	r.setup = (first.serverCPU + first.engineCPU) / time.Duration(m.teams)
	return nil
}

// measureRestart takes the time until a server with everything that was stored
// is ready.
func (m *run) measureRestart(ctx context.Context, r *report) error {
	begun := time.Now()
	s, err := resumeServer(ctx, m.cairn, m.serverDir(), withoutMetering)
	if err != nil {
		return err
	}
	r.started = time.Since(begun)
	r.startCPU, err = s.startCPU()
	return errors.Join(err, s.stop())
}

// startCPU returns what server and engine have used since they began.
func (s *server) startCPU() (time.Duration, error) {
	engine, err := childOf(s.command.Process.Pid)
	if err != nil {
		return 0, err
	}
	own, ownErr := cpu(s.command.Process.Pid)
	its, itsErr := cpu(engine)
	return own + its, errors.Join(ownErr, itsErr)
}

// measureHalf sends at half of the speed that was reached, to a server with
// everything that was stored, and takes the latencies.
func (m *run) measureHalf(ctx context.Context, r *report) error {
	perSecond := float64(len(m.load.requests)) / r.stored.Seconds() / 2
	more, err := m.maker.make(int(perSecond*m.half.Seconds()) * m.requestRows)
	if err != nil {
		return err
	}
	s, err := resumeServer(ctx, m.cairn, m.serverDir(), withoutMetering)
	if err != nil {
		return err
	}
	out, err := newSender(m.options, s)
	if err != nil {
		return errors.Join(err, s.stop())
	}
	seen, stop := s.watchVisible(ctx)
	ticker := time.NewTicker(time.Duration(float64(time.Second) / perSecond))
	defer ticker.Stop()
	latencies, err := sendAll(ctx, m.options, out, listed(more.requests), ticker.C)
	stop()
	visible := <-seen
	r.half, r.visible = percentilesOf(latencies), percentilesOf(visible.times)
	return errors.Join(err, visible.err, s.stop())
}

// meter takes the CPU time of a server and its engines from a moment on.
type meter struct {
	server               int
	engines              processes
	serverCPU, engineCPU time.Duration
}

func newMeter(server int, engines ...int) *meter {
	m := &meter{server: server, engines: engines}
	m.serverCPU, _ = cpu(server) // running, or read fails later
	m.engineCPU, _ = m.engines.cpu()
	return m
}

func (m *meter) read(r *report) error {
	server, err := cpu(m.server)
	if err != nil {
		return err
	}
	engine, err := m.engines.cpu()
	if err != nil {
		return err
	}
	r.serverCPU, r.engineCPU = server-m.serverCPU, engine-m.engineCPU
	if r.serverPeak, err = peak(m.server); err != nil {
		return err
	}
	r.enginePeak, err = m.engines.peak()
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
