package evaluator

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/fault"
)

// markTime is how times are written of which an alert tells.
const markTime = "2006-01-02 15:04:05 UTC"

// watch is since when this evaluator has seen what nodes say, without a break.
// Only such time counts as the absence of a node: while the database is away,
// or everything is, nobody can say anything.
type watch struct{ since, last time.Time }

// watchGapMax is how long a pass may be over before the next one begins, or take,
// without a break in what is seen.
const watchGapMax = time.Minute

func (w *watch) lose() { *w = watch{} }

func (w *watch) see(now time.Time) {
	if gap := now.Sub(w.last); w.since.IsZero() || gap < 0 || gap > watchGapMax {
		w.since = now
	}
	w.last = now
}

// marks is what nodes have said about what they have stored, by team.
type marks struct {
	now    time.Time
	byTeam map[string]teamMarks // under "" what is about all teams
}

// teamMarks is what windows of a team wait for, and what they may lack.
type teamMarks struct {
	through time.Time // windows that can be evaluated later wait
	hold    error     // why; nil: none waits
	lacking []alerting.Watermark
}

// until returns the time up to which windows can be evaluated.
func (t teamMarks) until(now time.Time) time.Time {
	if t.hold == nil || now.Before(t.through) {
		return now
	}
	return t.through
}

// of returns what holds for the windows of a team.
func (m marks) of(team string) teamMarks {
	all, own := m.byTeam[""], m.byTeam[team]
	if own.hold == nil || all.hold != nil && all.through.Before(own.through) {
		own.through, own.hold = all.through, all.hold
	}
	for _, mark := range all.lacking {
		own.lacking = addLacking(own.lacking, mark)
	}
	return own
}

// addLacking adds a mark, of which there is one for each node.
func addLacking(list []alerting.Watermark, mark alerting.Watermark) []alerting.Watermark {
	at := slices.IndexFunc(list, func(other alerting.Watermark) bool { return other.Node == mark.Node })
	if at < 0 {
		return append(slices.Clip(list), mark)
	}
	if mark.Through.After(list[at].Through) {
		return list
	}
	list = slices.Clone(list)
	list[at] = mark
	return list
}

// lookAtMarks asks once for all alerts of a pass what is stored. Nodes that have
// said nothing for too long are given up.
func (e *Evaluator) lookAtMarks(ctx context.Context, now time.Time) (marks, error) {
	list, err := e.Marks.Watermarks(ctx)
	if err != nil {
		return marks{}, err
	}
	e.watch.see(now)
	m := marks{now: now, byTeam: map[string]teamMarks{}}
	for _, mark := range list {
		if err := e.giveUp(ctx, &mark, now); err != nil {
			return marks{}, err
		}
		m.add(mark)
	}
	return m, nil
}

// giveUp notes that windows do not wait any longer for a node.
func (e *Evaluator) giveUp(ctx context.Context, mark *alerting.Watermark, now time.Time) error {
	absent := now.Sub(later(mark.SaidAt, e.watch.since))
	if !mark.GivenUpAt.IsZero() || now.Sub(mark.SaidAt) <= alerting.StoredWithin || absent < e.WaitMax {
		return nil
	}
	mark.GivenUpAt = now
	if mark.TeamID != "" {
		return nil // every node has a mark for all teams, which stands for it
	}
	e.Logger.WarnContext(ctx, "alerts wait no longer for what a node has not stored",
		"node", mark.NodeName, "received since", mark.Through, "last heard of", mark.SaidAt)
	return e.Marks.GiveUpWatermarks(ctx, *mark)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (m marks) add(mark alerting.Watermark) {
	team := m.byTeam[mark.TeamID]
	switch {
	case !mark.GivenUpAt.IsZero():
		team.lacking = append(team.lacking, mark)
	case m.now.Sub(mark.Through) > alerting.StoredWithin && (team.hold == nil || mark.Through.Before(team.through)):
		team.through, team.hold = mark.Through, m.reason(mark)
	}
	m.byTeam[mark.TeamID] = team
}

// reason says what windows wait for.
func (m marks) reason(mark alerting.Watermark) error {
	if quiet := m.now.Sub(mark.SaidAt); quiet > alerting.StoredWithin {
		return fault.New(fault.Unavailable, "telemetry received %s may not be stored yet on %s, which was last heard of at %s",
			since(mark), mark.NodeName, mark.SaidAt.UTC().Format(markTime))
	}
	return fault.New(fault.Unavailable, "telemetry received %s is not stored yet on %s", since(mark), mark.NodeName)
}

// since says from when on telemetry may not be stored.
func since(mark alerting.Watermark) string {
	if mark.Through.Unix() <= 0 { // nobody knows
		return "earlier"
	}
	return "since " + mark.Through.UTC().Format(markTime)
}

// isLacking reports whether a window may have records that a node has received
// and not stored: it could be evaluated only after what the node has stored for
// sure, and began before the node fell silent.
func (l look) isLacking(mark alerting.Watermark, w alerting.Window) bool {
	due := w.End.Add(alerting.DelayOf(l.task.Alert.AlertSpec))
	return due.After(mark.Through) && w.Start.Before(mark.SaidAt.Add(alerting.StoredWithin))
}

// incompleteEntry tells of windows that were evaluated and may lack records.
func (j *judgement) incompleteEntry() (entry alerting.HistoryEntry, found bool) {
	var reasons []string
	var all alerting.Window
	for _, mark := range j.marks.lacking {
		affected := 0
		for n := j.first.Number; n <= j.last.Number; n++ {
			if w := windowOf(j.schedule.Window(n)); j.isLacking(mark, w) {
				affected++
				all = union(all, w)
			}
		}
		if affected > 0 {
			reasons = append(reasons, fmt.Sprintf("telemetry that %s received %s may be missing: it was last heard of at %s",
				mark.NodeName, since(mark), mark.SaidAt.UTC().Format(markTime)))
		}
	}
	entry = j.entry(alerting.HistoryIncomplete, all)
	entry.From, entry.To, entry.Message = j.groups.Overall(), j.groups.Overall(), strings.Join(reasons, "; ")
	return entry, len(reasons) > 0
}

// union returns the time of both windows; an empty one has none.
func union(a, b alerting.Window) alerting.Window {
	if a.End.IsZero() {
		return b
	}
	if b.Start.Before(a.Start) {
		a.Start = b.Start
	}
	if b.End.After(a.End) {
		a.End = b.End
	}
	return a
}
