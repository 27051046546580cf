package evaluate

import (
	"maps"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/stack"
)

// Group is what is remembered of a group from one window to the next.
type Group struct {
	State      stack.AlertState
	Breaches   int       // windows in a row that breached; counted up to Rule.Windows
	QuietSince time.Time // beginning of the first window without a value; zero: the last one had one
	ToldAt     time.Time // end of the window that was told last; zero: none while it lasts
}

// Groups is the groups of an alert by their keys. An alert without groups has
// one with the empty key. Groups that are not there are inactive.
type Groups map[string]Group

// Values is the values of a window by the keys of their groups. A group that
// has none is not there.
type Values map[string]float64

// Outcome is what a window made of a group.
type Outcome struct {
	Key      string
	Value    float64
	HasValue bool // false: there was no data, and none was read into it
	Breached bool
	From, To stack.AlertState
	Renotify bool // it still fires, and is to be told again
}

// Changed reports whether the group went to another state.
func (o Outcome) Changed() bool { return o.From != o.To }

// Notified reports whether somebody is told: that it fires, that it still
// does, or that it ceased to.
func (o Outcome) Notified() bool {
	return o.Renotify || o.Changed() && (o.From == stack.StateFiring || o.To == stack.StateFiring)
}

// Step returns what a window makes of the groups, and what became of each, in
// the order of keys. What it is given stays as it is.
func Step(rule Rule, groups Groups, window Window, values Values) (Groups, []Outcome) {
	keys := judged(rule, groups, values)
	next := Groups{}
	outcomes := make([]Outcome, 0, len(keys))
	for _, key := range keys {
		j := judge{rule: rule, window: window, before: groups[key]}
		value, has := values[key]
		after, outcome := j.decide(value, has, j.isLeftOver(key, values))
		outcome.Key = key
		if j.isRemembered(after, key) {
			next[key] = after
		}
		outcomes = append(outcomes, outcome)
	}
	return next, outcomes
}

// judged returns the keys of the groups that the window says something about,
// in their order.
func judged(rule Rule, groups Groups, values Values) []string {
	if !rule.Grouped || len(groups)+len(values) == 0 {
		return []string{""}
	}
	keys := make([]string, 0, len(groups)+len(values))
	for key := range groups {
		keys = append(keys, key)
	}
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Overall returns the state of the alert: that of its worst group.
func (g Groups) Overall() stack.AlertState {
	overall := stack.StateInactive
	for _, group := range g {
		if group.State == stack.StateFiring {
			return stack.StateFiring
		}
		if group.State == stack.StatePending {
			overall = stack.StatePending
		}
	}
	return overall
}

// Close returns what becomes of groups when the alert is grouped by something
// else: all that have a key cease, in the order of keys. The one without stays
// for the next Step to judge.
func (g Groups) Close() (Groups, []Outcome) {
	kept := Groups{}
	var outcomes []Outcome
	for _, key := range slices.Sorted(maps.Keys(g)) {
		if key == "" {
			kept[key] = g[key]
			continue
		}
		if from := g[key].state(); from != stack.StateInactive {
			outcomes = append(outcomes, Outcome{Key: key, From: from, To: stack.StateInactive})
		}
	}
	return kept, outcomes
}

func (g Group) state() stack.AlertState {
	if g.State == "" {
		return stack.StateInactive
	}
	return g.State
}
