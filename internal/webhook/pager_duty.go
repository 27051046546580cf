package webhook

import (
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// pagerDutySummaryBytesMax is what PagerDuty takes of a summary.
const pagerDutySummaryBytesMax = 1024

type pagerDutyEvent struct {
	RoutingKey  string           `json:"routing_key"`
	EventAction string           `json:"event_action"`
	DedupKey    string           `json:"dedup_key"`
	Client      string           `json:"client"`
	ClientURL   string           `json:"client_url"`
	Links       []pagerDutyLink  `json:"links"`
	Payload     pagerDutyPayload `json:"payload"`
}

type pagerDutyLink struct {
	Href string `json:"href"`
	Text string `json:"text"`
}

type pagerDutyPayload struct {
	Summary       string            `json:"summary"`
	Source        string            `json:"source"`
	Severity      string            `json:"severity"`
	Timestamp     string            `json:"timestamp"`
	Group         string            `json:"group,omitempty"`
	Class         string            `json:"class"`
	CustomDetails map[string]string `json:"custom_details"`
}

// pagerDuty writes an event of PagerDuty's Events API v2.
func (t telling) pagerDuty() pagerDutyEvent {
	action, severity := "resolve", "info"
	if t.isOpen() {
		action = "trigger"
	}
	if t.Notice.To == stack.StateFiring && t.Notice.Kind != alerting.NoticeTest {
		severity = "critical"
	}
	details := t.details()
	details["text"] = t.text
	return pagerDutyEvent{
		RoutingKey: t.key(), EventAction: action, DedupKey: t.Notice.EventID(),
		Client: "Cairn", ClientURL: t.link, Links: []pagerDutyLink{{Href: t.link, Text: "Open in Cairn"}},
		Payload: pagerDutyPayload{
			Summary: cut(t.title, pagerDutySummaryBytesMax), Source: t.sourceName(), Severity: severity,
			Timestamp: stamp(t.Notice.Window.End), Group: t.vars["group"],
			Class: string(t.Notice.Alert.ThresholdType), CustomDetails: details,
		},
	}
}
