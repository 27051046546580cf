package stack

import (
	"slices"
	"time"
)

// AlertInput is the body of a create or an update. An update replaces the
// alert, with these exceptions: groupBy, scheduleStartAt,
// scheduleOffsetMinutes, noData, renotifyInterval, delaySeconds and tags stay
// as they are when they are not sent. State and silence are never touched.
type AlertInput struct {
	Source                AlertSource    `json:"source" doc:"search and saved_search mean the same; an alert keeps the spelling that it was written with."`
	DashboardID           string         `json:"dashboardId,omitempty" nullable:"true" doc:"Required when source is tile."`
	TileID                string         `json:"tileId,omitempty" nullable:"true" doc:"Required when source is tile."`
	SavedSearchID         string         `json:"savedSearchId,omitempty" nullable:"true" doc:"Required when source is search."`
	GroupBy               Opt[string]    `json:"groupBy,omitzero" doc:"For search alerts. A tile has its own."`
	Threshold             float64        `json:"threshold"`
	ThresholdMax          *float64       `json:"thresholdMax,omitempty" nullable:"true" doc:"Required for between and not_between; not less than threshold."`
	ThresholdType         ThresholdType  `json:"thresholdType"`
	Interval              Interval       `json:"interval"`
	ScheduleOffsetMinutes Opt[int]       `json:"scheduleOffsetMinutes,omitzero" minimum:"0" maximum:"1439" doc:"Less than the interval; 0 with scheduleStartAt."`
	ScheduleStartAt       Opt[time.Time] `json:"scheduleStartAt,omitzero" doc:"At most 1 year ahead and 10 years back."`
	Channel               *Channel       `json:"channel,omitempty" doc:"Required unless channels is sent."`
	Channels              []Channel      `json:"channels,omitzero" minItems:"1" maxItems:"10"`
	Name                  *string        `json:"name,omitempty" nullable:"true" minLength:"1" maxLength:"512" doc:"Title template of notifications."`
	Message               *string        `json:"message,omitempty" nullable:"true" minLength:"1" maxLength:"4096" doc:"Text template of notifications."`
	Note                  *string        `json:"note,omitempty" nullable:"true" minLength:"1" maxLength:"4096" doc:"A note for people, such as what to do. Generic webhooks are sent it as data.alert.note, and templates name it as {{alert.note}}."`
	NumConsecutiveWindows *int           `json:"numConsecutiveWindows,omitempty" nullable:"true" minimum:"1" maximum:"1440"`
	NoData                Opt[NoData]    `json:"noData,omitzero" doc:"How a window without data counts. When null or absent, a count is 0 and anything else keeps the state."`
	RenotifyInterval      Opt[Interval]  `json:"renotifyInterval,omitzero" doc:"How often to notify again while the alert keeps firing; null to notify once."`
	DelaySeconds          Opt[int]       `json:"delaySeconds,omitzero" minimum:"0" maximum:"3600" doc:"How long a window waits for late data."`
	Tags                  []string       `json:"tags,omitzero" maxItems:"50" doc:"Each at most 32 characters and not blank. Spaces around a tag and repeats are dropped. They stay as they are when they are not sent."`
}

// DecodeAlert reads a body strictly: it returns an Invalid fault that names
// every place whose shape is wrong. Limits are checked by Apply. What an
// alert's answer adds to its body is passed over.
func DecodeAlert(body []byte) (AlertInput, error) {
	return decodeRecord[AlertInput](body, computedFields.alert)
}

// Apply returns the alert after the update, or an Invalid fault. Applied to
// the zero spec it creates. thresholdMax is kept for range types only: with
// another type it is dropped, sent or stored.
func (a AlertSpec) Apply(in AlertInput, now time.Time) (AlertSpec, error) {
	p := root()
	in.check(p)
	next := in.spec(a)
	next.check(p)
	next.checkSchedule(p, a, now)
	if err := p.log.err(); err != nil {
		return AlertSpec{}, err
	}
	return next, nil
}

