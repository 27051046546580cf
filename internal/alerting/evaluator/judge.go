package evaluator

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/stack"
)

// judgement turns the values of windows into a turn.
type judgement struct {
	look
	answer explore.AlertAnswer
	rule   evaluate.Rule
	groups evaluate.Groups
	names  map[string][]alerting.GroupValue
	turn   alerting.Turn
}

// judged returns the turn that an answer makes of an alert.
func judged(l look, answer explore.AlertAnswer) alerting.Turn {
	j := &judgement{look: l, answer: answer, rule: alerting.RuleOf(l.task.Alert.AlertSpec, answer.Watch), turn: alerting.Turn{Task: l.task}}
	j.begin()
	values := j.values()
	for n := l.first.Number; n <= l.last.Number; n++ {
		w := l.schedule.Window(n)
		var outcomes []evaluate.Outcome
		j.groups, outcomes = evaluate.Step(j.rule, j.groups, w, values[w.Start.Unix()])
		j.note(w, outcomes)
		j.turn.Evaluations = append(j.turn.Evaluations, j.evaluation(w, outcomes))
	}
	if entry, found := j.incompleteEntry(); found {
		j.turn.History = append(j.turn.History, entry)
	}
	j.end()
	return j.turn
}

// begin takes up the groups as they were left.
func (j *judgement) begin() {
	j.groups, j.names = evaluate.Groups{}, map[string][]alerting.GroupValue{}
	for key, group := range j.task.Groups {
		j.groups[key], j.names[key] = group.Group, group.Values
	}
	if j.skipped > 0 {
		j.turn.History = append(j.turn.History, j.skippedEntry())
	}
	if j.task.Grouping != alerting.GroupingOf(j.answer.Watch.GroupBy) {
		var closed []evaluate.Outcome
		j.groups, closed = j.groups.Close()
		j.note(j.first, closed)
	}
}

// values returns the values of each window by the second in which it begins.
func (j *judgement) values() map[int64]evaluate.Values {
	values := map[int64]evaluate.Values{}
	for _, p := range j.answer.Points {
		group := alerting.GroupOf(j.answer.Watch.GroupBy, p)
		at := p.Window.Unix()
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

func (j *judgement) transition(w evaluate.Window, o evaluate.Outcome) alerting.HistoryEntry {
	entry := j.entry(alerting.HistoryTransition, windowOf(w))
	entry.Group = alerting.Group{Key: o.Key, Values: j.names[o.Key]}
	entry.From, entry.To, entry.Value = o.From, o.To, alerting.ValueOf(o)
	if alerting.InfinityOf(o) != alerting.Finite {
		entry.Message = "the value was infinite"
	}
	return entry
}

func (j *judgement) notice(w evaluate.Window, o evaluate.Outcome) alerting.Notice {
	n := alerting.Notice{
		Kind: alerting.NoticeTransition, Alert: j.task.Alert, Watched: alerting.WatchedOf(j.answer.Watch),
		Group: alerting.Group{Key: o.Key, Values: j.names[o.Key]}, Window: windowOf(w), Value: alerting.ValueOf(o), Infinite: alerting.InfinityOf(o),
		From: o.From, To: o.To,
	}
	if o.Renotify {
		n.Kind = alerting.NoticeRenotify
	}
	n.Alert.AlertStatus = j.status()
	return n
}

func (j *judgement) evaluation(w evaluate.Window, outcomes []evaluate.Outcome) alerting.Evaluation {
	e := alerting.Evaluation{
		Window: windowOf(w), State: j.groups.Overall(), Groups: []alerting.GroupResult{},
		NonFinite: j.answer.NonFinite[w.Start.Unix()], Query: j.answer.Stats.Elapsed, Attempts: j.task.Attempts, At: j.now,
	}
	for _, o := range outcomes {
		if j.rule.Grouped && o.Key == "" && !o.Breached && !o.Changed() {
			continue // it stands for no group, and says nothing
		}
		e.Groups = append(e.Groups, alerting.GroupResult{
			Values: j.names[o.Key], Value: alerting.ValueOf(o), Infinite: alerting.InfinityOf(o), Breached: o.Breached, State: o.To,
		})
	}
	e.GroupsTotal = len(e.Groups)
	slices.SortStableFunc(e.Groups, func(a, b alerting.GroupResult) int { return cmp.Compare(rank(a.State), rank(b.State)) })
	e.Groups = e.Groups[:min(len(e.Groups), alerting.GroupResultsMax)]
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
	j.turn.Progress = alerting.Progress{Through: j.last.End, OpenSince: next, DueAt: next, Grouping: alerting.GroupingOf(j.answer.Watch.GroupBy)}
	j.turn.Groups = map[string]alerting.GroupState{}
	before := evaluate.Groups{}
	for key, group := range j.groups {
		j.turn.Groups[key] = alerting.GroupState{Group: group, Values: j.names[key]}
	}
	for key, group := range j.task.Groups {
		before[key] = group.Group
	}
	j.turn.Changed = !maps.EqualFunc(before, j.groups, func(a, b evaluate.Group) bool { return reflect.DeepEqual(a, b) })
	was, is := j.task.Alert.AlertStatus, j.status()
	if was.State == stack.StateError {
		entry := j.entry(alerting.HistoryRecovered, windowOf(j.last))
		entry.To = is.State
		j.turn.History = append(j.turn.History, entry)
	}
	if was.State != is.State || was.StateBeforeError != "" || len(was.Failures) > 0 {
		j.turn.Status = &is
	}
}
