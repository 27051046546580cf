package stack

import (
	"slices"
	"time"
)

// AlertSource says what an alert watches. It is kept in the spelling that it
// was written with.
type AlertSource string

// The sources. AlertOnSavedSearch is another spelling of AlertOnSearch.
const (
	AlertOnTile        AlertSource = "tile"
	AlertOnSearch      AlertSource = "search"
	AlertOnSavedSearch AlertSource = "saved_search"
)

// AlertSources lists the sources of alerts.
func AlertSources() []AlertSource {
	return []AlertSource{AlertOnTile, AlertOnSearch, AlertOnSavedSearch}
}

// ThresholdType says when a value breaches the threshold.
type ThresholdType string

// The threshold types.
const (
	ThresholdAbove          ThresholdType = "above"           // v >= t
	ThresholdBelow          ThresholdType = "below"           // v < t
	ThresholdAboveExclusive ThresholdType = "above_exclusive" // v > t
	ThresholdBelowOrEqual   ThresholdType = "below_or_equal"  // v <= t
	ThresholdEqual          ThresholdType = "equal"
	ThresholdNotEqual       ThresholdType = "not_equal"
	ThresholdBetween        ThresholdType = "between"     // t <= v <= max
	ThresholdNotBetween     ThresholdType = "not_between" // v < t or v > max
)

// ThresholdTypes lists the threshold types.
func ThresholdTypes() []ThresholdType {
	return []ThresholdType{ThresholdAbove, ThresholdBelow, ThresholdAboveExclusive, ThresholdBelowOrEqual,
		ThresholdEqual, ThresholdNotEqual, ThresholdBetween, ThresholdNotBetween}
}

// IsRange reports whether the type has a second bound.
func (t ThresholdType) IsRange() bool { return t == ThresholdBetween || t == ThresholdNotBetween }

// NoData says how an alert reads a window without any value. The empty one
// goes by what is watched: a count is 0, anything else stays as it is.
type NoData string

// The readings of a window without data.
const (
	NoDataZero NoData = "zero" // as the value 0
	NoDataKeep NoData = "keep" // the state stays as it is
	NoDataFire NoData = "fire" // as a breach
	NoDataOK   NoData = "ok"   // as no breach
)

// NoDataReadings lists the readings.
func NoDataReadings() []NoData { return []NoData{NoDataZero, NoDataKeep, NoDataFire, NoDataOK} }

// ChannelWebhook is the one type of a channel.
const ChannelWebhook = "webhook"

// Channel is where an alert sends its notifications.
type Channel struct {
	Type      string `json:"type"`
	WebhookID string `json:"webhookId"`
}

// AlertSpec is what its owner decides about an alert. Empty texts mean "not
// set".
type AlertSpec struct {
	Source                AlertSource
	DashboardID           string // of a tile alert
	TileID                string // of a tile alert
	SavedSearchID         string // of a search alert
	GroupBy               string // of a search alert; a tile has its own
	Threshold             float64
	ThresholdMax          *float64 // set for range types only
	ThresholdType         ThresholdType
	Interval              Interval
	ScheduleOffsetMinutes int
	ScheduleStartAt       *time.Time
	Channels              []Channel // at least one
	Name                  string
	Message               string
	Note                  string
	NumConsecutiveWindows int // 0: not set, which means 1
	NoData                NoData
	RenotifyInterval      Interval // empty: a lasting breach is told once
	DelaySeconds          int      // how long a window waits for late data
	Tags                  []string // nil: none
}

// Alert watches a tile or a saved search and notifies when its value
// breaches the threshold.
type Alert struct {
	Record
	AlertSpec
	AlertStatus
	CreatedBy string // user id
}

// OnTile reports whether the alert watches a tile.
func (a AlertSpec) OnTile() bool { return a.Source == AlertOnTile }

// Uses reports whether the alert notifies through the webhook.
func (a AlertSpec) Uses(webhookID string) bool {
	return slices.ContainsFunc(a.Channels, func(c Channel) bool { return c.WebhookID == webhookID })
}

// Windows returns how many windows in a row must breach before the alert
// fires.
func (a AlertSpec) Windows() int { return max(1, a.NumConsecutiveWindows) }
