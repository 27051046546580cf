package main

import (
	"context"
	"fmt"
	"time"
)

// state is how far the engine is with the records that are asked about.
type state int

// States.
const (
	loaded  state = iota // it has them, and merges
	settled              // it is quiet
	states
)

// How often every question is put: right after loading only while merges last,
// and afterwards less often where it would take long.
const (
	loadedRounds     = 3
	settledRounds    = 15
	settledRoundsMin = 5
	askedTimeMax     = 15 * time.Second // of a question, over all rounds
)

// asked is a question about a part of the day, put to a program.
type asked struct {
	question, span string
	program        int
}

// cost is what a question took once.
type cost struct {
	wall, cpu, server  time.Duration // CPU of both, and of the server alone
	found, rows, bytes float64
}

// costs is what a question took in each state.
type costs struct {
	of      [states][]cost
	refused string // why the program does not take the question
}

// askAll puts every question to all programs by turns, round after round.
func (a *attributes) askAll(ctx context.Context, all []*contestant, in state, rounds int) error {
	begun, spent := time.Now(), map[asked]time.Duration{}
	for _, k := range a.costs {
		k.refused = "" // what took too long before may not now
	}
	for round := range rounds {
		for _, s := range spans() {
			for _, q := range questions() {
				key := asked{question: q.name, span: s.name}
				if round >= settledRoundsMin && spent[key] > askedTimeMax {
					continue
				}
				asking := time.Now()
				if err := a.askByTurns(ctx, all, turn{q, s, round, in}); err != nil {
					return fmt.Errorf("%s, %s: %w", q.name, s.name, err)
				}
				spent[key] += time.Since(asking)
			}
		}
	}
	a.note("up to %d rounds of %d questions took %.1f s", rounds, len(questions())*len(spans()), time.Since(begun).Seconds())
	return nil
}

// turn is one time that a question is put.
type turn struct {
	question question
	span     span
	round    int
	in       state
}

// askByTurns puts a question to every program; another one begins in each round.
func (a *attributes) askByTurns(ctx context.Context, all []*contestant, t turn) error {
	for i := range all {
		c := all[(i+t.round)%len(all)]
		k := a.costsOf(asked{t.question.name, t.span.name, c.number})
		if k.refused != "" {
			continue
		}
		if err := a.askOne(ctx, c, t, k); err != nil {
			return fmt.Errorf("%s: %w", c.run.cairn, err)
		}
	}
	return nil
}

func (a *attributes) costsOf(key asked) *costs {
	if a.costs[key] == nil {
		a.costs[key] = &costs{}
	}
	return a.costs[key]
}

// askOne puts a question to a program and keeps what it took, or that the program
// does not take it.
func (a *attributes) askOne(ctx context.Context, c *contestant, t turn, k *costs) error {
	body := a.day.ask(t.question, t.span, c.source, t.round)
	begun, server, engine := time.Now(), used(c.server.command.Process.Pid), used(c.engines...)
	got, err := c.server.ask(ctx, t.question.path, body)
	took := cost{wall: time.Since(begun), server: used(c.server.command.Process.Pid) - server}
	took.cpu = took.server + used(c.engines...) - engine
	if err != nil {
		return err
	}
	if got.isRefused() {
		k.refused = got.message()
		a.note("%s refuses %q, %s: %s", c.run.cairn, t.question.name, t.span.name, k.refused)
		return nil
	}
	if err := got.read(); err != nil {
		return err
	}
	if want := t.question.want; want != anyCount && got.found != float64(want) {
		return fmt.Errorf("found %v, want %d: %s", got.found, want, body)
	}
	took.found, took.rows, took.bytes = got.found, got.rows, got.bytes
	k.of[t.in] = append(k.of[t.in], took)
	return nil
}

// used returns the CPU time of processes, 0 when one has ended: then asking fails.
func used(pids ...int) time.Duration {
	spent, _ := processes(pids).cpu()
	return spent
}
