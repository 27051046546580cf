package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"

	"golang.org/x/sync/errgroup"
)

// listener is one bound port and the server behind it.
type listener struct {
	role    Role
	socket  net.Listener
	server  server
	serving atomic.Bool
}

// server is what a listener runs: *http.Server, or a gRPC server in its coat.
type server interface {
	Serve(socket net.Listener) error
	Shutdown(ctx context.Context) error
}

func (l *listener) addr() string { return l.socket.Addr().String() }

func (l *listener) serve() error {
	l.serving.Store(true)
	defer l.serving.Store(false)
	err := l.server.Serve(l.socket)
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return fmt.Errorf("%s: %w", l.role, err)
}

// bind takes every port at once, so that a port in use is told before
// anything else is started.
func (a *App) bind(ctx context.Context) error {
	for _, role := range []Role{RoleAdmin, RoleStack, RoleUI, RoleCloud, RoleOTLPGRPC, RoleOTLPHTTP} {
		addr := a.Config.Listen(role)
		if addr == "" {
			continue
		}
		socket, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
		if err != nil {
			return bindError(role, addr, err)
		}
		a.listeners = append(a.listeners, &listener{role: role, socket: socket})
		a.onStop(string(role)+" listener", func(context.Context) error { return closeSocket(socket) })
	}
	return nil
}

func bindError(role Role, addr string, err error) error {
	option := string(role) + "-addr"
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("--%s: %s is in use by another program; stop it or set %s", option, addr, EnvName(option))
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

// Addr answers where the role listens; empty when it is off.
func (a *App) Addr(role Role) string {
	for _, l := range a.listeners {
		if l.role == role {
			return l.addr()
		}
	}
	return ""
}

// shutListeners ends all servers at the same time: each accepts no more and
// answers what it has accepted.
func (a *App) shutListeners(ctx context.Context) error {
	var group errgroup.Group
	for _, l := range a.listeners {
		if l.server != nil {
			group.Go(func() error { return errors.Join(closeSocket(l.socket), l.server.Shutdown(ctx)) })
		}
	}
	return group.Wait()
}
