package app_test

import (
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
		webhook := record(t, d.send(t, http.MethodPost, "/webhooks", `{"name":"w`+strconv.Itoa(i)+`","service":"generic","url":"https://example.com/hook"}`))["id"].(string)
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
