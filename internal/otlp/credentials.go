package otlp

import (
	"context"
	"crypto/tls"
	"errors"
	"net"

	"google.golang.org/grpc/credentials"

	"github.com/cairnstack/cairn/internal/receive"
)

// serverCredentials take connections as they are, or shake hands where tls is
// set, and give the handlers of a gRPC server the connection.
type serverCredentials struct{ tls *TLS }

// TLS is how the gRPC server speaks it. Refused is told why a handshake failed.
type TLS struct {
	Config  *tls.Config
	Refused func(client net.Addr, cause error)
}

// handshakeTimeMax bounds a handshake; gRPC itself waits as long for a new
// connection.
const handshakeTimeMax = grpcConnectMax

// connInfo is what a handler knows of the connection.
type connInfo struct{ conn *receive.FramedConn }

// AuthType names the security of the connection.
func (connInfo) AuthType() string { return "cairn" }

var (
	errServerSide  = errors.New("these credentials are for servers")
	errUnknownConn = errors.New("TLS needs a connection of the receiver's own listener")
)

// ServerHandshake returns the connection, after TLS has begun on it.
func (s serverCredentials) ServerHandshake(c net.Conn) (net.Conn, credentials.AuthInfo, error) {
	conn, ok := c.(*receive.FramedConn)
	switch {
	case ok && s.tls == nil:
		return c, connInfo{conn}, nil
	case s.tls == nil:
		return c, nil, nil
	case !ok:
		return nil, nil, errUnknownConn
	}
	ctx, cancel := context.WithTimeout(context.Background(), handshakeTimeMax)
	defer cancel()
	if err := conn.Seal(ctx, s.tls.Config); err != nil {
		s.tls.Refused(conn.RemoteAddr(), err)
		return nil, nil, err
	}
	return conn, connInfo{conn}, nil
}

// ClientHandshake fails.
func (serverCredentials) ClientHandshake(context.Context, string, net.Conn) (net.Conn, credentials.AuthInfo, error) {
	return nil, nil, errServerSide
}

// Info describes the protocol.
func (serverCredentials) Info() credentials.ProtocolInfo {
	return credentials.ProtocolInfo{SecurityProtocol: "cairn"}
}

// Clone returns a copy.
func (s serverCredentials) Clone() credentials.TransportCredentials { return s }

// OverrideServerName does nothing: servers have no use for it.
func (serverCredentials) OverrideServerName(string) error { return nil }
