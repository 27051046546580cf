package webhook

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// stateWord is the state as templates read it: ALERT or OK, which is what
// other tools of this kind write.
func stateWord(n alerting.Notice) string {
	switch {
	case n.Kind == alerting.NoticeTest:
		return "TEST"
	case n.To == stack.StateFiring:
		return "ALERT"
	default:
		return "OK"
	}
}

// variables returns what the alert's templates may read; see
// stack.NoticeVariables.
func variables(e alerting.Envelope, link string) map[string]string {
	n, a := e.Notice, e.Notice.Alert
	vars := map[string]string{
		"messageId": e.MessageID, "eventId": n.EventID(), "link": link, "state": stateWord(n), "previousState": string(n.From),
		"startTime": millis(n.Window.Start), "endTime": millis(n.Window.End), "granularity": string(a.Interval),
		"group": groupText(n.Group), "threshold": number(a.Threshold),
		"alert.id": a.ID, "alert.name": a.Name, "alert.message": a.Message, "alert.source": string(a.Source), "alert.interval": string(a.Interval), "alert.note": a.Note, "alert.tags": strings.Join(a.Tags, ", "),
		"alert.threshold": number(a.Threshold), "alert.thresholdType": string(a.ThresholdType), "alert.groupBy": a.GroupBy,
		"alert.dashboardId": a.DashboardID, "alert.tileId": a.TileID, "alert.savedSearchId": a.SavedSearchID,
		"dashboard.id": a.DashboardID, "dashboard.name": n.Watched.DashboardName,
		"tile.id": a.TileID, "tile.name": n.Watched.TileName,
		"savedSearch.id": a.SavedSearchID, "savedSearch.name": n.Watched.SavedSearchName, "source.name": n.Watched.SourceName,
		"alert.team": a.TeamID, "alert.teamId": a.TeamID, "alert.dashboard": a.DashboardID, "alert.savedSearch": a.SavedSearchID,
		"alert.state": stateWord(n), "alert.createdBy": a.CreatedBy, "alert.createdAt": stamp(a.CreatedAt), "alert.updatedAt": stamp(a.UpdatedAt),
		"alert.numConsecutiveWindows": strconv.Itoa(a.Windows()), "alert.scheduleOffsetMinutes": strconv.Itoa(a.ScheduleOffsetMinutes),
		"valueText": quantityText(n), "thresholdText": thresholdText(n), "thresholdMaxText": thresholdMaxText(n),
		"value": valueText(n), "thresholdMax": "", "alert.thresholdMax": "", "alert.scheduleStartAt": "", "alert.channel.type": "", "alert.channel.webhookId": "",
	}
	if len(a.Channels) > 0 {
		vars["alert.channel.type"], vars["alert.channel.webhookId"] = a.Channels[0].Type, a.Channels[0].WebhookID
	}
	if a.ScheduleStartAt != nil {
		vars["alert.scheduleStartAt"] = stamp(*a.ScheduleStartAt)
	}
	if a.ThresholdMax != nil {
		vars["thresholdMax"], vars["alert.thresholdMax"] = number(*a.ThresholdMax), number(*a.ThresholdMax)
	}
	for _, v := range n.Group.Values {
		vars["attributes."+v.Name] = v.Value
	}
	return vars
}

// How many windows a link to a tile shows before and after the one of the
// notice. People open it minutes later: there is nothing to see further on.
const (
	linkWindowsBefore = 7
	linkWindowsAfter  = 1
)

// linkOf returns where the interface shows what the notice is about.
func linkOf(n alerting.Notice, publicURL string) string {
	base := strings.TrimSuffix(publicURL, "/")
	a := n.Alert
	switch {
	case n.Kind == alerting.NoticeTest && !n.IsRehearsal():
		return base + "/"
	case a.OnTile():
		window := n.Window.End.Sub(n.Window.Start)
		return base + "/dashboards/" + url.PathEscape(a.DashboardID) + "?" + url.Values{
			"from": {millis(n.Window.Start.Add(-linkWindowsBefore * window))}, "to": {millis(n.Window.End.Add(linkWindowsAfter * window))},
			"granularity": {string(a.Interval)}, "highlightedTileId": {a.TileID}, "team": {a.TeamID},
		}.Encode()
	default:
		query := url.Values{"from": {millis(n.Window.Start)}, "to": {millis(n.Window.End)}, "isLive": {"false"}, "team": {a.TeamID}}
		if group := groupJSON(n.Group); group != "" {
			query.Set("group", group)
		}
		return base + "/search/" + url.PathEscape(a.SavedSearchID) + "?" + query.Encode()
	}
}

// groupJSON returns what the events of a group have in common, so that a link
// leads to those that were counted; empty for an alert without groups.
func groupJSON(g alerting.Group) string {
	if len(g.Values) == 0 {
		return ""
	}
	text, err := json.Marshal(g.Values)
	if err != nil {
		return ""
	}
	return string(text)
}
