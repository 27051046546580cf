package peer

import (
	"context"
	"net"
	"net/netip"
)

// Origin is where a request comes from.
type Origin struct {
	Client   netip.Addr // invalid outside of a request
	Endpoint string     // id of the private endpoint that it came through; empty: none
	OverTLS  bool       // as far as load balancers and proxies say
}

// String returns the origin as logs show it.
func (o Origin) String() string {
	if o.Endpoint == "" {
		return o.Client.String()
	}
	return o.Client.String() + " through " + o.Endpoint
}

// Site names whom limits of guessing count for: the address, or for IPv6 its
// /64, because one host can use all of that. Networks behind different private
// endpoints may have the same addresses.
func (o Origin) Site() string {
	if o.Endpoint == "" {
		return Site(o.Client)
	}
	return Site(o.Client) + " " + o.Endpoint
}

// PublicClient returns the address of the client where it says who that is: an
// address behind a private endpoint is that of another network, where anybody
// may have it, and is left out.
func (o Origin) PublicClient() netip.Addr {
	if o.Endpoint != "" {
		return netip.Addr{}
	}
	return o.Client
}

// Origin returns where a request comes from whose connection comes from o, with
// these lines of X-Forwarded-For and X-Forwarded-Proto. Behind a private
// endpoint nobody is a trusted proxy: the addresses there are not ours.
func (p Proxies) Origin(o Origin, forwarded, proto []string) Origin {
	if o.Endpoint != "" {
		return o
	}
	o.OverTLS = o.OverTLS || p.OverTLS(o.Client, proto)
	o.Client = p.Client(o.Client, forwarded)
	return o
}

type originKey struct{}

// WithOrigin returns a context that carries where a request comes from.
func WithOrigin(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, originKey{}, o)
}

// From returns where the request of the context comes from. Its address is
// invalid outside of a request, as for commands of the operator and background
// loops.
func From(ctx context.Context) Origin {
	o, _ := ctx.Value(originKey{}).(Origin)
	return o
}

// WithClient returns a context that carries the address of the client.
func WithClient(ctx context.Context, addr netip.Addr) context.Context {
	return WithOrigin(ctx, Origin{Client: addr})
}

// Client returns the address of the client of the context, invalid outside of
// a request.
func Client(ctx context.Context) netip.Addr { return From(ctx).Client }

type connKey struct{}

// ConnContext gives the handlers of an HTTP server the connection, out of what
// is wrapped around it.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	for {
		if known, ok := c.(interface{ Origin() Origin }); ok {
			return context.WithValue(ctx, connKey{}, known)
		}
		outer, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			return ctx
		}
		c = outer.NetConn()
	}
}

// OfConn returns where the connection of a request comes from; remote is the
// host:port of a connection that does not know it.
func OfConn(ctx context.Context, remote string) Origin {
	if conn, ok := ctx.Value(connKey{}).(interface{ Origin() Origin }); ok {
		return conn.Origin()
	}
	return Origin{Client: Remote(remote)}
}
