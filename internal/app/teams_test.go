package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestTeamsComeAndGo makes a team, uses it, and deletes it: its keys are dead,
// its telemetry is dropped, and people go on in another team.
func TestTeamsComeAndGo(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		admin, first := bearer(s.Installation.AccessKey), s.Installation.TeamID
		call := func(method, path, body string, headers map[string]string, status int) map[string]any {
			t.Helper()
			got := testkit.Scenario{Method: method, Path: "/api/v2" + path, Headers: headers, Body: body}.Send(t, s.URL(app.RoleStack))
			if got.Status != status {
				t.Fatalf("%s %s: %d %s", method, path, got.Status, got.Body)
			}
			var reply struct{ Data map[string]any }
			_ = json.Unmarshal([]byte(got.Body), &reply)
			return reply.Data
		}
		developer, member := newPerson(t, s, "dev", org.RoleDeveloper), newPerson(t, s, "member", org.RoleMember)
		call(http.MethodPost, "/teams", `{"name":"Shop"}`, developer.bearer, http.StatusForbidden)
		call(http.MethodPost, "/teams", `{"name":"?"}`, admin, http.StatusBadRequest)
		call(http.MethodDelete, "/team?name=Default", "", admin, http.StatusConflict) // the last one
		second, _ := call(http.MethodPost, "/teams", `{"name":"Shop"}`, admin, http.StatusOK)["id"].(string)
		in := func(headers map[string]string) map[string]string {
			return map[string]string{"Authorization": headers["Authorization"], "X-Hdx-Team": second}
		}
		call(http.MethodGet, "/team", "", in(developer.bearer), http.StatusOK)
		call(http.MethodGet, "/sources", "", in(member.bearer), http.StatusForbidden)
		call(http.MethodPatch, "/team", `{"name":"Store"}`, in(admin), http.StatusOK)
		call(http.MethodGet, "/sources", "", in(admin), http.StatusOK)
		access, _ := call(http.MethodPost, "/access-keys", `{"name":"k"}`, in(admin), http.StatusOK)["key"].(string)
		ingestion, _ := call(http.MethodPost, "/ingestion-keys", `{"name":"k"}`, in(admin), http.StatusOK)["key"].(string)
		sent := map[string]string{"Authorization": ingestion}
		if got := post(t, s, protoOf(t, "a row"), sent); got.Status != http.StatusOK {
			t.Fatalf("telemetry: %d %s", got.Status, got.Body)
		}
		call(http.MethodDelete, "/team?name=Store", "", in(developer.bearer), http.StatusForbidden)
		call(http.MethodDelete, "/team?name=Default", "", in(admin), http.StatusBadRequest)
		call(http.MethodDelete, "/team?name=Store", "", in(admin), http.StatusOK)

		call(http.MethodGet, "/team", "", bearer(access), http.StatusUnauthorized)
		call(http.MethodGet, "/team", "", in(admin), http.StatusNotFound)
		call(http.MethodGet, "/team", "", admin, http.StatusOK)
		testkit.Eventually(t, 20*time.Second, "the ingestion key is dead", func() bool {
			return post(t, s, protoOf(t, "another"), sent).Status == http.StatusUnauthorized
		})
		testkit.Eventually(t, time.Minute, "the service is gone", func() bool {
			teams, err := s.Access().Store.TeamsOfOrganization(t.Context(), s.Installation.OrganizationID)
			return err == nil && len(teams) == 1 && teams[0] == first
		})
	})
}

// TestSessionGoesOnInAnotherTeam deletes the team that a session began in.
func TestSessionGoesOnInAnotherTeam(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		developer := newPerson(t, s, "dev", org.RoleDeveloper)
		call := func(role app.Role, method, path, body string, headers map[string]string) testkit.Answer {
			return testkit.Scenario{Method: method, Path: path, Headers: headers, Body: body}.Send(t, s.URL(role))
		}
		alone := newPerson(t, s, "alone", org.RoleMember)
		admin := bearer(s.Installation.AccessKey)
		shop := newServiceTeam(t, s, "Shop")
		if err := s.Access().Store.RemoveTeamMember(t.Context(), shop, alone.id); err != nil {
			t.Fatal(err)
		}
		if got := call(app.RoleStack, http.MethodDelete, "/api/v2/team?name=Default", "", admin); got.Status != http.StatusOK {
			t.Fatalf("delete: %d %s", got.Status, got.Body)
		}
		got := call(app.RoleUI, http.MethodGet, "/ui/api/session", "", developer.session)
		if got.Status != http.StatusOK || !strings.Contains(got.Body, `"name":"Shop"`) || strings.Contains(got.Body, `"name":"Default"`) {
			t.Errorf("the session: %d %s", got.Status, got.Body)
		}
		if got := call(app.RoleUI, http.MethodGet, "/ui/api/session", "", alone.session); got.Status != http.StatusUnauthorized {
			t.Errorf("of somebody without another team: %d %s", got.Status, got.Body)
		}
	})
}
