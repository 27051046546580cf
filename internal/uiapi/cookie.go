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

// Session authenticates requests by the session cookie. Note is told of every
// caller that got in.
type Session struct {
	Sessions interface {
		Session(ctx context.Context, token string) (access.Principal, error)
	}
	Note   func(access.Principal)
	Secure bool // the interface is served over TLS, directly or by a proxy
}

// Authenticate answers the context with the caller in it.
func (s Session) Authenticate(ctx context.Context, r *http.Request) (context.Context, httpx.Identity, error) {
	cookie, err := r.Cookie(s.name())
	if err != nil {
		return ctx, httpx.Identity{}, fault.New(fault.Unauthenticated, "you are not signed in")
	}
	principal, err := s.Sessions.Session(ctx, cookie.Value)
	if err != nil {
		return ctx, httpx.Identity{}, err
	}
	s.Note(principal)
	identity := httpx.Identity{ID: "session:" + principal.KeyID, Label: principal.KeyID, Account: principal.TeamID}
	return access.WithPrincipal(ctx, principal), identity, nil
}

func (s Session) name() string {
	if s.Secure {
		return secureCookieName
	}
	return cookieName
}

// cookie makes the session cookie; an empty token removes it.
func (s Session) cookie(token string) *http.Cookie {
	c := &http.Cookie{
		Name: s.name(), Value: token, Path: "/", HttpOnly: true, Secure: s.Secure,
		SameSite: http.SameSiteLaxMode, MaxAge: int(access.SessionAgeMax.Seconds()),
	}
	if token == "" {
		c.MaxAge = -1
	}
	return c
}
