package org_test

import (
	"net/netip"
	"testing"

	"github.com/cairnstack/cairn/internal/org"
)

func TestAllowsAddr(t *testing.T) {
	t.Parallel()
	f := func(source, addr string, want bool) {
		t.Helper()
		got := org.AllowsAddr([]org.IPRule{{Source: source}}, netip.MustParseAddr(addr))
		if got != want {
			t.Errorf("AllowsAddr(%q, %s) = %t, want %t", source, addr, got, want)
		}
	}
	f("0.0.0.0/0", "203.0.113.9", true)
	f("anywhere", "203.0.113.9", true)
	f("10.0.0.0/8", "10.1.2.3", true)
	f("10.0.0.0/8", "::ffff:10.1.2.3", true)
	f("10.0.0.0/8", "11.1.2.3", false)
	f("192.0.2.7", "192.0.2.7", true)
	f("192.0.2.7", "192.0.2.8", false)
	f("::ffff:192.0.2.7", "192.0.2.7", true)
	f("::ffff:10.0.0.0/104", "10.1.2.3", true)
	f("::ffff:10.0.0.0/104", "11.1.2.3", false)
	f("2001:db8::/32", "2001:db8::1", true)
	f("0.0.0.0/0", "2001:db8::1", true)
	f("0.0.0.0/1", "2001:db8::1", false)
	f("::/0", "203.0.113.9", false)
	f("not an address", "192.0.2.7", false)
	f("fe80::1%eth0", "fe80::1", false)
}

func TestEmptyListAllowsNobody(t *testing.T) {
	t.Parallel()
	if org.AllowsAddr(nil, netip.MustParseAddr("127.0.0.1")) {
		t.Fatal("an empty list let an address through")
	}
	if !org.AllowsAddr(org.AnywhereRules(), netip.MustParseAddr("::1")) {
		t.Fatal("AnywhereRules do not cover IPv6")
	}
}

func FuzzParseIPSource(f *testing.F) {
	for _, seed := range []string{"10.0.0.0/8", "anywhere", "::ffff:10.0.0.0/104", "fe80::1%eth0", "1.2.3.4/33", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		prefix, err := org.ParseIPSource(source)
		if err != nil {
			return
		}
		if prefix != prefix.Masked() || !prefix.IsValid() {
			t.Errorf("ParseIPSource(%q) = %s, not a network", source, prefix)
		}
		if !org.AllowsAddr([]org.IPRule{{Source: source}}, prefix.Addr()) {
			t.Errorf("%q does not allow its own first address", source)
		}
		if again, err := org.ParseIPSource(prefix.String()); err != nil || again != prefix {
			t.Errorf("ParseIPSource(%q) = %s, %v, want %s", prefix, again, err, prefix)
		}
	})
}
