// Package peer knows where a request comes from: the other side of the
// connection, or whom a load balancer or a trusted proxy there speaks for, and
// the private endpoint that it came through.
package peer

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// ErrNetwork says that a text is no network.
var ErrNetwork = errors.New("must be networks such as 10.0.0.0/8, separated by commas")

// Proxies are the networks whose X-Forwarded-* headers are believed. The zero
// value believes nobody.
type Proxies struct{ networks []netip.Prefix }

// ParseProxies reads networks in CIDR notation. An IPv4 network in IPv6
// notation is the IPv4 network.
func ParseProxies(cidrs []string) (Proxies, error) {
	var p Proxies
	for _, cidr := range cidrs {
		network, err := netip.ParsePrefix(strings.TrimSpace(cidr))
		if err != nil {
			return Proxies{}, ErrNetwork
		}
		p.networks = append(p.networks, unmapped(network).Masked())
	}
	return p, nil
}

func unmapped(network netip.Prefix) netip.Prefix {
	const mappedBits = 96
	if !network.Addr().Is4In6() || network.Bits() < mappedBits {
		return network
	}
	return netip.PrefixFrom(network.Addr().Unmap(), network.Bits()-mappedBits)
}

// Trusts reports whether the address belongs to a trusted proxy.
func (p Proxies) Trusts(addr netip.Addr) bool {
	return slices.ContainsFunc(p.networks, func(n netip.Prefix) bool { return n.Contains(addr) })
}

// TrustsAll reports whether every address of a family is trusted.
func (p Proxies) TrustsAll() bool {
	return slices.ContainsFunc(p.networks, func(n netip.Prefix) bool { return n.Bits() == 0 })
}

// Client returns who sent a request that came from remote with these lines of
// X-Forwarded-For. Each proxy appends the address that it was called from, so
// that the lines are read from the right as far as trusted proxies wrote them:
// the first address that is not one of theirs is the client. What is no
// address ends the walk at the proxy that passed it on.
func (p Proxies) Client(remote netip.Addr, forwarded []string) netip.Addr {
	client := plain(remote)
	if len(p.networks) == 0 {
		return client
	}
	for i := len(forwarded) - 1; i >= 0; i-- {
		hops := strings.Split(forwarded[i], ",")
		for j := len(hops) - 1; j >= 0; j-- {
			hop := strings.TrimSpace(hops[j])
			if hop == "" {
				continue
			}
			addr, ok := parseHop(hop)
			if !p.Trusts(client) || !ok {
				return client
			}
			client = addr
		}
	}
	return client
}

// OverTLS reports whether a trusted proxy says that the client speaks TLS to
// it. Of several values, the last one is that of the nearest proxy.
func (p Proxies) OverTLS(remote netip.Addr, proto []string) bool {
	if len(proto) == 0 || !p.Trusts(plain(remote)) {
		return false
	}
	values := strings.Split(proto[len(proto)-1], ",")
	return strings.EqualFold(strings.TrimSpace(values[len(values)-1]), "https")
}

// parseHop reads an address with or without a port, IPv6 also in brackets.
func parseHop(text string) (netip.Addr, bool) {
	if addr, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")); err == nil {
		return plain(addr), true
	}
	addr, err := netip.ParseAddrPort(text)
	return plain(addr.Addr()), err == nil
}

func plain(addr netip.Addr) netip.Addr { return addr.Unmap().WithZone("") }

// Remote returns the address of host:port, the other side of a connection, and
// no address for what is neither.
func Remote(hostport string) netip.Addr {
	remote, err := netip.ParseAddrPort(hostport)
	if err != nil {
		return netip.Addr{}
	}
	return plain(remote.Addr())
}

// RemoteOf returns the address of the other side of a connection.
func RemoteOf(addr net.Addr) netip.Addr {
	if addr == nil {
		return netip.Addr{}
	}
	return Remote(addr.String())
}

// siteBits is how many leading bits of an IPv6 address belong to one customer.
const siteBits = 64

// Site names where an address belongs to: the address itself, or for IPv6 its
// /64, because one host can use all of that.
func Site(addr netip.Addr) string {
	if addr.Is6() {
		site, _ := addr.Prefix(siteBits)
		return site.String()
	}
	return addr.String()
}