// spec builds the alert from the body over what is stored.
func (in AlertInput) spec(stored AlertSpec) AlertSpec {
	next := AlertSpec{
		Source: in.Source, Threshold: in.Threshold, ThresholdType: in.ThresholdType, Interval: in.Interval,
		Channels: in.channels(), Name: value(in.Name), Message: value(in.Message), Note: value(in.Note),
		NumConsecutiveWindows: value(in.NumConsecutiveWindows),
		NoData:                value(in.NoData.OrElse(&stored.NoData)),
		RenotifyInterval:      value(in.RenotifyInterval.OrElse(&stored.RenotifyInterval)),
		DelaySeconds:          in.delaySeconds(stored),
		Tags:                  in.tags(stored),
	}
	if in.ThresholdType.IsRange() {
		next.ThresholdMax = in.ThresholdMax
	}
	if in.Source == AlertOnTile {
		next.DashboardID, next.TileID = in.DashboardID, in.TileID
	} else {
		next.SavedSearchID, next.GroupBy = in.SavedSearchID, value(in.GroupBy.OrElse(&stored.GroupBy))
	}
	next.ScheduleStartAt, next.ScheduleOffsetMinutes = in.schedule(stored)
	return next
}

// schedule merges start and offset. A start that is sent or cleared sets the
// offset to 0 unless an offset is sent with it.
func (in AlertInput) schedule(stored AlertSpec) (*time.Time, int) {
	start := in.ScheduleStartAt.OrElse(stored.ScheduleStartAt)
	if in.ScheduleOffsetMinutes.Sent || in.ScheduleStartAt.Sent {
		return start, value(in.ScheduleOffsetMinutes.Value)
	}
	return start, stored.ScheduleOffsetMinutes
}

func (in AlertInput) delaySeconds(stored AlertSpec) int {
	switch {
	case in.DelaySeconds.Value != nil:
		return *in.DelaySeconds.Value
	case in.DelaySeconds.Sent || stored.Source == "":
		return DelaySecondsDefault
	default:
		return stored.DelaySeconds
	}
}

func (in AlertInput) tags(stored AlertSpec) []string {
	next := sentOr(tidyTags(in.Tags), stored.Tags)
	if len(next) == 0 {
		return nil
	}
	return next
}

func (in AlertInput) channels() []Channel {
	if in.Channels == nil && in.Channel != nil {
		return []Channel{*in.Channel}
	}
	return slices.Clone(in.Channels)
}

// value returns what v points to, or the zero value.
func value[T any](v *T) T {
	if v == nil {
		var zero T
		return zero
	}
	return *v
}

// Input returns the body that describes the alert: applied to it, nothing
// changes.
func (a AlertSpec) Input() AlertInput {
	in := AlertInput{
		Source: a.Source, DashboardID: a.DashboardID, TileID: a.TileID, SavedSearchID: a.SavedSearchID,
		GroupBy: optional(a.GroupBy), Threshold: a.Threshold, ThresholdMax: a.ThresholdMax,
		ThresholdType: a.ThresholdType, Interval: a.Interval, ScheduleOffsetMinutes: Some(a.ScheduleOffsetMinutes),
		ScheduleStartAt: Opt[time.Time]{Sent: true, Value: a.ScheduleStartAt}, Channels: slices.Clone(a.Channels),
		Name: unset(a.Name), Message: unset(a.Message), Note: unset(a.Note),
		NumConsecutiveWindows: unset(a.NumConsecutiveWindows), NoData: optional(a.NoData),
		RenotifyInterval: optional(a.RenotifyInterval), DelaySeconds: Some(a.DelaySeconds), Tags: ownList(a.Tags),
	}
	if len(a.Channels) > 0 {
		in.Channel = &in.Channels[0]
	}
	return in
}

// unset returns nil for the zero value.
func unset[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func optional[T comparable](v T) Opt[T] { return Opt[T]{Sent: true, Value: unset(v)} }
