package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/peer"
)

// listener is one bound port and the server behind it.
type listener struct {
	role    Role
	socket  net.Listener
	server  server
	serving atomic.Bool
	turned  chan struct{} // closed when nobody is turned away or greeted any more; nil: nobody was
	origins peer.ListenerOptions
	seal    func(net.Listener) net.Listener // adds TLS; nil: the role does so elsewhere, or speaks none
}

// known returns the socket with connections that know where they come from.
// Who asks the admin listener is on this machine, or a probe.
func (l *listener) known(socket net.Listener) net.Listener {
	if l.role != RoleAdmin {
		socket = peer.Listen(socket, l.origins)
	}
	if l.seal == nil {
		return socket
	}
	return l.seal(socket)
}

// server is what a listener runs: *http.Server, or a gRPC server in its coat.
type server interface {
	Serve(socket net.Listener) error
	Shutdown(ctx context.Context) error
}

func (l *listener) addr() string { return l.socket.Addr().String() }

// turnAway closes connections until welcome. One that waited for the server
// would be answered after its sender has given up and sent the same again.
func (l *listener) turnAway() {
	l.turned = make(chan struct{})
	go func() {
		defer close(l.turned)
		for {
			conn, err := l.socket.Accept()
			if err != nil {
				return
			}
			_ = conn.Close()
		}
	}()
}

// welcome ends turnAway or greet: who connects from now on is served.
func (l *listener) welcome() {
	defer l.serving.Store(true)
	socket, ok := l.socket.(*net.TCPListener)
	if l.turned == nil || !ok {
		return
	}
	_ = socket.SetDeadline(time.Now())
	<-l.turned
	_ = socket.SetDeadline(time.Time{})
}

func (l *listener) serve() error {
	defer l.serving.Store(false)
	err := l.server.Serve(l.known(l.socket))
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return fmt.Errorf("%s: %w", l.role, err)
}

// bind takes every port at once, so that a port in use is told before
// anything else is started, and lets the admin listener serve.
func (a *App) bind(ctx context.Context) error {
	for _, role := range a.Config.listening() {
		l, err := bindRole(ctx, a.Config, role, a.listeners)
		if err != nil {
			return err
		}
		l.origins = peer.ListenerOptions{Balancers: a.Config.balancers(), Logger: a.Logger}
		if role != RoleOTLPGRPC && role != RoleOTLPHTTP { // they watch the socket beneath TLS
			l.seal = func(socket net.Listener) net.Listener { return a.sealed(role, socket) }
		}
		a.listeners = append(a.listeners, l)
		a.receive(l)
		a.onStop(string(role)+" listener", func(context.Context) error { return closeSocket(l.socket) })
	}
	a.openAdmin(ctx)
	a.warnPlain(ctx)
	return nil
}

// receive lets nobody wait who connects while the server starts.
func (a *App) receive(l *listener) {
	switch l.role {
	case RoleOTLPGRPC, RoleOTLPHTTP:
		l.turnAway()
	case RoleStack, RoleUI, RoleCloud:
		l.greet(a.greeting(l.role), a.serverOptions(l.role))
	case RoleAdmin: // serves at once
	}
}

// listening returns the roles that are on, in the order in which their ports
// are taken.
func (c Config) listening() (roles []Role) {
	for _, role := range []Role{RoleAdmin, RoleStack, RoleUI, RoleCloud, RoleOTLPGRPC, RoleOTLPHTTP} {
		if c.Listen(role) != "" {
			roles = append(roles, role)
		}
	}
	return roles
}

// bindRole takes the port of a role; others of this server have theirs already.
func bindRole(ctx context.Context, c Config, role Role, bound []*listener) (*listener, error) {
	addr := c.Listen(role)
	socket, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err == nil {
		return &listener{role: role, socket: socket}, nil
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		if other, found := holderOf(addr, bound); found {
			return nil, fmt.Errorf("--%s-addr: --%s-addr has %s already; give one of them another port", role, other, c.Listen(other))
		}
	}
	return nil, bindError(role, addr, err)
}

// holderOf returns the role of this server that has the port of an address.
func holderOf(addr string, bound []*listener) (Role, bool) {
	_, port, _ := net.SplitHostPort(addr)
	for _, l := range bound {
		if _, taken, _ := net.SplitHostPort(l.addr()); taken == port {
			return l.role, true
		}
	}
	return "", false
}

// openAdmin lets the admin listener serve, if there is one.
func (a *App) openAdmin(ctx context.Context) {
	for _, l := range a.listeners {
		if l.role == RoleAdmin {
			a.warnOpenAdmin(ctx, l)
			l.server = a.adminServer()
			a.open(ctx, l)
		}
	}
}

func bindError(role Role, addr string, err error) error {
	option := string(role) + "-addr"
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("--%s: %s is in use by another program; stop it or set %s", option, addr, EnvName(option))
	case errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE):
		return fmt.Errorf("--%s: no file is left to listen on %s with; %s", option, addr, filesAdvice)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("--%s: not allowed to listen on %s", option, addr)
	default:
		return fmt.Errorf("--%s: can't listen on %s: %w", option, addr, err)
	}
}

// closeSocket closes what a server may have closed already.
func closeSocket(socket net.Listener) error {
	if err := socket.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Addr returns where the role listens; empty when it is off.
func (a *App) Addr(role Role) string {
	for _, l := range a.listeners {
		if l.role == role {
			return l.addr()
		}
	}
	return ""
}

// shutListeners ends all servers at the same time: each accepts no more and
// returns what it has accepted.
func (a *App) shutListeners(ctx context.Context) error {
	var group errgroup.Group
	for _, l := range a.listeners {
		if l.server != nil {
			group.Go(func() error { return errors.Join(closeSocket(l.socket), l.server.Shutdown(ctx)) })
		}
	}
	return group.Wait()
}
