package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

const ada = `{"name":"Ada","email":"ada@example.net","password":"correct horse battery"}`

func TestFirstRunThroughTheUI(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{})
	ui := s.URL(app.RoleUI)
	testkit.Run(t, ui, []testkit.Scenario{
		{Name: "nothing is set up", Path: "/ui/api/installation", Status: 200, Contains: []string{`"isSetUp":false`}},
		{Name: "a weak password is refused", Method: "POST", Path: "/ui/api/setup", Body: `{"name":"Ada","email":"ada@example.net","password":"short"}`, Status: 400, Contains: []string{"password: must be at least 12 characters"}},
		{Name: "a page of another site is refused", Method: "POST", Path: "/ui/api/setup", Body: ada, Status: 403, Headers: map[string]string{"Sec-Fetch-Site": "cross-site"},
			Contains: []string{`{"message":"requests from pages of other sites are not allowed"}`}, Answered: map[string]string{"Content-Type": "application/json"}},
		{Name: "the first account is made", Method: "POST", Path: "/ui/api/setup", Body: ada, Status: 200, Contains: []string{`"email":"ada@example.net"`, `"ingestionKey":"`}, Answered: map[string]string{"Set-Cookie": "*"}},
		{Name: "a second set-up is refused", Method: "POST", Path: "/ui/api/setup", Body: ada, Status: 409},
		{Name: "now it is set up", Path: "/ui/api/installation", Status: 200, Contains: []string{`"isSetUp":true`}},
	})
}

func TestSession(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	ui := s.URL(app.RoleUI)
	signIn := testkit.Scenario{Method: "POST", Path: "/ui/api/session", Body: `{"email":"Admin@localhost","password":"` + apptest.Password + `"}`}
	got := signIn.Send(t, ui)
	cookie := got.Header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Lax", "Path=/"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("%s is missing in the cookie's attributes", want)
		}
	}
	session := map[string]string{"Cookie": strings.SplitN(cookie, ";", 2)[0]}
	testkit.Run(t, ui, []testkit.Scenario{
		{Name: "wrong password", Method: "POST", Path: "/ui/api/session", Body: `{"email":"admin@localhost","password":"wrong horse battery"}`, Status: 401, Contains: []string{"the e-mail address or the password is wrong"}},
		{Name: "unknown address answers alike", Method: "POST", Path: "/ui/api/session", Body: `{"email":"nobody@localhost","password":"wrong horse battery"}`, Status: 401, Contains: []string{"the e-mail address or the password is wrong"}},
		{Name: "who am I", Path: "/ui/api/session", Headers: session, Status: 200, Contains: []string{`"email":"admin@localhost"`, s.Installation.TeamID}},
		{Name: "overview", Path: "/ui/api/overview", Headers: session, Status: 200, Contains: []string{`"kind":"sqlite"`, `"ready":true`, s.Addr(app.RoleStack)}},
		{Name: "stack API on the same origin", Path: "/api/v2", Headers: session, Status: 200, Contains: []string{`"version":"v2"`}},
		{Name: "cloud API on the same origin", Path: "/v1/organizations", Headers: session, Status: 200, Contains: []string{s.Installation.OrganizationID}},
		{Name: "no session", Path: "/ui/api/overview", Status: 401, Contains: []string{"you are not signed in"}},
		{Name: "an access key is no session", Path: "/ui/api/session", Headers: bearer(s.Installation.AccessKey), Status: 401},
		{Name: "sign out", Method: "DELETE", Path: "/ui/api/session", Headers: session, Status: 200},
		{Name: "the session is over", Path: "/ui/api/session", Headers: session, Status: 401},
	})
}

func TestPagesHaveAPolicy(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{})
	for _, path := range []string{"/", "/search/anything", "/%2e%2e/%2e%2e/etc/passwd"} {
		got := testkit.Scenario{Path: path}.Send(t, s.URL(app.RoleUI))
		policy := got.Header.Get("Content-Security-Policy")
		if got.Status != http.StatusOK || !strings.Contains(policy, "script-src 'self'") || strings.Contains(got.Body, "root:") {
			t.Errorf("%s: %d, policy %q", path, got.Status, policy)
		}
	}
}

func TestMissingAssetIsNoPage(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{})
	if got := (testkit.Scenario{Path: "/assets/gone-12345678.js"}).Send(t, s.URL(app.RoleUI)); got.Status != http.StatusNotFound {
		t.Errorf("status %d", got.Status)
	}
}

// TestPathsBelowAPIAreNoPages holds that who asks the port of the interface for
// an operation that does not exist gets no page for an answer.
func TestPathsBelowAPIAreNoPages(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	notFound := func(path string) testkit.Scenario {
		return testkit.Scenario{
			Name: path, Path: path, Status: 404, Contains: []string{`{"message":"`},
			Answered: map[string]string{"Content-Type": "application/json", "X-Request-Id": "*"},
		}
	}
	testkit.Run(t, s.URL(app.RoleUI), []testkit.Scenario{
		notFound("/api"), notFound("/api/"), notFound("/api/nothing"), notFound("/api/v1/alerts"), notFound("/api/v2/nothing"), notFound("/api/api/v2/nothing"),
		{Name: "passed on without its prefix", Path: "/api/api/v2/alerts", Status: 401},
		{Name: "the document", Path: "/api/api/v2/openapi.json", Status: 200, Contains: []string{`"openapi":"3.1`}},
	})
}

func TestStackListenerTellsHowItIs(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	testkit.Run(t, s.URL(app.RoleStack), []testkit.Scenario{
		{Name: "health", Path: "/health", Status: 200, Contains: []string{`"data":"OK"`, `"version":"`, `"ip":"127.0.0.1"`, `"env":"`}, Answered: map[string]string{"X-Request-Id": "*"}},
		{Name: "ready", Path: "/ready", Status: 200, Contains: []string{`"data":"OK"`, `"version":"`, `"env":"`}},
		{Name: "nothing is posted to it", Method: "POST", Path: "/health", Status: 404, Contains: []string{`{"message":"`}},
	})
}
