package app_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestTeamChangesItsRetention(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	ui := s.URL(app.RoleUI)
	signedIn := testkit.Scenario{Method: "POST", Path: "/ui/api/session", Body: `{"email":"Admin@localhost","password":"` + apptest.Password + `"}`}.Send(t, ui)
	session := map[string]string{"Cookie": strings.SplitN(signedIn.Header.Get("Set-Cookie"), ";", 2)[0]}
	const path, changed = "/ui/api/retention", `{"logDays":7,"traceDays":30,"metricDays":400}`
	testkit.Run(t, ui, []testkit.Scenario{
		{Name: "30 days at first", Path: path, Headers: session, Status: 200, Contains: []string{`"logDays":30`, `"traceDays":30`, `"metricDays":30`}},
		{Name: "none is refused", Method: "PUT", Path: path, Headers: session, Body: `{"logDays":0,"traceDays":30,"metricDays":30}`, Status: 400, Contains: []string{"logDays"}},
		{Name: "too long is refused", Method: "PUT", Path: path, Headers: session, Body: `{"logDays":7,"traceDays":3651,"metricDays":30}`, Status: 400, Contains: []string{"traceDays"}},
		{Name: "a stranger is refused", Method: "PUT", Path: path, Body: changed, Status: 401},
		{Name: "it is changed", Method: "PUT", Path: path, Headers: session, Body: changed, Status: 200, Contains: []string{`"logDays":7`, `"traceDays":30`, `"metricDays":400`}},
		{Name: "it stays so", Path: path, Headers: session, Status: 200, Contains: []string{`"logDays":7`, `"metricDays":400`}},
	})
	const days = "SELECT max(toUInt64OrZero(extract(engine_full, 'toIntervalDay.(\\\\d+)'))) AS n FROM system.tables WHERE database = currentDatabase() AND name IN "
	if got := count(t, s, days+"('logs', 'logs_local')"); got != 7 {
		t.Errorf("the engine keeps logs for %d days", got)
	}
}
