package review

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// The limits of a back-test.
const (
	BacktestRangeMax       = 31 * 24 * time.Hour
	BacktestPartWindows    = 10_080 // windows that are read at once: a week of minutes
	BacktestTransitionsMax = 10_000 // that are answered
	BacktestPointsMax      = 4_000_000
	backtestPartMin        = 60 // windows below which a part is not cut further
	week                   = 7 * 24 * time.Hour
)

// Trial asks what an alert would have done.
type Trial struct {
	Alert    stack.Alert
	From, To time.Time
}

// TrialResult is what an alert would have done.
type TrialResult struct {
	Transitions   []TrialTransition
	Truncated     bool // there were more than BacktestTransitionsMax
	Notifications int
	PerWeek       float64 // notifications
	Firing        time.Duration
	Windows       int
	FirstValue    *time.Time // start of the first window with a value; nil: there is none
	Suggestions   []Suggestion
	NonFinite     uint64 // values that were not finite
	Stats         query.Stats
	Warnings      []query.Warning
}

// TrialTransition is a change of a group at the end of a window.
type TrialTransition struct {
	At       time.Time
	Group    alerting.Group
	From, To stack.AlertState
	Value    *float64
}

// Suggestion is a threshold, and how many notifications it would have made.
type Suggestion struct {
	Threshold float64
	PerWeek   float64
}

// Check returns an Invalid fault unless the time can be tried.
func (t Trial) Check() error {
	if err := (query.TimeRange{From: t.From, To: t.To}).Check("startTime", "endTime"); err != nil {
		return err
	}
	var rules fault.Rules
	rules.Check(t.To.Sub(t.From) <= BacktestRangeMax, "endTime", "range", "must be at most 31 days after startTime")
	rules.Check(t.To.Sub(t.From) >= t.Alert.Interval.Duration(), "endTime", "range", "must be at least one interval after startTime")
	return rules.Err()
}

// Backtest runs an alert over what is stored, through the same states as live
// evaluation. The alert is of the caller's team. progress, if any, is told how
// many of the windows are read.
func (r *Review) Backtest(ctx context.Context, trial Trial, progress func(done, total int)) (TrialResult, error) {
	p, err := access.Require(ctx, access.StackRead)
	if err != nil {
		return TrialResult{}, err
	}
	trial.Alert.TeamID = p.TeamID
	if err := trial.Check(); err != nil {
		return TrialResult{}, err
	}
	b := newBacktest(trial, r.Now())
	if err := b.read(ctx, r.Reader, progress); err != nil {
		return TrialResult{}, err
	}
	result := b.result()
	if r.Warnings != nil {
		result.Warnings = r.Warnings(ctx, b.question(0, b.count))
	}
	return result, nil
}

// backtest is a trial under way.
type backtest struct {
	alert    stack.Alert
	schedule evaluate.Schedule
	first    evaluate.Window
	count    int // windows
	rule     evaluate.Rule
	values   map[int64]evaluate.Values // by the number of the window
	names    map[string]alerting.Group
	points   int
	faults   uint64 // values that were not finite
	stats    query.Stats
}

// newBacktest takes the windows that lie in the range and are over.
func newBacktest(trial Trial, now time.Time) *backtest {
	b := &backtest{
		alert: trial.Alert, schedule: alerting.ScheduleOf(trial.Alert.AlertSpec),
		values: map[int64]evaluate.Values{}, names: map[string]alerting.Group{},
	}
	b.first = b.schedule.After(trial.From)
	if b.first.Start.Before(trial.From) {
		b.first = b.schedule.Window(b.first.Number + 1)
	}
	to := trial.To
	if to.After(now) {
		to = now
	}
	b.count = max(0, int(b.schedule.Last(to).Number-b.first.Number+1))
	return b
}

// read reads all windows, part by part. A part that is too much for the
// engine is cut.
func (b *backtest) read(ctx context.Context, reader alerting.Reader, progress func(done, total int)) error {
	part := BacktestPartWindows
	b.rule = alerting.RuleOf(b.alert.AlertSpec, explore.AlertWatch{})
	for done := 0; done < b.count; {
		size := min(part, b.count-done)
		err := b.readPart(ctx, reader, done, size)
		if fault.KindOf(err) == fault.Invalid && size > backtestPartMin {
			part = max(backtestPartMin, size/8)
			continue
		}
		if err != nil {
			return err
		}
		if done += size; progress != nil {
			progress(done, b.count)
		}
	}
	return nil
}

