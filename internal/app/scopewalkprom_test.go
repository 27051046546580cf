package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// showsNoMetrics lists the operations of the Prometheus API in which nobody learns
// of a metric that has no exemplars.
func showsNoMetrics() []string {
	return []string{"queryExemplars", "formatQuery", "parseQuery", "getBuildInfo", "getRuntimeInfo", "getConfig", "getFlags", "getReplay", "listTargets", "listTargetMetadata", "listScrapePools", "getSeriesLimit"}
}

// askPrometheus asks every operation of the Prometheus API that reads data as
// somebody with a data scope, and as an admin.
func askPrometheus(t *testing.T, s *apptest.Server, scoped map[string]string) {
	t.Helper()
	now := time.Now().Unix()
	during := fmt.Sprintf("&start=%d&end=%d", now-600, now+60)
	all := url.QueryEscape(`{__name__=~"load.+"}`)
	questions := map[string]string{
		"queryInstant":    "query=" + all,
		"queryRange":      "step=15&query=" + all + during,
		"queryExemplars":  "query=" + all + during,
		"formatQuery":     "query=up",
		"parseQuery":      "query=up",
		"listSeries":      "match[]=" + all + during,
		"listLabels":      "limit=0" + during,
		"listLabelValues": "match[]=" + all + during,
		"listMetadata":    "limit=100",
		"getTSDBStatus":   "limit=100",
	}
	api := roleAPI{"/prometheus/api/v1", access.PrometheusOperations(), []string{"probeHealth", "probeReadiness"}, []app.Role{app.RoleStack}}
	for _, op := range api.operations(t, s) {
		path := strings.ReplaceAll(op.path, "/label/0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a11/", "/label/__name__/")
		ask := func(who map[string]string) testkit.Answer {
			return testkit.Scenario{Path: path + "?" + questions[op.id], Headers: who}.Send(t, s.URL(app.RoleStack))
		}
		seen, hidden := ask(bearer(s.Installation.AccessKey)), ask(scoped)
		if strings.Contains(hidden.Body, zebra) || seen.Status != http.StatusOK {
			t.Errorf("%s: %d %s, and for an admin %d %s", op.id, hidden.Status, hidden.Body, seen.Status, seen.Body)
		}
		showsIt := !slices.Contains(showsNoMetrics(), op.id) && op.needs == access.DataRead && op.id != "listLabels"
		if showsIt && (!strings.Contains(seen.Body, zebra) || hidden.Status == http.StatusOK && !strings.Contains(hidden.Body, "cart")) {
			t.Errorf("%s: an admin sees %s, and the scope %d %s", op.id, seen.Body, hidden.Status, hidden.Body)
		}
	}
}
