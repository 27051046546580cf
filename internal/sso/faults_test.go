package sso_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sso"
	"github.com/cairnstack/cairn/internal/testkit/oidctest"
)

// situation is an account as it is before somebody signs in, and what comes of a
// sign-in without a fault.
type situation struct {
	prepare func(t *testing.T, h *house)
	claims  map[string]any
	kind    fault.Kind // empty: they are let in
	words   string
}

func situations() map[string]situation {
	unverified := grace("staff")
	unverified["email_verified"] = false
	return map[string]situation{
		"new": {claims: grace("staff")},
		"linked": {claims: grace("staff"), prepare: func(t *testing.T, h *house) {
			h.provider.Say(grace("staff"), oidctest.Behaviour{})
			if _, _, err := h.signIn(t, nil); err != nil {
				t.Fatal(err)
			}
			h.restart()
		}},
		"disabled": {claims: grace("staff"), kind: fault.Forbidden, words: "the account is disabled", prepare: func(t *testing.T, h *house) {
			if err := h.accounts.DisableUser(t.Context(), h.member(t)); err != nil {
				t.Fatal(err)
			}
		}},
		"invited": {claims: grace("nobody"), prepare: func(t *testing.T, h *house) {
			invitation, err := org.NewInvitation(org.InvitationInput{Email: email, Role: org.RoleBilling}, h.clock.Now())
			invitation.ID, invitation.OrganizationID, invitation.Token = "11111111-1111-4111-8111-111111111111", h.made.OrganizationID, "token"
			if err == nil {
				err = h.store.CreateOrganizationInvitation(t.Context(), invitation)
			}
			if err != nil {
				t.Fatal(err)
			}
		}},
		"unverified": {claims: unverified, kind: fault.Forbidden, words: "has not verified your e-mail address",
			prepare: func(t *testing.T, h *house) { h.member(t) }},
	}
}

// failure is something that goes wrong on the way.
type failure struct {
	behave    oidctest.Behaviour
	configure func(*sso.Provider)
	meddle    func(*visit)
	kind      fault.Kind
	words     string
	logged    string // part of the cause; empty: the words are all there is
}

func claim(name string, value any) oidctest.Behaviour {
	return oidctest.Behaviour{Alter: func(said map[string]any) { said[name] = value }}
}

// times shifts all times of a token.
func times(by time.Duration) oidctest.Behaviour {
	return oidctest.Behaviour{Alter: func(said map[string]any) {
		for _, name := range []string{"iat", "nbf", "exp"} {
			said[name] = said[name].(int64) + int64(by.Seconds()) //nolint:forcetypeassert // the test's own
		}
	}}
}

func back(name, value string) func(*visit) {
	return func(v *visit) { v.back.Set(name, value) }
}

