package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// attributes measures questions about a day of rich log records.
type attributes struct {
	options
	title    string // of the figures
	day      day
	first    int // number of the first record that is sent
	dir      string
	programs []program
	costs    map[asked]*costs // by question, part of the day and program
	ingested []*report        // by program
	log      io.Writer
}

// program is one that is measured, with an engine of its own or with a cluster.
type program struct {
	name, path  string
	shards      int   // of its cluster; 0: an engine of its own
	memoryBytes int64 // of its engines; 0: what the program chooses
}

// attributesRowsMin is how many records a day needs for whole traces in the middle
// of its last hour.
const attributesRowsMin = 100_000

// measureAttributes loads the day twice: to ask while the engine merges, when
// merges and questions share the CPU time; and to take what the records cost, and
// ask when the engine is quiet.
func measureAttributes(ctx context.Context, o options, dir string) error {
	if o.rows < attributesRowsMin {
		return fmt.Errorf("a day needs at least %d records", attributesRowsMin)
	}
	a := newAttributes(o, dir, "Attributes", program{name: "own", path: o.cairn})
	if o.against != "" {
		a.programs = append(a.programs, program{name: "against", path: o.against})
	}
	if err := a.measureLoaded(ctx); err != nil {
		return fmt.Errorf("right after loading: %w", err)
	}
	if err := a.measureSettled(ctx); err != nil {
		return fmt.Errorf("settled: %w", err)
	}
	a.print(os.Stdout)
	return nil
}

func newAttributes(o options, dir, title string, programs ...program) *attributes {
	a := &attributes{options: o, title: title, day: yesterday(time.Now(), o.rows), dir: dir, programs: programs, costs: map[asked]*costs{}, log: os.Stderr}
	a.rich, a.signal, a.half, a.floor = true, "logs", 0, false
	return a
}

// measureLoaded sends the day to all programs at once, and asks.
func (a *attributes) measureLoaded(ctx context.Context) error {
	all, err := a.startAll(ctx, "loaded")
	if err != nil {
		return errors.Join(err, stopAll(all))
	}
	_, _, err = a.send(ctx, all...)
	if err == nil {
		err = a.askAll(ctx, all, loaded, loadedRounds)
	}
	return errors.Join(err, stopAll(all), os.RemoveAll(filepath.Join(a.dir, "loaded")))
}

// measureSettled sends the day to one program after the other, waits until each is
// quiet, and asks.
func (a *attributes) measureSettled(ctx context.Context) error {
	all, err := a.startAll(ctx, "settled")
	for i := 0; i < len(all) && err == nil; i++ {
		r := &report{options: a.options}
		r.line = a.title + "/ingest/" + a.programs[i].name
		a.ingested = append(a.ingested, r)
		err = a.measureIngest(ctx, all[i], r)
	}
	if err == nil {
		err = a.becomeKnown(ctx, all)
	}
	if err == nil {
		err = a.askAll(ctx, all, settled, a.rounds)
	}
	for i, r := range a.ingested {
		if diskErr := all[i].measureClusterDisk(ctx, r); diskErr != nil {
			a.note("no size on disk of %s: %v", a.programs[i].name, diskErr)
		}
	}
	err = errors.Join(err, stopAll(all))
	for i, r := range a.ingested {
		if all[i].cluster != nil {
			continue
		}
		if diskErr := all[i].run.measureDisk(ctx, r); diskErr != nil {
			a.note("no size on disk of %s: %v", a.programs[i].path, diskErr)
		}
	}
	return err
}

// upkeepPause is long enough for the server to begin with what it does for keys
// that somebody asked about, once a minute.
const upkeepPause = 75 * time.Second

// becomeKnown puts every question once, and waits until the programs have done
// what they do for keys that few records have and somebody asks about.
func (a *attributes) becomeKnown(ctx context.Context, all []*contestant) error {
	if err := a.askAll(ctx, all, settled, 1); err != nil {
		return err
	}
	for _, k := range a.costs {
		k.of[settled] = nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(upkeepPause):
	}
	for _, c := range all {
		if err := c.run.settle(ctx, c.engines...); err != nil {
			return err
		}
	}
	return nil
}

// measureIngest sends the day to a program and takes what that costs, merges
// included.
func (a *attributes) measureIngest(ctx context.Context, c *contestant, r *report) (err error) {
	before := c.server.inserts(ctx)
	watch, begun := newMeter(c.server.command.Process.Pid, c.engines...), time.Now()
	r.team = c.server.TeamID
	if r.acked, r.payloadBytes, err = a.send(ctx, c); err != nil {
		return err
	}
	r.stored, r.inserts = time.Since(begun), c.server.inserts(ctx)-before
	if err := c.run.settle(ctx, c.engines...); err != nil {
		return err
	}
	r.settled = time.Since(begun)
	a.note("quiet after %.1f s", r.settled.Seconds())
	return watch.read(r)
}

// send sends the day to programs, and returns when all of it was acknowledged and
// how many bytes it has. The engine of each has everything then.
func (a *attributes) send(ctx context.Context, to ...*contestant) (time.Duration, int64, error) {
	begun, all := time.Now(), senders{}
	for _, c := range to {
		one, err := newSender(a.options, c.server)
		if err != nil {
			return 0, 0, err
		}
		all = append(all, one)
	}
	var bytes atomic.Int64
	_, err := sendAll(ctx, a.options, all, func(n int) []byte {
		begin := n * a.requestRows
		if begin >= a.rows {
			return nil
		}
		request := a.day.request(a.options, uint64(a.first+begin), min(a.requestRows, a.rows-begin))
		bytes.Add(int64(len(request)))
		return request
	}, nil)
	acked := time.Since(begun)
	for _, c := range to {
		err = errors.Join(err, c.server.drain(ctx))
	}
	a.note("%d records stored after %.1f s", a.rows, time.Since(begun).Seconds())
	return acked, bytes.Load(), err
}

// note says what was done, for those who wait.
func (a *attributes) note(format string, values ...any) {
	_, _ = fmt.Fprintf(a.log, strings.ToLower(a.title)+": "+format+"\n", values...) // to the terminal
}

// senders sends every request to each of several servers.
type senders []sender

func (s senders) send(ctx context.Context, body []byte) (bool, error) {
	for _, one := range s {
		if _, err := sendOne(ctx, one, body); err != nil {
			return false, err
		}
	}
	return true, nil
}
