package peer_test

import (
	"errors"
	"net/netip"
	"testing"

	"github.com/cairnstack/cairn/internal/peer"
)

func TestClientIsTheFirstUntrustedAddressFromTheRight(t *testing.T) {
	t.Parallel()
	proxies, err := peer.ParseProxies([]string{"10.0.0.0/8", "::ffff:172.16.0.0/108", "fd00::/8"})
	if err != nil {
		t.Fatal(err)
	}
	f := func(remote, want string, forwarded ...string) {
		t.Helper()
		if got := proxies.Client(netip.MustParseAddr(remote), forwarded); got.String() != want {
			t.Errorf("from %s with %q: %s, want %s", remote, forwarded, got, want)
		}
	}
	// Nobody is believed who is no proxy.
	f("203.0.113.9", "203.0.113.9")
	f("203.0.113.9", "203.0.113.9", "198.51.100.7")
	f("203.0.113.9", "203.0.113.9", "10.0.0.1")
	f("203.0.113.9", "203.0.113.9", "127.0.0.1", "10.0.0.1, 10.0.0.2")
	f("2001:db8::1", "2001:db8::1", "10.0.0.1")
	// A proxy speaks for whom it appended.
	f("10.0.0.1", "10.0.0.1")
	f("10.0.0.1", "198.51.100.7", "198.51.100.7")
	f("::ffff:10.0.0.1", "198.51.100.7", "::ffff:198.51.100.7")
	f("172.16.0.5", "198.51.100.7", "198.51.100.7")
	f("fd00::1", "2001:db8::5", "2001:db8::5")
	// What clients wrote themselves stands to the left of that.
	f("10.0.0.1", "198.51.100.7", "127.0.0.1, 198.51.100.7")
	f("10.0.0.1", "198.51.100.7", "127.0.0.1", "198.51.100.7, 10.0.0.2")
	f("10.0.0.1", "198.51.100.7", "10.9.9.9, 198.51.100.7, 10.0.0.3,10.0.0.2")
	f("10.0.0.1", "198.51.100.7", "10.0.0.9", "198.51.100.7")
	// Of proxies alone the first one is the client.
	f("10.0.0.1", "10.0.0.3", "10.0.0.3, 10.0.0.2")
	// Forms.
	f("10.0.0.1", "198.51.100.7", "198.51.100.7:4711")
	f("10.0.0.1", "2001:db8::5", "[2001:db8::5]:4711")
	f("10.0.0.1", "2001:db8::5", "[2001:db8::5]")
	f("10.0.0.1", "2001:db8::5", "2001:db8::5%eth0")
	f("10.0.0.1", "198.51.100.7", "  198.51.100.7 , , ")
	// What is no address opens nothing.
	f("10.0.0.1", "10.0.0.1", "unknown")
	f("10.0.0.1", "10.0.0.1", "127.0.0.1, for=127.0.0.1")
	f("10.0.0.1", "10.0.0.2", "198.51.100.7, garbage, 10.0.0.2")
	f("10.0.0.1", "10.0.0.1", "", ",,")
	f("10.0.0.1", "10.0.0.1", "300.1.1.1")
}

func TestNobodyIsTrustedByDefault(t *testing.T) {
	t.Parallel()
	var nobody peer.Proxies
	if got := nobody.Client(netip.MustParseAddr("127.0.0.1"), []string{"198.51.100.7"}); got.String() != "127.0.0.1" {
		t.Errorf("client %s", got)
	}
	if nobody.OverTLS(netip.MustParseAddr("127.0.0.1"), []string{"https"}) {
		t.Error("X-Forwarded-Proto was believed")
	}
}

func TestOverTLS(t *testing.T) {
	t.Parallel()
	proxies, err := peer.ParseProxies([]string{"10.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	f := func(remote string, want bool, proto ...string) {
		t.Helper()
		if got := proxies.OverTLS(netip.MustParseAddr(remote), proto); got != want {
			t.Errorf("from %s with %q: %t", remote, proto, got)
		}
	}
	f("10.0.0.1", true, "https")
	f("10.0.0.1", true, "http, HTTPS")
	f("10.0.0.1", false, "https", "http")
	f("10.0.0.1", false)
	f("203.0.113.9", false, "https")
}

func TestParseProxiesRefusesWhatIsNoNetwork(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "10.0.0.1", "10.0.0.0/33", "localhost/8", "anywhere", "fd00::/129"} {
		if _, err := peer.ParseProxies([]string{"10.0.0.0/8", text}); !errors.Is(err, peer.ErrNetwork) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSite(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{"192.0.2.1": "192.0.2.1", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64"} {
		if got := peer.Site(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: %s", addr, got)
		}
	}
}

func FuzzClient(f *testing.F) {
	f.Add("198.51.100.7, 10.0.0.2", "[::1]:5")
	f.Add("garbage,,", "")
	proxies, err := peer.ParseProxies([]string{"10.0.0.0/8"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		stranger := netip.MustParseAddr("203.0.113.9")
		if got := proxies.Client(stranger, []string{first, second}); got != stranger {
			t.Fatalf("a stranger became %s", got)
		}
		if got := proxies.Client(netip.MustParseAddr("10.0.0.1"), []string{first, second}); !got.IsValid() || got.Is4In6() || got.Zone() != "" {
			t.Fatalf("a proxy's client is %s", got)
		}
	})
}

func FuzzRemote(f *testing.F) {
	for _, seed := range []string{"198.51.100.7:80", "[::1%lo]:80", "@", "192.0.2.1", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, hostport string) {
		addr := peer.Remote(hostport)
		if addr.Zone() != "" || addr.Is4In6() {
			t.Fatalf("%q is %s", hostport, addr)
		}
		peer.Site(addr)
	})
}
