package app_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

// lastAdmin tries everything that would leave the organization without an
// admin who can sign in.
func lastAdmin(t *testing.T, s *apptest.Server, admin map[string]string, id, email string) {
	t.Helper()
	const message = "an organization needs at least one admin who can sign in"
	member := "/v1/organizations/" + s.Installation.OrganizationID + "/members/" + id
	key := basic(s.Installation.KeyID, s.Installation.KeySecret)
	for _, try := range []struct {
		door    app.Role
		headers map[string]string
		testkit.Scenario
	}{
		{app.RoleUI, admin, testkit.Scenario{Name: "stack API", Method: http.MethodDelete, Path: "/api/v2/team/member/" + id}},
		{app.RoleUI, admin, testkit.Scenario{Name: "interface, remove", Method: http.MethodDelete, Path: member}},
		{app.RoleUI, admin, testkit.Scenario{Name: "interface, demote", Method: http.MethodPatch, Path: member, Body: `{"role":"billing"}`}},
		{app.RoleCloud, key, testkit.Scenario{Name: "cloud API, remove", Method: http.MethodDelete, Path: member}},
		{app.RoleCloud, key, testkit.Scenario{Name: "cloud API, demote", Method: http.MethodPatch, Path: member, Body: `{"role":"developer"}`}},
	} {
		try.Headers, try.Status, try.Contains = try.headers, http.StatusConflict, []string{message}
		testkit.Run(t, s.URL(try.door), []testkit.Scenario{try.Scenario})
	}
	if got := clitest.Beside(t, s, "user", "disable", email); got.Code != cli.ExitFail || !strings.Contains(got.Stderr, message) {
		t.Errorf("disable: %+v", got)
	}
}

func TestTheLastAdminStays(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		first := signIn(t, s, "admin@localhost", apptest.Password)
		lastAdmin(t, s, first, s.Installation.User.ID, "admin@localhost")

		other := newPerson(t, s, "other", org.RoleAdmin)
		if got := clitest.Beside(t, s, "user", "disable", other.email); got.Code != cli.ExitOK {
			t.Fatalf("%+v", got)
		}
		if got := signInAnswer(t, s, other.email, apptest.Password); got.Status != http.StatusForbidden || !strings.Contains(got.Body, "the account is disabled") {
			t.Errorf("a disabled account: %d %s", got.Status, got.Body)
		}
		lastAdmin(t, s, first, s.Installation.User.ID, "admin@localhost")

		if got := clitest.Beside(t, s, "user", "enable", other.email); got.Code != cli.ExitOK {
			t.Fatalf("%+v", got)
		}
		if err := s.Access().Store.SetPassword(t.Context(), other.id, ""); err != nil {
			t.Fatal(err)
		}
		lastAdmin(t, s, first, s.Installation.User.ID, "admin@localhost")
	})
}

// TestAdminsWhoRemoveEachOther holds that one of two admins is left, however
// close together they remove, demote and disable each other.
func TestAdminsWhoRemoveEachOther(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		for round := range 3 {
			name := strings.Repeat("x", round+1)
			a, b := newPerson(t, s, "a"+name, org.RoleAdmin), newPerson(t, s, "b"+name, org.RoleAdmin)
			retire(t, s, a, b)
			statuses := removeEachOther(t, s, round, a, b)
			if admins := adminsLeft(t, s); admins != 1 {
				t.Fatalf("round %d: %d admins are left; %v", round, admins, statuses)
			}
		}
	})
}

// retire removes every admin but two.
func retire(t *testing.T, s *apptest.Server, a, b person) {
	t.Helper()
	members, err := s.Access().Store.MembersOf(t.Context(), s.Installation.OrganizationID)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range members {
		if m.Role == org.RoleAdmin && m.UserID != a.id && m.UserID != b.id {
			if err := s.Access().RemoveMember(t.Context(), s.Installation.TeamID, m.UserID); err != nil {
				t.Fatalf("%s: %v", m.Email, err)
			}
		}
	}
}

func removeEachOther(t *testing.T, s *apptest.Server, how int, a, b person) []int {
	t.Helper()
	send := func(from, to person) testkit.Answer {
		member := "/v1/organizations/" + s.Installation.OrganizationID + "/members/" + to.id
		return [...]testkit.Scenario{
			{Method: http.MethodDelete, Path: "/api/v2/team/member/" + to.id, Headers: from.session},
			{Method: http.MethodDelete, Path: member, Headers: from.session},
			{Method: http.MethodPatch, Path: member, Headers: from.session, Body: `{"role":"developer"}`},
		}[how].Send(t, s.URL(app.RoleUI))
	}
	statuses := make([]int, 2)
	var both errgroup.Group
	both.Go(func() error { statuses[0] = send(a, b).Status; return nil })
	both.Go(func() error { statuses[1] = send(b, a).Status; return nil })
	if err := both.Wait(); err != nil {
		t.Fatal(err)
	}
	return statuses
}

