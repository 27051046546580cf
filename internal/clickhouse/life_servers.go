package clickhouse

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/pause"
)

// lives knows of all servers of a client whether they are alive.
type lives struct {
	now    func() time.Time
	opened time.Time
	ctx    context.Context // of the questions; ends with the client
	cancel context.CancelFunc

	mu    sync.Mutex
	known map[server]*life

	asking struct {
		sync.Mutex
		sync.WaitGroup
	}
}

// server is an address between two starts of what listens there.
type server struct {
	address    string
	generation uint64
}

func newLives(now func() time.Time) *lives {
	l := &lives{now: now, opened: now(), known: map[server]*life{}}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

// time returns a moment that no setting of the clock turns back.
func (l *lives) time() int64 { return int64(l.now().Sub(l.opened)) + 1 }

// of returns the life of one of the target's servers.
func (l *lives) of(target Target, address string) *life {
	l.mu.Lock()
	defer l.mu.Unlock()
	is := server{address, target.Generation}
	found := l.known[is]
	if found == nil {
		l.forgetBefore(target.Generation)
		target.Addresses = []string{address}
		found = &life{lives: l, target: target}
		l.known[is] = found
	}
	return found
}

// forgetBefore drops the servers of earlier starts.
func (l *lives) forgetBefore(generation uint64) {
	for is, life := range l.known {
		if is.generation < generation {
			life.retire()
			delete(l.known, is)
		}
	}
}

// all returns the lives of the target's servers, the one heard last first.
func (l *lives) all(target Target) []*life {
	found := make([]*life, len(target.Addresses))
	for i, address := range target.Addresses {
		found[i] = l.of(target, address)
	}
	slices.SortStableFunc(found, func(x, y *life) int { return cmp.Compare(y.heardAt.Load(), x.heardAt.Load()) })
	return found
}

// check returns an Unavailable fault when none of the target's servers gives
// a sign of life although it is asked. Callers share the question.
func (l *lives) check(ctx context.Context, target Target) error {
	servers := l.all(target)
	if len(servers) == 0 {
		return nil
	}
	questions := make([]*question, len(servers))
	for i, life := range servers {
		if questions[i] = life.question(); questions[i] == nil {
			return nil
		}
	}
	for i, life := range servers {
		if life.responds(ctx, questions[i]) {
			return nil
		}
	}
	return silent()
}

// heard reports whether one of the target's servers has given a sign of life
// lately, or gives one when it is asked.
func (l *lives) heard(target Target) bool {
	ctx, cancel := context.WithTimeout(l.ctx, answerTimeMax)
	defer cancel()
	for _, life := range l.all(target) {
		if life.heardAt.Load() == 0 {
			continue
		}
		q := life.question()
		if q == nil || life.responds(ctx, q) && life.heardAt.Load() > q.at {
			return true
		}
	}
	return false
}

func silent() error { return Unavailable(errSilent, "the telemetry engine does not answer") }

// watch returns a context that ends when all the servers keep still for too
// long. Stop ends the watching.
func (l *lives) watch(ctx context.Context, servers ...*life) (watched context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	begun := l.time()
	go func() {
		ticker := time.NewTicker(patienceStep)
		defer ticker.Stop()
		for ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-ticker.C:
				if !slices.ContainsFunc(servers, func(s *life) bool { return !s.hopeless(begun) }) {
					cancel(silent())
				}
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}

// orSilent returns why a watched call failed, if it was for silence.
func orSilent(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); err != nil && errors.Is(cause, errSilent) {
		return cause
	}
	return err
}

// ask asks a server whether it is there.
func (l *lives) ask(life *life) *question {
	q := &question{at: l.time(), over: make(chan struct{}), overdue: make(chan struct{}), hopeless: make(chan struct{})}
	ctx, cancel := context.WithTimeout(l.ctx, questionTimeMax)
	l.asking.Lock()
	defer l.asking.Unlock()
	if ctx.Err() != nil {
		cancel()
		close(q.over)
		return q
	}
	l.asking.Go(func() {
		defer close(q.over)
		defer cancel()
		life.pursue(ctx)
	})
	l.asking.Go(func() { q.losePatience(ctx, life.target.Used) })
	return q
}

// losePatience counts the time without an answer in which the server does not
// even work, until the question is over. Used returns the time that it has
// worked; nil: nobody knows.
func (q *question) losePatience(ctx context.Context, used func() time.Duration) {
	if used == nil {
		used = func() time.Duration { return 0 }
	}
	still, before := time.Duration(0), used()
	for waited := patienceStep; ; waited += patienceStep {
		_ = pause.For(ctx, patienceStep)
		if ctx.Err() != nil {
			return
		}
		still += patienceStep
		if now := used(); now != before {
			still, before = 0, now
		}
		if still >= answerTimeMax || waited >= patienceMax {
			closeOnce(q.overdue)
		}
		if still >= abandonAfter || waited >= patienceMax {
			close(q.hopeless)
			return
		}
	}
}

func closeOnce(c chan struct{}) {
	if !isClosed(c) {
		close(c)
	}
}

// close ends all questions and closes the connections kept for them.
func (l *lives) close() {
	l.asking.Lock()
	l.cancel()
	l.asking.Unlock()
	l.asking.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, life := range l.known {
		life.retire()
	}
}
