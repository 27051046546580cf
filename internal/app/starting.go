package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// How often a start that takes long says what it is at, and how long a step
// whose time is up may take to say why.
const (
	startTellEvery = 10 * time.Second
	startGraceMax  = 2 * time.Second
)

// step is one part of a start. A step that has not ended within its limit ends
// the start.
type step struct {
	name  string
	limit time.Duration
	run   func(ctx context.Context) error
}

// steps are the parts of a start, in order. Their limits are for what an
// operator would call hung: a large installation that is upgraded, or a busy
// machine, stays far below them.
func (a *App) steps() []step {
	return []step{
		{"engine library", time.Minute, a.checkEngine},
		{"data folder", time.Minute, a.openDataDir},
		{"ports", time.Minute, a.bind},
		{"room on the disk", roomWaitMax, a.openDisk},
		{"metadata store", 10 * time.Minute, a.openStore},
		{"engine", 12 * time.Minute, a.openEngine},
		{"write-ahead log", 10 * time.Minute, a.wire},
	}
}

// progress is how far a start has come.
type progress struct {
	mu    sync.Mutex
	step  string // empty: it is through
	since time.Time
}

func (p *progress) enter(step string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.step, p.since = step, now
}

// at returns the step that a start is at and since when; no step when it is
// through.
func (p *progress) at() (step string, since time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.step, p.since
}

// climb takes the steps of the start.
func (a *App) climb(ctx context.Context) error {
	for _, s := range a.steps() {
		if err := a.take(ctx, s); err != nil {
			return err
		}
	}
	a.progress.enter("", a.Now())
	return nil
}

// take runs a step. One that does not heed the end of its time is left behind:
// the process ends, and what hangs must not keep it.
func (a *App) take(ctx context.Context, s step) error {
	begun := time.Now()
	a.progress.enter(s.name, a.Now())
	a.tellStarting(ctx, s.name)
	within, cancel := context.WithTimeoutCause(ctx, s.limit, fmt.Errorf("start: %s: not done within %s", s.name, s.limit))
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- s.run(within) }()
	err := a.await(within, s.name, done)
	if err == nil {
		a.Logger.DebugContext(ctx, "started", "step", s.name, "took", time.Since(begun))
	}
	if cause := context.Cause(within); err != nil && cause != nil && ctx.Err() == nil {
		return errors.Join(cause, err)
	}
	return err
}

// await waits for the outcome of a step, and says now and then that it does.
func (a *App) await(ctx context.Context, name string, done <-chan error) error {
	begun, ticker := time.Now(), time.NewTicker(startTellEvery)
	defer ticker.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-ticker.C:
			a.Logger.WarnContext(ctx, "still starting", "step", name, "for", time.Since(begun).Round(time.Second))
			a.tellStarting(ctx, name)
		case <-ctx.Done():
			return awaitRest(ctx, done)
		}
	}
}

// awaitRest gives a step whose time is up a moment to say why.
func awaitRest(ctx context.Context, done <-chan error) error {
	timer := time.NewTimer(startGraceMax)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return ctx.Err()
	}
}

// errStarting says what a server that starts is at.
func (a *App) errStarting() error {
	step, since := a.progress.at()
	if step == "" {
		return nil
	}
	return fmt.Errorf("starting: %s, for %s", step, a.Now().Sub(since).Round(time.Second/10))
}

// onceStarted serves only after the start; before it, parts of the server that
// the handler needs are not there.
func (a *App) onceStarted(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := a.errStarting(); err != nil {
			w.Header().Set("Retry-After", "1")
			writeJSON(w, http.StatusServiceUnavailable, map[string]any{"message": err.Error()})
			return
		}
		next(w, r)
	}
}