func adminsLeft(t *testing.T, s *apptest.Server) int {
	t.Helper()
	members, err := s.Access().Store.MembersOf(t.Context(), s.Installation.OrganizationID)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, m := range members {
		if m.Role == org.RoleAdmin && m.CanSignIn {
			count++
		}
	}
	return count
}

// TestTheOperatorRestoresAnAdmin begins where older versions could end: with
// an organization whose only admin was removed from its team.
func TestTheOperatorRestoresAnAdmin(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		store, id := s.Access().Store, s.Installation.User.ID
		for _, c := range []struct {
			lose   func(context.Context) error
			signIn int
		}{
			{func(ctx context.Context) error { return store.RemoveTeamMember(ctx, s.Installation.TeamID, id) }, http.StatusOK}, // an admin gets a seat
			{func(ctx context.Context) error { return store.DeleteMember(ctx, s.Installation.OrganizationID, id) }, http.StatusForbidden},
		} {
			if err := c.lose(t.Context()); err != nil {
				t.Fatal(err)
			}
			wantPlain(t, clitest.Beside(t, s, "user", "create", "--email", "admin@localhost"), "make-admin")
			wantPlain(t, clitest.Beside(t, s, "key", "create", "--kind", "access", "--user", "admin@localhost"), "not a member of the team")
			wantPlain(t, clitest.Beside(t, s, "user", "make-admin", "nobody@localhost"), "no account")
			if got := signInAnswer(t, s, "admin@localhost", apptest.Password); got.Status != c.signIn {
				t.Fatalf("sign in: %d %s, want %d", got.Status, got.Body, c.signIn)
			}
			if got := clitest.Beside(t, s, "user", "make-admin", "Admin@localhost"); got.Code != cli.ExitOK {
				t.Fatalf("%+v", got)
			}
			session := signIn(t, s, "admin@localhost", apptest.Password)
			testkit.Run(t, s.URL(app.RoleUI), []testkit.Scenario{
				{Name: "who am I", Path: "/ui/api/session", Headers: session, Status: 200, Contains: []string{`"role":"admin"`}},
				{Name: "invite", Method: http.MethodPost, Path: "/api/v2/team/invitation", Headers: session, Status: 200, Body: `{"email":"friend@example.com"}`},
			})
		}
		if got := clitest.Beside(t, s, "user", "list"); got.Code != cli.ExitOK || !strings.Contains(got.Stdout, "admin@localhost  Administrator  admin") {
			t.Errorf("%+v", got)
		}
	})
}

// wantPlain holds that a command fails in words that people understand.
func wantPlain(t *testing.T, got clitest.Outcome, want string) {
	t.Helper()
	for _, internal := range []string{"constraint", "SQL", "violates", "FOREIGN"} {
		if strings.Contains(got.Stderr, internal) {
			t.Errorf("%s", got.Stderr)
		}
	}
	if got.Code != cli.ExitFail || !strings.Contains(got.Stderr, want) {
		t.Errorf("%+v, want %q", got, want)
	}
}

func TestInvitationGrantsTheRoleAndShowsItsAddressOnce(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	admin, ui := signIn(t, s, "admin@localhost", apptest.Password), s.URL(app.RoleUI)
	invite := func(headers map[string]string, body string) testkit.Answer {
		return testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/team/invitation", Headers: headers, Body: body}.Send(t, ui)
	}
	developer := newPerson(t, s, "developer", org.RoleDeveloper)
	if got := invite(developer.session, `{"email":"x@example.com"}`); got.Status != http.StatusForbidden || strings.Contains(got.Body, "token") {
		t.Errorf("a developer: %d %s", got.Status, got.Body)
	}
	made := invite(admin, `{"email":"payer@example.com","role":"billing"}`)
	_, rest, _ := strings.Cut(made.Body, "token=")
	token, _, _ := strings.Cut(rest, `"`)
	list := testkit.Scenario{Path: "/api/v2/team/invitations", Headers: admin}.Send(t, ui)
	if len(token) != 64 || strings.Contains(list.Body, token) || strings.Contains(list.Body, "url") || !strings.Contains(list.Body, "payer@example.com") {
		t.Errorf("made %s, listed %s", made.Body, list.Body)
	}
	testkit.Run(t, ui, []testkit.Scenario{{
		Name: "join", Method: http.MethodPost, Path: "/api/v2/team/join", Status: 200,
		Body: `{"token":"` + token + `","password":"` + apptest.Password + `"}`,
	}})
	payer := signIn(t, s, "payer@example.com", apptest.Password)
	testkit.Run(t, ui, []testkit.Scenario{
		{Name: "billing signs in", Path: "/ui/api/session", Headers: payer, Status: 200, Contains: []string{`"role":"billing"`}},
		{Name: "and sees no dashboards", Path: "/api/v2/dashboards", Headers: payer, Status: 403},
	})
	if err := s.Access().RemoveMember(t.Context(), s.Installation.TeamID, developer.id); err != nil {
		t.Fatal(err)
	}
	back := invite(admin, `{"email":"developer@example.com","role":"developer"}`)
	if !strings.Contains(back.Body, `"status":"active"`) || !strings.Contains(back.Body, developer.id) || strings.Contains(back.Body, "token") {
		t.Errorf("who has an account: %d %s", back.Status, back.Body)
	}
	signIn(t, s, "developer@example.com", apptest.Password)
}

