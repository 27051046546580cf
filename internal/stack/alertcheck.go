package stack

import (
	"fmt"
	"time"
)

const (
	// ChannelsMax bounds the channels of an alert.
	ChannelsMax = 10
	// AlertNameCharsMax bounds the name, which is the title template of notifications.
	AlertNameCharsMax = 512
	// AlertTextCharsMax bounds the message template and the note.
	AlertTextCharsMax = 4096
	// ConsecutiveWindowsMax bounds how many windows an alert may wait for.
	ConsecutiveWindowsMax = 1440
	// ScheduleOffsetMinutesMax bounds the offset, which is also less than the interval.
	ScheduleOffsetMinutesMax = 1439
	// ScheduleAheadMax bounds how far ahead an alert can start.
	ScheduleAheadMax = 366 * 24 * time.Hour
	// ScheduleBackMax bounds how far back an alert's start can lie.
	ScheduleBackMax = 10 * 366 * 24 * time.Hour
	// DelaySecondsDefault is how long a window waits for late data unless told otherwise.
	DelaySecondsDefault = 10
	// DelaySecondsMax bounds the wait for late data.
	DelaySecondsMax = 3600
)

// check checks what is lost when the body becomes a spec.
func (in AlertInput) check(p place) {
	in.checkChannels(p)
	checkNullableText(p.at("name"), in.Name, AlertNameCharsMax)
	checkNullableText(p.at("message"), in.Message, AlertTextCharsMax)
	checkNullableText(p.at("note"), in.Note, AlertTextCharsMax)
	p.at("name").optionalTemplate(in.Name, NoticeVariableNames())
	p.at("message").optionalTemplate(in.Message, NoticeVariableNames())
	p.at("tags").wordyTags(in.Tags)
	p.at("numConsecutiveWindows").optionalInt(in.NumConsecutiveWindows, 1, ConsecutiveWindowsMax)
	if in.ThresholdType.IsRange() {
		p.at("thresholdMax").check(in.ThresholdMax != nil && *in.ThresholdMax >= in.Threshold, "range",
			"must be a number that is at least threshold when thresholdType is between or not_between")
	}
}

func checkNullableText(p place, v *string, most int) {
	if v != nil {
		p.chars(*v, 1, most)
	}
}

func (a AlertSpec) check(p place) {
	switch a.Source {
	case AlertOnTile:
		p.at("dashboardId").id(a.DashboardID)
		p.at("tileId").check(a.TileID != "", "required", "is required")
		p.at("tileId").chars(a.TileID, 0, TileIDCharsMax)
	case AlertOnSearch, AlertOnSavedSearch:
		p.at("savedSearchId").id(a.SavedSearchID)
		p.at("groupBy").expression(a.GroupBy)
	default:
		oneOf(p.at("source"), a.Source, AlertSources())
	}
	oneOf(p.at("thresholdType"), a.ThresholdType, ThresholdTypes())
	oneOf(p.at("interval"), a.Interval, Intervals())
	optionalOneOf(p.at("noData"), a.NoData, NoDataReadings())
	optionalOneOf(p.at("renotifyInterval"), a.RenotifyInterval, Intervals())
	p.at("delaySeconds").optionalInt(&a.DelaySeconds, 0, DelaySecondsMax)
}

func (in AlertInput) checkChannels(p place) {
	if in.Channel == nil && len(in.Channels) == 0 {
		p.at("channel").breach("required", "At least one notification channel is required")
		return
	}
	if in.Channel != nil {
		in.Channel.check(p.at("channel"))
		p.at("channel").check(in.Channels == nil || len(in.Channels) > 0 && *in.Channel == in.Channels[0], "conflict",
			"must equal the first of channels when both are sent")
	}
	list := p.at("channels")
	list.items(len(in.Channels), 0, ChannelsMax)
	ids := make([]string, len(in.Channels))
	for i, c := range in.Channels {
		ids[i] = c.WebhookID
		c.check(list.item(i))
	}
	unique(ids, func(i int) place { return list.item(i).at("webhookId") }, "must not repeat another channel's")
}

func (c Channel) check(p place) {
	oneOf(p.at("type"), c.Type, []string{ChannelWebhook})
	p.at("webhookId").id(c.WebhookID)
}

// checkSchedule checks start and offset as they come out. A start that is
// already stored may have grown old.
func (a AlertSpec) checkSchedule(p place, stored AlertSpec, now time.Time) {
	offset := p.at("scheduleOffsetMinutes")
	offset.number(float64(a.ScheduleOffsetMinutes), 0, ScheduleOffsetMinutesMax)
	if window := a.Interval.Duration(); window > 0 {
		offset.check(time.Duration(a.ScheduleOffsetMinutes)*time.Minute < window, "range", "must be less than the interval")
	}
	if a.ScheduleStartAt == nil {
		return
	}
	offset.check(a.ScheduleOffsetMinutes == 0, "conflict", "must be 0 when scheduleStartAt is set")
	if stored.ScheduleStartAt != nil && stored.ScheduleStartAt.Equal(*a.ScheduleStartAt) {
		return
	}
	ahead := a.ScheduleStartAt.Sub(now)
	p.at("scheduleStartAt").check(ahead <= ScheduleAheadMax && -ahead <= ScheduleBackMax, "range",
		"must be at most 1 year ahead and 10 years back")
}

// AlertTargets is what a team has of the things that an alert names; nil and
// absent mean that the team has no such thing.
type AlertTargets struct {
	Dashboard   *Dashboard
	SavedSearch *SavedSearch
	Webhooks    map[string]bool
}

// CheckReferences returns an Invalid fault unless everything that the alert
// names exists and the tile can be watched.
func (a AlertSpec) CheckReferences(t AlertTargets) error {
	if err := a.checkTarget(t); err != nil {
		return err
	}
	for i, c := range a.Channels {
		if !t.Webhooks[c.WebhookID] {
			return badReference(fmt.Sprintf("channels.%d.webhookId", i), "Webhook not found")
		}
	}
	return nil
}

func (a AlertSpec) checkTarget(t AlertTargets) error {
	switch {
	case !a.OnTile() && t.SavedSearch == nil:
		return badReference("savedSearchId", "Saved search not found")
	case !a.OnTile():
		return nil
	case t.Dashboard == nil:
		return badReference("dashboardId", "Dashboard not found")
	}
	for _, tile := range t.Dashboard.Tiles {
		if tile.ID == a.TileID {
			return tile.CheckAlert()
		}
	}
	return badReference("tileId", "Tile not found")
}
