package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestAdminListener(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{})
	// What answers late on a busy machine is named, and is ready a moment later.
	testkit.Eventually(t, time.Minute, "the server is ready", func() bool {
		return testkit.Scenario{Path: "/readyz"}.Send(t, s.URL(app.RoleAdmin)).Status == http.StatusOK
	})
	testkit.Run(t, s.URL(app.RoleAdmin), []testkit.Scenario{
		{Name: "alive", Path: "/healthz", Status: 200, Contains: []string{`"status":"ok"`}, Answered: map[string]string{"X-Request-Id": "*"}},
		{Name: "ready", Path: "/readyz", Status: 200, Contains: []string{`"ready":true`, `"engine":"ok"`, `"database":"ok"`, `"stack":"ok"`, `"cloud":"ok"`, `"ui":"ok"`}},
		{Name: "metrics", Path: "/metrics", Status: 200, Contains: []string{"cairn_build_info", "cairn_http_requests_total", "cairn_engine_calls_total", `cairn_ingest_rows_dropped_total{reason="refused"} 0`}},
		{Name: "profiles", Path: "/debug/pprof/", Status: 200, Contains: []string{"goroutine"}},
	})
}

// TestAdminListenerIsAskedByKnownNames holds that a page whose own name leads
// to this machine reads nothing of it.
func TestAdminListenerIsAskedByKnownNames(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{Adjust: func(c *app.Config) { c.AdminHosts = []string{"cairn", "cairn.monitoring.svc"} }})
	f := func(host string, status int) {
		t.Helper()
		for _, path := range []string{"/debug/pprof/cmdline", "/metrics", "/healthz"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL(app.RoleAdmin)+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = host
			answer, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode != status {
				t.Errorf("%s as %s: %d, want %d", path, host, answer.StatusCode, status)
			}
		}
	}
	for _, host := range []string{"127.0.0.1:9100", "localhost", "LocalHost:9100", "localhost.", "[::1]:9100", "10.1.2.3", "cairn:9100", "Cairn.Monitoring.svc"} {
		f(host, http.StatusOK)
	}
	for _, host := range []string{"evil.example", "evil.example:9100", "127.0.0.1.evil.example", "localhost.evil.example", "cairn.evil.example", "0x7f000001"} {
		f(host, http.StatusForbidden)
	}
}

func TestRolesCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{Adjust: func(c *app.Config) { c.NoUI, c.CloudAddr = true, "" }})
	if s.Addr(app.RoleUI) != "" || s.Addr(app.RoleCloud) != "" || s.Addr(app.RoleStack) == "" {
		t.Errorf("ui %q, cloud %q, stack %q", s.Addr(app.RoleUI), s.Addr(app.RoleCloud), s.Addr(app.RoleStack))
	}
	testkit.Eventually(t, time.Minute, "the server is ready without them", func() bool {
		got := testkit.Scenario{Path: "/readyz"}.Send(t, s.URL(app.RoleAdmin))
		return got.Status == http.StatusOK && !strings.Contains(got.Body, `"ui"`)
	})
}
