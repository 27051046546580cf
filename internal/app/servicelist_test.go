package app_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// serviceDoors returns what reaches the telemetry or the stack of the default
// service, sent with lines of X-Forwarded-For.
func serviceDoors(t *testing.T, s *apptest.Server) map[string]func(lines ...string) testkit.Answer {
	t.Helper()
	home := s.Installation
	session := signIn(t, s, "admin@localhost", apptest.Password)
	via := func(role app.Role, call testkit.Scenario) func(...string) testkit.Answer {
		return func(lines ...string) testkit.Answer { return forwarding(t, call, s.URL(role), lines) }
	}
	telemetry := testkit.Scenario{Method: http.MethodPost, Path: "/v1/logs", Headers: bearer(home.IngestionKey), Body: string(jsonOf(t, "hello"))}
	return map[string]func(lines ...string) testkit.Answer{
		"OTLP/HTTP": via(app.RoleOTLPHTTP, telemetry),
		"OTLP/gRPC": func(lines ...string) testkit.Answer {
			return testkit.Answer{Status: exportFrom(t, s, home.IngestionKey, lines...)}
		},
		"stack API":              via(app.RoleStack, testkit.Scenario{Path: "/api/v2/dashboards", Headers: bearer(home.AccessKey)}),
		"stack API, the caller":  via(app.RoleStack, testkit.Scenario{Path: "/api/v2", Headers: bearer(home.AccessKey)}),
		"stack API with session": via(app.RoleUI, testkit.Scenario{Path: "/api/v2/dashboards", Headers: session}),
		"retention":              via(app.RoleUI, testkit.Scenario{Path: "/ui/api/retention", Headers: session}),
		"managed stack":          via(app.RoleCloud, testkit.Scenario{Path: servicePath(s) + "/stack/dashboards", Headers: basic(home.KeyID, home.KeySecret)}),
		"query endpoint": via(app.RoleCloud, testkit.Scenario{
			Method: http.MethodPost, Path: "/service/" + home.ServiceID + "/run", Headers: basic(home.KeyID, home.KeySecret), Body: `{"sql":"SELECT 1"}`,
		}),
		"managed stack in the UI": via(app.RoleUI, testkit.Scenario{Path: servicePath(s) + "/stack/dashboards", Headers: session}),
	}
}

// giveQueryEndpoint opens the default service for queries of the first key.
func giveQueryEndpoint(t *testing.T, s *apptest.Server) {
	t.Helper()
	home := s.Installation
	keys := testkit.Scenario{Path: "/v1/organizations/" + home.OrganizationID + "/keys", Headers: basic(home.KeyID, home.KeySecret)}
	id := regexp.MustCompile(`"id":"([0-9a-f-]{36})"`).FindStringSubmatch(keys.Send(t, s.URL(app.RoleCloud)).Body)
	if id == nil {
		t.Fatal("there is no key")
	}
	call := testkit.Scenario{
		Method: http.MethodPost, Path: servicePath(s) + "/serviceQueryEndpoint", Headers: basic(home.KeyID, home.KeySecret),
		Body: fmt.Sprintf(`{"roles":["sql_console_read_only"],"openApiKeys":[%q]}`, id[1]),
	}
	if got := call.Send(t, s.URL(app.RoleCloud)); got.Status != http.StatusOK && got.Status != http.StatusCreated {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
}

func servicePath(s *apptest.Server) string {
	return "/v1/organizations/" + s.Installation.OrganizationID + "/services/" + s.Installation.ServiceID
}

// setList replaces the list of the default service, as an admin who comes from
// anywhere.
func setList(t *testing.T, s *apptest.Server, add, remove string) {
	t.Helper()
	call := testkit.Scenario{
		Method: http.MethodPatch, Path: servicePath(s), Headers: basic(s.Installation.KeyID, s.Installation.KeySecret),
		Body: fmt.Sprintf(`{"ipAccessList":{"add":[%s],"remove":[%s]}}`, add, remove),
	}
	if got := call.Send(t, s.URL(app.RoleCloud)); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
}

const (
	everywhere = `{"source":"0.0.0.0/0"},{"source":"::/0"}`
	office     = `{"source":"198.51.100.7","description":"office"},{"source":"2001:db8::/32","description":"office"}`
)

// TestServiceIsReachedFromItsListAlone holds that the ipAccessList of a service
// counts wherever its telemetry and its stack are reached, that the address is
// the one that a trusted proxy states, and that the list itself can be changed
// from anywhere.
func TestServiceIsReachedFromItsListAlone(t *testing.T) {
	t.Parallel()
	for _, trusted := range []bool{true, false} {
		t.Run(fmt.Sprintf("trusted=%t", trusted), func(t *testing.T) {
			t.Parallel()
			apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
				networks := []string{"10.0.0.0/8"}
				if trusted {
					networks = []string{"127.0.0.0/8"}
				}
				options.Adjust = func(c *app.Config) { c.TrustedProxies = networks }
				reachFromList(t, apptest.Start(t, options), trusted)
			})
		})
	}
}

