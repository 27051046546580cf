package stack_test

import (
	"net/netip"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestDestinations(t *testing.T) {
	t.Parallel()
	f := func(url, want string, allowed ...string) {
		t.Helper()
		var networks []netip.Prefix
		for _, a := range allowed {
			networks = append(networks, netip.MustParsePrefix(a))
		}
		_, err := stack.Webhook{}.Apply(stack.WebhookInput{Name: "n", Service: stack.ServiceGeneric, URL: url}, networks)
		expectMessage(t, url, err, want)
	}
	const private = "url: " + stack.PrivateAddress
	for _, url := range []string{
		"https://hooks.example.net/a?b=c", "http://example.net:8080", "https://xn--bcher-kva.example/", "https://8.8.8.8/", "https://[2606:4700::1111]/x",
		"https://3232235777.example.net", "https://1.2.3.4.example.net/", "https://localhost.example.net/",
	} {
		f(url, "")
	}
	for _, url := range []string{
		"http://localhost/", "http://LOCALHOST:80", "http://localhost./", "http://api.localhost/", "http://127.0.0.1/", "http://127.1/", "http://2130706433/",
		"http://0x7f000001/", "http://0x7f.1/", "http://0177.0.0.1/", "http://017700000001/", "http://127.0.0.1./", "http://0/", "http://0.0.0.0/",
		"http://10.1.2.3/", "http://172.31.0.1/", "http://192.168.1.1/", "http://192.168.257/", "http://169.254.169.254/latest/meta-data", "http://100.64.0.1/",
		"http://100.100.100.200/", "http://168.63.129.16/", "http://192.0.0.8/", "http://192.0.2.1/", "http://198.51.100.1/", "http://203.0.113.1/", "http://198.19.0.1/",
		"http://224.0.0.1/", "http://240.0.0.1/", "http://255.255.255.255/", "http://[::]/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/",
		"http://[::127.0.0.1]/", "http://[64:ff9b::10.0.0.1]/", "http://[2002:7f00:1::]/", "http://[2001::1]/", "http://[fc00::1]/", "http://[fd00:ec2::254]/",
		"http://[fe80::1]/", "http://[fe80::1%25eth0]/", "http://[fec0::1]/", "http://[ff02::1]/", "http://[2001:db8::1]/", "http://[100::1]/",
	} {
		f(url, private)
	}
	const notURL = "url: must be a URL"
	f("", "url: must be at least 1 character; "+notURL)
	f("example.net", notURL)
	f("https://", notURL)
	f("mailto:a@b.c", notURL)
	f("https://exa mple.net", notURL)
	f("https://example.net/\x7f", notURL)
	f("https://999.1.1.1/", notURL)
	f("https://1.2.3.4.5/", notURL)
	f("https://1.2.3.08/", notURL)
	f("https://a.b.0x/", notURL)
	f("ftp://example.net", "url: must use HTTP or HTTPS")
	f("https://user:pass@example.net", "url: must not hold a user name or password")
	f("https://１２７.０.０.１/", "url: must have a host in ASCII")
	f("https://example.com:65536/", "url: must have a port from 1 to 65535")
	f("https://example.com:0/", "url: must have a port from 1 to 65535")
	f("https://"+text(stack.URLCharsMax)+".net", "url: must be at most 2048 characters")
	f("http://127.0.0.1:9999/", "", "127.0.0.0/8")
	f("http://localhost:9999/", "", "127.0.0.0/8")
	f("http://localhost:9999/", "", "::1/128")
	f("http://0x7f000001/", "", "127.0.0.0/8")
	f("http://[::ffff:127.0.0.1]/", "", "127.0.0.0/8")
	f("http://[::1]/", private, "127.0.0.0/8")
	f("http://10.0.0.1/", private, "127.0.0.0/8")
}

func TestMayDialJudgesWhatANameResolvesTo(t *testing.T) {
	t.Parallel()
	f := func(addr string, want bool) {
		t.Helper()
		if got := stack.MayDial(netip.MustParseAddr(addr), nil); got != want {
			t.Errorf("MayDial(%s) = %t", addr, got)
		}
	}
	f("93.184.216.34", true)
	f("2606:4700::1111", true)
	f("::ffff:93.184.216.34", true)
	f("64:ff9b::8.8.8.8", true)
	f("127.0.0.1", false)
	f("fe80::1%eth0", false)
}
