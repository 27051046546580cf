package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestInvitationsEndWhenTheirAddressJoins holds that a second invitation is worth
// nothing once its addressee has come in through the first one, at whichever
// door, and does not bring somebody back who was removed since.
func TestInvitationsEndWhenTheirAddressJoins(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		admin, doors := signIn(t, s, "admin@localhost", apptest.Password), invitationDoors(s)
		for _, c := range []struct{ unused, used string }{{"organization", "team"}, {"team", "organization"}} {
			for _, how := range []string{"removed", "removed from the team", "demoted"} {
				email := c.used + "-" + strings.ReplaceAll(how, " ", "-") + "@example.com"
				unused := doors[c.unused].token(t, s.URL(app.RoleUI), admin, email, "admin")
				used := doors[c.used].token(t, s.URL(app.RoleUI), admin, email, "billing")
				doors[c.used].wantAccept(t, s, used, http.StatusOK)
				doors[c.unused].wantAccept(t, s, unused, http.StatusNotFound)
				joined := userOf(t, s, email)
				endings(s)[how](t, person{email: email, id: joined.ID})
				doors[c.unused].wantAccept(t, s, unused, http.StatusNotFound)
			}
		}
	})
}

// TestMembersSitInEveryTeam holds that joining an organization means a seat in
// the teams of all its services, however somebody joins, and that an invitation
// tells the role which its addressee has.
func TestMembersSitInEveryTeam(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		second := newServiceTeam(t, s, "second")
		admin, doors := signIn(t, s, "admin@localhost", apptest.Password), invitationDoors(s)
		for name, door := range doors {
			door.wantAccept(t, s, door.token(t, s.URL(app.RoleUI), admin, name+"@example.com", "developer"), http.StatusOK)
			wantSeats(t, s, name+"@example.com", s.Installation.TeamID, second)
		}
		made := newPerson(t, s, "made", org.RoleDeveloper)
		wantSeats(t, s, made.email, s.Installation.TeamID, second)

		// Taken out of one team, they keep the others, and come back with their role.
		endings(s)["removed from the team"](t, made)
		wantSeats(t, s, made.email, second)
		got := testkit.Scenario{
			Method: http.MethodPost, Path: "/api/v2/team/invitation", Headers: admin, Body: `{"email":"made@example.com","role":"admin"}`,
		}.Send(t, s.URL(app.RoleUI))
		var answer struct {
			Data struct{ Role string }
		}
		if err := json.Unmarshal([]byte(got.Body), &answer); err != nil || answer.Data.Role != "developer" {
			t.Errorf("a member who is a developer is invited as admin: %d %s", got.Status, got.Body)
		}
	})
}

// TestAdminWithoutASeatSignsIn holds that an admin whose last seat went with its
// service can still sign in: they count as the admin that an organization needs.
func TestAdminWithoutASeatSignsIn(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		for role, status := range map[org.Role]int{org.RoleAdmin: http.StatusOK, org.RoleDeveloper: http.StatusForbidden} {
			p := newPerson(t, s, string(role), role)
			if err := s.Access().Store.RemoveTeamMember(t.Context(), s.Installation.TeamID, p.id); err != nil {
				t.Fatal(err)
			}
			if got := signInAnswer(t, s, p.email, apptest.Password); got.Status != status {
				t.Errorf("%s: %d %s, want %d", role, got.Status, got.Body, status)
			}
		}
	})
}

func userOf(t *testing.T, s *apptest.Server, email string) access.User {
	t.Helper()
	user, err := s.Access().Store.UserByEmail(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func wantSeats(t *testing.T, s *apptest.Server, email string, teams ...string) {
	t.Helper()
	seats, err := s.Access().Store.MembershipsOf(t.Context(), userOf(t, s, email).ID)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, seat := range seats {
		got = append(got, seat.TeamID)
	}
	slices.Sort(got)
	slices.Sort(teams)
	if !slices.Equal(got, teams) {
		t.Errorf("%s sits in %v, want %v", email, got, teams)
	}
}

// newServiceTeam makes a service and returns its team.
func newServiceTeam(t *testing.T, s *apptest.Server, name string) string {
	t.Helper()
	got := testkit.Scenario{
		Method: http.MethodPost, Path: "/v1/organizations/" + s.Installation.OrganizationID + "/services",
		Headers: basic(s.Installation.KeyID, s.Installation.KeySecret), Body: `{"name":"` + name + `","provider":"aws","region":"us-east-1"}`,
	}.Send(t, s.URL(app.RoleCloud))
	if got.Status != http.StatusOK {
		t.Fatalf("create a service: %d %s", got.Status, got.Body)
	}
	var team string
	testkit.Eventually(t, time.Minute, "the service has a team", func() bool {
		teams, err := s.Access().Store.TeamsOfOrganization(t.Context(), s.Installation.OrganizationID)
		others := slices.DeleteFunc(teams, func(id string) bool { return id == s.Installation.TeamID })
		if err == nil && len(others) == 1 {
			team = others[0]
		}
		return team != ""
	})
	return team
}
