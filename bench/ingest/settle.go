package main

import (
	"context"
	"errors"
	"time"
)

// When the engine counts as settled: within quietFor it has used less than
// quietShare of a core, and none of its threads had work for threadShare of the
// time. Such a one may be waiting for a core on a busy machine.
const (
	quietFor    = 4 * time.Second
	quietShare  = 0.05
	threadShare = 0.5
	settleMax   = 30 * time.Minute // ten million records on a busy machine
	// Tables that have just been made or written are looked at by the engine at
	// growing intervals, which is no merging.
	quietTeamShare = 0.0015
)

// settle waits until each engine of a server has been quiet for a while.
func (m *run) settle(ctx context.Context, engines ...int) error {
	for _, engine := range engines {
		if err := settle(ctx, engine, quietShare+quietTeamShare*float64(m.teams-1)); err != nil {
			return err
		}
	}
	return nil
}

// settle waits until the engine has used less than a share of a core for a while.
func settle(ctx context.Context, engine int, share float64) error {
	deadline := time.Now().Add(settleMax)
	for time.Now().Before(deadline) && ctx.Err() == nil {
		before, threads, err := activity(engine)
		if err != nil {
			return err
		}
		time.Sleep(quietFor)
		after, later, err := activity(engine)
		if err != nil {
			return err
		}
		if float64(after-before) < share*float64(quietFor) && busiest(threads, later) < time.Duration(threadShare*float64(quietFor)) {
			return nil
		}
	}
	return errors.Join(ctx.Err(), errors.New("the engine does not come to rest"))
}

// activity returns the CPU time of a process, and for how long each of its
// threads has run or waited for a core.
func activity(pid int) (time.Duration, map[string]time.Duration, error) {
	used, err := cpu(pid)
	if err != nil {
		return 0, nil, err
	}
	threads, err := runnable(pid)
	return used, threads, err
}

// busiest returns for how long the thread had work that had most of it. One that
// has just begun counts from its beginning.
func busiest(before, after map[string]time.Duration) (most time.Duration) {
	for thread, total := range after {
		most = max(most, total-before[thread])
	}
	return most
}
