package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// invitationDoor is a way to invite an admin and to accept that.
type invitationDoor struct {
	invite, accept string
	role           app.Role // whose address accepts
}

func invitationDoors(s *apptest.Server) map[string]invitationDoor {
	return map[string]invitationDoor{
		"team":         {"/api/v2/team/invitation", "/api/v2/team/join", app.RoleUI},
		"organization": {"/v1/organizations/" + s.Installation.OrganizationID + "/invitations", "/v1/invitations/accept", app.RoleCloud},
	}
}

// token invites the address and returns what accepts the invitation.
func (d invitationDoor) token(t *testing.T, base string, headers map[string]string, email, role string) string {
	t.Helper()
	made := testkit.Scenario{
		Method: http.MethodPost, Path: d.invite, Headers: headers, Body: `{"email":"` + email + `","role":"` + role + `"}`,
	}.Send(t, base)
	_, rest, _ := strings.Cut(made.Body, "token=")
	token, _, found := strings.Cut(rest, `"`)
	if made.Status != http.StatusOK || !found {
		t.Fatalf("invite %s: %d %s", email, made.Status, made.Body)
	}
	return token
}

func (d invitationDoor) wantAccept(t *testing.T, s *apptest.Server, token string, status int) {
	t.Helper()
	got := testkit.Scenario{
		Method: http.MethodPost, Path: d.accept, Body: `{"token":"` + token + `","password":"` + apptest.Password + `"}`,
	}.Send(t, s.URL(d.role))
	if got.Status != status || status == http.StatusNotFound && !strings.Contains(got.Body, "the invitation does not exist or has expired") {
		t.Errorf("accept: %d %s, want %d", got.Status, got.Body, status)
	}
}

// endings are the ways in which an admin ceases to be one.
func endings(s *apptest.Server) map[string]func(t *testing.T, p person) {
	admin := func(t *testing.T, p person, method, path, body string) {
		t.Helper()
		got := testkit.Scenario{
			Method: method, Path: path + p.id, Body: body, Headers: signIn(t, s, "admin@localhost", apptest.Password),
		}.Send(t, s.URL(app.RoleUI))
		if got.Status >= http.StatusMultipleChoices {
			t.Fatalf("%s: %d %s", method, got.Status, got.Body)
		}
	}
	member := "/v1/organizations/" + s.Installation.OrganizationID + "/members/"
	return map[string]func(*testing.T, person){
		"removed from the team": func(t *testing.T, p person) { admin(t, p, http.MethodDelete, "/api/v2/team/member/", "") },
		"removed":               func(t *testing.T, p person) { admin(t, p, http.MethodDelete, member, "") },
		"demoted":               func(t *testing.T, p person) { admin(t, p, http.MethodPatch, member, `{"role":"developer"}`) },
		"disabled": func(t *testing.T, p person) {
			if err := s.Access().DisableUser(t.Context(), access.User{ID: p.id}); err != nil {
				t.Fatal(err)
			}
		},
	}
}

// TestInvitationsOfAdminsEndWithTheirRole holds that nobody who was an admin
// comes back as one through an invitation that they sent before.
func TestInvitationsOfAdminsEndWithTheirRole(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	for place, door := range invitationDoors(s) {
		for how, end := range endings(s) {
			name := strings.ReplaceAll(place+"-"+how, " ", "-")
			p := newPerson(t, s, name, org.RoleAdmin)
			t.Run(name, func(t *testing.T) {
				back := door.token(t, s.URL(app.RoleUI), p.session, "back-"+name+"@example.com", "admin")
				other := door.token(t, s.URL(app.RoleUI), p.session, "other-"+name+"@example.com", "developer")
				end(t, p)
				door.wantAccept(t, s, back, http.StatusNotFound)
				door.wantAccept(t, s, other, http.StatusOK)
			})
		}
	}
}

// TestInvitationsOfKeysEndWithThem is the same for keys of the cloud API.
func TestInvitationsOfKeysEndWithThem(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	door, cloud := invitationDoors(s)["organization"], s.URL(app.RoleCloud)
	for name, change := range map[string]testkit.Scenario{
		"renamed":  {Method: http.MethodPatch, Body: `{"name":"other"}`},
		"deleted":  {Method: http.MethodDelete},
		"disabled": {Method: http.MethodPatch, Body: `{"state":"disabled"}`},
		"demoted":  {Method: http.MethodPatch, Body: `{"roles":["developer"]}`},
	} {
		made, err := s.Access().CreateCloudKey(t.Context(), org.Key{
			OrganizationID: s.Installation.OrganizationID, Name: name, Roles: []org.Role{org.RoleAdmin},
		})
		if err != nil {
			t.Fatal(err)
		}
		token := door.token(t, cloud, basic(made.KeyID, made.KeySecret), name+"@example.com", "admin")
		change.Path = "/v1/organizations/" + s.Installation.OrganizationID + "/keys/" + made.Key.ID
		change.Headers = basic(s.Installation.KeyID, s.Installation.KeySecret)
		if got := change.Send(t, cloud); got.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", name, got.Status, got.Body)
		}
		want := http.StatusNotFound
		if name == "renamed" {
			want = http.StatusOK
		}
		door.wantAccept(t, s, token, want)
	}
}

// TestInvitationPageKnowsWhatBecameOfIt asks as the page does, before anybody
// has filled in its form. Nothing but the state is told, and a token is worth
// nothing at the other kind.
func TestInvitationPageKnowsWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	admin, ui := signIn(t, s, "admin@localhost", apptest.Password), s.URL(app.RoleUI)
	other := map[string]string{"team": "organization", "organization": "team"}
	for to, door := range invitationDoors(s) {
		token := door.token(t, ui, admin, to+"@example.com", "developer")
		wantState := func(to, token, want string) {
			t.Helper()
			got := testkit.Scenario{Method: http.MethodPost, Path: "/ui/api/invitation", Body: `{"to":"` + to + `","token":"` + token + `"}`}.Send(t, ui)
			if body := strings.TrimSpace(got.Body); got.Status != http.StatusOK || body != `{"data":{"state":"`+want+`"}}` {
				t.Errorf("%s: %d %s, want %s", to, got.Status, body, want)
			}
		}
		wantState(to, token, "open")
		wantState(other[to], token, "gone")
		wantState(to, strings.Repeat("0", len(token)), "gone")
		door.wantAccept(t, s, token, http.StatusOK)
		wantState(to, token, "gone")
	}
}
