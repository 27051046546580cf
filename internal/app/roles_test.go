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

// person is an account of the first team, with a credential for every door
// that takes people.
type person struct {
	id, email string
	bearer    map[string]string
	session   map[string]string
}

// newPerson makes an account with the role and signs it in.
func newPerson(t *testing.T, s *apptest.Server, name string, role org.Role) person {
	t.Helper()
	p := person{email: name + "@example.com"}
	user, err := s.Access().CreateMember(t.Context(), access.NewUser{Email: p.email, Name: name, Password: apptest.Password},
		access.Membership{TeamID: s.Installation.TeamID, Role: role})
	if err != nil {
		t.Fatal(err)
	}
	_, key, err := s.Access().CreateAccessKey(t.Context(), access.AccessKey{UserID: user.ID, TeamID: s.Installation.TeamID, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	p.id, p.bearer, p.session = user.ID, bearer(key), signIn(t, s, p.email, apptest.Password)
	return p
}

// signIn opens a session at the interface and returns its header.
func signIn(t *testing.T, s *apptest.Server, email, password string) map[string]string {
	t.Helper()
	got := signInAnswer(t, s, email, password)
	if got.Status != http.StatusOK {
		t.Fatalf("sign in as %s: %d %s", email, got.Status, got.Body)
	}
	return map[string]string{"Cookie": strings.SplitN(got.Header.Get("Set-Cookie"), ";", 2)[0]}
}

func signInAnswer(t *testing.T, s *apptest.Server, email, password string) testkit.Answer {
	t.Helper()
	return testkit.Scenario{
		Method: http.MethodPost, Path: "/ui/api/session", Body: `{"email":"` + email + `","password":"` + password + `"}`,
	}.Send(t, s.URL(app.RoleUI))
}

// TestBillingSeesCostAndMembersAlone holds that the role counts on the stack
// API and in the interface as it does in the cloud API.
func TestBillingSeesCostAndMembersAlone(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		billing := newPerson(t, s, "billing", org.RoleBilling)
		const noSuch = "0123456789abcdef01234567"
		refused := []testkit.Scenario{
			{Name: "list dashboards", Path: "/api/v2/dashboards"},
			{Name: "delete a dashboard", Method: http.MethodDelete, Path: "/api/v2/dashboards/" + noSuch},
			{Name: "rotate a secret", Method: http.MethodPost, Path: "/api/v2/webhooks/" + noSuch + "/rotate-secret"},
			{Name: "revoke an ingestion key", Method: http.MethodDelete, Path: "/api/v2/ingestion-keys/" + noSuch},
			{Name: "invite", Method: http.MethodPost, Path: "/api/v2/team/invitation", Body: `{"email":"friend@example.com"}`},
			{Name: "remove the admin", Method: http.MethodDelete, Path: "/api/v2/team/member/" + s.Installation.User.ID},
		}
		allowed := []testkit.Scenario{
			{Name: "who am I", Path: "/api/v2", Contains: []string{"billing@example.com"}},
			{Name: "members", Path: "/api/v2/team/members", Contains: []string{"admin@localhost"}},
			{Name: "own keys", Path: "/api/v2/access-keys", Contains: []string{`"name":"billing"`}},
		}
		for i := range refused {
			refused[i].Status, refused[i].Contains = http.StatusForbidden, []string{`{"message":"this needs the role `}
		}
		for i := range allowed {
			allowed[i].Status = http.StatusOK
		}
		for door, headers := range map[app.Role]map[string]string{app.RoleStack: billing.bearer, app.RoleUI: billing.session} {
			for _, scenario := range append(refused, allowed...) {
				scenario.Name, scenario.Headers = string(door)+" "+scenario.Name, headers
				testkit.Run(t, s.URL(door), []testkit.Scenario{scenario})
			}
		}
		organization := "/v1/organizations/" + s.Installation.OrganizationID
		cost := organization + "/usageCost?from_date=2026-01-01&to_date=2026-01-02"
		testkit.Run(t, s.URL(app.RoleUI), []testkit.Scenario{
			{Name: "retention", Path: "/ui/api/retention", Headers: billing.session, Status: 403},
			{Name: "change retention", Method: http.MethodPut, Path: "/ui/api/retention", Headers: billing.session, Status: 403,
				Body: `{"logDays":1,"traceDays":1,"metricDays":1}`},
			{Name: "cost", Path: cost, Headers: billing.session, Status: 200, Contains: []string{`"grandTotalUnits"`}},
			{Name: "members", Path: organization + "/members", Headers: billing.session, Status: 200},
			{Name: "services", Path: organization + "/services", Headers: billing.session, Status: 403,
				Contains: []string{`"error":"FORBIDDEN: this needs the role admin or developer, or one with the permission control-plane:service:view"`}},
		})
	})
}
