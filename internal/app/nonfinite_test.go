package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
)

// TestInfiniteValueFiresALiveAlert goes the whole way: a record with 50, one
// with an infinite value and one with NaN come in over OTLP; alerts on their
// greatest value and on their sum fire, and say how many were not finite.
func TestInfiniteValueFiresALiveAlert(t *testing.T) {
	t.Parallel()
	minute := time.Now().UTC().Truncate(time.Minute)
	clock := &slowClock{began: time.Now(), shown: minute.Add(5 * time.Second)}
	s := apptest.Start(t, apptest.Options{Now: clock.Now, Adjust: func(c *app.Config) { c.WebhookAllowCIDRs = []string{"127.0.0.0/8"} }})
	d, receiver := deployments(s)[0], hooktest.Start(t)
	sendLogsAt(t, s, clock, minute.Add(-30*time.Second), "50", "inf", "nan")
	source := logSource(t, d)
	webhook := record(t, d.send(t, http.MethodPost, "/webhooks", `{"name":"w","service":"generic","url":"`+receiver.URL+`"}`))["id"].(string)
	alerts := map[string]string{}
	for _, function := range []string{"max", "sum"} {
		dashboard := record(t, d.send(t, http.MethodPost, "/dashboards", `{"name":"`+function+`","tiles":[{"name":"t","x":0,"y":0,"w":6,"h":4,
			"config":{"displayType":"line","sourceId":"`+source+`","select":[{"aggFn":"`+function+`","valueExpression":"LogAttributes['v']"}]}}]}`))
		made := record(t, d.send(t, http.MethodPost, "/alerts", `{"source":"tile","dashboardId":"`+dashboard["id"].(string)+`","tileId":"`+tileID(t, dashboard)+`",
			"threshold":10,"thresholdType":"above","interval":"1m","delaySeconds":0,"channel":{"type":"webhook","webhookId":"`+webhook+`"}}`))
		alerts[function] = "/alerts/" + made["id"].(string)
	}
	texts := ""
	for _, delivery := range receiver.AwaitCount(t, 2) {
		texts += string(delivery.Body)
	}
	for _, want := range []string{"+Inf meets or exceeds 10", "50 meets or exceeds 10"} {
		if !strings.Contains(texts, want) {
			t.Errorf("%q is missing in %s", want, texts)
		}
	}
	for function, value := range map[string]string{"max": "null", "sum": "50"} {
		checkEvaluation(t, d, alerts[function], value)
	}
}

func checkEvaluation(t *testing.T, d deployment, alert, value string) {
	t.Helper()
	if state := record(t, d.send(t, http.MethodGet, alert, ""))["state"]; state != "firing" {
		t.Errorf("%s is %v", alert, state)
	}
	for path, wants := range map[string][]string{
		"/evaluations": {`"state":"firing","decision":"breached","value":` + value + `,`, `"nonFinite":2`},
		"/history":     {`"from":"inactive","to":"firing","value":` + value + `,`},
	} {
		answer := d.send(t, http.MethodGet, alert+path, "")
		for _, want := range wants {
			if answer.Status != http.StatusOK || !strings.Contains(answer.Body, want) {
				t.Errorf("%s: %s is missing in %d %s", path, want, answer.Status, answer.Body)
			}
		}
	}
}
