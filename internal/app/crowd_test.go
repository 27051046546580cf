package app_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// crowd changes the people of one organization from many sides at once.
type crowd struct {
	t     *testing.T
	s     *apptest.Server
	admin map[string]string // a session
	cloud map[string]string

	mu     sync.Mutex
	tokens map[string][]string // of invitations, by the path that accepts them
	counts map[string]int      // of responses, by what was asked and the status
}

const (
	crowdSize   = 8
	crowdTurns  = 30
	crowdGuests = 40
	joinTeam    = "/api/v2/team/join"
	joinCloud   = "/v1/invitations/accept"

	// tooSlow is what a request is told whose statement waited too long for others, on a
	// busy machine: nothing was done.
	tooSlow = "the database did not answer in time"
)

// TestPeopleChangeFromAllSidesAtOnce holds that invitations, those who accept
// them, removals, roles and passwords of one organization do not get in each
// other's way, whatever the order in which they come.
func TestPeopleChangeFromAllSidesAtOnce(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Postgres: true}) // SQLite has one writer at a time
	c := &crowd{
		t: t, s: s, admin: signIn(t, s, "admin@localhost", apptest.Password),
		cloud: basic(s.Installation.KeyID, s.Installation.KeySecret), tokens: map[string][]string{}, counts: map[string]int{},
	}
	seed := testkit.Seed(t, 30)
	var all errgroup.Group
	for i := range crowdSize {
		all.Go(func() error {
			random := rand.New(rand.NewPCG(seed, uint64(i)))
			for range crowdTurns {
				c.turn(random)
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Log(c.counts)
	if adminsLeft(t, s) == 0 {
		t.Error("no admin is left")
	}
}

func (c *crowd) turn(random *rand.Rand) {
	email := fmt.Sprintf(`{"email":"guest-%d@example.com","role":"developer"}`, random.IntN(crowdGuests))
	organization := "/v1/organizations/" + c.s.Installation.OrganizationID
	member := c.somebody(random)
	switch random.IntN(10) {
	case 0, 9:
		c.keepToken(joinTeam, c.send("invite to the team", app.RoleUI, testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/team/invitation", Headers: c.admin, Body: email}))
	case 1:
		c.keepToken(joinCloud, c.send("invite", app.RoleCloud, testkit.Scenario{Method: http.MethodPost, Path: organization + "/invitations", Headers: c.cloud, Body: email}))
	case 2, 3:
		c.accept(app.RoleStack, joinTeam)
	case 4:
		c.accept(app.RoleCloud, joinCloud)
	case 5:
		c.send("remove from the team", app.RoleUI, testkit.Scenario{Method: http.MethodDelete, Path: "/api/v2/team/member/" + member, Headers: c.admin})
	case 6:
		c.send("remove", app.RoleCloud, testkit.Scenario{Method: http.MethodDelete, Path: organization + "/members/" + member, Headers: c.cloud})
	case 7:
		role := []string{"admin", "developer", "billing"}[random.IntN(3)]
		c.send("role", app.RoleCloud, testkit.Scenario{Method: http.MethodPatch, Path: organization + "/members/" + member, Headers: c.cloud, Body: `{"role":"` + role + `"}`})
	case 8:
		c.send("password", app.RoleUI, testkit.Scenario{Method: http.MethodPost, Path: "/ui/api/members/" + member + "/password", Headers: c.admin})
	}
}

// somebody returns the id of a member other than the first.
func (c *crowd) somebody(random *rand.Rand) string {
	members, err := c.s.Access().Store.MembersOf(c.t.Context(), c.s.Installation.OrganizationID)
	if err != nil || len(members) < 2 {
		return "0123456789abcdef01234567"
	}
	return members[1+random.IntN(len(members)-1)].UserID
}

func (c *crowd) accept(role app.Role, path string) {
	c.mu.Lock()
	token := strings.Repeat("0", 64) // of no invitation
	if known := c.tokens[path]; len(known) > 0 {
		token, c.tokens[path] = known[0], known[1:]
	}
	c.mu.Unlock()
	c.send("accept at "+path, role, testkit.Scenario{Method: http.MethodPost, Path: path, Body: `{"token":"` + token + `","name":"Guest","password":"` + apptest.Password + `"}`})
}

func (c *crowd) keepToken(path string, made testkit.Answer) {
	_, rest, _ := strings.Cut(made.Body, "token=")
	if token, _, found := strings.Cut(rest, `"`); found {
		c.mu.Lock()
		c.tokens[path] = append(c.tokens[path], token)
		c.mu.Unlock()
	}
}

func (c *crowd) send(what string, role app.Role, call testkit.Scenario) testkit.Answer {
	got := call.Send(c.t, c.s.URL(role))
	c.mu.Lock()
	c.counts[fmt.Sprintf("%s %d", what, got.Status)]++
	c.mu.Unlock()
	if got.Status >= http.StatusInternalServerError && !strings.Contains(got.Body, tooSlow) {
		c.t.Errorf("%s: %d %s", what, got.Status, got.Body)
	}
	return got
}
