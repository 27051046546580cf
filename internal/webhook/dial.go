package webhook

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"

	"github.com/cairnstack/cairn/internal/stack"
)

// addressesMax bounds how many addresses of a name are tried.
const addressesMax = 8

// errForbidden says that a name leads where no webhook may go.
var errForbidden = errors.New("the address is private or reserved")

// errNoAddress says that a name leads nowhere.
var errNoAddress = errors.New("the name has no address")

// Resolver looks up the addresses of a name.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// guard dials addresses that webhooks may reach. A name is looked up once,
// all its addresses are checked, and what is dialled is an address that was
// checked and never the name: a second look-up could answer something else.
type guard struct {
	allowed  []netip.Prefix
	resolver Resolver
}

// DialContext connects to the first address of the host that returns. One
// forbidden address among several forbids them all.
func (g guard) DialContext(ctx context.Context, network, hostport string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(hostport)
	if err != nil {
		return nil, err
	}
	addrs, err := g.resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	dialer := net.Dialer{ControlContext: g.control}
	var failed error
	for _, addr := range addrs {
		conn, err := dialer.DialContext(ctx, network, net.JoinHostPort(addr.String(), port))
		if err == nil {
			return conn, nil
		}
		failed = errors.Join(failed, err)
	}
	return nil, failed
}

func (g guard) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	addrs, err := g.lookup(ctx, host)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errNoAddress, err)
	case len(addrs) == 0:
		return nil, errNoAddress
	}
	for _, addr := range addrs {
		if !stack.MayDial(addr, g.allowed) {
			return nil, errForbidden
		}
	}
	return addrs[:min(len(addrs), addressesMax)], nil
}

func (g guard) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr}, nil
	}
	if g.resolver != nil {
		return g.resolver.LookupNetIP(ctx, "ip", host)
	}
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}

// control looks at the address once more, the moment before it is connected
// to.
func (g guard) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !stack.MayDial(to.Addr(), g.allowed) {
		return errForbidden
	}
	return nil
}
