package webhook_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/webhook"
)

// names resolves names to addresses, in turn when there are several replies.
type names struct {
	replies [][]netip.Addr
	asked   atomic.Int64
}

func (n *names) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	i := int(n.asked.Add(1)) - 1
	if len(n.replies) == 0 {
		return nil, errors.New("no such host")
	}
	return n.replies[min(i, len(n.replies)-1)], nil
}

func resolving(texts ...string) *names {
	n := &names{}
	for _, text := range texts {
		n.replies = append(n.replies, []netip.Addr{netip.MustParseAddr(text)})
	}
	return n
}

func portOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Port()
}

func TestForbiddenAddressesAreNeverReached(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	port := portOf(t, receiver.URL)
	sender := webhook.NewSender(options(nil))
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]",
		"[2002:7f00:1::]", "0.0.0.0", "[::]", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "10.0.0.1",
		"172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254", "[fd00:ec2::254]", "[fe80::1]", "168.63.129.16",
		"192.0.0.192", "198.18.0.1", "224.0.0.1", "255.255.255.255", "[fc00::1]", "[ff02::1]",
	} {
		w := generic("http://" + host + ":" + port)
		answer := sender.Send(t.Context(), envelope(w, firing()))
		if answer.Outcome == alerting.OutcomeDelivered || answer.StatusCode != 0 {
			t.Errorf("%s: %+v", host, answer)
		}
	}
	if n := len(receiver.Deliveries()); n != 0 {
		t.Errorf("%d deliveries reached loopback", n)
	}
}

func TestNamesOfForbiddenAddressesAreNeverReached(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	address := "http://hooks.example.net:" + portOf(t, receiver.URL)
	both := &names{replies: [][]netip.Addr{{netip.MustParseAddr("93.184.216.34"), netip.MustParseAddr("127.0.0.1")}}}
	for name, resolver := range map[string]*names{
		"loopback": resolving("127.0.0.1"), "mapped": resolving("::ffff:127.0.0.1"), "metadata": resolving("169.254.169.254"),
		"private": resolving("10.1.2.3"), "shared": resolving("100.100.100.200"), "zone": resolving("fe80::1%lo"), "one of two": both,
	} {
		o := options(nil)
		o.Resolver = resolver
		answer := webhook.NewSender(o).Send(t.Context(), envelope(generic(address), firing()))
		if answer.Outcome != alerting.OutcomeForbidden {
			t.Errorf("%s: %+v", name, answer)
		}
	}
	if n := len(receiver.Deliveries()); n != 0 {
		t.Errorf("%d deliveries reached loopback", n)
	}
}

// TestRebindingIsNotFollowed holds that a name is asked for once: what is
// dialled is the address that was checked.
func TestRebindingIsNotFollowed(t *testing.T) {
	t.Parallel()
	receiver, other := hooktest.Start(t), hooktest.Start(t)
	o := options([]netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")})
	resolver := resolving("127.0.0.1", "127.0.0.2")
	o.Resolver = resolver
	address := "http://hooks.example.net:" + portOf(t, receiver.URL)
	if answer := webhook.NewSender(o).Send(t.Context(), envelope(generic(address), firing())); answer.Outcome != alerting.OutcomeDelivered {
		t.Fatalf("%+v", answer)
	}
	if asked := resolver.asked.Load(); asked != 1 {
		t.Errorf("the name was asked for %d times", asked)
	}
	again := webhook.NewSender(o).Send(t.Context(), envelope(generic(address), firing()))
	if again.Outcome != alerting.OutcomeForbidden || len(other.Deliveries()) != 0 {
		t.Errorf("after the name moved: %+v", again)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	receiver, target := hooktest.Start(t), hooktest.Start(t)
	for _, status := range []int{301, 302, 303, 307, 308} {
		receiver.Answer(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, target.URL, status) })
		answer := toLoopback().Send(t.Context(), envelope(generic(receiver.URL), firing()))
		if answer.Outcome != alerting.OutcomeFailed || answer.StatusCode != status {
			t.Errorf("%d: %+v", status, answer)
		}
	}
	if n := len(target.Deliveries()); n != 0 {
		t.Errorf("%d redirects were followed", n)
	}
}

func TestProxiesOfTheEnvironmentAreNotUsed(t *testing.T) {
	proxy := hooktest.Start(t)
	t.Setenv("HTTP_PROXY", proxy.URL)
	t.Setenv("http_proxy", proxy.URL)
	o := options(nil)
	o.Resolver = resolving("127.0.0.1")
	answer := webhook.NewSender(o).Send(t.Context(), envelope(generic("http://hooks.example.net"), firing()))
	if answer.Outcome != alerting.OutcomeForbidden || len(proxy.Deliveries()) != 0 {
		t.Errorf("%+v", answer)
	}
}

func TestAllAddressesOfANameAreTried(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	closed, err := net.Listen("tcp", "127.0.0.2:"+portOf(t, receiver.URL))
	if err == nil {
		_ = closed.Close()
	}
	o := options(loopback())
	o.Resolver = &names{replies: [][]netip.Addr{{netip.MustParseAddr("127.0.0.2"), netip.MustParseAddr("127.0.0.1")}}}
	answer := webhook.NewSender(o).Send(t.Context(), envelope(generic("http://hooks.example.net:"+portOf(t, receiver.URL)), firing()))
	if answer.Outcome != alerting.OutcomeDelivered {
		t.Errorf("%+v", answer)
	}
}
