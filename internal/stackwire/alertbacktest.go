package stackwire

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// BacktestBody is the body that asks what an alert would have done.
type BacktestBody struct {
	Alert     AlertText `json:"alert" doc:"The body of an alert; it needs no channel."`
	StartTime int64     `json:"startTime" doc:"Epoch milliseconds."`
	EndTime   int64     `json:"endTime" doc:"Epoch milliseconds; at most 31 days after startTime."`
}

// AlertText is the body of an alert as it came.
type AlertText []byte

// From returns the first instant of the back-test.
func (b BacktestBody) From() time.Time { return time.UnixMilli(b.StartTime).UTC() }

// To returns the instant at which the back-test ends.
func (b BacktestBody) To() time.Time { return time.UnixMilli(b.EndTime).UTC() }

// DecodeBacktest reads a body strictly.
func DecodeBacktest(body []byte) (BacktestBody, error) {
	if err := stack.CheckObject(body); err != nil {
		return BacktestBody{}, err
	}
	var fields map[string]json.RawMessage
	var rules fault.Rules
	if err := json.Unmarshal(body, &fields); err != nil {
		return BacktestBody{}, err
	}
	in := BacktestBody{Alert: AlertText(fields["alert"])}
	checkObject(&rules, "alert", in.Alert)
	in.StartTime = millisIn(&rules, fields, "startTime")
	in.EndTime = millisIn(&rules, fields, "endTime")
	for name := range fields {
		rules.Check(name == "alert" || name == "startTime" || name == "endTime", name, "unknown_field", "is not a known field")
	}
	return in, rules.Err()
}

// checkObject holds that a field is there and is an object.
func checkObject(rules *fault.Rules, name string, value []byte) {
	if isThere(rules, name, value) {
		rules.Check(value[0] == '{', name, "type", "must be an object")
	}
}

// isThere holds that a field is there, and reports it.
func isThere(rules *fault.Rules, name string, value []byte) bool {
	switch {
	case len(value) == 0:
		rules.Break(name, "required", "is required")
		return false
	case string(value) == "null":
		rules.Break(name, "null", "must not be null")
		return false
	}
	return true
}

func millisIn(rules *fault.Rules, fields map[string]json.RawMessage, name string) int64 {
	var millis int64
	if isThere(rules, name, fields[name]) {
		rules.Check(json.Unmarshal(fields[name], &millis) == nil, name, "type", "must be a whole number of epoch milliseconds")
	}
	return millis
}

// Backtest is what an alert would have done.
type Backtest struct {
	Transitions          []BacktestTransition `json:"transitions"`
	Truncated            bool                 `json:"truncated" doc:"Whether there were more than 10000 transitions."`
	Notifications        int                  `json:"notifications" doc:"How many would have been sent to each channel."`
	NotificationsPerWeek float64              `json:"notificationsPerWeek"`
	FiringMinutes        float64              `json:"firingMinutes"`
	Windows              int                  `json:"windows" doc:"How many were evaluated."`
	FirstValueAt         *string              `json:"firstValueAt" format:"date-time" doc:"Start of the first window with a value; null if none has one. Windows before it may be older than the data."`
	NonFinite            uint64               `json:"nonFinite" doc:"How many of the values were not finite: NaN or infinite."`
	Suggestions          []Suggestion         `json:"suggestions" doc:"Thresholds that would have produced about 1, 5 and 20 notifications a week."`
	Warnings             []Warning            `json:"warnings,omitempty" doc:"Warnings about the result, such as names that no record has."`
}

// BacktestTransition is a change of a group.
type BacktestTransition struct {
	At    string                `json:"at" format:"date-time" doc:"End of the window."`
	Group []alerting.GroupValue `json:"group"`
	From  stack.AlertState      `json:"from"`
	To    stack.AlertState      `json:"to"`
	Value *float64              `json:"value"`
}

// Suggestion is a threshold, and how many notifications it would have made.
type Suggestion struct {
	Threshold            float64 `json:"threshold"`
	NotificationsPerWeek float64 `json:"notificationsPerWeek"`
}

// ShowBacktest returns what an alert would have done.
func ShowBacktest(r review.TrialResult) Backtest {
	return Backtest{
		Transitions: Shown(r.Transitions, showTrialTransition), Truncated: r.Truncated, Notifications: r.Notifications,
		NotificationsPerWeek: r.PerWeek, FiringMinutes: r.Firing.Minutes(), Windows: r.Windows,
		FirstValueAt: stampOrNil(r.FirstValue), NonFinite: r.NonFinite,
		Suggestions: Shown(r.Suggestions, func(s review.Suggestion) Suggestion { return Suggestion{s.Threshold, s.PerWeek} }),
		Warnings:    ShowWarnings(r.Warnings),
	}
}

func showTrialTransition(t review.TrialTransition) BacktestTransition {
	return BacktestTransition{At: Stamp(t.At), Group: groupValues(t.Group.Values), From: t.From, To: t.To, Value: t.Value}
}

// Within returns an Invalid fault about a part of a body as one about the
// whole.
func Within(path string, err error) error {
	var f *fault.Error
	if !errors.As(err, &f) || f.Kind != fault.Invalid || len(f.Details) == 0 {
		return err
	}
	details := make([]fault.Detail, len(f.Details))
	for i, d := range f.Details {
		d.Path = strings.TrimSuffix(path+"."+d.Path, ".")
		details[i] = d
	}
	return fault.InvalidDetails(details)
}
