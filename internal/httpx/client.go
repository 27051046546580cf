package httpx

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientAddr answers who sent r when the last hops addresses of
// X-Forwarded-For were written by proxies of ours. A list that is too short or
// not made of addresses is not believed.
func clientAddr(r *http.Request, hops int) netip.Addr {
	if hops > 0 {
		if addr, ok := forwardedAddr(r.Header.Values("X-Forwarded-For"), hops); ok {
			return addr
		}
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap().WithZone("")
}

func forwardedAddr(lines []string, hops int) (netip.Addr, bool) {
	addrs := strings.Split(strings.Join(lines, ","), ",")
	if len(addrs) < hops {
		return netip.Addr{}, false
	}
	addr, err := netip.ParseAddr(strings.TrimSpace(addrs[len(addrs)-hops]))
	if err != nil {
		return netip.Addr{}, false
	}
	return addr.Unmap().WithZone(""), true
}

// ipv6Site is how many leading bits of an IPv6 address belong to one customer.
const ipv6Site = 64

// addressKey names the bucket of an address. The addresses of one IPv6 site
// share a bucket, because one host can use them all.
func addressKey(addr netip.Addr) string {
	if addr.Is6() {
		site, _ := addr.Prefix(ipv6Site)
		return site.String()
	}
	return addr.String()
}
