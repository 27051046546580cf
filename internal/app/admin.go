package app

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/uiapi"
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

// setUpHere refuses to set the installation up without a link where others than
// those on this machine may be first. Under a name that the operator does not know,
// a page that lets its own name lead here would take a fresh installation over
// through a browser of this machine.
func (a *App) setUpHere(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == uiapi.Prefix+"/setup" && (a.setUpNeedsLink() || !isLocalName(hostName(r.Host))) {
			writeJSON(w, http.StatusForbidden, map[string]string{
				"message": "open the link that cairn serve printed when it started, or run: cairn bootstrap",
			})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// setUpNeedsLink reports whether people on other machines can reach the interface.
func (a *App) setUpNeedsLink() bool {
	public, err := url.Parse(a.publicURL())
	return err != nil || !a.isLocalUI() || !isLoopbackName(hostName(public.Host))
}

// isLocalName reports whether a host is an address, or this machine's own name for
// itself.
func isLocalName(name string) bool {
	_, err := netip.ParseAddr(name)
	return err == nil || name == "" || strings.EqualFold(name, "localhost")
}

// isLoopbackName reports whether a host leads to the machine that it is asked on.
func isLoopbackName(name string) bool {
	addr, err := netip.ParseAddr(name)
	return strings.EqualFold(name, "localhost") || (err == nil && addr.Unmap().IsLoopback())
}

// sameSite refuses requests that a page of another site makes a browser send.
func (a *App) sameSite(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusForbidden, map[string]string{"message": "requests from pages of other sites are not allowed"})
	}))
	return protection.Handler(next)
}

// isLocalUI reports whether the interface is for this machine alone.
func (a *App) isLocalUI() bool {
	bound, err := netip.ParseAddrPort(a.Addr(RoleUI))
	return err == nil && bound.Addr().Unmap().IsLoopback()
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
