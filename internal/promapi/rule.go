package promapi

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strconv"
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
		State: string(w.state()), Name: w.name(), Query: w.condition(), Labels: w.labels(), Annotations: annotated(w.Message, w.Note),
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
		shown.Alerts = append(shown.Alerts, a.whole(w))
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
				shown = append(shown, a.group(w, e.Window, g, since(history, g, e.Window.End)))
			}
		}
	}
	if len(shown) == 0 { // the last window failed, or has more groups than are kept
		shown = append(shown, a.whole(w))
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

// whole returns an alert of which no groups are known.
func (a *API) whole(w watched) activeAlert {
	end := w.Progress.Through
	window := alerting.Window{Start: end.Add(-w.Interval.Duration()), End: end}
	return a.group(w, window, alerting.GroupResult{State: w.state()}, end)
}

// group returns a group of an alert with what a window said about it.
func (a *API) group(w watched, window alerting.Window, g alerting.GroupResult, since time.Time) activeAlert {
	return activeAlert{
		Labels: w.groupLabels(g), Annotations: annotated(a.message(w, window, g), w.Note), State: string(g.State),
		ActiveAt: since.UTC(), Value: valueOf(g),
	}
}

// message returns the text of an alert as a notification about a group has it.
func (a *API) message(w watched, window alerting.Window, g alerting.GroupResult) string {
	if w.Message == "" || a.Writer == nil {
		return w.Message
	}
	notice := alerting.Notice{
		Kind: alerting.NoticeTransition, Alert: w.Alert, Watched: w.names, Group: alerting.Group{Values: g.Values}, From: g.State, To: g.State,
		Window: window, Value: g.Value, Infinite: g.Infinite,
	}
	return a.Writer.Write(alerting.Envelope{Notice: notice, At: window.End}).Message
}

// valueOf writes a value as Prometheus does here; NaN for none.
func valueOf(g alerting.GroupResult) string {
	value := math.NaN()
	switch {
	case g.Infinite != alerting.Finite:
		value = math.Inf(int(g.Infinite))
	case g.Value != nil:
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

func annotated(message, note string) map[string]string {
	return filled(map[string]string{"summary": message, "note": note})
}

// filled leaves out what is empty.
func filled(texts map[string]string) map[string]string {
	maps.DeleteFunc(texts, func(_, text string) bool { return text == "" })
	return texts
}
