package stackwire

import (
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
)

// PastPaging is embedded in the input of an operation that returns what was
// written about an alert.
type PastPaging struct {
	Limit     int   `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"How many items to return at most."`
	StartTime int64 `query:"startTime" minimum:"0" maximum:"9999999999999" doc:"Only windows that end at or after this time, in epoch milliseconds."`
	EndTime   int64 `query:"endTime" minimum:"0" maximum:"9999999999999" doc:"Only windows that end before this time, in epoch milliseconds."`
}

// Span returns the part of the past that the client asks for, and one item
// more, by which one sees that there are more.
func (p PastPaging) Span() alerting.Span {
	return alerting.Span{From: orNever(p.StartTime), To: orNever(p.EndTime), Limit: p.Limit + 1}
}

func orNever(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis)
}

// PastMeta says where to go on.
type PastMeta struct {
	HasMore bool   `json:"hasMore"`
	Next    *int64 `json:"nextEndTime" doc:"The endTime of the page with what is older; null at the end."`
}

// AlertChange is an entry of an alert's history.
type AlertChange struct {
	Kind         alerting.HistoryKind  `json:"kind"`
	Group        []alerting.GroupValue `json:"group" doc:"Empty for an alert without groups."`
	From         stack.AlertState      `json:"from"`
	To           stack.AlertState      `json:"to"`
	Value        *float64              `json:"value" doc:"null if there was no data or the value was infinite."`
	Threshold    float64               `json:"threshold"`
	ThresholdMax *float64              `json:"thresholdMax"`
	WindowStart  string                `json:"windowStart" format:"date-time"`
	WindowEnd    string                `json:"windowEnd" format:"date-time"`
	Message      *string               `json:"message" doc:"What went wrong, was skipped, or may be missing."`
	RecordedAt   string                `json:"recordedAt" format:"date-time"`
}

func showChange(h alerting.HistoryEntry) AlertChange {
	return AlertChange{
		Kind: h.Kind, Group: groupValues(h.Group.Values), From: h.From, To: h.To, Value: h.Value,
		Threshold: h.Threshold, ThresholdMax: h.ThresholdMax, WindowStart: Stamp(h.Window.Start), WindowEnd: Stamp(h.Window.End),
		Message: orNil(h.Message), RecordedAt: Stamp(h.RecordedAt),
	}
}

func groupValues(values []alerting.GroupValue) []alerting.GroupValue {
	return append([]alerting.GroupValue{}, values...)
}

// ShowHistory returns entries of an alert's history, one of which may be too
// many.
func ShowHistory(list []alerting.HistoryEntry, p PastPaging) httpx.WithMeta[[]AlertChange, PastMeta] {
	shown, meta := pastOf(list, p, func(h alerting.HistoryEntry) time.Time { return h.Window.End })
	return httpx.WithMeta[[]AlertChange, PastMeta]{Value: Shown(shown, showChange), Meta: meta}
}

// pastOf cuts a list to its limit. Items of one window stay together: what is
// older than the last whole window comes with the next part.
func pastOf[T any](list []T, p PastPaging, end func(T) time.Time) ([]T, PastMeta) {
	if len(list) <= p.Limit {
		return list, PastMeta{}
	}
	kept := list[:p.Limit]
	for len(kept) > 1 && end(kept[len(kept)-1]).Equal(end(list[len(kept)])) {
		kept = kept[:len(kept)-1]
	}
	if end(kept[len(kept)-1]).Equal(end(list[len(kept)])) {
		kept = list[:p.Limit] // one window has more than fit
	}
	next := end(kept[len(kept)-1]).UnixMilli()
	return kept, PastMeta{HasMore: true, Next: &next}
}

// AlertEvaluation is what a window said about an alert.
type AlertEvaluation struct {
	WindowStart string                         `json:"windowStart" format:"date-time"`
	WindowEnd   string                         `json:"windowEnd" format:"date-time"`
	State       stack.AlertState               `json:"state" doc:"State of the alert after the window."`
	Decision    string                         `json:"decision" enum:"breached,ok,no_data,failed"`
	Value       *float64                       `json:"value" doc:"Value of the group that breaches, or of the first group; null if there was no data or the value was infinite."`
	Groups      []GroupEvaluation              `json:"groups" doc:"At most 50, starting with those that fire."`
	GroupsTotal int                            `json:"groupsTotal"`
	NonFinite   uint64                         `json:"nonFinite" doc:"How many of the values were not finite: NaN or infinite."`
	QueryMS     int64                          `json:"queryMs" doc:"Engine time of the scan that the alert shared with others."`
	Attempts    int                            `json:"attempts" doc:"How many attempts have failed so far, or failed before the window was evaluated."`
	Error       httpx.Nullable[ExecutionError] `json:"error" doc:"Why the window could not be evaluated; it stays open and will be retried."`
	EvaluatedAt string                         `json:"evaluatedAt" format:"date-time"`
}

// GroupEvaluation is what a window said about one group.
type GroupEvaluation struct {
	Group    []alerting.GroupValue `json:"group"`
	Value    *float64              `json:"value"`
	Breached bool                  `json:"breached"`
	State    stack.AlertState      `json:"state"`
}

func showEvaluation(e alerting.Evaluation) AlertEvaluation {
	shown := AlertEvaluation{
		WindowStart: Stamp(e.Window.Start), WindowEnd: Stamp(e.Window.End), State: e.State, Decision: decision(e),
		Groups: Shown(e.Groups, showGroup), GroupsTotal: e.GroupsTotal, NonFinite: e.NonFinite, QueryMS: e.Query.Milliseconds(),
		Attempts: e.Attempts, EvaluatedAt: Stamp(e.At),
	}
	if len(e.Groups) > 0 {
		at := max(0, slices.IndexFunc(e.Groups, func(g alerting.GroupResult) bool { return g.Breached }))
		shown.Value = e.Groups[at].Value
	}
	if e.ErrorType != "" {
		shown.Error.Value = &ExecutionError{Timestamp: Stamp(e.At), Type: e.ErrorType, Message: e.Error}
	}
	return shown
}

func showGroup(g alerting.GroupResult) GroupEvaluation {
	return GroupEvaluation{Group: groupValues(g.Values), Value: g.Value, Breached: g.Breached, State: g.State}
}

func decision(e alerting.Evaluation) string {
	if e.ErrorType != "" {
		return "failed"
	}
	said := "no_data"
	for _, g := range e.Groups {
		if g.Breached {
			return "breached"
		}
		if g.Value != nil || g.Infinite != alerting.Finite {
			said = "ok"
		}
	}
	return said
}

// ShowEvaluations returns evaluations of an alert, one of which may be too
// many.
func ShowEvaluations(list []alerting.Evaluation, p PastPaging) httpx.WithMeta[[]AlertEvaluation, PastMeta] {
	shown, meta := pastOf(list, p, func(e alerting.Evaluation) time.Time { return e.Window.End })
	return httpx.WithMeta[[]AlertEvaluation, PastMeta]{Value: Shown(shown, showEvaluation), Meta: meta}
}
