package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// setUpAs asks for the first account under a name of the host.
func setUpAs(t *testing.T, s *apptest.Server, host string) int {
	t.Helper()
	return askForFirstAccount(t, s.URL(app.RoleUI), host)
}

// askForFirstAccount returns the status of the answer, 0 for none.
func askForFirstAccount(t *testing.T, ui, host string) int {
	t.Helper()
	body := `{"name":"Ada","email":"ada@example.com","password":"` + apptest.Password + `"}`
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, ui+"/ui/api/setup", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return 0
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

var foreignHosts = []string{"evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "cairn.example.com.evil.example"}

// TestSetUpIsAskedByKnownNames holds that a page that lets its own name lead
// to this machine can't take a fresh installation over through a browser here.
func TestSetUpIsAskedByKnownNames(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{})
	for _, host := range foreignHosts {
		if got := setUpAs(t, s, host); got != http.StatusForbidden {
			t.Errorf("as %s: %d", host, got)
		}
	}
	if got := setUpAs(t, s, "localhost:8080"); got != http.StatusOK {
		t.Errorf("as localhost: %d", got)
	}
	for _, host := range []string{"127.0.0.1:8080", "localhost:8080", "[::1]"} {
		if got := setUpAs(t, s, host); got != http.StatusConflict {
			t.Errorf("as %s, once more: %d", host, got)
		}
	}
}

// TestStrangersDoNotSetUp holds that an installation which others than those on
// its machine can reach is set up by the link alone that the server prints.
func TestStrangersDoNotSetUp(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{Adjust: func(c *app.Config) { c.PublicURL = "https://cairn.example.com" }})
	for _, host := range append([]string{"cairn.example.com", "127.0.0.1:8080", "localhost", ""}, foreignHosts...) {
		if got := setUpAs(t, s, host); got != http.StatusForbidden {
			t.Errorf("as %q: %d", host, got)
		}
	}
	if got := ask(t, s, nil, http.MethodGet, "/installation", ""); !strings.Contains(got.Body, `"isSetUp":false,"needsLink":true`) {
		t.Errorf("%s", got.Body)
	}
	token, err := s.Access().FirstLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(t, s, nil, http.MethodPost, "/sign-in-link/use", `{"token":"`+token+`"}`); got.Status != http.StatusOK {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

// TestFirstLinkSetsUpAndSignsIn goes the way of the first minutes: the link of an
// empty installation, telemetry with the key that comes with it, and a name, an
// address and a password for the account.
func TestFirstLinkSetsUpAndSignsIn(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, o apptest.Options) {
		s := apptest.StartEmpty(t, o)
		token, err := s.Access().FirstLink(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		link := `{"token":"` + token + `"}`
		got := ask(t, s, nil, http.MethodPost, "/sign-in-link/use", link)
		key, _ := dataOf(t, got)["ingestionKey"].(string)
		if got.Status != http.StatusOK || key == "" {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		if _, err := s.Access().Ingestion(t.Context(), key); err != nil {
			t.Error(err)
		}
		session := map[string]string{"Cookie": got.Header.Get("Set-Cookie")}
		if again := ask(t, s, nil, http.MethodPost, "/sign-in-link/use", link); again.Status != http.StatusNotFound {
			t.Errorf("once more: %d %s", again.Status, again.Body)
		}
		claim := func(email, password string, want int) {
			t.Helper()
			body := `{"name":"Ada Stone","email":"` + email + `","password":"` + password + `"}`
			if got := ask(t, s, session, http.MethodPut, "/account", body); got.Status != want {
				t.Errorf("%s: %d %s, want %d", email, got.Status, got.Body, want)
			}
		}
		claim("not an address", apptest.Password, http.StatusBadRequest)
		claim("ada@example.com", "short", http.StatusBadRequest)
		claim(" Ada@Example.com ", apptest.Password, http.StatusOK)
		claim("eve@example.com", apptest.Password, http.StatusConflict)
		if got := ask(t, s, session, http.MethodGet, "/session", ""); !strings.Contains(got.Body, `"ada@example.com"`) {
			t.Errorf("%d %s", got.Status, got.Body)
		}
		signIn(t, s, "ada@example.com", apptest.Password)
		if got := ask(t, s, session, http.MethodGet, "/session", ""); got.Status != http.StatusOK {
			t.Errorf("the session has ended: %d", got.Status)
		}
	})
}