func reachFromList(t *testing.T, s *apptest.Server, trusted bool) {
	t.Helper()
	giveQueryEndpoint(t, s)
	doors := serviceDoors(t, s)
	awaitStatus(t, "query endpoint", http.StatusOK, doors["query endpoint"]) // it needs tables, which are made after the set-up
	for name, send := range doors {
		if got := send("203.0.113.9"); got.Status != http.StatusOK {
			t.Errorf("%s of a new service: %d %s", name, got.Status, got.Body)
		}
	}
	setList(t, s, office, everywhere)
	for name, send := range doors {
		awaitStatus(t, name, http.StatusForbidden, send)
		for what, f := range forwardings() {
			wantReach(t, name+", "+what, f, trusted, send(f.lines...))
		}
	}
	setList(t, s, `{"source":"0.0.0.0/0"}`, office)
	for name, send := range doors {
		awaitStatus(t, name, http.StatusOK, send)
	}
}

// awaitStatus waits until a change of the list has come through: ingestion
// keys are remembered for a few seconds.
func awaitStatus(t *testing.T, door string, status int, send func(...string) testkit.Answer) {
	t.Helper()
	testkit.Eventually(t, 20*time.Second, fmt.Sprintf("%s is %d", door, status), func() bool { return send().Status == status })
}

func wantReach(t *testing.T, what string, f forwarded, trusted bool, got testkit.Answer) {
	t.Helper()
	client := f.client
	if !trusted {
		client = "127.0.0.1"
	}
	want := http.StatusForbidden
	if client == "198.51.100.7" || client == "2001:db8::7" {
		want = http.StatusOK
	}
	sentence := "the address " + client + " is not in the ipAccessList of the service"
	if got.Status != want || want == http.StatusForbidden && got.Body != "" && !strings.Contains(got.Body, sentence) {
		t.Errorf("%s: %d %s, want %d", what, got.Status, got.Body, want)
	}
}

// TestListOfAServiceIsNotBelowItself holds that an admin who has shut everybody
// out opens the service again, with a cloud key and in the console.
func TestListOfAServiceIsNotBelowItself(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	session := signIn(t, s, "admin@localhost", apptest.Password)
	setList(t, s, "", everywhere)
	stack := testkit.Scenario{Path: "/api/v2/dashboards", Headers: session}
	if got := stack.Send(t, s.URL(app.RoleUI)); got.Status != http.StatusForbidden {
		t.Fatalf("an empty list: %d %s", got.Status, got.Body)
	}
	signIn(t, s, "admin@localhost", apptest.Password)
	testkit.Run(t, s.URL(app.RoleUI), []testkit.Scenario{
		{Name: "who am I", Path: "/ui/api/session", Headers: session, Status: 200},
		{Name: "the service", Path: servicePath(s), Headers: session, Status: 200, Contains: []string{`"ipAccessList":[]`}},
		{Name: "its list", Method: http.MethodPatch, Path: servicePath(s), Headers: session, Body: `{"ipAccessList":{"add":[{"source":"127.0.0.1"}]}}`, Status: 200},
		{Name: "the stack", Path: "/api/v2/dashboards", Headers: session, Status: 200},
	})
}

// TestListsThatLockOutTheirAuthorNeedForce holds that somebody in a browser
// is asked before they shut themselves out, and that a program is not.
func TestListsThatLockOutTheirAuthorNeedForce(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	patch := func(force string, add, remove string) testkit.Answer {
		return testkit.Scenario{
			Method: http.MethodPatch, Path: servicePath(s) + force, Headers: signIn(t, s, "admin@localhost", apptest.Password),
			Body: fmt.Sprintf(`{"ipAccessList":{"add":[%s],"remove":[%s]}}`, add, remove),
		}.Send(t, s.URL(app.RoleUI))
	}
	for _, force := range []string{"", "?force=false"} {
		if got := patch(force, office, everywhere); got.Status != http.StatusBadRequest || !strings.Contains(got.Body, "must keep your own address, 127.0.0.1, unless force is true") {
			t.Errorf("%q: %d %s", force, got.Status, got.Body)
		}
	}
	if got := patch("?force=true", office, everywhere); got.Status != http.StatusOK {
		t.Errorf("with force: %d %s", got.Status, got.Body)
	}
	if got := patch("", `{"source":"127.0.0.0/8"}`, office); got.Status != http.StatusOK {
		t.Errorf("a list that lets its author in again: %d %s", got.Status, got.Body)
	}
	setList(t, s, office, `{"source":"127.0.0.0/8"}`) // with a key
}
