package demo

import (
	_ "embed" // for the alerts
	"encoding/json"
	"strings"
	"time"
)

// WatchedTile is the name of the tile that an alert of the shop is about.
const WatchedTile = "Duration, 95 %"

// silenceTime is how long the shop's alerts tell nobody: there is nobody yet.
const silenceTime = 365 * 24 * time.Hour

// alerts holds $names where ids, and the end of the silence, are.
//
//go:embed alerts.json
var alerts string

// Watch is the bodies of what watches over the shop.
type Watch struct {
	SavedSearch json.RawMessage
	Webhook     json.RawMessage
	Alerts      []json.RawMessage
	Silence     json.RawMessage // of each alert
}

// Watched are the ids of what the alerts of the shop are about, and of their
// webhook.
type Watched struct{ SavedSearch, Webhook, Dashboard, Tile string }

// NewWatch returns the bodies of what watches over the shop from now on.
// Bodies of alerts need the ids of the others: ask again when those are made.
func NewWatch(s Sources, ids Watched, now time.Time) (Watch, error) {
	filled := strings.NewReplacer(
		"$logs", s.Logs, "$savedSearch", ids.SavedSearch, "$webhook", ids.Webhook, "$dashboard", ids.Dashboard, "$tile", ids.Tile,
		"$until", now.Add(silenceTime).UTC().Format(time.RFC3339),
	).Replace(alerts)
	var watch Watch
	err := json.Unmarshal([]byte(filled), &watch)
	return watch, err
}
