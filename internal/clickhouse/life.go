package clickhouse

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cairnstack/cairn/internal/pause"
)

// When a server counts as away: after quietMax without a sign of life it is
// asked for one. New calls are refused when it neither responds nor works for
// answerTimeMax, calls that it has worked on are given up after abandonAfter,
// and whatever it does, it has patienceMax. The question stays open for
// questionTimeMax, so that the first answer ends the refusals.
const (
	quietMax        = 100 * time.Millisecond
	answerTimeMax   = 600 * time.Millisecond
	abandonAfter    = 2 * time.Second
	patienceMax     = 3 * time.Second
	questionTimeMax = 5 * time.Second
	// A ping on a connection that the network forgot is never answered: a
	// fresh connection is tried beside it.
	dialBesideAfter = 200 * time.Millisecond
	// Time is counted in steps, so that a machine that lets us wait for ours
	// gives the server as much longer.
	patienceStep = 50 * time.Millisecond
)

// errSilent is the cause of refusing calls to servers that keep still.
var errSilent = errors.New("no sign of life")

// life is what is known of a server's being alive. Whatever it says on any
// connection is a sign of life; one that was never heard is not suspected,
// because it may be starting.
type life struct {
	lives   *lives
	target  Target       // with the server's address alone
	heardAt atomic.Int64 // in the time of lives; 0: never

	mu      sync.Mutex
	open    *question
	kept    *conn // for pings
	retired bool
}

// question is one that the server was asked.
type question struct {
	at       int64         // in the time of lives
	over     chan struct{} // closed when it is answered or given up
	overdue  chan struct{} // closed when new calls are to be refused
	hopeless chan struct{} // closed when those under way are to be given up
}

// hear notes a sign of life.
func (l *life) hear() { l.heardAt.Store(l.lives.time()) }

// question returns what the server has not answered yet, and asks it when
// nobody did. Nil means that it is alive as far as one knows.
func (l *life) question() *question {
	heard := l.heardAt.Load()
	if heard == 0 || l.lives.time()-heard < int64(quietMax) {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open == nil || isClosed(l.open.over) || heard > l.open.at {
		l.open = l.lives.ask(l)
	}
	return l.open
}

// owes reports whether the answer to a question has been due since a moment.
func (l *life) owes(q *question, due <-chan struct{}) bool {
	return isClosed(due) && l.heardAt.Load() <= q.at
}

// away reports whether the server keeps still at present.
func (l *life) away() bool {
	q := l.question()
	return q != nil && l.owes(q, q.overdue)
}

// hopeless reports whether a call that began at a moment is to be given up.
// One of which the server may not even know loses nothing by it.
func (l *life) hopeless(begun int64) bool {
	q := l.question()
	return q != nil && (l.owes(q, q.hopeless) || l.owes(q, q.overdue) && l.heardAt.Load() <= begun)
}

// responds waits for the answer to a question. One that could not be asked is
// no reason to refuse a call: that finds out itself.
func (l *life) responds(ctx context.Context, q *question) bool {
	select {
	case <-q.over:
	case <-q.overdue:
	case <-ctx.Done():
	}
	return !l.owes(q, q.overdue)
}

// pursue asks on the connection that is kept for it, and soon on a fresh one
// too, until there is an answer.
func (l *life) pursue(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	failed := make(chan struct{})
	var asking sync.WaitGroup
	asking.Go(func() {
		defer close(failed)
		if l.ping(ctx) {
			cancel()
		}
	})
	asking.Go(func() {
		awaitFor(ctx, failed, dialBesideAfter)
		if ctx.Err() == nil && l.dial(ctx) {
			cancel()
		}
	})
	asking.Wait()
}

func (l *life) ping(ctx context.Context) bool {
	l.mu.Lock()
	c := l.kept
	l.kept = nil
	l.mu.Unlock()
	if c == nil {
		return false
	}
	if c.ping(ctx) != nil {
		c.close()
		return false
	}
	l.keep(c)
	return true
}

func (l *life) dial(ctx context.Context) bool { return l.dialOnce(ctx) == nil }

// dialOnce keeps a fresh connection, or returns why there is none.
func (l *life) dialOnce(ctx context.Context) error {
	how := dialing{role: Reader, timeout: questionTimeMax, life: func(string) *life { return l }}
	c, err := dialAddress(ctx, l.target, how, l.target.Addresses[0])
	if err != nil {
		return err
	}
	l.keep(c)
	return nil
}

// keep holds a connection for the next ping; one is enough.
func (l *life) keep(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept != nil || l.retired {
		c.close()
		return
	}
	l.kept = c
}

// retire closes the connection that is kept, and those to come.
func (l *life) retire() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.retired = true
	if l.kept != nil {
		l.kept.close()
	}
}

// listening is a connection whose every answer is a sign of life.
type listening struct {
	net.Conn
	life *life
}

// Read reads from the connection.
func (l listening) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	if n > 0 {
		l.life.hear()
	}
	return n, err
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// awaitFor waits until done is closed, for d at most.
func awaitFor(ctx context.Context, done <-chan struct{}, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
	case <-ctx.Done():
	case <-timer.C:
	}
}

// withPatience returns a context that ends after d. Time is counted in steps, so
// that a machine that lets us wait for ours gives the server as much longer.
func withPatience(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		for waited := time.Duration(0); waited < d; waited += patienceStep {
			if pause.For(ctx, patienceStep) != nil {
				return
			}
		}
		cancel(errSilent)
	}()
	return ctx, func() { cancel(nil) }
}
