package webhook

import (
	"strings"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// Bounds that the services set, in characters or bytes, whichever is less.
const (
	slackTextBytesMax        = 2900 // of 3000 characters in a section
	slackTitleBytesMax       = 400  // so that its link is never cut, however much of it is escaped
	pagerDutySummaryBytesMax = 1024
)

type slackMessage struct {
	Text   string       `json:"text"`
	Blocks []slackBlock `json:"blocks"`
}

type slackBlock struct {
	Type string    `json:"type"`
	Text slackText `json:"text"`
}

type slackText struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// slack writes a message for an incoming webhook of Slack: a linked title and
// the text below it.
func (t telling) slack() slackMessage {
	title := strings.ReplaceAll(escapeSlack(cut(t.title, slackTitleBytesMax)), "|", "¦")
	text := "*<" + escapeSlack(t.link) + "|" + title + ">*\n" + escapeSlack(t.text)
	return slackMessage{
		Text:   escapeSlack(cut(t.title, slackTitleBytesMax)),
		Blocks: []slackBlock{{Type: "section", Text: slackText{Type: "mrkdwn", Text: cut(text, slackTextBytesMax)}}},
	}
}

// escapeSlack keeps telemetry from becoming links and mentions.
func escapeSlack(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

type incidentIOEvent struct {
	Title            string            `json:"title"`
	Description      string            `json:"description"`
	DeduplicationKey string            `json:"deduplication_key"`
	Status           string            `json:"status"`
	SourceURL        string            `json:"source_url"`
	Metadata         map[string]string `json:"metadata"`
}

// incidentIO writes an alert event of incident.io.
func (t telling) incidentIO() incidentIOEvent {
	status := "resolved"
	if t.isOpen() {
		status = "firing"
	}
	return incidentIOEvent{
		Title: t.title, Description: t.text, DeduplicationKey: t.Notice.EventID(), Status: status, SourceURL: t.link, Metadata: t.details(),
	}
}

// isOpen reports whether the notice opens an incident or keeps it open.
func (t telling) isOpen() bool {
	return t.Notice.To == stack.StateFiring || t.Notice.Kind == alerting.NoticeTest
}

// details returns what services show beside a text.
func (t telling) details() map[string]string {
	details := map[string]string{}
	for _, name := range []string{"alert.id", "group", "state", "value", "threshold", "startTime", "endTime"} {
		if v := t.vars[name]; v != "" {
			details[name] = v
		}
	}
	for _, v := range t.Notice.Group.Values {
		details["attributes."+v.Name] = v.Value
	}
	return details
}

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
	if t.Notice.To == stack.StateFiring {
		severity = "critical"
	}
	details := t.details()
	details["text"] = t.text
	return pagerDutyEvent{
		RoutingKey: t.Webhook.Secrets.QueryParams[stack.RoutingKeyParam], EventAction: action, DedupKey: t.Notice.EventID(),
		Client: "Cairn", ClientURL: t.link, Links: []pagerDutyLink{{Href: t.link, Text: "Open in Cairn"}},
		Payload: pagerDutyPayload{
			Summary: cut(t.title, pagerDutySummaryBytesMax), Source: t.sourceName(), Severity: severity,
			Timestamp: stamp(t.Notice.Window.End), Group: t.vars["group"],
			Class: string(t.Notice.Alert.ThresholdType), CustomDetails: details,
		},
	}
}

// sourceName returns what the alert watches, in one word or two.
func (t telling) sourceName() string {
	for _, name := range []string{t.Notice.Watched.TileName, t.Notice.Watched.SavedSearchName, t.Notice.Watched.SourceName} {
		if name != "" {
			return name
		}
	}
	return "Cairn"
}
