package alerting

import (
	"cmp"
	"maps"
	"math"
	"reflect"
	"slices"

	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/stack"
)

// judgement turns the values of windows into a turn.
type judgement struct {
	look
	answer Readout
	rule   evaluate.Rule
	groups evaluate.Groups
	names  map[string][]GroupValue
	turn   Turn
}

// judged returns the turn that an answer makes of an alert.
func judged(l look, answer Readout) Turn {
	j := &judgement{look: l, answer: answer, rule: ruleOf(l.task.Alert.AlertSpec, answer), turn: Turn{Task: l.task}}
	j.begin()
	values := j.values()
	for n := l.first.Number; n <= l.last.Number; n++ {
		w := l.schedule.Window(n)
		var outcomes []evaluate.Outcome
		j.groups, outcomes = evaluate.Step(j.rule, j.groups, w, values[w.Start.Unix()])
		j.note(w, outcomes)
		j.turn.Evaluations = append(j.turn.Evaluations, j.evaluation(w, outcomes))
	}
	j.end()
	return j.turn
}

// begin takes up the groups as they were left.
func (j *judgement) begin() {
	j.groups, j.names = evaluate.Groups{}, map[string][]GroupValue{}
	for key, group := range j.task.Groups {
		j.groups[key], j.names[key] = group.Group, group.Values
	}
	if j.skipped > 0 {
		j.turn.History = append(j.turn.History, j.skippedEntry())
	}
	if j.task.Grouping != groupingOf(j.answer.GroupBy) {
		var closed []evaluate.Outcome
		j.groups, closed = j.groups.Close()
		j.note(j.first, closed)
	}
}

// values returns the values of each window by the second in which it begins.
func (j *judgement) values() map[int64]evaluate.Values {
	values := map[int64]evaluate.Values{}
	for _, p := range j.answer.Points {
		group := groupOf(j.answer.GroupBy, p.Group)
		at := p.Start.Unix()
		if values[at] == nil {
			values[at] = evaluate.Values{}
		}
		values[at][group.Key] = p.Value
		j.names[group.Key] = group.Values
	}
	return values
}

// note writes down what changed, and whom to tell.
func (j *judgement) note(w evaluate.Window, outcomes []evaluate.Outcome) {
	for _, o := range outcomes {
		if o.Changed() {
			j.turn.History = append(j.turn.History, j.transition(w, o))
		}
		if o.Notified() {
			j.turn.Notices = append(j.turn.Notices, j.notice(w, o))
		}
	}
}

func (j *judgement) transition(w evaluate.Window, o evaluate.Outcome) HistoryEntry {
	entry := j.entry(HistoryTransition, windowOf(w))
	entry.Group = Group{Key: o.Key, Values: j.names[o.Key]}
	entry.From, entry.To, entry.Value = o.From, o.To, valueOf(o)
	if infinityOf(o) != Finite {
		entry.Message = "the value was infinite"
	}
	return entry
}

func (j *judgement) notice(w evaluate.Window, o evaluate.Outcome) Notice {
	n := Notice{
		Kind: NoticeTransition, Alert: j.task.Alert, Watched: j.answer.Watched,
		Group: Group{Key: o.Key, Values: j.names[o.Key]}, Window: windowOf(w), Value: valueOf(o), Infinite: infinityOf(o),
		From: o.From, To: o.To,
	}
	if o.Renotify {
		n.Kind = NoticeRenotify
	}
	n.Alert.AlertStatus = j.status()
	return n
}

// Infinity is the sign of a value that is infinite.
type Infinity int

// The infinities.
const (
	Finite        Infinity = 0
	PlusInfinity  Infinity = 1
	MinusInfinity Infinity = -1
)

// infinityOf returns which infinity was compared with the threshold.
func infinityOf(o evaluate.Outcome) Infinity {
	switch {
	case o.HasValue && math.IsInf(o.Value, 1):
		return PlusInfinity
	case o.HasValue && math.IsInf(o.Value, -1):
		return MinusInfinity
	default:
		return Finite
	}
}

// valueOf returns the value as it can be kept and shown: JSON has no infinite
// numbers.
func valueOf(o evaluate.Outcome) *float64 {
	if !o.HasValue || infinityOf(o) != Finite {
		return nil
	}
	value := o.Value
	return &value
}

func (j *judgement) evaluation(w evaluate.Window, outcomes []evaluate.Outcome) Evaluation {
	e := Evaluation{
		Window: windowOf(w), State: j.groups.Overall(), Groups: []GroupResult{},
		NonFinite: j.answer.NonFinite[w.Start.Unix()], Query: j.answer.Stats.Elapsed, Attempts: j.task.Attempts, At: j.now,
	}
	for _, o := range outcomes {
		if j.rule.Grouped && o.Key == "" && !o.Breached && !o.Changed() {
			continue // it stands for no group, and says nothing
		}
		e.Groups = append(e.Groups, GroupResult{
			Values: j.names[o.Key], Value: valueOf(o), Infinite: infinityOf(o), Breached: o.Breached, State: o.To,
		})
	}
	e.GroupsTotal = len(e.Groups)
	slices.SortStableFunc(e.Groups, func(a, b GroupResult) int { return cmp.Compare(rank(a.State), rank(b.State)) })
	e.Groups = e.Groups[:min(len(e.Groups), GroupResultsMax)]
	return e
}

// rank orders states, the worst first.
func rank(s stack.AlertState) int {
	return slices.Index([]stack.AlertState{stack.StateFiring, stack.StatePending, stack.StateInactive}, s)
}

// status returns the alert's status after the windows so far.
func (j *judgement) status() stack.AlertStatus {
	status := j.task.Alert.AlertStatus
	status.State, status.StateBeforeError, status.Failures = j.groups.Overall(), "", nil
	return status
}

// end completes the turn.
func (j *judgement) end() {
	next := j.dueAt(j.schedule.Window(j.last.Number + 1))
	j.turn.Progress = Progress{Through: j.last.End, OpenSince: next, DueAt: next, Grouping: groupingOf(j.answer.GroupBy)}
	j.turn.Groups = map[string]GroupState{}
	before := evaluate.Groups{}
	for key, group := range j.groups {
		j.turn.Groups[key] = GroupState{Group: group, Values: j.names[key]}
	}
	for key, group := range j.task.Groups {
		before[key] = group.Group
	}
	j.turn.Changed = !maps.EqualFunc(before, j.groups, func(a, b evaluate.Group) bool { return reflect.DeepEqual(a, b) })
	was, is := j.task.Alert.AlertStatus, j.status()
	if was.State == stack.StateError {
		entry := j.entry(HistoryRecovered, windowOf(j.last))
		entry.To = is.State
		j.turn.History = append(j.turn.History, entry)
	}
	if was.State != is.State || was.StateBeforeError != "" || len(was.Failures) > 0 {
		j.turn.Status = &is
	}
}
