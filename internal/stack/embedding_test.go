package stack_test

import (
	"net/netip"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

// embeddings are the ways to write an IPv4 address as an IPv6 one that some
// network translates back. Those that are fixed to be refused are refused for
// public addresses too.
func embeddings() map[string]struct {
	write   func(v4 [4]byte) [16]byte
	refused bool
} {
	type embedding = struct {
		write   func(v4 [4]byte) [16]byte
		refused bool
	}
	behind := func(prefix string, at int) func([4]byte) [16]byte {
		return func(v4 [4]byte) [16]byte {
			b := netip.MustParseAddr(prefix).As16()
			copy(b[at:], v4[:])
			return b
		}
	}
	return map[string]embedding{
		"mapped":             {behind("::ffff:0:0", 12), false},
		"translated":         {behind("::ffff:0:0:0", 12), false},
		"compatible":         {behind("::", 12), false},
		"NAT64":              {behind("64:ff9b::", 12), false},
		"6to4":               {behind("2002::", 2), false},
		"6to4 with a host":   {behind("2002::1:2:3:4", 2), false},
		"ISATAP":             {behind("2606:4700:1:2:0:5efe::", 12), false},
		"ISATAP, universal":  {behind("2606:4700:1:2:200:5efe::", 12), false},
		"ISATAP in 6to4":     {behind("2002:808:808:1:0:5efe::", 12), false},
		"ISATAP, link-local": {behind("fe80::5efe:0:0", 12), true},
		"local NAT64":        {behind("64:ff9b:1::", 12), true},
		"local NAT64, RFC6052": {func(v4 [4]byte) [16]byte {
			b := netip.MustParseAddr("64:ff9b:1::").As16()
			b[6], b[7], b[9], b[10] = v4[0], v4[1], v4[2], v4[3]
			return b
		}, true},
		"Teredo server": {behind("2001::", 4), true},
		"Teredo client": {func(v4 [4]byte) [16]byte {
			b := netip.MustParseAddr("2001:0:808:808::").As16()
			for i := range v4 {
				b[12+i] = ^v4[i]
			}
			return b
		}, true},
	}
}

// forbiddenIPv4 are networks that no outgoing call may reach.
func forbiddenIPv4() []string {
	return []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
		"192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	}
}

// TestNoEmbeddingHidesAForbiddenAddress holds for every embedding and every
// forbidden network that its first, last and a middle address are refused, and
// that an embedded public address is judged like itself.
func TestNoEmbeddingHidesAForbiddenAddress(t *testing.T) {
	t.Parallel()
	for name, e := range embeddings() {
		for _, network := range forbiddenIPv4() {
			for _, v4 := range samples(netip.MustParsePrefix(network)) {
				if addr := netip.AddrFrom16(e.write(v4)); stack.MayDial(addr, nil) {
					t.Errorf("%s: %s hides %s", name, addr, netip.AddrFrom4(v4))
				}
			}
		}
		for _, v4 := range [][4]byte{{8, 8, 8, 8}, {11, 0, 0, 0}, {172, 32, 0, 1}} {
			if addr := netip.AddrFrom16(e.write(v4)); stack.MayDial(addr, nil) == e.refused {
				t.Errorf("%s: %s of the public %s: %t", name, addr, netip.AddrFrom4(v4), !e.refused)
			}
		}
	}
}

// TestAllowedNetworkAllowsItsEmbeddings holds that what the operator allows is
// allowed however it is written, and its neighbours are not.
func TestAllowedNetworkAllowsItsEmbeddings(t *testing.T) {
	t.Parallel()
	allowed := []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}
	for name, e := range embeddings() {
		if in := netip.AddrFrom16(e.write([4]byte{10, 1, 2, 3})); stack.MayDial(in, allowed) == e.refused {
			t.Errorf("%s: %s: %t", name, in, !e.refused)
		}
		if out := netip.AddrFrom16(e.write([4]byte{10, 2, 2, 3})); stack.MayDial(out, allowed) {
			t.Errorf("%s: %s is allowed", name, out)
		}
	}
}

// samples returns the first, a middle and the last address of a network.
func samples(network netip.Prefix) [][4]byte {
	first := network.Masked().Addr().As4()
	last, middle := first, first
	for i := range 32 - network.Bits() {
		last[3-i/8] |= 1 << (i % 8)
		middle[3-i/8] |= byte(i%2) << (i % 8)
	}
	return [][4]byte{first, middle, last}
}

// TestOnlyPublicIPv6IsDialled refuses what was never given out: nobody can say
// where it leads.
func TestOnlyPublicIPv6IsDialled(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"2606:4700::1111": true, "2a00:1450:4001::8": true, "3ffe::1": true,
		"::ffff:0:0:10.0.0.1": false, "100::1": false, "64:ff9b:1::1": false, "1fff::1": false, "4000::1": false,
		"5f00::1": false, "fc00::1": false, "fe80::1": false, "fec0::1": false, "ff02::1": false, "::": false, "::1": false,
	} {
		if got := stack.MayDial(netip.MustParseAddr(text), nil); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}
