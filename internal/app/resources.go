package app

import (
	"crypto/rand"
	"net/netip"
	"net/url"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

// openResources makes the use cases over what teams keep.
func (a *App) openResources() *resources.Resources {
	allowed := a.Config.allowedNetworks()
	return &resources.Resources{
		Store: resources.Guard(a.recorded), Accounts: a.access, Now: a.Now, Random: rand.Reader, IDs: new(stack.IDs),
		Allowed: allowed, Databases: clickhouse.Remotes{Allowed: allowed}, SQL: a.sqlTiles, Queryable: a.queries, Watched: a.alertReads, Scopes: a.scoped,
		JoinURL:  func(token string) string { return a.joinURL("join-team", token) },
		ShareURL: func(token string) string { return a.publicURL() + "/shared/" + token },
	}
}

// joinURL returns the address of a page of the interface that takes a token,
// such as that of an invitation.
func (a *App) joinURL(page, token string) string { return pageURL(a.publicURL(), page, token) }

func pageURL(base, page, token string) string {
	return base + "/" + page + "?token=" + url.QueryEscape(token)
}

// proxies returns the proxies whose word counts. Check has parsed them.
func (c Config) proxies() peer.Proxies {
	trusted, err := peer.ParseProxies(c.TrustedProxies)
	if err != nil {
		return peer.Proxies{}
	}
	return trusted
}

// balancers returns the load balancers that speak the PROXY protocol. Check has
// parsed them.
func (c Config) balancers() peer.Proxies {
	balancers, err := peer.ParseProxies(c.ProxyProtocolFrom)
	if err != nil {
		return peer.Proxies{}
	}
	return balancers
}

// allowedNetworks returns the networks that webhooks and connections may
// reach although they are not public. Check has parsed them.
func (c Config) allowedNetworks() []netip.Prefix {
	var networks []netip.Prefix
	for _, cidr := range c.WebhookAllowCIDRs {
		if network, err := netip.ParsePrefix(cidr); err == nil {
			networks = append(networks, network)
		}
	}
	return networks
}
