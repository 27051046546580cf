package app

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// basePathForm is a path of plain segments.
var basePathForm = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

const (
	basePathBytesMax = 256
	basePathRule     = "must be a path such as /cairn: at most 256 letters, digits, dots, hyphens, underscores and tildes between slashes"
)

func (c Config) checkBasePath(refuse func(option, rule string)) {
	own, public := trimPath(c.BasePath), c.publicPath()
	if own != "" && (len(own) > basePathBytesMax || !basePathForm.MatchString(own)) {
		refuse("base-path", basePathRule)
	}
	if public != "" && (len(public) > basePathBytesMax || !basePathForm.MatchString(public)) {
		refuse("public-url", "the path "+basePathRule)
	}
	if own != "" && public != "" && own != public {
		refuse("base-path", "is not the path of --public-url; give one of them, or the same path in both")
	}
}

func trimPath(path string) string { return strings.TrimRight(path, "/") }

// publicPath returns the path of --public-url; empty for none.
func (c Config) publicPath() string {
	public, err := url.Parse(c.PublicURL)
	if err != nil {
		return ""
	}
	return trimPath(public.Path)
}

// basePath returns the path below which the interface is served; empty for the
// root.
func (c Config) basePath() string {
	if own := trimPath(c.BasePath); own != "" {
		return own
	}
	return c.publicPath()
}

// publicURL returns the address of the interface as users see it, without a
// slash at its end; addr is that of its listener.
func (c Config) publicURL(addr string) string {
	if c.PublicURL == "" {
		return c.Scheme(RoleUI) + "://" + onThisMachine(addr) + c.basePath()
	}
	public := trimPath(c.PublicURL)
	if c.publicPath() != "" {
		return public
	}
	return public + c.basePath()
}

// publicURL is the address of the interface as users see it.
func (a *App) publicURL() string { return a.Config.publicURL(a.Addr(RoleUI)) }

// reachedAt returns the address of a role as clients write it: host:port, or
// with https in front of it; empty when the role is off. A listener on all
// addresses is reached where the interface is.
func (a *App) reachedAt(role Role) string {
	addr := a.Addr(role)
	if public, err := url.Parse(a.publicURL()); err == nil {
		addr = onHost(addr, public.Hostname())
	}
	if addr == "" || !a.Config.IsSealed(role) {
		return addr
	}
	return "https://" + addr
}

// below serves the interface below a path. Proxies pass the path on or strip it:
// both are understood.
func below(base string, next http.Handler) http.Handler {
	if base == "" {
		return next
	}
	stripped := http.StripPrefix(base, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == base:
			atRoot := *r
			atRoot.URL = &url.URL{Path: "/", RawQuery: r.URL.RawQuery}
			next.ServeHTTP(w, &atRoot)
		case strings.HasPrefix(r.URL.Path, base+"/"):
			stripped.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}
