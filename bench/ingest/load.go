package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cairnstack/cairn/bench/otlpgen"
)

// load is requests, made before the clock runs.
type load struct {
	plain    [][]byte // as the generator made them
	requests [][]byte // as they are sent
	bytes    int64    // of plain
}

const (
	loadSeed = 1
	loadStep = time.Millisecond
	// warmRows are sent before the clock runs: the tables are made, and
	// frequent keys get their columns.
	warmRows = 30_000
)

// maker makes the records of a run, none of them twice.
type maker struct {
	options
	generator *otlpgen.Generator
	next      int
}

// newMaker returns a maker whose records end about now.
func newMaker(o options) *maker {
	start := time.Now().Add(-loadStep * time.Duration(2*(o.rows+o.warmRows())))
	return &maker{options: o, generator: &otlpgen.Generator{Seed: loadSeed, Start: start, Step: loadStep}}
}

// make returns requests with the next records.
func (m *maker) make(rows int) (*load, error) {
	l := &load{}
	for end := m.next + rows; m.next < end; {
		count := min(m.requestRows, end-m.next)
		b, err := m.request(uint64(m.next), count) // numbers count up from zero
		if err != nil {
			return nil, err
		}
		m.next += count
		l.plain = append(l.plain, b)
		l.bytes += int64(len(b))
	}
	l.requests = l.plain
	if m.gzip && m.protocol == "http" {
		l.compress()
	}
	return l, nil
}

func (m *maker) request(first uint64, count int) ([]byte, error) {
	switch m.signal {
	case "logs":
		if m.rich {
			return m.generator.RichLogs(first, count), nil
		}
		return m.generator.Logs(first, count), nil
	case "traces":
		return m.generator.Traces(first, count), nil
	case "metrics":
		return m.generator.Metrics(first, count), nil
	}
	return nil, fmt.Errorf("no signal %q", m.signal)
}

func (l *load) compress() {
	l.requests = make([][]byte, len(l.plain))
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is right
	for i, b := range l.plain {
		var out bytes.Buffer
		w.Reset(&out)
		_, _ = w.Write(b) // to memory
		_ = w.Close()
		l.requests[i] = out.Bytes()
	}
}

// sender sends one request and reports whether it was taken.
type sender interface {
	send(ctx context.Context, body []byte) (taken bool, err error)
}

// pace is how fast requests are sent: every one takes a tick, if there are any.
type pace <-chan time.Time

// supply returns a request by its number, nil behind the last one. Several
// senders call it at the same time.
type supply func(n int) []byte

func listed(requests [][]byte) supply {
	return func(n int) []byte {
		if n >= len(requests) {
			return nil
		}
		return requests[n]
	}
}

// sendAll sends the requests from several senders until each is taken, and
// returns how long each took that was taken at once.
func sendAll(ctx context.Context, o options, s sender, requests supply, ticks pace) ([]time.Duration, error) {
	var next atomic.Int64
	var group sync.WaitGroup
	latencies, failures := make([][]time.Duration, o.senders), make([]error, o.senders)
	for i := range o.senders {
		group.Go(func() {
			for failures[i] == nil && ctx.Err() == nil {
				body := requests(int(next.Add(1) - 1))
				if body == nil {
					return
				}
				if ticks != nil {
					<-ticks
				}
				var took time.Duration
				if took, failures[i] = sendOne(ctx, s, body); took > 0 {
					latencies[i] = append(latencies[i], took)
				}
			}
		})
	}
	group.Wait()
	var all []time.Duration
	for i := range latencies {
		if failures[i] != nil {
			return nil, failures[i]
		}
		all = append(all, latencies[i]...)
	}
	return all, ctx.Err()
}

const retryPause = 100 * time.Millisecond

func sendOne(ctx context.Context, s sender, body []byte) (time.Duration, error) {
	for try := 0; ; try++ {
		begun := time.Now()
		taken, err := s.send(ctx, body)
		if err != nil {
			return 0, err
		}
		if taken && try == 0 {
			return time.Since(begun), nil
		}
		if taken {
			return 0, nil
		}
		time.Sleep(retryPause)
	}
}
