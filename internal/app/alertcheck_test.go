package app_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestAlertsThatCanNotBeGroupedAreRefused tries groups on saving and on trying
// out, in both deployments.
func TestAlertsThatCanNotBeGroupedAreRefused(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	for i, d := range deployments(s) {
		search := record(t, d.send(t, http.MethodPost, "/saved-searches", `{"name":"s`+strconv.Itoa(i)+`","sourceId":"`+logSource(t, d)+`"}`))["id"].(string)
		webhook := genericWebhook(t, d, i)
		alert := func(groupBy string) string {
			return `{"source":"search","savedSearchId":"` + search + `","groupBy":"` + groupBy + `","threshold":1,"thresholdType":"above","interval":"1m",` +
				`"channel":{"type":"webhook","webhookId":"` + webhook + `"}}`
		}
		for _, good := range []string{"", "ServiceName", "ServiceName, LogAttributes['not.yet']", "lower(SeverityText)", "LogAttributes.some", "service, tenant.id"} {
			if answer := d.send(t, http.MethodPost, "/alerts", alert(good)); answer.Status != http.StatusOK {
				t.Errorf("%q: %d %s", good, answer.Status, answer.Body)
			}
		}
		stored := "/alerts/" + record(t, d.send(t, http.MethodPost, "/alerts", alert("")))["id"].(string)
		for bad, rule := range map[string]string{"X(": "syntax", "Body = ServiceName AND Body": "field", "ServiceName, nothing(Body)": "syntax", "count()": "syntax"} {
			for call, body := range map[string]string{
				"POST /alerts": alert(bad), "PUT " + stored: alert(bad), "POST /alerts/backtest": `{"alert":` + alert(bad) + `,"startTime":0,"endTime":3600000}`,
			} {
				method, path, _ := strings.Cut(call, " ")
				answer := d.send(t, method, path, body)
				if answer.Status != http.StatusBadRequest || !strings.Contains(answer.Body, `groupBy`) || !strings.Contains(answer.Body, `"`+rule+`"`) {
					t.Errorf("%s by %q: %d %s", call, bad, answer.Status, answer.Body)
				}
			}
		}
	}
}

// genericWebhook makes a webhook and returns its id.
func genericWebhook(t *testing.T, d deployment, number int) string {
	t.Helper()
	return record(t, d.send(t, http.MethodPost, "/webhooks", `{"name":"w`+strconv.Itoa(number)+`","service":"generic","url":"https://example.com/hook"}`))["id"].(string)
}

// watchable is a saved search or a tile that an alert is to watch, and what a
// refusal says: the code of the rule, or nothing where there is none.
type watchable struct{ name, body, refusal string }

// watchables are conditions, values and groups of saved searches and of tiles.
// Broken ones may be saved, as searches and dashboards of other products come with
// texts that are not ours.
func watchables(logs, metrics string) (searches, tiles []watchable) {
	search := func(name, rest, refusal string) {
		searches = append(searches, watchable{name, fmt.Sprintf(`{"name":"search","sourceId":%q,%s}`, logs, rest), refusal})
	}
	tile := func(name, config, refusal string) {
		tiles = append(tiles, watchable{name, fmt.Sprintf(`{"name":"board","tiles":[{"name":"tile","x":0,"y":0,"w":4,"h":4,"config":%s}]}`, config), refusal})
	}
	line := func(name, item, rest, refusal string) {
		tile(name, fmt.Sprintf(`{"displayType":"line","sourceId":%q,"select":[%s]%s}`, logs, item, rest), refusal)
	}
	search("everything", `"where":""`, "")
	search("a key that nobody has sent", `"where":"not.yet:1"`, "")
	search("Lucene", `"where":"level:(error"`, "syntax")
	search("SQL", `"where":"Body = ","whereLanguage":"sql"`, "syntax")
	search("a function that does not exist", `"where":"nothing(Body) = 1","whereLanguage":"sql"`, "syntax")
	line("a count", `{"aggFn":"count"}`, "", "")
	line("a ratio", `{"aggFn":"count","where":"level:error"},{"aggFn":"count"}`, `,"asRatio":true`, "")
	line("its condition", `{"aggFn":"count","where":"level:(error"}`, "", "syntax")
	line("the condition of another series", `{"aggFn":"count","where":"level:(error"},{"aggFn":"count"}`, `,"asRatio":true`, "syntax")
	line("its value", `{"aggFn":"sum","valueExpression":"1 +"}`, "", "syntax")
	line("its groups", `{"aggFn":"count"}`, `,"groupBy":"X("`, "syntax")
	tile("a metric", fmt.Sprintf(`{"displayType":"line","sourceId":%q,"select":[{"aggFn":"avg","metricType":"gauge","metricName":"queue","valueExpression":"Value"}]}`, metrics), "")
	tile("the condition of a metric", fmt.Sprintf(`{"displayType":"line","sourceId":%q,"select":[{"aggFn":"avg","metricType":"gauge","metricName":"queue","valueExpression":"Value","where":"host:("}]}`, metrics), "syntax")
	return searches, tiles
}

// TestAlertsThatCanNeverBeEvaluatedAreRefused makes alerts of all of them, and
// tries them out, in both deployments.
func TestAlertsThatCanNeverBeEvaluatedAreRefused(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	for i, d := range deployments(s) {
		webhook := genericWebhook(t, d, i)
		try := func(w watchable, field, watched string) {
			alert := `{` + watched + `,"threshold":1,"thresholdType":"above","interval":"1m","channel":{"type":"webhook","webhookId":"` + webhook + `"}}`
			for path, body := range map[string]string{"/alerts": alert, "/alerts/backtest": `{"alert":` + alert + `,"startTime":0,"endTime":3600000}`} {
				answer := d.send(t, http.MethodPost, path, body)
				switch {
				case w.refusal == "" && answer.Status == http.StatusBadRequest:
					t.Errorf("%s, %s: %d %s", path, w.name, answer.Status, answer.Body)
				case w.refusal != "" && (answer.Status != http.StatusBadRequest || !strings.Contains(answer.Body, field+`"`) || !strings.Contains(answer.Body, `"`+w.refusal+`"`)):
					t.Errorf("%s, %s: %d %s, want 400 and %s at %s", path, w.name, answer.Status, answer.Body, w.refusal, field)
				}
			}
		}
		searches, tiles := watchables(sourceOf(t, d, "log"), sourceOf(t, d, "metric"))
		for _, w := range searches {
			made := record(t, d.send(t, http.MethodPost, "/saved-searches", w.body))
			try(w, "savedSearchId", fmt.Sprintf(`"source":"search","savedSearchId":%q`, made["id"]))
		}
		for _, w := range tiles {
			made := record(t, d.send(t, http.MethodPost, "/dashboards", w.body))
			tile := made["tiles"].([]any)[0].(map[string]any)["id"]
			try(w, "tileId", fmt.Sprintf(`"source":"tile","dashboardId":%q,"tileId":%q`, made["id"], tile))
		}
	}
}
