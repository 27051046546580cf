package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
	"github.com/cairnstack/cairn/internal/testkit/oidctest"
)

// ssoFile writes the list of one provider.
func ssoFile(t *testing.T, issuer string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sso.yaml")
	text := "providers:\n  - {id: acme, name: Acme, issuer: '" + issuer + "', clientId: " + oidctest.ClientID + ", clientSecret: " + oidctest.ClientSecret + ", defaultRole: developer}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func cookieOf(t *testing.T, answer testkit.Answer, name string) *http.Cookie {
	t.Helper()
	all := (&http.Response{Header: answer.Header}).Cookies()
	at := slices.IndexFunc(all, func(c *http.Cookie) bool { return c.Name == name })
	if at < 0 {
		t.Fatalf("no cookie %s in %v: %d %s", name, all, answer.Status, answer.Body)
	}
	return all[at]
}

// TestSingleSignOnThroughTheInterface goes the way of the pages, behind a proxy
// that ends TLS, with passwords switched off.
func TestSingleSignOnThroughTheInterface(t *testing.T) {
	t.Parallel()
	provider := oidctest.New(t, time.Now)
	provider.Say(map[string]any{"sub": "42", "email": "Grace@Example.com", "email_verified": true, "name": "Grace"}, oidctest.Behaviour{})
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) {
		c.SSOConfig, c.SSOOnly, c.PublicURL = ssoFile(t, provider.URL), true, "https://cairn.example/"
	}})
	const ticketName, sessionName = "__Host-cairn_sso", "__Host-cairn_session"

	shown := ask(t, s, nil, http.MethodGet, "/installation", "").Body
	if !strings.Contains(shown, `"providers":[{"id":"acme","name":"Acme"}],"ssoOnly":true`) || strings.Contains(shown, oidctest.ClientSecret) {
		t.Errorf("%s", shown)
	}
	begun := ask(t, s, nil, http.MethodPost, "/sso/acme", `{"from":"/search"}`)
	ticket := cookieOf(t, begun, ticketName)
	if !ticket.HttpOnly || !ticket.Secure || ticket.SameSite != http.SameSiteLaxMode || ticket.MaxAge != 600 {
		t.Errorf("%s", ticket)
	}
	address := begun.JSON(t)["data"].(map[string]any)["url"].(string)
	if !strings.Contains(address, "redirect_uri=https%3A%2F%2Fcairn.example%2Fsso%2Facme") {
		t.Errorf("%s", address)
	}
	back := provider.SignIn(t, address)
	sent := `{"state":"` + back.Get("state") + `","code":"` + back.Get("code") + `"}`
	with := map[string]string{"Cookie": ticketName + "=" + ticket.Value}
	entered := ask(t, s, with, http.MethodPost, "/sso/acme/return", sent)
	if cookieOf(t, entered, ticketName).MaxAge >= 0 || !strings.Contains(entered.Body, `"from":"/search"`) || !strings.Contains(entered.Body, `"email":"grace@example.com"`) {
		t.Fatalf("%d %s", entered.Status, entered.Body)
	}
	session := map[string]string{"Cookie": sessionName + "=" + cookieOf(t, entered, sessionName).Value}
	testkit.Run(t, s.URL(app.RoleUI), []testkit.Scenario{
		{Name: "again", Method: http.MethodPost, Path: "/ui/api/sso/acme/return", Headers: with, Body: sent, Status: http.StatusUnauthorized, Contains: []string{"this sign-in was used already"}},
		{Name: "no such provider", Method: http.MethodPost, Path: "/ui/api/sso/other", Body: `{}`, Status: http.StatusNotFound},
		{Name: "password", Method: http.MethodPost, Path: "/ui/api/session", Body: `{"email":"admin@localhost","password":"` + apptest.Password + `"}`, Status: http.StatusForbidden, Contains: []string{"passwords are switched off here"}},
		{Name: "methods", Path: "/ui/api/sign-in-methods", Headers: session, Status: http.StatusOK, Contains: []string{`"hasPassword":false`, `"provider":"Acme"`}},
		{Name: "page of the provider", Path: "/sso/acme?code=x", Status: http.StatusOK, Contains: []string{"<div id=\"root\">"}},
		{Name: "sign out", Method: http.MethodDelete, Path: "/ui/api/session", Headers: session, Status: http.StatusOK, Contains: []string{provider.URL + "/end?client_id=cairn", "id_token_hint=", "cairn.example%2Fsign-in"}},
		{Name: "signed out", Path: "/ui/api/session", Headers: session, Status: http.StatusUnauthorized},
	})
	wantBreakGlass(t, s, sessionName)
}

// wantBreakGlass lets the operator in by a link.
func wantBreakGlass(t *testing.T, s *apptest.Server, sessionName string) {
	t.Helper()
	made := clitest.Beside(t, s, "user", "reset-password", "admin@localhost", "--link")
	_, token, _ := strings.Cut(made.Stdout, "token=")
	token, _, _ = strings.Cut(token, " ")
	used := ask(t, s, nil, http.MethodPost, "/password-link/use", `{"token":"`+token+`","password":"another horse battery"}`)
	if !strings.Contains(used.Body, `"isSignedIn":true`) {
		t.Fatalf("%d %s", used.Status, used.Body)
	}
	session := map[string]string{"Cookie": sessionName + "=" + cookieOf(t, used, sessionName).Value}
	if got := ask(t, s, session, http.MethodGet, "/session", ""); got.Status != http.StatusOK {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

// TestServerStartsWithoutItsProvider holds that other ways to sign in work then,
// and that a mistake in the file ends the start.
func TestServerStartsWithoutItsProvider(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.SSOConfig = ssoFile(t, "http://"+testkit.FreeAddr()) }})
	got := ask(t, s, nil, http.MethodPost, "/sso/acme", `{}`)
	if got.Status != http.StatusServiceUnavailable || !strings.Contains(got.Body, "Acme can't be reached at the moment") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	signIn(t, s, "admin@localhost", apptest.Password)

	config := s.Config
	config.DataDir, config.SSOConfig = t.TempDir(), ssoFile(t, "http://id.example.com")
	_, err := app.New(t.Context(), app.Options{Config: config, Logger: s.Logger, Now: time.Now})
	if err == nil || !strings.Contains(err.Error(), "--sso-config: providers[0].issuer: must be an https address") {
		t.Errorf("a wrong file: %v", err)
	}
	config.SSOConfig, config.SSOOnly = "", true
	if err := config.Check(); err == nil || !strings.Contains(err.Error(), "--sso-only: needs --sso-config") {
		t.Errorf("nothing to sign in with: %v", err)
	}
}
