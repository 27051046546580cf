package stackwire_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

const goodPassword = "a long enough password"

// invited invites somebody and returns the token.
func invited(t *testing.T, d stacktest.Door, email string) string {
	t.Helper()
	made := d.Must(t, http.MethodPost, "/team/invitation", `{"email":"`+email+`","name":"Guest"}`)
	_, token, _ := strings.Cut(made.Field(t, "url"), "token=")
	return token
}

func joining(token, password string) string {
	return fmt.Sprintf(`{"token":"%s","password":"%s"}`, token, password)
}

// stranger is a door without a key.
func stranger(w *stacktest.World) stacktest.Door {
	d := w.SelfHosted()
	d.Headers = nil
	return d
}

func TestInvitationIsAcceptedOnce(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		token := invited(t, w.SelfHosted(), "guest@example.com")
		door := stranger(w)
		for body, want := range map[string]int{
			joining(token, "short"):                                http.StatusBadRequest,
			joining(token, "guest@example.com"):                    http.StatusBadRequest,
			joining(strings.Repeat("0", 64), goodPassword):         http.StatusNotFound,
			`{"token":"` + token + `"}`:                            http.StatusBadRequest,
			`{"token":"","password":"` + goodPassword + `"}`:       http.StatusBadRequest,
			`{"token":"` + token + `","password":"p","email":"x"}`: http.StatusBadRequest,
		} {
			if got := door.Send(t, http.MethodPost, "/team/join", body); got.Status != want {
				t.Errorf("%s: %d %s, want %d", body, got.Status, got.Body, want)
			}
		}
		got := door.Must(t, http.MethodPost, "/team/join", joining(token, goodPassword))
		if got.Field(t, "email") != "guest@example.com" || got.Field(t, "name") != "Guest" {
			t.Errorf("joined as %s", got.Body)
		}
		if again := door.Send(t, http.MethodPost, "/team/join", joining(token, goodPassword)); again.Status != http.StatusNotFound {
			t.Errorf("again: %d %s", again.Status, again.Body)
		}
		signedIn, err := w.Access.SignIn(t.Context(), access.Credentials{Email: "guest@example.com", Password: goodPassword})
		if err != nil || signedIn.Team.TeamID != w.Home.TeamID || signedIn.Team.OrganizationID != w.Home.OrganizationID {
			t.Errorf("signed in: %+v, %v", signedIn.Team, err)
		}
		if members := w.SelfHosted().Must(t, http.MethodGet, "/team/members", ""); !strings.Contains(members.Body, "guest@example.com") {
			t.Errorf("members: %s", members.Body)
		}
	})
}

func TestInvitationExpires(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	token := invited(t, w.SelfHosted(), "late@example.com")
	w.Clock.Advance(org.TeamInvitationLife + time.Second)
	if got := stranger(w).Send(t, http.MethodPost, "/team/join", joining(token, goodPassword)); got.Status != http.StatusNotFound {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if _, err := w.Store.UserByEmail(t.Context(), "late@example.com"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an account was made: %v", err)
	}
}

// TestInvitationMakesOneAccount accepts at the same time.
func TestInvitationMakesOneAccount(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		token := invited(t, w.SelfHosted(), "twins@example.com")
		var joined, refused atomic.Int32
		var all errgroup.Group
		for range 8 {
			all.Go(func() error {
				switch got := stranger(w).Send(t, http.MethodPost, "/team/join", joining(token, goodPassword)); got.Status {
				case http.StatusOK:
					joined.Add(1)
				case http.StatusNotFound:
					refused.Add(1)
				default:
					return fmt.Errorf("%d %s", got.Status, got.Body)
				}
				return nil
			})
		}
		if err := all.Wait(); err != nil || joined.Load() != 1 || refused.Load() != 7 {
			t.Errorf("%d joined, %d refused: %v", joined.Load(), refused.Load(), err)
		}
	})
}
