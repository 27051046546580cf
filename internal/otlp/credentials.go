package otlp

import (
	"context"
	"errors"
	"net"

	"google.golang.org/grpc/credentials"

	"github.com/cairnstack/cairn/internal/receive"
)

// plainCredentials take connections as they are, and give the handlers of a
// gRPC server the connection.
type plainCredentials struct{}

// connInfo is what a handler knows of the connection.
type connInfo struct{ conn *receive.FramedConn }

// AuthType names the security of the connection.
func (connInfo) AuthType() string { return "insecure" }

var errServerSide = errors.New("these credentials are for servers")

// ServerHandshake returns the connection unchanged.
func (plainCredentials) ServerHandshake(c net.Conn) (net.Conn, credentials.AuthInfo, error) {
	conn, ok := c.(*receive.FramedConn)
	if !ok {
		return c, nil, nil
	}
	return c, connInfo{conn}, nil
}

// ClientHandshake fails.
func (plainCredentials) ClientHandshake(context.Context, string, net.Conn) (net.Conn, credentials.AuthInfo, error) {
	return nil, nil, errServerSide
}

// Info describes the protocol.
func (plainCredentials) Info() credentials.ProtocolInfo {
	return credentials.ProtocolInfo{SecurityProtocol: "insecure"}
}

// Clone returns a copy.
func (plainCredentials) Clone() credentials.TransportCredentials { return plainCredentials{} }

// OverrideServerName does nothing: servers have no use for it.
func (plainCredentials) OverrideServerName(string) error { return nil }
