package cloudapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// lobby is a cloud without an engine, for what happens before anybody is a
// member.
type lobby struct {
	*stacktest.World
	invitations string
}

func newLobby(t *testing.T, options apptest.Options) lobby {
	t.Helper()
	w := stacktest.New(t, stacktest.Options{Postgres: options.Postgres})
	return lobby{w, "/v1/organizations/" + w.Home.OrganizationID + "/invitations"}
}

func (l lobby) admin() map[string]string { return basic(l.Home.KeyID, l.Home.KeySecret) }

// invite returns the token of a new invitation.
func (l lobby) invite(t *testing.T, email, role string) string {
	t.Helper()
	made := testkit.Scenario{
		Method: http.MethodPost, Path: l.invitations, Headers: l.admin(), Body: fmt.Sprintf(`{"email":"%s","role":"%s"}`, email, role),
	}.Send(t, l.CloudURL)
	if made.Status != http.StatusOK {
		t.Fatalf("invite: %d %s", made.Status, made.Body)
	}
	result, _ := made.JSON(t)["result"].(map[string]any)
	_, token, _ := strings.Cut(result["url"].(string), "token=")
	return token
}

func (l lobby) accept(token, password string) testkit.Scenario {
	return testkit.Scenario{Method: http.MethodPost, Path: "/v1/invitations/accept", Body: fmt.Sprintf(`{"token":"%s","password":"%s","name":"Guest"}`, token, password)}
}

func TestInvitationMakesAMember(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		l := newLobby(t, options)
		token := l.invite(t, "Guest@Example.com", "developer")
		named := func(name string, s testkit.Scenario, status int, contains ...string) testkit.Scenario {
			s.Name, s.Status, s.Contains = name, status, contains
			return s
		}
		testkit.Run(t, l.CloudURL, []testkit.Scenario{
			{Name: "the list has no token", Path: l.invitations, Headers: l.admin(), Status: 200, Lacks: []string{token, "url"}},
			named("a short password is 400", l.accept(token, "short"), 400, "password: must be at least 12 characters"),
			named("another token is 404", l.accept(strings.Repeat("0", 64), apptest.Password), 404, "NOT_FOUND"),
			named("no token is 400", l.accept("", apptest.Password), 400, "token"),
			named("accept", l.accept(token, apptest.Password), 200, `"email":"guest@example.com"`, `"role":"developer"`, `"name":"Guest"`, `"joinedAt":"`),
			named("it works once", l.accept(token, apptest.Password), 404),
			{Name: "and is gone", Path: l.invitations, Headers: l.admin(), Status: 200, Contains: []string{`"result":[]`}},
			{Name: "the log tells", Path: strings.TrimSuffix(l.invitations, "invitations") + "activities?limit=1", Headers: l.admin(), Status: 200,
				Contains: []string{`"type":"organization_member_join"`, `"actorType":"user"`, `"actorDetails":"guest@example.com"`}},
		})
		signedIn, err := l.Access.SignIn(t.Context(), access.Credentials{Email: "guest@example.com", Password: apptest.Password})
		if err != nil || signedIn.Team.TeamID != l.Home.TeamID || signedIn.Team.Role != org.RoleDeveloper {
			t.Errorf("signed in: %+v, %v", signedIn.Team, err)
		}
	})
}

// TestInvitationOfAnAccountNeedsItsPassword holds that the holder of a token
// can't take over the account of the address.
func TestInvitationOfAnAccountNeedsItsPassword(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		l := newLobby(t, options)
		if _, err := l.Access.CreateUser(t.Context(), access.NewUser{Email: "known@example.com", Name: "Known", Password: "their own password"}); err != nil {
			t.Fatal(err)
		}
		token := l.invite(t, "known@example.com", "billing")
		wrong := l.accept(token, apptest.Password).Send(t, l.CloudURL)
		if wrong.Status != http.StatusBadRequest || !strings.Contains(wrong.Body, "password: must be that of the account") {
			t.Errorf("another password: %d %s", wrong.Status, wrong.Body)
		}
		right := l.accept(token, "their own password").Send(t, l.CloudURL)
		if right.Status != http.StatusOK || !strings.Contains(right.Body, `"name":"Known"`) {
			t.Errorf("their password: %d %s", right.Status, right.Body)
		}
		token = l.invite(t, "guessed@example.com", "billing")
		if _, err := l.Access.CreateUser(t.Context(), access.NewUser{Email: "guessed@example.com", Name: "G", Password: "their own password"}); err != nil {
			t.Fatal(err)
		}
		last := 0
		for range access.SignInFailuresMax + 1 {
			last = l.accept(token, apptest.Password).Send(t, l.CloudURL).Status
		}
		if last != http.StatusTooManyRequests {
			t.Errorf("guessing on: %d", last)
		}
	})
}

func TestOrganizationInvitationExpires(t *testing.T) {
	t.Parallel()
	l := newLobby(t, apptest.Options{})
	token := l.invite(t, "late@example.com", "admin")
	l.Clock.Advance(org.InvitationLifetime + time.Second)
	if got := l.accept(token, apptest.Password).Send(t, l.CloudURL); got.Status != http.StatusNotFound {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

// TestInvitationMakesOneMember accepts at the same time.
func TestInvitationMakesOneMember(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		l := newLobby(t, options)
		token := l.invite(t, "twins@example.com", "developer")
		var joined atomic.Int32
		var all errgroup.Group
		for range 8 {
			all.Go(func() error {
				got := l.accept(token, apptest.Password).Send(t, l.CloudURL)
				if got.Status == http.StatusOK {
					joined.Add(1)
				} else if got.Status != http.StatusNotFound {
					return fmt.Errorf("%d %s", got.Status, got.Body)
				}
				return nil
			})
		}
		if err := all.Wait(); err != nil || joined.Load() != 1 {
			t.Errorf("%d joined: %v", joined.Load(), err)
		}
	})
}
