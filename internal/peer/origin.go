package peer

import (
	"context"
	"crypto/tls"
	"net"
	"net/netip"
)

// Origin is where a request comes from.
type Origin struct {
	Client   netip.Addr // invalid outside of a request
	Endpoint string     // id of the private endpoint that it came through; empty: none
	OverTLS  bool       // to this server, or as load balancers and proxies say
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
// is wrapped around it, such as TLS.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	isSealed := false
	for {
		if known, ok := c.(originated); ok {
			return context.WithValue(ctx, connKey{}, arrival{known, isSealed})
		}
		outer, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			return context.WithValue(ctx, connKey{}, arrival{nil, isSealed})
		}
		if _, speaksTLS := c.(interface{ ConnectionState() tls.ConnectionState }); speaksTLS {
			isSealed = true
		}
		c = outer.NetConn()
	}
}

// originated is a connection that knows where it comes from.
type originated interface{ Origin() Origin }

// arrival is a connection and whether it speaks TLS to this server.
type arrival struct {
	conn     originated // nil: it does not know where it comes from
	isSealed bool
}

// OfConn returns where the connection of a request comes from; remote is the
// host:port of a connection that does not know it.
func OfConn(ctx context.Context, remote string) Origin {
	came, _ := ctx.Value(connKey{}).(arrival)
	origin := Origin{Client: Remote(remote)}
	if came.conn != nil {
		origin = came.conn.Origin()
	}
	origin.OverTLS = origin.OverTLS || came.isSealed
	return origin
}