func failures() map[string]failure {
	const no = fault.Unauthenticated
	return map[string]failure{
		"token from the future":  {behave: times(2 * time.Minute), kind: no, words: "the clocks of Acme and of this server may differ", logged: "now 20"},
		"token expired":          {behave: times(-7 * time.Minute), kind: no, words: "it has expired"},
		"not valid yet":          {behave: oidctest.Behaviour{Alter: func(c map[string]any) { c["nbf"] = c["nbf"].(int64) + 90 }}, kind: no, words: "from the future"}, //nolint:forcetypeassert // the test's own
		"no expiry":              {behave: oidctest.Behaviour{Alter: func(c map[string]any) { delete(c, "exp") }}, kind: no, words: "it has expired"},
		"wrong audience":         {behave: claim("aud", "another"), kind: no, words: "is for another application", logged: "another"},
		"wrong party":            {behave: claim("azp", "another"), kind: no, words: "is for another application"},
		"many audiences":         {behave: claim("aud", []string{oidctest.ClientID, "another"}), kind: no, words: "is for another application"},
		"wrong issuer":           {behave: claim("iss", "https://evil.example"), kind: no, words: "of another issuer", logged: "evil.example"},
		"wrong nonce":            {behave: claim("nonce", "another"), kind: no, words: "is not of this sign-in"},
		"no nonce":               {behave: claim("nonce", ""), kind: no, words: "is not of this sign-in"},
		"no subject":             {behave: claim("sub", ""), kind: no, words: "lacks the claim sub"},
		"long subject":           {behave: claim("sub", strings.Repeat("x", 256)), kind: no, words: "lacks the claim sub"},
		"wrong access token":     {behave: claim("at_hash", "another"), kind: no, words: "do not belong together"},
		"wrong key":              {behave: oidctest.Behaviour{WrongKey: true}, kind: no, words: "the signature of Acme can't be checked", logged: "verify"},
		"no ID token":            {behave: oidctest.Behaviour{NoIDToken: true}, kind: no, words: "sent no ID token"},
		"code refused":           {behave: oidctest.Behaviour{Refuses: "invalid_grant"}, kind: no, words: "it was used already, or took too long"},
		"token refused":          {behave: oidctest.Behaviour{Refuses: "invalid_scope"}, kind: no, words: "Acme refused the sign-in", logged: "invalid_scope"},
		"wrong secret":           {configure: func(p *sso.Provider) { p.ClientSecret = "wrong" }, kind: no, words: "does not accept the client id or secret"},
		"provider away":          {behave: oidctest.Behaviour{Away: true}, kind: fault.Unavailable, words: "Acme can't be reached", logged: "502"},
		"provider calls itself":  {behave: oidctest.Behaviour{Calls: "https://other.example"}, kind: fault.Unavailable, words: "by another address than its issuer", logged: "other.example"},
		"document without end":   {behave: oidctest.Behaviour{Huge: true}, kind: fault.Unavailable, words: "Acme can't be reached", logged: "too long"},
		"user declined":          {meddle: back("error", "access_denied"), kind: no, words: "you declined, or may not use this application"},
		"provider refused":       {meddle: back("error", "temporarily_unavailable"), kind: no, words: "Acme refused the sign-in: temporarily_unavailable"},
		"markup as an error":     {meddle: back("error", "<b>hello</b>"), kind: no, words: "Acme refused the sign-in"},
		"no code":                {meddle: back("code", ""), kind: no, words: "Acme refused the sign-in"},
		"made-up code":           {meddle: back("code", "made-up"), kind: no, words: "it was used already"},
		"mixed-up provider":      {meddle: back("iss", "https://evil.example"), kind: no, words: "another provider than Acme"},
		"state of another":       {meddle: back("state", "another"), kind: no, words: "this is not the sign-in that this browser has begun last"},
		"cookie lost":            {meddle: func(v *visit) { v.ticket = "" }, kind: no, words: "this browser has not begun the sign-in, or has lost its cookie; start again at " + publicURL},
		"cookie of somebody":     {meddle: func(v *visit) { v.ticket = "AAAA" + v.ticket[4:] }, kind: no, words: "the cookie of the sign-in can't be read", logged: "can't be opened"},
		"too slow":               {meddle: func(v *visit) { v.house.clock.Advance(sso.TicketAge) }, kind: no, words: "took longer than 10 minutes"},
		"second start elsewhere": {meddle: func(v *visit) { d, _ := v.house.Begin(v.house.ctx, "acme", "/"); v.ticket = d.Ticket }, kind: no, words: "begun last"},
		"userinfo of another":    {behave: oidctest.Behaviour{Alter: withoutEmail, Info: map[string]any{"sub": "43", "email": "ada@example.com", "email_verified": true}}, kind: no, words: "two different things"},
	}
}

func withoutEmail(said map[string]any) {
	delete(said, "email")
	delete(said, "email_verified")
}

