package sso_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/sso"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/oidctest"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
)

const (
	publicURL = "https://cairn.example.com"
	email     = "grace@example.com"
	password  = "correct horse battery"
)

func TestMain(m *testing.M) {
	access.HashCheaply()
	m.Run()
}

// house is an installation with one provider, on a real store.
type house struct {
	*sso.Desk
	accounts *access.Service
	store    *sqlstore.Store
	clock    *testkit.Clock
	provider *oidctest.Provider
	made     access.Installation
	log      bytes.Buffer
	settings sso.Provider
	ctx      context.Context //nolint:containedctx // of the test
}

// newHouse returns one; adjust changes how the provider is configured.
func newHouse(t *testing.T, adjust func(*sso.Provider)) *house {
	t.Helper()
	options := storetest.Options(t, sqlstore.KindSQLite)
	options.SecretKey = make([]byte, sqlstore.SecretKeyBytes)
	store, err := sqlstore.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	h := &house{ctx: t.Context(), store: store, clock: testkit.NewClock(time.Now().Truncate(time.Second))}
	h.provider = oidctest.New(t, h.clock.Now)
	h.accounts = &access.Service{Store: store, Now: h.clock.Now, Random: rand.Reader}
	h.made, err = h.accounts.Install(t.Context(), access.NewUser{Email: "ada@example.com", Name: "Ada", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	h.settings = sso.Provider{
		ID: "acme", Name: "Acme", Issuer: h.provider.URL, ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret,
		Rules: []sso.Rule{{Claim: "groups", Value: "admins", Role: org.RoleAdmin}, {Claim: "groups", Value: "staff", Role: org.RoleDeveloper}},
	}
	if adjust != nil {
		adjust(&h.settings)
	}
	h.restart()
	return h
}

// restart makes a desk that knows nothing of the provider yet, and forgets
// failures.
func (h *house) restart() {
	h.log.Reset()
	h.accounts = &access.Service{Store: h.store, Now: h.clock.Now, Random: rand.Reader, SSOOnly: h.accounts.SSOOnly}
	h.Desk = sso.NewDesk(sso.Desk{
		Store: h.store, Now: h.clock.Now, Random: rand.Reader,
		Logger: slog.New(slog.NewTextHandler(&h.log, nil)), PublicURL: func() string { return publicURL },
	}, sso.Config{Providers: []sso.Provider{h.settings}})
}

func grace(groups ...string) map[string]any {
	return map[string]any{"sub": "42", "email": email, "email_verified": true, "name": "Grace", "groups": groups}
}

// visit is a sign-in on its way that a fault may change.
type visit struct {
	house  *house
	ticket string
	back   url.Values
}

// signIn goes through all of a sign-in.
func (h *house) signIn(t *testing.T, meddle func(*visit)) (access.SignedIn, string, error) {
	t.Helper()
	departure, err := h.Begin(t.Context(), "acme", "/search?q=a")
	if err != nil {
		return access.SignedIn{}, "", err
	}
	v := &visit{house: h, ticket: departure.Ticket, back: h.provider.SignIn(t, departure.URL)}
	if meddle != nil {
		meddle(v)
	}
	return h.comeBack(t, v)
}

func (h *house) comeBack(t *testing.T, v *visit) (in access.SignedIn, from string, err error) {
	t.Helper()
	back := access.Return{
		Provider: "acme", State: v.back.Get("state"), Code: v.back.Get("code"), Error: v.back.Get("error"), Issuer: v.back.Get("iss"),
	}
	in, err = h.accounts.SignInPerson(t.Context(), "acme", func(ctx context.Context) (person access.Person, err error) {
		person, from, err = h.Return(ctx, v.ticket, back)
		return person, err
	})
	return in, from, err
}

func (h *house) role(t *testing.T) org.Role {
	t.Helper()
	user, err := h.store.UserByEmail(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	member, err := h.store.MemberByID(t.Context(), h.made.OrganizationID, user.ID)
	if fault.KindOf(err) == fault.NotFound {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return member.Role
}

func (h *house) member(t *testing.T) access.User {
	t.Helper()
	user, err := h.accounts.CreateMember(t.Context(), access.NewUser{Email: email, Name: "Grace", Password: password},
		access.Membership{TeamID: h.made.TeamID, Role: org.RoleDeveloper})
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func wantRefused(t *testing.T, err error, kind fault.Kind, words string) {
	t.Helper()
	if fault.KindOf(err) != kind || !strings.Contains(fault.From(err).Message, words) {
		t.Errorf("got %v, want %s with %q", err, kind, words)
	}
}

// dump returns all accounts, identities and members.
func (h *house) dump(t *testing.T) string {
	t.Helper()
	var all, kept bytes.Buffer
	if _, err := h.store.Dump(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	table := ""
	for line := range strings.Lines(all.String()) {
		if strings.HasPrefix(line, "{") {
			table = line
		}
		if !strings.Contains(table, `"sign_in_returns"`) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}