// TestBillingMembersOfTheCloudSignIn invites through the cloud API.
func TestBillingMembersOfTheCloudSignIn(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	made := testkit.Scenario{
		Method: http.MethodPost, Path: "/v1/organizations/" + s.Installation.OrganizationID + "/invitations",
		Headers: basic(s.Installation.KeyID, s.Installation.KeySecret), Body: `{"email":"payer@example.com","role":"billing"}`,
	}.Send(t, s.URL(app.RoleCloud))
	_, rest, _ := strings.Cut(made.Body, "token=")
	token, _, _ := strings.Cut(rest, `"`)
	testkit.Run(t, s.URL(app.RoleCloud), []testkit.Scenario{{
		Name: "accept", Method: http.MethodPost, Path: "/v1/invitations/accept", Status: 200,
		Body: `{"token":"` + token + `","password":"` + apptest.Password + `"}`,
	}})
	session := signIn(t, s, "payer@example.com", apptest.Password)
	testkit.Run(t, s.URL(app.RoleUI), []testkit.Scenario{
		{Name: "organizations", Path: "/v1/organizations", Headers: session, Status: 200, Contains: []string{s.Installation.OrganizationID}},
		{Name: "sources", Path: "/api/v2/sources", Headers: session, Status: 403},
	})
}

func TestPasswordsChange(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		ui := s.URL(app.RoleUI)
		ann := newPerson(t, s, "ann", org.RoleBilling)
		elsewhere := signIn(t, s, ann.email, apptest.Password)
		change := func(name, current, next string, status int, contains ...string) {
			t.Helper()
			body, _ := json.Marshal(map[string]string{"currentPassword": current, "password": next})
			testkit.Run(t, ui, []testkit.Scenario{{
				Name: name, Method: http.MethodPut, Path: "/ui/api/password", Headers: ann.session, Body: string(body), Status: status, Contains: contains,
			}})
		}
		change("the present one is needed", "wrong horse battery", "another long password", 400, "currentPassword: is wrong")
		change("a weak one is refused", apptest.Password, "short", 400, "password: must be at least 12 characters")
		change("changed", apptest.Password, "another long password", 200)
		testkit.Run(t, ui, []testkit.Scenario{
			{Name: "this session goes on", Path: "/ui/api/session", Headers: ann.session, Status: 200},
			{Name: "the other one is over", Path: "/ui/api/session", Headers: elsewhere, Status: 401},
		})
		if got := signInAnswer(t, s, ann.email, apptest.Password); got.Status != http.StatusUnauthorized {
			t.Errorf("the old password: %d", got.Status)
		}
		signIn(t, s, ann.email, "another long password")

		admin := signIn(t, s, "admin@localhost", apptest.Password)
		reset := testkit.Scenario{Method: http.MethodPost, Path: "/ui/api/members/" + ann.id + "/password", Headers: admin}
		var made struct{ Data struct{ Password string } }
		if answer := reset.Send(t, ui); answer.Status != http.StatusOK || json.Unmarshal([]byte(answer.Body), &made) != nil {
			t.Fatalf("reset: %d %s", answer.Status, answer.Body)
		}
		signIn(t, s, ann.email, made.Data.Password)
		testkit.Run(t, ui, []testkit.Scenario{
			{Name: "a reset ends all sessions", Path: "/ui/api/session", Headers: ann.session, Status: 401},
			{Name: "one's own is not reset", Method: http.MethodPost, Path: "/ui/api/members/" + s.Installation.User.ID + "/password", Headers: admin, Status: 409},
			{Name: "nobody's is not reset", Method: http.MethodPost, Path: "/ui/api/members/0123456789abcdef01234567/password", Headers: admin, Status: 404},
		})
		foreign := org.Organization{ID: "0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a12", Name: "Foreign", CreatedAt: time.Now(), Version: 1}
		store := s.Access().Store
		if err := store.CreateOrganization(t.Context(), foreign); err != nil {
			t.Fatal(err)
		}
		if err := store.AddOrganizationMember(t.Context(), foreign.ID, ann.id, org.RoleAdmin, time.Now()); err != nil {
			t.Fatal(err)
		}
		testkit.Run(t, ui, []testkit.Scenario{{Name: "an account of others too", Method: http.MethodPost, Path: reset.Path, Headers: admin, Status: 409}})

		got := clitest.Beside(t, s, "user", "reset-password", "Ann@example.com", "--json")
		var printed struct{ Email, Password string }
		if err := json.Unmarshal([]byte(got.Stdout), &printed); err != nil || got.Code != cli.ExitOK {
			t.Fatalf("%+v, %v", got, err)
		}
		signIn(t, s, ann.email, printed.Password)
	})
}
