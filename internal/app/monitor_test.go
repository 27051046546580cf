package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

var metricNamePattern = regexp.MustCompile(`"metricName":"([^"]+)"`)

// TestInstallationWatchesItself turns it on with one command, twice: the dashboard
// and the alerts are there once, all that they ask about is measured, and the
// metrics of the server arrive in the team.
func TestInstallationWatchesItself(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	ask := func(path string) string {
		t.Helper()
		return testkit.Scenario{Method: http.MethodGet, Path: "/api/v2" + path, Headers: bearer(s.Installation.AccessKey)}.Send(t, s.URL(app.RoleStack)).Body
	}
	for _, wrong := range []string{"ftp://hooks.example.com", "not a URL", `"},{"`} {
		if out := clitest.Beside(t, s, "monitor", "on", "--url", s.URL(app.RoleStack), "--webhook-url", wrong); out.Code == 0 {
			t.Errorf("%s: %+v", wrong, out)
		}
	}
	if out := clitest.Beside(t, s, "monitor", "on", "--url", s.URL(app.RoleStack)); out.Code != 0 { // the refused address is gone
		t.Fatalf("%+v", out)
	}
	for range 2 {
		if out := clitest.Beside(t, s, "monitor", "on", "--url", s.URL(app.RoleStack), "--webhook-url", "https://hooks.example.com/cairn"); out.Code != 0 {
			t.Fatalf("%+v", out)
		}
	}
	dashboards, alerts, keys := ask("/dashboards"), ask("/alerts"), clitest.Beside(t, s, "key", "list", "--kind", "access")
	if got := strings.Count(dashboards, `"name":"Cairn itself"`); got != 1 {
		t.Errorf("%d dashboards:\n%s", got, dashboards)
	}
	if got := strings.Count(alerts, `"thresholdType"`); got != 7 {
		t.Errorf("%d alerts:\n%s", got, alerts)
	}
	if keys.Code != 0 || strings.Contains(keys.Stdout, "cairn monitor") {
		t.Errorf("its key is left: %+v", keys)
	}
	scrape := testkit.Scenario{Method: http.MethodGet, Path: "/metrics"}.Send(t, s.URL(app.RoleAdmin)).Body
	for _, name := range metricNamePattern.FindAllStringSubmatch(dashboards, -1) {
		if !strings.Contains(scrape, "# TYPE "+name[1]+" ") {
			t.Errorf("%s is not measured", name[1])
		}
	}
	metrics := sourceOf(t, deployments(s)[0], "metric")
	// "above" includes the threshold: counts that should be 0 must not reach it.
	if strings.Contains(alerts, `"threshold":0,`) {
		t.Errorf("an alert fires on a healthy server:\n%s", alerts)
	}
	testkit.Eventually(t, time.Minute, "the metrics of the server are in the team", func() bool {
		found := testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/search/metrics", Headers: bearer(s.Installation.AccessKey),
			Body: `{"sourceId":"` + metrics + `"}`}.Send(t, s.URL(app.RoleStack)).Body
		return strings.Contains(found, `"cairn_disk_free_bytes"`) && strings.Contains(found, `"cairn_engine_call_seconds"`)
	})
	if out := clitest.Beside(t, s, "monitor", "off"); out.Code != 0 {
		t.Errorf("%+v", out)
	}
}
