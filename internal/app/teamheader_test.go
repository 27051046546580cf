package app_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// inTeam returns the headers with the team that the caller wants to act in.
func inTeam(headers map[string]string, teamID string) map[string]string {
	chosen := maps.Clone(headers)
	chosen["X-Hdx-Team"] = teamID
	return chosen
}

// TestCallersActInTheTeamThatTheyChoose holds that a key and a session act in
// each team of their user, that what is made in one is not in another, and that
// a team of others is not found.
func TestCallersActInTheTeamThatTheyChoose(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		home, second := s.Installation.TeamID, newServiceTeam(t, s, "second")
		for name, door := range map[string]struct {
			role    app.Role
			headers map[string]string
		}{
			"key":     {app.RoleStack, bearer(s.Installation.AccessKey)},
			"session": {app.RoleUI, signIn(t, s, "admin@localhost", apptest.Password)},
		} {
			send := func(method, path, body string, headers map[string]string) testkit.Answer {
				return testkit.Scenario{Method: method, Path: path, Headers: headers, Body: body}.Send(t, s.URL(door.role))
			}
			for _, team := range []string{home, second} {
				headers := inTeam(door.headers, team)
				headers["Idempotency-Key"] = "one-for-both-teams-of-the-" + name
				made := send(http.MethodPost, "/api/v2/dashboards", `{"name":"`+name+" "+team+`","tiles":[]}`, headers)
				if made.Status/100 != 2 || !strings.Contains(made.Body, name+" "+team) {
					t.Fatalf("%s in %s: %d %s", name, team, made.Status, made.Body)
				}
			}
			for _, c := range []struct{ chosen, has, lacks string }{
				{"", home, second}, {home, home, second}, {second, second, home},
			} {
				headers := door.headers
				if c.chosen != "" {
					headers = inTeam(headers, c.chosen)
				}
				got := send(http.MethodGet, "/api/v2/dashboards", "", headers)
				if !strings.Contains(got.Body, name+" "+c.has) || strings.Contains(got.Body, name+" "+c.lacks) {
					t.Errorf("%s, team %q: %d %s", name, c.chosen, got.Status, got.Body)
				}
			}
			for _, foreign := range []string{"65a000000000000000000001", "no id", strings.Repeat("a", 4000)} {
				got := send(http.MethodGet, "/api/v2/dashboards", "", inTeam(door.headers, foreign))
				if got.Status != http.StatusNotFound || !strings.Contains(got.Body, "Team not found") {
					t.Errorf("%s, a team of others: %d %s", name, got.Status, got.Body)
				}
			}
		}
		guest := newPerson(t, s, "guest", org.RoleDeveloper)
		endings(s)["removed from the team"](t, guest)
		session := signIn(t, s, guest.email, apptest.Password)
		call := testkit.Scenario{Path: "/api/v2/dashboards", Headers: inTeam(session, home)}
		if got := call.Send(t, s.URL(app.RoleUI)); got.Status != http.StatusNotFound {
			t.Errorf("a team that was left: %d %s", got.Status, got.Body)
		}
	})
}

// TestAddressesHoldInTheTeamThatIsChosen holds that the ipAccessList which
// counts is that of the team that a caller acts in.
func TestAddressesHoldInTheTeamThatIsChosen(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	second := newServiceTeam(t, s, "second")
	setList(t, s, office, everywhere)
	for team, want := range map[string]int{s.Installation.TeamID: http.StatusForbidden, second: http.StatusOK} {
		call := testkit.Scenario{Path: "/api/v2/dashboards", Headers: inTeam(bearer(s.Installation.AccessKey), team)}
		if got := call.Send(t, s.URL(app.RoleStack)); got.Status != want {
			t.Errorf("team %s: %d %s, want %d", team, got.Status, got.Body, want)
		}
	}
}

// TestATeamIsNamedAsItsService holds that a service and its team have one name.
func TestATeamIsNamedAsItsService(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		for _, body := range []string{`{"name":"Shop"}`, `{"tags":{"add":[{"key":"a"}]}}`} {
			rename := testkit.Scenario{Method: http.MethodPatch, Path: servicePath(s), Headers: basic(s.Installation.KeyID, s.Installation.KeySecret), Body: body}
			if got := rename.Send(t, s.URL(app.RoleCloud)); got.Status != http.StatusOK {
				t.Fatalf("%d %s", got.Status, got.Body)
			}
			team := testkit.Scenario{Path: "/api/v2/team", Headers: bearer(s.Installation.AccessKey)}
			if got := team.Send(t, s.URL(app.RoleStack)); !strings.Contains(got.Body, `"name":"Shop"`) {
				t.Errorf("after %s: %d %s", body, got.Status, got.Body)
			}
		}
	})
}