// TestFaultsAreRefusedInWords lets everything go wrong for everybody: the words
// are those of the fault, its cause is logged, and nothing changes.
func TestFaultsAreRefusedInWords(t *testing.T) {
	t.Parallel()
	for who, s := range situations() {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, nil)
			if s.prepare != nil {
				s.prepare(t, h)
			}
			before := h.dump(t)
			for what, f := range failures() {
				h.fail(t, what, maps.Clone(s.claims), f)
			}
			if after := h.dump(t); after != before {
				t.Errorf("something changed:\n%s\nbefore:\n%s", after, before)
			}
		})
	}
}

// fail lets one thing go wrong, at a server that has just started.
func (h *house) fail(t *testing.T, what string, claims map[string]any, f failure) {
	t.Helper()
	settings := h.settings
	defer func() { h.settings = settings }()
	if f.configure != nil {
		f.configure(&h.settings)
	}
	h.restart()
	h.provider.Say(claims, f.behave)
	_, _, err := h.signIn(t, f.meddle)
	if fault.KindOf(err) != f.kind || !strings.Contains(fault.From(err).Message, f.words) {
		t.Errorf("%s: got %v, want %s with %q", what, err, f.kind, f.words)
	}
	if log := h.log.String(); !strings.Contains(log, "single sign-on failed") || !strings.Contains(log, f.logged) {
		t.Errorf("%s: the log does not have the cause %q: %s", what, f.logged, log)
	}
	if strings.Contains(h.log.String(), oidctest.ClientSecret) {
		t.Errorf("%s: the log has the client secret", what)
	}
}

func TestWithoutAFaultTheAccountDecides(t *testing.T) {
	t.Parallel()
	for who, s := range situations() {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, nil)
			if s.prepare != nil {
				s.prepare(t, h)
			}
			h.provider.Say(s.claims, oidctest.Behaviour{})
			in, from, err := h.signIn(t, nil)
			if s.kind != "" {
				wantRefused(t, err, s.kind, s.words)
				return
			}
			if err != nil || from != "/search?q=a" || in.User.Email != email || in.Token == "" {
				t.Errorf("%+v to %q: %v", in, from, err)
			}
		})
	}
}

// TestASmallDifferenceOfClocksIsFine holds the leeway.
func TestASmallDifferenceOfClocksIsFine(t *testing.T) {
	t.Parallel()
	for _, by := range []time.Duration{-sso.ClockLeeway - 5*time.Minute, sso.ClockLeeway} {
		h := newHouse(t, nil)
		h.provider.Say(grace("staff"), times(by))
		if _, _, err := h.signIn(t, nil); err != nil {
			t.Errorf("%s: %v", by, err)
		}
	}
}

func TestASignInComesBackOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	h.provider.Say(grace("staff"), oidctest.Behaviour{})
	var kept *visit
	if _, _, err := h.signIn(t, func(v *visit) { kept = v }); err != nil {
		t.Fatal(err)
	}
	h.restart() // or another replica
	_, _, err := h.comeBack(t, kept)
	wantRefused(t, err, fault.Unauthenticated, "this sign-in was used already")
}

// TestTheProviderComesBack holds that the server needs no provider to start, and
// finds it once it is there; a document that is known serves while it is away.
func TestTheProviderComesBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	h.provider.Say(nil, oidctest.Behaviour{Away: true})
	_, err := h.Begin(t.Context(), "acme", "/")
	wantRefused(t, err, fault.Unavailable, "try again later, or sign in another way")
	h.provider.Say(grace("staff"), oidctest.Behaviour{})
	h.clock.Advance(time.Minute)
	if _, _, err := h.signIn(t, nil); err != nil {
		t.Fatal(err)
	}
	h.provider.Say(nil, oidctest.Behaviour{Away: true})
	h.clock.Advance(2 * time.Hour)
	if _, err := h.Begin(t.Context(), "acme", "/"); err != nil {
		t.Errorf("a document that was known is forgotten: %v", err)
	}
	_, err = h.Begin(t.Context(), "other", "/")
	wantRefused(t, err, fault.NotFound, "no such single sign-on provider")
}
