package uiapi

import (
	"cmp"
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
)

// cookieName is that of the session's cookie, without what promised adds.
const cookieName = "cairn_session"

// A name carries a promise that browsers enforce: with __Host- the cookie came
// over TLS, for this host alone; with __Secure- for a path of it. Without TLS
// none can be made.
const (
	hostPromise = "__Host-"
	pathPromise = "__Secure-"
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
	Secure bool   // the interface is served over TLS, directly or by a proxy
	Path   string // below which the interface is served; empty: the root
}

// Authenticate returns the context with the caller in it.
func (s Session) Authenticate(ctx context.Context, r *http.Request) (context.Context, httpx.Identity, error) {
	cookie, err := r.Cookie(s.promised(ctx, cookieName))
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

// promised returns the name of a cookie with the promise that can be kept.
func (s Session) promised(ctx context.Context, name string) string {
	switch {
	case !s.isSecure(ctx):
		return name
	case s.Path == "":
		return hostPromise + name
	}
	return pathPromise + name
}

// path returns where browsers send cookies: below a path, other programs on the
// host do not get them.
func (s Session) path() string { return cmp.Or(s.Path, "/") }

// cookie makes the session cookie; an empty token removes it.
func (s Session) cookie(ctx context.Context, token string) *http.Cookie {
	c := &http.Cookie{ //nolint:gosec // secure wherever the browser came over TLS
		Name: s.promised(ctx, cookieName), Value: token, Path: s.path(), HttpOnly: true, Secure: s.isSecure(ctx),
		SameSite: http.SameSiteLaxMode, MaxAge: int(access.SessionAgeMax.Seconds()),
	}
	if token == "" {
		c.MaxAge = -1
	}
	return c
}
