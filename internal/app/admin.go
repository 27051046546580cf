package app

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// askedByName refuses requests to the admin listener under a name that the
// operator does not know: a page that lets its own name lead to this machine
// would otherwise read profiles and metrics through a browser here.
func (a *App) askedByName(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !a.Config.isAdminHost(r.Host) {
			writeJSON(w, http.StatusForbidden, map[string]string{
				"message": "the admin listener is not asked by this name; use its address or localhost, or allow the name with --admin-hosts",
			})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isAdminHost reports whether a Host header names the admin listener: by an
// address, as localhost, as --admin-addr does, or as --admin-hosts allows. What
// no browser sends, no host at all, is fine.
func (c Config) isAdminHost(host string) bool {
	name := hostName(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	known := append([]string{"", "localhost", hostName(c.AdminAddr)}, c.AdminHosts...)
	return slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(strings.TrimSpace(k), name) })
}

// hostName returns the host of host:port or of a bare host.
func hostName(text string) string {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	return strings.TrimSuffix(strings.Trim(text, "[]"), ".")
}

// warnOpenAdmin warns of an admin listener that other machines can reach: it
// asks for no key.
func (a *App) warnOpenAdmin(ctx context.Context, l *listener) {
	bound, err := netip.ParseAddrPort(l.addr())
	if err == nil && bound.Addr().Unmap().IsLoopback() {
		return
	}
	a.Logger.WarnContext(ctx, "the admin listener is not on loopback: health, metrics and profiles are open to everybody who reaches it",
		"addr", l.addr())
}
