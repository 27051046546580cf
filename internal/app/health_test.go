package app_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestAdminListener(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{})
	testkit.Run(t, s.URL(app.RoleAdmin), []testkit.Scenario{
		{Name: "alive", Path: "/healthz", Status: 200, Contains: []string{`"status":"ok"`}, Answered: map[string]string{"X-Request-Id": "*"}},
		{Name: "ready", Path: "/readyz", Status: 200, Contains: []string{`"ready":true`, `"engine":"ok"`, `"database":"ok"`, `"stack":"ok"`, `"cloud":"ok"`, `"ui":"ok"`}},
		{Name: "metrics", Path: "/metrics", Status: 200, Contains: []string{"cairn_build_info", "cairn_http_requests_total", "cairn_engine_calls_total"}},
		{Name: "profiles", Path: "/debug/pprof/", Status: 200, Contains: []string{"goroutine"}},
	})
}

func TestRolesCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{Adjust: func(c *app.Config) { c.NoUI, c.CloudAddr = true, "" }})
	if s.Addr(app.RoleUI) != "" || s.Addr(app.RoleCloud) != "" || s.Addr(app.RoleStack) == "" {
		t.Errorf("ui %q, cloud %q, stack %q", s.Addr(app.RoleUI), s.Addr(app.RoleCloud), s.Addr(app.RoleStack))
	}
	got := testkit.Scenario{Path: "/readyz"}.Send(t, s.URL(app.RoleAdmin))
	if got.Status != 200 || strings.Contains(got.Body, `"ui"`) {
		t.Errorf("readyz: %d %s", got.Status, got.Body)
	}
}
