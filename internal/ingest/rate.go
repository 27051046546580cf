package ingest

import (
	"sync"
	"time"
)

// rates hold teams to their records and bytes per second. A request may take
// more than is left; the team then waits until its debt is paid.
type rates struct {
	rows  *rate
	bytes *rate
}

func newRates(limits Limits) rates {
	return rates{rows: newRate(limits.RateRows), bytes: newRate(limits.RateBytes)}
}

func (r rates) checkRows(team string, now time.Time) error {
	return r.rows.check(team, now, "the team sends more records per second than it may")
}

// takeRows counts records that are known only once they are decoded.
func (r rates) takeRows(team string, count int, now time.Time) { r.rows.take(team, count, now) }

func (r rates) takeBytes(team string, count int, now time.Time) error {
	if err := r.bytes.check(team, now, "the team sends more bytes per second than it may"); err != nil {
		return err
	}
	r.bytes.take(team, count, now)
	return nil
}

// rate lets each team have so much per second, and as much at once. A nil rate
// is no limit.
type rate struct {
	perSecond float64

	mu    sync.Mutex
	teams map[string]*allowance
}

// allowance is what a team has left at a time; below zero it is in debt.
type allowance struct {
	left float64
	at   time.Time
}

func newRate(perSecond int) *rate {
	if perSecond <= 0 {
		return nil
	}
	return &rate{perSecond: float64(perSecond), teams: map[string]*allowance{}}
}

func (r *rate) check(team string, now time.Time, message string) error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	a := r.allowance(team, now)
	if a.left > 0 {
		return nil
	}
	wait := time.Duration((1 - a.left) / r.perSecond * float64(time.Second))
	return refused(max(wait, time.Second), message)
}

func (r *rate) take(team string, count int, now time.Time) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.allowance(team, now).left -= float64(count)
}

// allowance returns what the team has now. The lock is held.
func (r *rate) allowance(team string, now time.Time) *allowance {
	a := r.teams[team]
	if a == nil {
		a = &allowance{left: r.perSecond, at: now}
		r.teams[team] = a
	}
	if passed := now.Sub(a.at); passed > 0 {
		a.left = min(r.perSecond, a.left+passed.Seconds()*r.perSecond)
		a.at = now
	}
	return a
}
