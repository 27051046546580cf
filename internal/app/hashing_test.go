package app_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// heldRandom holds up its first reader, which is the one that wants a salt
// for a password, as a queue of passwords to hash would.
type heldRandom struct {
	once    sync.Once
	reached chan struct{}
	release chan struct{}
}

func (r *heldRandom) Read(p []byte) (int, error) {
	r.once.Do(func() {
		close(r.reached)
		<-r.release
	})
	return rand.Read(p)
}

// invitedTo returns the request that accepts a new invitation.
func invitedTo(t *testing.T, s *apptest.Server, role app.Role, invite testkit.Scenario, accept string) testkit.Scenario {
	t.Helper()
	invite.Method, invite.Body = http.MethodPost, `{"email":"guest@example.com","role":"developer"}`
	made := invite.Send(t, s.URL(role))
	_, rest, _ := strings.Cut(made.Body, "token=")
	token, _, _ := strings.Cut(rest, `"`)
	return testkit.Scenario{Method: http.MethodPost, Path: accept, Body: `{"token":"` + token + `","name":"Guest","password":"` + apptest.Password + `"}`}
}

// TestPasswordsAreHashedWithoutATransaction holds that nobody else's write
// waits for a password that waits for its turn to be hashed.
func TestPasswordsAreHashedWithoutATransaction(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, options apptest.Options) (*apptest.Server, app.Role, testkit.Scenario){
		"team invitation": func(t *testing.T, options apptest.Options) (*apptest.Server, app.Role, testkit.Scenario) {
			s := apptest.Start(t, options)
			return s, app.RoleStack, invitedTo(t, s, app.RoleStack,
				testkit.Scenario{Path: "/api/v2/team/invitation", Headers: bearer(s.Installation.AccessKey)}, "/api/v2/team/join")
		},
		"organization invitation": func(t *testing.T, options apptest.Options) (*apptest.Server, app.Role, testkit.Scenario) {
			s := apptest.Start(t, options)
			return s, app.RoleCloud, invitedTo(t, s, app.RoleCloud, testkit.Scenario{
				Path: "/v1/organizations/" + s.Installation.OrganizationID + "/invitations", Headers: basic(s.Installation.KeyID, s.Installation.KeySecret),
			}, "/v1/invitations/accept")
		},
		"set-up": func(t *testing.T, options apptest.Options) (*apptest.Server, app.Role, testkit.Scenario) {
			return apptest.StartEmpty(t, options), app.RoleUI, testkit.Scenario{
				Method: http.MethodPost, Path: "/ui/api/setup", Body: `{"name":"Ada","email":"ada@example.com","password":"` + apptest.Password + `"}`,
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
				s, role, call := prepare(t, options)
				writeMeanwhile(t, s, role, call)
			})
		})
	}
}

// writeMeanwhile writes something while the password of the call is not
// hashed yet.
func writeMeanwhile(t *testing.T, s *apptest.Server, role app.Role, call testkit.Scenario) {
	t.Helper()
	held := &heldRandom{reached: make(chan struct{}), release: make(chan struct{})}
	s.Access().Random = held
	answered := make(chan testkit.Answer, 1)
	go func() { answered <- call.Send(t, s.URL(role)) }()
	select {
	case <-held.reached:
	case got := <-answered:
		t.Fatalf("no password was hashed: %d %s", got.Status, got.Body)
	case <-time.After(20 * time.Second):
		t.Fatal("no password was hashed")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	other := org.Organization{ID: "0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a12", Name: "Other", CreatedAt: time.Now(), Version: 1}
	if err := s.Access().Store.CreateOrganization(ctx, other); err != nil {
		t.Errorf("a write meanwhile: %v", err)
	}
	if s.Installation.OrganizationID != "" {
		if err := s.Access().Store.InTx(ctx, func(ctx context.Context) error {
			return s.Access().Store.LockOrganization(ctx, s.Installation.OrganizationID)
		}); err != nil {
			t.Errorf("a change of the organization meanwhile: %v", err)
		}
	}
	close(held.release)
	if got := <-answered; got.Status != http.StatusOK {
		t.Errorf("afterwards: %d %s", got.Status, got.Body)
	}
}

// TestHashingIsForThoseWhoCouldJoin holds that a request that is refused
// anyway takes nobody's turn.
func TestHashingIsForThoseWhoCouldJoin(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	held := &heldRandom{reached: make(chan struct{}), release: make(chan struct{})}
	defer close(held.release)
	s.Access().Random = held
	unknown := `{"token":"` + strings.Repeat("0", 64) + `","password":"` + apptest.Password + `"}`
	testkit.Run(t, s.URL(app.RoleStack), []testkit.Scenario{
		{Name: "unknown team token", Method: http.MethodPost, Path: "/api/v2/team/join", Body: unknown, Status: 404},
	})
	testkit.Run(t, s.URL(app.RoleCloud), []testkit.Scenario{
		{Name: "unknown organization token", Method: http.MethodPost, Path: "/v1/invitations/accept", Body: unknown, Status: 404},
	})
	if _, err := s.Access().Install(t.Context(), access.NewUser{Email: "eve@example.com", Name: "Eve", Password: apptest.Password}); !errors.Is(err, access.ErrInstalled) {
		t.Errorf("a second set-up: %v", err)
	}
}
