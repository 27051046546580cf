package uiapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
)

// The cookie's name carries a promise that browsers enforce: with __Host- it
// came over TLS, for this host alone. Without TLS it can't be made.
const (
	cookieName       = "cairn_session"
	secureCookieName = "__Host-" + cookieName
)

// teamParameter is the TeamHeader in an address.
const teamParameter = "team"

// Session authenticates requests by the session cookie. Note is told of every
// caller that got in.
type Session struct {
	Sessions interface {
		Session(ctx context.Context, token string) (access.Principal, error)
		ActIn(ctx context.Context, p access.Principal, teamID string) (access.Principal, error)
	}
	Note   func(access.Principal)
	Secure bool // the interface is served over TLS, directly or by a proxy
}

// Authenticate returns the context with the caller in it.
func (s Session) Authenticate(ctx context.Context, r *http.Request) (context.Context, httpx.Identity, error) {
	cookie, err := r.Cookie(cookieNameOf(s.isSecure(ctx)))
	if err != nil {
		return ctx, httpx.Identity{}, fault.New(fault.Unauthenticated, "you are not signed in")
	}
	principal, err := s.Sessions.Session(ctx, cookie.Value)
	if err != nil {
		return ctx, httpx.Identity{}, err
	}
	chosen := teamOf(r)
	principal, err = s.Sessions.ActIn(ctx, principal, chosen)
	if err != nil {
		return ctx, httpx.Identity{}, err
	}
	s.Note(principal)
	identity := httpx.Identity{ID: "session:" + principal.KeyID, Label: principal.KeyID, Account: principal.TeamID, Place: chosen}
	return access.WithPrincipal(ctx, principal), identity, nil
}

// teamOf returns the team that the browser wants to act in. An event stream has
// no headers of its own, so that its address names the team.
func teamOf(r *http.Request) string {
	if team := r.Header.Get(access.TeamHeader); team != "" {
		return team
	}
	return r.URL.Query().Get(teamParameter)
}

// isSecure reports whether the browser came over TLS, as the operator says for
// all of them or a trusted proxy for this one.
func (s Session) isSecure(ctx context.Context) bool { return s.Secure || httpx.OverTLS(ctx) }

func cookieNameOf(secure bool) string {
	if secure {
		return secureCookieName
	}
	return cookieName
}

// cookie makes the session cookie; an empty token removes it.
func (s Session) cookie(ctx context.Context, token string) *http.Cookie {
	secure := s.isSecure(ctx)
	c := &http.Cookie{ //nolint:gosec // secure wherever the browser came over TLS
		Name: cookieNameOf(secure), Value: token, Path: "/", HttpOnly: true, Secure: secure,
		SameSite: http.SameSiteLaxMode, MaxAge: int(access.SessionAgeMax.Seconds()),
	}
	if token == "" {
		c.MaxAge = -1
	}
	return c
}
