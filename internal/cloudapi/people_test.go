package cloudapi_test

import (
	"net/http"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func (h *house) newMember(t testing.TB, email string, role org.Role) access.User {
	t.Helper()
	user, err := h.Access().CreateMember(t.Context(), access.NewUser{Email: email, Name: "Member", Password: apptest.Password},
		access.Membership{TeamID: h.Installation.TeamID, Role: role})
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func TestMembers(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		user := h.newMember(t, "dev@example.com", org.RoleDeveloper)
		first, second := h.organization+"/members/"+h.Installation.User.ID, h.organization+"/members/"+user.ID
		testkit.Run(t, h.base, []testkit.Scenario{
			{Name: "list", Path: h.organization + "/members", Headers: h.admin, Status: 200, Contains: []string{"admin@localhost", "dev@example.com"}, Lacks: []string{"argon2"}},
			{Name: "get", Path: second, Headers: h.admin, Status: 200, Contains: []string{`"role":"developer"`, `"joinedAt":"`}, Answered: map[string]string{"ETag": `"1"`}},
			{Name: "the last admin can't become less", Method: http.MethodPatch, Path: first, Headers: h.admin, Body: `{"role":"billing"}`, Status: 409, Contains: []string{"at least one admin"}},
			{Name: "the last admin can't go", Method: http.MethodDelete, Path: first, Headers: h.admin, Status: 409, Contains: []string{"at least one admin"}},
			{Name: "promote", Method: http.MethodPatch, Path: second, Headers: h.admin, Body: `{"role":"admin"}`, Status: 200, Contains: []string{`"role":"admin"`}},
			{Name: "stale is 412", Method: http.MethodPatch, Path: second, Headers: with(h.admin, "If-Match", `"1"`), Body: `{"role":"billing"}`, Status: 412},
			{Name: "empty patch is 200", Method: http.MethodPatch, Path: second, Headers: h.admin, Body: `{}`, Status: 200, Contains: []string{`"role":"admin"`}},
			{Name: "unknown role is 400", Method: http.MethodPatch, Path: second, Headers: h.admin, Body: `{"role":"king"}`, Status: 400, Contains: []string{"role"}},
			{Name: "malformed id is 400", Path: h.organization + "/members/7", Headers: h.admin, Status: 400, Contains: []string{"userId"}},
			{Name: "remove", Method: http.MethodDelete, Path: second, Headers: h.admin, Status: 200, Lacks: []string{"result"}},
			{Name: "removed is 404", Path: second, Headers: h.admin, Status: 404},
		})
	})
}

func TestRemovedMemberLosesTheirKeys(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{Adjust: func(c *app.Config) { c.NoUI = true }})
	user := h.newMember(t, "dev@example.com", org.RoleDeveloper)
	_, token, err := h.Access().CreateAccessKey(t.Context(), access.AccessKey{UserID: user.ID, TeamID: h.Installation.TeamID, Name: "own"})
	if err != nil {
		t.Fatal(err)
	}
	call := testkit.Scenario{Path: "/api/v2", Headers: map[string]string{"Authorization": "Bearer " + token}}
	if got := call.Send(t, h.URL(app.RoleStack)); got.Status != http.StatusOK {
		t.Fatalf("before: %d %s", got.Status, got.Body)
	}
	h.must(t, http.MethodDelete, h.organization+"/members/"+user.ID, "")
	if got := call.Send(t, h.URL(app.RoleStack)); got.Status != http.StatusUnauthorized {
		t.Errorf("after: %d %s", got.Status, got.Body)
	}
}

func TestMembersSitInTheTeamsOfNewServices(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	h.newMember(t, "money@example.com", org.RoleBilling)
	developer := h.newMember(t, "dev@example.com", org.RoleDeveloper)
	h.newService(t, plainService)
	seats, err := h.Access().Store.MembershipsOf(t.Context(), developer.ID)
	if err != nil || len(seats) != 2 || seats[1].TeamName != "logs" {
		t.Errorf("the developer sits in %v, %v", seats, err)
	}
}

func TestInvitations(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		invitations := h.organization + "/invitations"
		made := h.must(t, http.MethodPost, invitations, `{"email":"New@Example.com","role":"developer"}`)
		path := invitations + "/" + made["id"].(string)
		create := func(name, body string, status int, contains ...string) testkit.Scenario {
			return testkit.Scenario{Name: name, Method: http.MethodPost, Path: invitations, Headers: h.admin, Body: body, Status: status, Contains: contains}
		}
		testkit.Run(t, h.base, []testkit.Scenario{
			{Name: "list", Path: invitations, Headers: h.admin, Status: 200, Contains: []string{`"email":"new@example.com"`}},
			{Name: "get", Path: path, Headers: h.admin, Status: 200, Contains: []string{`"role":"developer"`, `"expireAt":"`}},
			create("the same address is 409", `{"email":"new@example.com","role":"admin"}`, 409, "open invitation"),
			create("a member is 409", `{"email":"admin@localhost","role":"admin"}`, 409, "a member with this e-mail address already exists"),
			create("no address is 400", `{"role":"admin"}`, 400, "email: is required"),
			create("no e-mail address is 400", `{"email":"new","role":"admin"}`, 400, "email"),
			create("unknown role is 400", `{"email":"x@example.com","role":"king"}`, 400, "role"),
			{Name: "another version is 412", Method: http.MethodDelete, Path: path, Headers: with(h.admin, "If-Match", `"2"`), Status: 412},
			{Name: "delete", Method: http.MethodDelete, Path: path, Headers: h.admin, Status: 200},
			{Name: "deleted is 404", Path: path, Headers: h.admin, Status: 404},
			create("and can be invited again", `{"email":"new@example.com","role":"admin"}`, 200),
		})
	})
}
