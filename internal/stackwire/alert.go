package stackwire

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"time"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
)

// Alert is the record of an alert. It carries two sets of names for what it
// belongs to, because clients of both are in use.
type Alert struct {
	ID            string `json:"id"`
	Team          string `json:"team"`
	TeamID        string `json:"teamId"`
	Dashboard     string `json:"dashboard,omitempty" doc:"Id of the dashboard of a tile alert; absent otherwise."`
	DashboardID   string `json:"dashboardId,omitempty" doc:"The same as dashboard."`
	TileID        string `json:"tileId,omitempty" doc:"Id of the tile of a tile alert; absent otherwise."`
	SavedSearch   string `json:"savedSearch,omitempty" doc:"Id of the saved search of a search alert; absent otherwise."`
	SavedSearchID string `json:"savedSearchId,omitempty" doc:"The same as savedSearch."`
	GroupBy       string `json:"groupBy,omitempty" doc:"Absent when the alert is not grouped."`

	Source                stack.AlertSource              `json:"source"`
	Threshold             float64                        `json:"threshold"`
	ThresholdMax          *float64                       `json:"thresholdMax"`
	ThresholdType         stack.ThresholdType            `json:"thresholdType"`
	Interval              stack.Interval                 `json:"interval"`
	ScheduleOffsetMinutes int                            `json:"scheduleOffsetMinutes"`
	ScheduleStartAt       *string                        `json:"scheduleStartAt" format:"date-time"`
	NumConsecutiveWindows *int                           `json:"numConsecutiveWindows"`
	NoData                httpx.Nullable[stack.NoData]   `json:"noData" doc:"How a window without data counts. With null, a count is 0 and anything else keeps the state."`
	RenotifyInterval      httpx.Nullable[stack.Interval] `json:"renotifyInterval"`
	DelaySeconds          int                            `json:"delaySeconds"`

	Channel  stack.Channel   `json:"channel" doc:"The first of channels."`
	Channels []stack.Channel `json:"channels"`
	Name     string          `json:"name,omitempty" doc:"Absent when there is none."`
	Message  string          `json:"message,omitempty" doc:"Absent when there is none."`
	Note     *string         `json:"note"`
	Tags     []string        `json:"tags"`

	State            stack.AlertState                 `json:"state"`
	StateBeforeError httpx.Nullable[stack.AlertState] `json:"stateBeforeError" doc:"The last known state, while state is error."`
	Silenced         bool                             `json:"silenced"`
	Silence          httpx.Nullable[Silence]          `json:"silence"`
	ExecutionErrors  []ExecutionError                 `json:"executionErrors" doc:"What went wrong in the last evaluation."`
	LastEvaluated    *string                          `json:"lastEvaluatedThrough" format:"date-time" doc:"End of the last evaluated window; null before the first."`
	LagSeconds       float64                          `json:"lagSeconds" doc:"How long the next window has been waiting to be evaluated; 0 while it is not over yet."`
	CreatedBy        string                           `json:"createdBy"`
	CreatedAt        string                           `json:"createdAt" format:"date-time"`
	UpdatedAt        string                           `json:"updatedAt" format:"date-time"`
}

// Silence is who keeps an alert's notifications back, and until when.
type Silence struct {
	By     string `json:"by"`
	At     string `json:"at" format:"date-time"`
	Until  string `json:"until" format:"date-time"`
	Reason string `json:"reason"`
}

// ExecutionError is something that went wrong in an evaluation.
type ExecutionError struct {
	Timestamp string `json:"timestamp" format:"date-time"`
	Type      string `json:"type"`
	Message   string `json:"message"`
}

// ShowAlert returns the record of an alert as it stands now.
func ShowAlert(a stack.Alert, now time.Time) Alert {
	record := Alert{
		ID: a.ID, Team: a.TeamID, TeamID: a.TeamID, CreatedBy: a.CreatedBy,
		CreatedAt: Stamp(a.CreatedAt), UpdatedAt: Stamp(a.UpdatedAt),
		State: a.State, StateBeforeError: nullable(a.StateBeforeError),
		Silenced: a.Silenced(now), ExecutionErrors: Shown(a.Failures, showFailure),
		LagSeconds: a.Progress.Lag(now).Seconds(),
	}
	if record.Silenced {
		record.Silence.Value = showSilence(*a.Silence)
	}
	if !a.Progress.Through.IsZero() {
		record.LastEvaluated = stampOrNil(&a.Progress.Through)
	}
	record.spec(a.AlertSpec)
	return record
}

func (r *Alert) spec(a stack.AlertSpec) {
	r.Dashboard, r.DashboardID, r.TileID = a.DashboardID, a.DashboardID, a.TileID
	r.SavedSearch, r.SavedSearchID, r.GroupBy = a.SavedSearchID, a.SavedSearchID, a.GroupBy
	r.Source, r.Threshold, r.ThresholdMax = a.Source, a.Threshold, a.ThresholdMax
	r.ThresholdType, r.Interval = a.ThresholdType, a.Interval
	r.ScheduleOffsetMinutes, r.ScheduleStartAt = a.ScheduleOffsetMinutes, stampOrNil(a.ScheduleStartAt)
	r.NumConsecutiveWindows, r.NoData = orNil(a.NumConsecutiveWindows), nullable(a.NoData)
	r.RenotifyInterval, r.DelaySeconds = nullable(a.RenotifyInterval), a.DelaySeconds
	r.Channel, r.Channels = a.Channels[0], a.Channels
	r.Name, r.Message, r.Note = a.Name, a.Message, orNil(a.Note)
	r.Tags = append([]string{}, a.Tags...)
}

func showSilence(s stack.Silence) *Silence {
	return &Silence{By: s.By, At: Stamp(s.At), Until: Stamp(s.Until), Reason: s.Reason}
}

func showFailure(f stack.AlertFailure) ExecutionError {
	return ExecutionError{Timestamp: Stamp(f.At), Type: f.Type, Message: f.Message}
}

// ReplyAlert returns one alert.
func ReplyAlert(a stack.Alert, now time.Time) httpx.Reply[Alert] {
	shown := ShowAlert(a, now)
	return httpx.Reply[Alert]{Value: shown, Version: a.Version, Mark: shown.mark(a)}
}

// mark tells what the alert shows that its version does not: that a silence
// is over, and how far and how well evaluations have come. It is empty as long
// as there is nothing of that.
func (r *Alert) mark(a stack.Alert) string {
	lapsed := a.Silence != nil && !r.Silenced
	if !lapsed && r.LastEvaluated == nil && r.LagSeconds == 0 && len(r.ExecutionErrors) == 0 {
		return ""
	}
	sum := fnv.New32a()
	// A hash takes everything.
	_, _ = fmt.Fprint(sum, lapsed, r.State, a.StateBeforeError, a.Progress.Through.UnixMilli(), r.LagSeconds, r.ExecutionErrors)
	return strconv.FormatUint(uint64(sum.Sum32()), 36)
}

// PageAlerts returns a page of alerts.
func PageAlerts(list []stack.Alert, total int, p httpx.Paging, now time.Time) httpx.Page[Alert] {
	return paged(list, total, p, func(a stack.Alert) Alert { return ShowAlert(a, now) })
}

// AlertBody is the body that creates or replaces an alert.
type AlertBody stack.AlertInput

// SilenceBody is the body that silences an alert.
type SilenceBody stack.SilenceInput
