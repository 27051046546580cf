package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
)

// TestWebhooksCanBeTriedWithoutANotifier holds that the role switches the
// loop off and nothing else, and that only networks that the operator allows
// are reached.
func TestWebhooksCanBeTriedWithoutANotifier(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) {
		c.NoNotifier, c.WebhookAllowCIDRs = true, []string{"127.0.0.0/8"}
	}})
	metrics := testkit.Scenario{Path: "/metrics"}.Send(t, s.URL(app.RoleAdmin))
	if strings.Contains(metrics.Body, "cairn_outbox_pending") {
		t.Error("the notifier runs")
	}
	call := func(path, body string) map[string]any {
		t.Helper()
		return record(t, testkit.Scenario{
			Method: http.MethodPost, Path: "/api/v2" + path, Headers: bearer(s.Installation.AccessKey), Body: body,
		}.Send(t, s.URL(app.RoleStack)))
	}
	made := call("/webhooks", `{"name":"near","service":"generic","url":"`+receiver.URL+`"}`)
	tried := call("/webhooks/"+made["id"].(string)+"/test", "")
	if tried["status"] != "delivered" {
		t.Errorf("%v", tried)
	}
	hooktest.Verify(t, receiver.Deliveries()[0], made["secret"].(string))
}
