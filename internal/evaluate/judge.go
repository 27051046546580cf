package evaluate

import (
	"time"

	"github.com/cairnstack/cairn/internal/stack"
)

// judge decides about one group in one window.
type judge struct {
	rule   Rule
	window Window
	before Group
}

// isLeftOver reports whether the group stands for a window without any group,
// and the window has some.
func (j judge) isLeftOver(key string, values Values) bool {
	return j.rule.Grouped && key == "" && len(values) > 0
}

// isRemembered reports whether the next window has to know of the group. One
// that is to fire when it has no data must be known although it is inactive.
func (j judge) isRemembered(after Group, key string) bool {
	if after.State != stack.StateInactive {
		return true
	}
	return j.rule.Grouped && j.rule.NoData == stack.NoDataFire && key != "" && !j.rule.forgets(after.since(j.window), j.window)
}

// since returns when the group had its last value, at the latest.
func (g Group) since(w Window) time.Time {
	if g.QuietSince.IsZero() {
		return w.End
	}
	return g.QuietSince
}

// decide returns the group after the window.
func (j judge) decide(value float64, has, leftOver bool) (Group, Outcome) {
	switch {
	case has:
		return j.settle(Outcome{Value: value, HasValue: true, Breached: j.rule.Breaches(value)}, time.Time{})
	case leftOver:
		return j.settle(Outcome{}, time.Time{})
	}
	quiet := j.before.QuietSince
	if quiet.IsZero() {
		quiet = j.window.Start
	}
	if j.before.state() != stack.StateInactive && j.rule.forgets(quiet, j.window) {
		return j.settle(Outcome{}, quiet)
	}
	return j.withoutData(quiet)
}

func (j judge) withoutData(quiet time.Time) (Group, Outcome) {
	switch j.rule.NoData {
	case stack.NoDataZero:
		return j.settle(Outcome{Value: j.rule.Empty, HasValue: true, Breached: j.rule.Breaches(j.rule.Empty)}, quiet)
	case stack.NoDataFire:
		return j.settle(Outcome{Breached: true}, quiet)
	case stack.NoDataOK:
		return j.settle(Outcome{}, quiet)
	case stack.NoDataKeep:
	}
	after := j.before
	after.State, after.QuietSince = j.before.state(), quiet
	return j.told(after, Outcome{From: after.State, To: after.State})
}

// settle takes a breach, or that there is none, into account.
func (j judge) settle(o Outcome, quiet time.Time) (Group, Outcome) {
	after := Group{State: stack.StateInactive, QuietSince: quiet}
	if o.Breached {
		after.Breaches = min(j.before.Breaches+1, j.rule.Windows)
		after.State, after.ToldAt = stack.StatePending, j.before.ToldAt
		if j.before.state() == stack.StateFiring || after.Breaches >= j.rule.Windows {
			after.State = stack.StateFiring
		}
	}
	o.From, o.To = j.before.state(), after.State
	return j.told(after, o)
}

// told notes what somebody is told of.
func (j judge) told(after Group, o Outcome) (Group, Outcome) {
	if o.To != stack.StateFiring {
		return after, o
	}
	lasts := !o.Changed() && j.rule.Renotify > 0
	o.Renotify = lasts && j.window.End.Sub(after.ToldAt) >= j.rule.Renotify
	if o.Changed() || o.Renotify {
		after.ToldAt = j.window.End
	}
	return after, o
}
