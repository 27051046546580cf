package app_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
	"github.com/cairnstack/cairn/internal/testkit/smtptest"
)

// ask sends a request of a session to the interface's own API.
func ask(t *testing.T, s *apptest.Server, session map[string]string, method, path, body string) testkit.Answer {
	t.Helper()
	return testkit.Scenario{Method: method, Path: "/ui/api" + path, Headers: session, Body: body}.Send(t, s.URL(app.RoleUI))
}

// TestEndedSessionsAreDeadOnEveryNode ends sessions at one node and asks at
// another, which has seen them.
func TestEndedSessionsAreDeadOnEveryNode(t *testing.T) {
	t.Parallel()
	secret := base64.StdEncoding.EncodeToString(make([]byte, 32))
	first := apptest.Start(t, apptest.Options{Postgres: true, Adjust: func(c *app.Config) { c.SecretKey = secret }})
	second := apptest.StartEmpty(t, apptest.Options{Adjust: func(c *app.Config) {
		c.DatabaseURL, c.SecretKey = first.Config.DatabaseURL, secret
	}})
	mine := signIn(t, first, "admin@localhost", apptest.Password)
	wantStatus := func(session map[string]string, want int) {
		t.Helper()
		for _, path := range []string{"/ui/api/session", "/api/v2/sources", "/v1/organizations"} {
			got := testkit.Scenario{Path: path, Headers: session}.Send(t, second.URL(app.RoleUI))
			if got.Status != want {
				t.Errorf("%s: %d %s, want %d", path, got.Status, got.Body, want)
			}
		}
	}
	for name, end := range map[string]func(id string) testkit.Answer{
		"one":        func(id string) testkit.Answer { return ask(t, first, mine, http.MethodDelete, "/sessions/"+id, "") },
		"all others": func(string) testkit.Answer { return ask(t, first, mine, http.MethodDelete, "/sessions", "") },
	} {
		other := signIn(t, second, "admin@localhost", apptest.Password)
		wantStatus(other, http.StatusOK)
		list := ask(t, first, mine, http.MethodGet, "/sessions", "")
		var id string
		for _, one := range list.JSON(t)["data"].([]any) {
			if one := one.(map[string]any); one["isCurrent"] == false {
				id, _ = one["id"].(string)
				if one["address"] != "127.0.0.1" {
					t.Errorf("%v", one)
				}
			}
		}
		if got := end(id); got.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", name, got.Status, got.Body)
		}
		wantStatus(other, http.StatusUnauthorized)
		wantStatus(mine, http.StatusOK)
	}
}

// TestPasswordLinkThroughTheInterface hands a link over as an admin and as the
// operator, and uses it as the page does.
func TestPasswordLinkThroughTheInterface(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.PublicURL = "https://cairn.example" }})
	admin, bob := signIn(t, s, "admin@localhost", apptest.Password), newPerson(t, s, "bob", org.RoleDeveloper)
	const page, next = "https://cairn.example/set-password?token=", "another horse battery"
	wantState := func(token, want string) {
		t.Helper()
		got := ask(t, s, nil, http.MethodPost, "/password-link", `{"token":"`+token+`"}`)
		if body := strings.TrimSpace(got.Body); body != `{"data":{"state":"`+want+`"}}` {
			t.Errorf("%d %s, want %s", got.Status, body, want)
		}
	}
	use := func(token string, want int) {
		t.Helper()
		got := ask(t, s, nil, http.MethodPost, "/password-link/use", `{"token":"`+token+`","password":"`+next+`"}`)
		if got.Status != want {
			t.Errorf("%d %s, want %d", got.Status, got.Body, want)
		}
	}
	made := ask(t, s, admin, http.MethodPost, "/members/"+bob.id+"/password-link", "")
	data, _ := made.JSON(t)["data"].(map[string]any)
	address, _ := data["url"].(string)
	byAdmin, ok := strings.CutPrefix(address, page)
	if !ok {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	printed := clitest.Beside(t, s, "user", "reset-password", bob.email, "--link")
	_, rest, _ := strings.Cut(printed.Stdout, "/set-password?token=")
	byOperator, _, ok := strings.Cut(rest, " (works once")
	if !ok {
		t.Fatalf("%+v", printed)
	}
	wantState(byAdmin, "gone") // the newer one has replaced it
	wantState(byOperator, "open")
	use(byAdmin, http.StatusNotFound)
	use(byOperator, http.StatusOK)
	wantState(byOperator, "used")
	use(byOperator, http.StatusNotFound)
	if got := ask(t, s, bob.session, http.MethodGet, "/session", ""); got.Status != http.StatusUnauthorized {
		t.Errorf("the session lives: %d", got.Status)
	}
	signIn(t, s, bob.email, next)
	if got := ask(t, s, nil, http.MethodPost, "/password-link/mail", `{"email":"bob@example.com"}`); got.Status != http.StatusConflict {
		t.Errorf("without SMTP: %d %s", got.Status, got.Body)
	}
}

// TestForgottenPasswordComesByMail asks as the sign-in page does, for an
// account and for none, and uses the link that the mail server got.
func TestForgottenPasswordComesByMail(t *testing.T) {
	t.Parallel()
	server := &smtptest.Server{}
	address := server.Start(t)
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) {
		c.SMTPURL, c.SMTPFrom = "smtp://"+address+"?tls=none", "Cairn <cairn@example.com>"
	}})
	bob := newPerson(t, s, "bob", org.RoleBilling)
	if got := ask(t, s, nil, http.MethodGet, "/installation", ""); !strings.Contains(got.Body, `"sendsLinks":true`) {
		t.Errorf("%s", got.Body)
	}
	nobody := ask(t, s, nil, http.MethodPost, "/password-link/mail", `{"email":"nobody@example.com"}`)
	asked := ask(t, s, nil, http.MethodPost, "/password-link/mail", `{"email":"`+bob.email+`"}`)
	if nobody.Status != http.StatusOK || asked.Status != nobody.Status || asked.Body != nobody.Body {
		t.Errorf("%d %s and %d %s", nobody.Status, nobody.Body, asked.Status, asked.Body)
	}
	said := strings.Join(<-server.Said, "\n")
	_, rest, _ := strings.Cut(strings.ReplaceAll(said, "=\n", ""), "/set-password?token=3D") // quoted-printable
	token, _, _ := strings.Cut(rest, "\n")
	if !strings.Contains(said, "RCPT TO:<bob@example.com>") || token == "" {
		t.Fatalf("%s", said)
	}
	const next = "another horse battery"
	got := ask(t, s, nil, http.MethodPost, "/password-link/use", `{"token":"`+token+`","password":"`+next+`"}`)
	if got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	signIn(t, s, bob.email, next)
}
