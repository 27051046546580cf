package stack

// NoticeVariable is something that the name and the message of an alert may
// read.
type NoticeVariable struct {
	Name        string
	Description string
}

// NoticeVariables lists what the name and the message of an alert may read,
// beside attributes.*; what is wanted most comes first.
func NoticeVariables() []NoticeVariable {
	return []NoticeVariable{
		{"valueText", "The value with its unit"},
		{"thresholdText", "The threshold with its unit"},
		{"thresholdMaxText", "The upper threshold with its unit"},
		{"value", "The value as a plain number"},
		{"threshold", "The threshold as a plain number"},
		{"thresholdMax", "The upper threshold as a plain number"},
		{"group", "The group that fires"},
		{"state", "ALERT, OK or TEST"},
		{"previousState", "The state before"},
		{"link", "Address of what the alert watches, at the time of the window"},
		{"savedSearch.name", "Name of the saved search"},
		{"dashboard.name", "Name of the dashboard"},
		{"tile.name", "Name of the tile"},
		{"source.name", "Name of the source"},
		{"startTime", "Start of the window in epoch milliseconds"},
		{"endTime", "End of the window in epoch milliseconds"},
		{"granularity", "Length of the window"},
		{"alert.name", "Name of the alert"},
		{"alert.note", "Note of the alert"},
		{"alert.tags", "Tags of the alert, separated by commas"},
		{"alert.message", "Message template of the alert"},
		{"alert.id", "Id of the alert"},
		{"alert.interval", "Evaluation window of the alert"},
		{"alert.thresholdType", "How values are compared with the threshold"},
		{"alert.threshold", "The same as threshold"},
		{"alert.thresholdMax", "The same as thresholdMax"},
		{"alert.groupBy", "What a search alert is grouped by"},
		{"alert.numConsecutiveWindows", "How many windows in a row must breach"},
		{"alert.scheduleOffsetMinutes", "By how much windows are moved"},
		{"alert.scheduleStartAt", "When the first window starts"},
		{"alert.source", "tile or search"},
		{"alert.state", "The same as state"},
		{"alert.channel.type", "Type of the first channel"},
		{"alert.channel.webhookId", "Id of the first webhook"},
		{"alert.dashboard", "Id of the dashboard"},
		{"alert.dashboardId", "Id of the dashboard"},
		{"alert.savedSearch", "Id of the saved search"},
		{"alert.savedSearchId", "Id of the saved search"},
		{"alert.tileId", "Id of the tile"},
		{"alert.team", "Id of the team"},
		{"alert.teamId", "Id of the team"},
		{"alert.createdAt", "When the alert was created"},
		{"alert.createdBy", "Id of the user who created it"},
		{"alert.updatedAt", "When the alert was changed"},
		{"dashboard.id", "Id of the dashboard"},
		{"tile.id", "Id of the tile"},
		{"savedSearch.id", "Id of the saved search"},
		{"eventId", "Pairs the messages about one group of the alert"},
	}
}

// NoticeVariableNames lists the names of NoticeVariables.
func NoticeVariableNames() []string {
	var names []string
	for _, v := range NoticeVariables() {
		names = append(names, v.Name)
	}
	return names
}

// WebhookVariableNames lists what the body of a webhook may read, beside
// attributes.*: what an alert may, and what came of it.
func WebhookVariableNames() []string {
	return append(NoticeVariableNames(), "body", "messageId", "title")
}
