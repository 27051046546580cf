package stack

import (
	"slices"
	"strings"
)

// attributesPrefix begins the variables that are named after what an alert
// is grouped by.
const attributesPrefix = "attributes."

// NoticeVariables lists what the name and the message of an alert may read,
// beside attributes.*.
func NoticeVariables() []string {
	return []string{
		"alert.channel.type", "alert.channel.webhookId", "alert.createdAt", "alert.createdBy", "alert.dashboard", "alert.dashboardId",
		"alert.groupBy", "alert.id", "alert.interval", "alert.message", "alert.name", "alert.note", "alert.numConsecutiveWindows",
		"alert.savedSearch", "alert.savedSearchId", "alert.scheduleOffsetMinutes", "alert.scheduleStartAt", "alert.source",
		"alert.state", "alert.team", "alert.teamId", "alert.threshold", "alert.thresholdMax", "alert.thresholdType", "alert.tileId",
		"alert.updatedAt",
		"dashboard.id", "dashboard.name", "endTime", "eventId", "granularity", "group", "link", "previousState",
		"savedSearch.id", "savedSearch.name", "source.name", "startTime", "state", "threshold", "thresholdMax",
		"tile.id", "tile.name", "value",
	}
}

// WebhookVariables lists what the body of a webhook may read, beside
// attributes.*: what an alert may, and what came of it.
func WebhookVariables() []string {
	return append(NoticeVariables(), "body", "messageId", "title")
}

// template checks that the text is a template over the variables.
func (p place) template(text string, variables []string) {
	t, err := ParseTemplate(text)
	if err != nil {
		p.breach("template", "is not a valid template: %s", err)
		return
	}
	for _, path := range t.Variables() {
		if !slices.Contains(variables, path) && !strings.HasPrefix(path, attributesPrefix) {
			p.breach("template", "reads a variable that does not exist; there are attributes.* and %s",
				strings.Join(variables, ", "))
			return
		}
	}
}

func (p place) optionalTemplate(text *string, variables []string) {
	if text != nil {
		p.template(*text, variables)
	}
}
