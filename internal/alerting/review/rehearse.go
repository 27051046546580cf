package review

import (
	"context"
	"math"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Rehearsal is the notification that an alert would send when it fires.
type Rehearsal struct {
	Notice alerting.Notice
	// Example says that nothing breached in the last window, so that the value
	// is made up.
	Example bool
}

// Rehearse returns the notification that an alert would send if it fired with
// the last window. The alert need not be stored; nothing is changed, and the
// notification is not paired with those of a stored alert.
func (r *Review) Rehearse(ctx context.Context, alert stack.Alert) (Rehearsal, error) {
	p, err := access.Require(ctx, access.StackRead)
	if err != nil {
		return Rehearsal{}, err
	}
	alert.TeamID, alert.ID = p.TeamID, ""
	window := alerting.ScheduleOf(alert.AlertSpec).Last(r.Now().Add(-alerting.DelayOf(alert.AlertSpec)))
	answer := r.readWindow(ctx, alert, window)
	if answer.Err != nil {
		return Rehearsal{}, answer.Err
	}
	made := rehearsal(alert, window, answer)
	if !made.Example {
		// Without rows the message says less, as that of a firing alert would.
		made.Notice.Sample, _ = r.Reader.Sample(ctx, made.Notice)
	}
	return made, nil
}

func (r *Review) readWindow(ctx context.Context, alert stack.Alert, w evaluate.Window) explore.AlertAnswer {
	schedule := alerting.ScheduleOf(alert.AlertSpec)
	question := explore.AlertQuestion{Alert: alert, Range: query.Until(w.Start, w.End), Step: schedule.Interval, Phase: schedule.Phase()}
	var answer explore.AlertAnswer
	r.Reader.Read(ctx, []explore.AlertQuestion{question}, func(batch []explore.AlertAnswer) { answer = batch[0] })
	return answer
}

// rehearsal takes the first group that breaches, or makes one up.
func rehearsal(alert stack.Alert, w evaluate.Window, answer explore.AlertAnswer) Rehearsal {
	rule := alerting.RuleOf(alert.AlertSpec, answer.Watch)
	made := Rehearsal{Example: true, Notice: alerting.Notice{
		Kind: alerting.NoticeTransition, Alert: alert, Watched: alerting.WatchedOf(answer.Watch),
		From: stack.StateInactive, To: stack.StateFiring, Window: alerting.Window{Start: w.Start, End: w.End},
		Group: alerting.GroupOf(answer.Watch.GroupBy, exampleGroup(answer)),
	}}
	value := exampleValue(rule)
	for _, p := range pointsOf(answer) {
		if !math.IsInf(p.Value, 0) && rule.Breaches(p.Value) {
			value, made.Example = p.Value, false
			made.Notice.Group = alerting.GroupOf(answer.Watch.GroupBy, p)
			break
		}
	}
	made.Notice.Value = &value
	return made
}

// pointsOf returns what the window holds: a count without groups is there also where
// nothing was found.
func pointsOf(answer explore.AlertAnswer) []explore.AlertPoint {
	if len(answer.Points) == 0 && answer.Watch.Counts && len(answer.Watch.GroupBy) == 0 {
		return []explore.AlertPoint{{Value: answer.Watch.Empty}}
	}
	return answer.Points
}

// exampleGroup returns a group that there is, or else a text for each column.
func exampleGroup(answer explore.AlertAnswer) explore.AlertPoint {
	if len(answer.Points) > 0 {
		return answer.Points[0]
	}
	group := make([]string, len(answer.Watch.GroupBy))
	for i := range group {
		group[i] = "example"
	}
	return explore.AlertPoint{Group: group}
}

// exampleValue returns a value that breaches, close to the threshold.
func exampleValue(rule evaluate.Rule) float64 {
	step := max(1, math.Abs(rule.Threshold)/10)
	for _, v := range []float64{rule.Threshold, rule.Threshold + step, rule.Threshold - step, rule.ThresholdMax + step} {
		if rule.Breaches(v) {
			return v
		}
	}
	return rule.Threshold
}
