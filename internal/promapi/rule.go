package promapi

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// historyMax is how many changes of an alert are looked through for when it
// became active.
const historyMax = 100

// rule returns an alert as a rule. Those that are active are shown with their
// groups as long as the budget lasts, which each of them takes one of.
func (a *API) rule(ctx context.Context, w watched, budget *int) (rule, error) {
	shown := rule{
		State: string(w.state()), Name: w.name(), Query: w.condition(), Labels: w.labels(), Annotations: w.annotations(),
		Duration: (w.Interval.Duration() * time.Duration(w.Windows()-1)).Seconds(),
		Alerts:   []activeAlert{}, Health: "ok", LastEvaluation: w.Progress.Through.UTC(), Type: "alerting",
	}
	switch {
	case w.State == stack.StateError:
		shown.Health = "err"
		if len(w.Failures) > 0 {
			shown.LastError = w.Failures[len(w.Failures)-1].Message
		}
	case w.Progress.Through.IsZero():
		shown.Health = "unknown"
	}
	if w.state() == stack.StateInactive {
		return shown, nil
	}
	if *budget <= 0 {
		shown.Alerts = append(shown.Alerts, w.active(alerting.GroupResult{State: w.state()}, w.Progress.Through))
		return shown, nil
	}
	*budget--
	groups, err := a.active(ctx, w)
	shown.Alerts = append(shown.Alerts, groups...)
	return shown, err
}

// active returns the groups of an alert that are pending or firing.
func (a *API) active(ctx context.Context, w watched) ([]activeAlert, error) {
	windows, err := a.Past.Evaluations(ctx, w.ID, alerting.Span{Limit: 1})
	if err != nil {
		return nil, err
	}
	history, err := a.Past.History(ctx, w.ID, alerting.Span{Limit: historyMax})
	var shown []activeAlert
	for _, e := range windows {
		for _, g := range e.Groups {
			if g.State == stack.StatePending || g.State == stack.StateFiring {
				shown = append(shown, w.active(g, since(history, g, e.Window.End)))
			}
		}
	}
	if len(shown) == 0 { // the last window failed, or has more groups than are kept
		shown = append(shown, w.active(alerting.GroupResult{State: w.state()}, w.Progress.Through))
	}
	return shown, err
}

// since returns when a group became active, as far back as history goes.
func since(history []alerting.HistoryEntry, g alerting.GroupResult, unknown time.Time) time.Time {
	at := unknown
	for _, h := range history { // newest first
		if h.Kind != alerting.HistoryTransition || !slices.Equal(h.Group.Values, g.Values) {
			continue
		}
		if h.To == stack.StateInactive {
			break
		}
		at = h.Window.End
	}
	return at
}

func (w watched) active(g alerting.GroupResult, at time.Time) activeAlert {
	labels := w.labels()
	for _, v := range g.Values {
		labels[v.Name] = v.Value
	}
	labels["alertname"] = w.name()
	return activeAlert{Labels: labels, Annotations: w.annotations(), State: string(g.State), ActiveAt: at.UTC(), Value: valueOf(g)}
}

// valueOf writes a value as Prometheus does here; NaN for none.
func valueOf(g alerting.GroupResult) string {
	value := math.NaN()
	if g.Value != nil {
		value = *g.Value
	}
	return strconv.FormatFloat(value, 'e', -1, 64)
}

// state returns where the alert stands; while evaluations fail, where it stood.
func (w watched) state() stack.AlertState {
	if w.State == stack.StateError {
		return cmp.Or(w.StateBeforeError, stack.StateInactive)
	}
	return w.State
}

func (w watched) name() string { return cmp.Or(w.Name, w.subject) }

func (w watched) labels() map[string]string {
	return filled(map[string]string{"alert_id": w.ID, "tags": strings.Join(w.Tags, ",")})
}

func (w watched) annotations() map[string]string {
	return filled(map[string]string{"summary": w.Message, "note": w.Note})
}

// filled leaves out what is empty.
func filled(texts map[string]string) map[string]string {
	maps.DeleteFunc(texts, func(_, text string) bool { return text == "" })
	return texts
}
