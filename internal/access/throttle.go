package access

import (
	"maps"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Bounds of guessing at one account.
const (
	SignInFailuresMax    = 10
	SignInFailuresWindow = 15 * time.Minute
	SignInAccountsMax    = 10_000 // accounts that are watched at once
)

// Throttle limits how often a password may be guessed for one account. The
// zero value is ready to use. It watches unknown accounts too, so that its
// answers do not tell who exists.
type Throttle struct {
	mu       sync.Mutex
	failures map[string]failures
}

type failures struct {
	count int
	since time.Time
}

// Allow answers a Limited fault while the account has failed too often.
func (t *Throttle) Allow(account string, now time.Time) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.failures[account]
	left := SignInFailuresWindow - now.Sub(f.since)
	if f.count < SignInFailuresMax || left <= 0 {
		return nil
	}
	err := fault.New(fault.Limited, "too many failed attempts to sign in; try again later")
	err.RetryAfter = left
	return err
}

// Fail counts a failed attempt.
func (t *Throttle) Fail(account string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.makeRoom(now)
	f := t.failures[account]
	if f.count == 0 || now.Sub(f.since) >= SignInFailuresWindow {
		f = failures{since: now}
	}
	f.count++
	t.failures[account] = f
}

// makeRoom keeps the memory bounded: when it is full, what is over goes, and
// if nothing is over, everything.
func (t *Throttle) makeRoom(now time.Time) {
	if t.failures == nil {
		t.failures = map[string]failures{}
	}
	if len(t.failures) < SignInAccountsMax {
		return
	}
	maps.DeleteFunc(t.failures, func(_ string, f failures) bool { return now.Sub(f.since) >= SignInFailuresWindow })
	if len(t.failures) >= SignInAccountsMax {
		clear(t.failures)
	}
}
