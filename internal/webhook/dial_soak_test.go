//go:build soak

package webhook_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"testing"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/webhook"
)

// TestSoakForbiddenAddresses is promise R5: random addresses of private and
// reserved networks, in every way of writing them, as literals and as what a
// name leads to. None is dialled.
func TestSoakForbiddenAddresses(t *testing.T) {
	receiver := hooktest.Start(t)
	port := portOf(t, receiver.URL)
	random := rand.New(rand.NewPCG(testkit.Seed(t, 5), 5))
	addresses, tried := testkit.Size(t, "CAIRN_SOAK_ADDRESSES", 20_000), 0
	for range addresses {
		addr := forbidden(random)
		o := options(nil)
		o.Resolver = resolving(addr.String()) // for notations that are no literal, and for the name
		sender := webhook.NewSender(o)
		for _, host := range append(notations(addr), "hooks.example.net") {
			tried++
			answer := sender.Send(t.Context(), envelope(generic("http://"+host+":"+port), firing()))
			if answer.Outcome != alerting.OutcomeForbidden {
				t.Errorf("%s (%s): %+v", host, addr, answer)
			}
		}
	}
	t.Logf("%d addresses in %d notations: all forbidden, %d connections reached the listener", addresses, tried, len(receiver.Deliveries()))
	if n := len(receiver.Deliveries()); n != 0 {
		t.Errorf("%d deliveries reached loopback", n)
	}
}

// forbidden returns a random address that no webhook may reach.
func forbidden(random *rand.Rand) netip.Addr {
	networks := []string{
		"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "0.0.0.0/8",
		"192.0.0.0/24", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4", "fc00::/7", "fe80::/10", "ff00::/8", "::1/128",
	}
	network := netip.MustParsePrefix(networks[random.IntN(len(networks))])
	bytes := network.Addr().AsSlice()
	for bit := network.Bits(); bit < len(bytes)*8; bit++ {
		if random.IntN(2) == 1 {
			bytes[bit/8] |= 0x80 >> (bit % 8)
		}
	}
	addr, _ := netip.AddrFromSlice(bytes)
	return addr
}

// notations returns the ways to write an address as a host.
func notations(addr netip.Addr) []string {
	if addr.Is6() {
		return []string{"[" + addr.String() + "]", "[" + addr.StringExpanded() + "]"}
	}
	b := addr.As4()
	n := binary.BigEndian.Uint32(b[:])
	return []string{
		addr.String(), fmt.Sprint(n), fmt.Sprintf("0x%x", n), fmt.Sprintf("0%o.0%o.0%o.0%o", b[0], b[1], b[2], b[3]),
		fmt.Sprintf("%d.%d", b[0], n&0xffffff), fmt.Sprintf("[::ffff:%s]", addr), fmt.Sprintf("[::%s]", addr),
		fmt.Sprintf("[64:ff9b::%x:%x]", n>>16, n&0xffff), fmt.Sprintf("[2002:%x:%x::]", n>>16, n&0xffff),
	}
}
