package stack

import (
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// URLCharsMax bounds the address of a webhook or connection.
const URLCharsMax = 2048

// publicIPv6 has all public addresses of IPv6.
const publicIPv6 = "2000::/3"

var hostForm = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// reservedPrefixes lists the networks that no outgoing call may reach: those
// that are not part of the public internet, and addresses where clouds
// answer with credentials. Of IPv6, only publicIPv6 was ever given out.
func reservedPrefixes() []netip.Prefix {
	texts := []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16",
		"172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
		"2001::/23", "2001:db8::/32", "3fff::/20",
	}
	prefixes := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		prefixes[i] = netip.MustParsePrefix(text)
	}
	return prefixes
}

// MayDial reports whether an outgoing call may go to the address: it is
// public, or in one of the networks that the operator allows. An IPv4 address
// that hides in an IPv6 one is judged as what it is.
func MayDial(addr netip.Addr, allowed []netip.Prefix) bool {
	return !slices.ContainsFunc(leadsTo(addr), func(to netip.Addr) bool {
		contains := func(p netip.Prefix) bool { return p.Contains(to) }
		isReserved := to.Is6() && !within(publicIPv6, to) || slices.ContainsFunc(reservedPrefixes(), contains)
		return isReserved && !slices.ContainsFunc(allowed, contains)
	})
}

// leadsTo returns the addresses that a call to addr may end at: the IPv4
// address that a prefix of IPv6 stands for, or addr itself; and with the
// interface id of ISATAP the IPv4 address in that, behind any prefix. Local
// NAT64 and Teredo are reserved as a whole.
func leadsTo(addr netip.Addr) []netip.Addr {
	addr = addr.WithZone("").Unmap()
	if addr.Is4() {
		return []netip.Addr{addr}
	}
	b := addr.As16()
	low := netip.AddrFrom4([4]byte(b[12:16]))
	to := []netip.Addr{addr}
	switch {
	case embedsLow(addr):
		return []netip.Addr{low}
	case within("2002::/16", addr): // 6to4
		to[0] = netip.AddrFrom4([4]byte(b[2:6]))
	}
	if id := [4]byte(b[8:12]); id == [4]byte{0, 0, 0x5e, 0xfe} || id == [4]byte{2, 0, 0x5e, 0xfe} {
		to = append(to, low)
	}
	return to
}

// embedsLow reports whether the last four bytes are an IPv4 address: NAT64,
// IPv4-translated and IPv4-compatible ones. Mapped ones are none any more.
func embedsLow(addr netip.Addr) bool {
	return within("64:ff9b::/96", addr) || within("::ffff:0:0:0/96", addr) || within("::/96", addr) && !within("::/127", addr)
}

func within(prefix string, addr netip.Addr) bool { return netip.MustParsePrefix(prefix).Contains(addr) }

// destination checks the address of an outgoing call as far as that goes
// without asking the network; the dialer asks MayDial again for what a name
// resolves to.
func (p place) destination(text string, allowed []netip.Prefix) *url.URL {
	p.chars(text, 1, URLCharsMax)
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.Opaque != "" {
		p.breach("format", "must be a URL")
		return nil
	}
	p.check(u.Scheme == "http" || u.Scheme == "https", "format", "must use HTTP or HTTPS")
	p.check(u.User == nil, "format", "must not hold a user name or password")
	p.check(isPort(u.Port()), "format", "must have a port from 1 to 65535")
	p.host(u.Hostname(), allowed)
	return u
}

// isPort reports whether the port of a URL can be dialled; none is the one of
// the scheme.
func isPort(text string) bool {
	port, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && port > 0
}

// PrivateAddress is what a refused address breaks, with the name of the option
// that allows it.
const PrivateAddress = "must not be a private or reserved address, unless the operator allows its network with --webhook-allow-cidrs"

func (p place) host(host string, allowed []netip.Prefix) {
	const private = PrivateAddress
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	if addr, err := netip.ParseAddr(host); err == nil {
		p.check(MayDial(addr, allowed), "address", private)
		return
	}
	p.check(hostForm.MatchString(host), "format", "must have a host in ASCII")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		loopback := netip.AddrFrom4([4]byte{127, 0, 0, 1})
		p.check(MayDial(loopback, allowed) || MayDial(netip.IPv6Loopback(), allowed), "address", private)
		return
	}
	if endsInNumber(name) {
		addr, ok := looseIPv4(name)
		p.check(ok, "format", "must be a URL")
		p.check(!ok || MayDial(addr, allowed), "address", private)
	}
}

// endsInNumber reports whether resolvers may read the name as an address.
func endsInNumber(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	_, ok := looseNumber(last)
	return ok || last != "" && strings.Trim(last, "0123456789") == ""
}

// looseIPv4 reads the old ways to write an address: decimal, hex and octal
// parts, and fewer than four of them, the last filling what is left.
func looseIPv4(name string) (netip.Addr, bool) {
	parts := strings.Split(name, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var sum uint64
	for i, part := range parts {
		v, ok := looseNumber(part)
		bytesLeft := 1
		if i == len(parts)-1 {
			bytesLeft = 4 - i
		}
		if !ok || v >= 1<<(8*bytesLeft) {
			return netip.Addr{}, false
		}
		sum = sum<<(8*bytesLeft) | v
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}), true // each part is bounded above
}

func looseNumber(text string) (uint64, bool) {
	lower := strings.ToLower(text)
	radix := 10
	switch {
	case strings.HasPrefix(lower, "0x"):
		radix, lower = 16, lower[2:]
	case len(lower) > 1 && lower[0] == '0':
		radix = 8
	}
	if lower == "" {
		return 0, radix == 16
	}
	v, err := strconv.ParseUint(lower, radix, 64)
	return v, err == nil
}
