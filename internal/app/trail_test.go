package app_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

// lines keeps what a server logs.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// trail returns the audit log, the last entry first.
func trail(t *testing.T, s *apptest.Server) []any {
	t.Helper()
	call := testkit.Scenario{
		Path: "/v1/organizations/" + s.Installation.OrganizationID + "/activities", Headers: basic(s.Installation.KeyID, s.Installation.KeySecret),
	}
	list, _ := call.Send(t, s.URL(app.RoleCloud)).JSON(t)["result"].([]any)
	return list
}

// wantLast holds that the last entry is of the type, by the actor, from here.
func wantLast(t *testing.T, s *apptest.Server, kind, actorType, actor string) {
	t.Helper()
	list := trail(t, s)
	if len(list) == 0 {
		t.Fatalf("no entry, want %s", kind)
	}
	last, _ := list[0].(map[string]any)
	if last["type"] != kind || last["actorType"] != actorType || last["actorDetails"] != actor {
		t.Errorf("the last entry is %v, want %s by %s", last, kind, actor)
	}
	if actorType == "user" && last["actorIpAddress"] != "127.0.0.1" {
		t.Errorf("it came from %v", last["actorIpAddress"])
	}
}

// TestPeopleOfATeamLeaveATrail wants an entry in the audit log for everyone who
// joins or leaves through the stack API, or is given a role by the operator.
func TestPeopleOfATeamLeaveATrail(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		admin, ui := signIn(t, s, "admin@localhost", apptest.Password), s.URL(app.RoleUI)
		join := invitedTo(t, s, app.RoleUI, testkit.Scenario{Path: "/api/v2/team/invitation", Headers: admin}, "/api/v2/team/join").Send(t, ui)
		if join.Status != http.StatusOK {
			t.Fatalf("join: %d %s", join.Status, join.Body)
		}
		wantLast(t, s, "organization_member_join", "user", "guest@example.com")

		data, _ := join.JSON(t)["data"].(map[string]any)
		id, _ := data["id"].(string)
		if got := clitest.Beside(t, s, "user", "make-admin", "guest@example.com"); got.Code != cli.ExitOK {
			t.Fatalf("%+v", got)
		}
		wantLast(t, s, "organization_member_update_role", "support", "cairn user")

		remove := testkit.Scenario{Method: http.MethodDelete, Path: "/api/v2/team/member/" + id, Headers: admin}
		if got := remove.Send(t, ui); got.Status != http.StatusOK {
			t.Fatalf("remove: %d %s", got.Status, got.Body)
		}
		wantLast(t, s, "organization_member_delete", "user", "admin@localhost")

		again := testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/team/invitation", Headers: admin, Body: `{"email":"guest@example.com"}`}
		if got := again.Send(t, ui); got.Status != http.StatusOK {
			t.Fatalf("seat: %d %s", got.Status, got.Body)
		}
		wantLast(t, s, "organization_member_join", "user", "admin@localhost")

		before := len(trail(t, s))
		testkit.Run(t, ui, []testkit.Scenario{{
			Name: "the last admin stays", Method: http.MethodDelete, Path: "/api/v2/team/member/" + s.Installation.User.ID, Headers: admin, Status: 409,
		}})
		if after := len(trail(t, s)); after != before {
			t.Errorf("a refused removal is in the log")
		}
	})
}

// TestPasswordResetIsLogged holds that the server's log says who reset whose
// password: the audit log has no word for it.
func TestPasswordResetIsLogged(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	var logged lines
	s.Access().Logger = slog.New(slog.NewTextHandler(&logged, nil))
	ann := newPerson(t, s, "ann", org.RoleDeveloper)
	admin := signIn(t, s, "admin@localhost", apptest.Password)
	testkit.Run(t, s.URL(app.RoleUI), []testkit.Scenario{
		{Name: "reset", Method: http.MethodPost, Path: "/ui/api/members/" + ann.id + "/password", Headers: admin, Status: 200},
	})
	for _, want := range []string{"reset", "actor_id=" + s.Installation.User.ID, "user_id=" + ann.id, "organization_id=" + s.Installation.OrganizationID, "client=127.0.0.1"} {
		if !strings.Contains(logged.String(), want) {
			t.Errorf("the log has no %q: %s", want, logged.String())
		}
	}
}