func (b *backtest) readPart(ctx context.Context, reader alerting.Reader, from, size int) error {
	var answer explore.AlertAnswer
	reader.Read(ctx, []explore.AlertQuestion{b.question(from, size)}, func(batch []explore.AlertAnswer) { answer = batch[0] })
	if answer.Err != nil {
		return answer.Err
	}
	b.stats.Add(answer.Stats)
	for _, count := range answer.NonFinite {
		b.faults += count
	}
	b.rule = alerting.RuleOf(b.alert.AlertSpec, answer.Watch)
	return b.take(answer)
}

// question asks for the values of a number of windows.
func (b *backtest) question(from, size int) explore.AlertQuestion {
	first := b.schedule.Window(b.first.Number + int64(from))
	last := b.schedule.Window(first.Number + int64(size) - 1)
	return explore.AlertQuestion{
		Alert: b.alert, Range: query.Until(first.Start, last.End), Step: b.schedule.Interval, Phase: b.schedule.Phase(),
	}
}

func (b *backtest) take(answer explore.AlertAnswer) error {
	if b.points += len(answer.Points); b.points > BacktestPointsMax {
		return fault.New(fault.Invalid, "there are more than %d values: take a shorter time or group by less", BacktestPointsMax)
	}
	for _, p := range answer.Points {
		group := alerting.GroupOf(answer.Watch.GroupBy, p)
		number := b.schedule.Holding(p.Window).Number
		if b.values[number] == nil {
			b.values[number] = evaluate.Values{}
		}
		b.values[number][group.Key] = p.Value
		b.names[group.Key] = group
	}
	return nil
}

// run takes the windows through the states by a rule.
func (b *backtest) run(rule evaluate.Rule, each func(evaluate.Window, evaluate.Groups, []evaluate.Outcome)) {
	groups := evaluate.Groups{}
	for n := range int64(b.count) {
		w := b.schedule.Window(b.first.Number + n)
		var outcomes []evaluate.Outcome
		groups, outcomes = evaluate.Step(rule, groups, w, b.values[w.Number])
		each(w, groups, outcomes)
	}
}

func (b *backtest) result() TrialResult {
	r := TrialResult{Windows: b.count, Stats: b.stats, NonFinite: b.faults, Transitions: []TrialTransition{}}
	b.run(b.rule, func(w evaluate.Window, groups evaluate.Groups, outcomes []evaluate.Outcome) {
		if groups.Overall() == stack.StateFiring {
			r.Firing += b.schedule.Interval
		}
		for _, o := range outcomes {
			b.note(&r, w, o)
		}
	})
	r.PerWeek, r.FirstValue = b.perWeek(r.Notifications), b.firstValue()
	r.Suggestions = b.suggestions()
	return r
}

func (b *backtest) note(r *TrialResult, w evaluate.Window, o evaluate.Outcome) {
	if o.Notified() {
		r.Notifications++
	}
	if !o.Changed() {
		return
	}
	if len(r.Transitions) >= BacktestTransitionsMax {
		r.Truncated = true
		return
	}
	r.Transitions = append(r.Transitions, TrialTransition{
		At: w.End, Group: b.names[o.Key], From: o.From, To: o.To, Value: alerting.ValueOf(o),
	})
}

// firstValue returns the start of the first window that has a value, nil when
// none has.
func (b *backtest) firstValue() *time.Time {
	if len(b.values) == 0 {
		return nil
	}
	first := b.schedule.Window(slices.Min(slices.Collect(maps.Keys(b.values))))
	return &first.Start
}

// perWeek returns a number of the tried time as one of a week.
func (b *backtest) perWeek(n int) float64 {
	if b.count == 0 {
		return 0
	}
	return float64(n) / (float64(b.count) * b.schedule.Interval.Seconds() / week.Seconds())
}
