package app

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"
)

// What a service manager is told, and when. A start that is over but not ready
// is no reason to kill the server and try again: it keeps what was acknowledged,
// says what is wrong, and is ready when that has passed.
const (
	managedLookEvery   = 250 * time.Millisecond // until it is ready
	managedReadyMax    = 30 * time.Second       // then the start counts as over
	managedStatusEvery = 10 * time.Second
	managedPatience    = 60 * time.Second // asked for at each step of a start or a stop
)

func (a *App) tellStarting(ctx context.Context, step string) {
	a.noteUntold(ctx, a.Manager.Starting(step, managedPatience))
}

func (a *App) tellStopping(ctx context.Context, part string) {
	a.noteUntold(ctx, a.Manager.Stopping(part, managedPatience))
}

func (a *App) noteUntold(ctx context.Context, err error) {
	if err != nil {
		a.Logger.WarnContext(ctx, "the service manager does not listen", "error", err)
	}
}

// addManaged tells the service manager, if there is one, how the server is.
func (a *App) addManaged() {
	if a.Manager != nil {
		a.loops = append(a.loops, loop{"service manager", a.runManaged})
	}
}

// runManaged says when the server is ready, and from then on how it is, until
// ctx ends.
func (a *App) runManaged(ctx context.Context) error {
	said := a.awaitReady(ctx)
	if ctx.Err() != nil {
		return nil
	}
	a.noteUntold(ctx, a.Manager.Ready(said))
	ticker := time.NewTicker(managedStatusEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
		if status, _ := a.managedStatus(ctx); status != said && ctx.Err() == nil {
			a.noteUntold(ctx, a.Manager.Status(status))
			said = status
		}
	}
}

// awaitReady waits until every part is ready, or long enough, and returns how
// the server is.
func (a *App) awaitReady(ctx context.Context) string {
	within, cancel := context.WithTimeout(ctx, managedReadyMax)
	defer cancel()
	ticker := time.NewTicker(managedLookEvery)
	defer ticker.Stop()
	for {
		status, ready := a.managedStatus(ctx)
		if ready {
			return status
		}
		select {
		case <-ticker.C:
		case <-within.Done():
			return status
		}
	}
}

// managedStatus returns how the server is in a line, and whether it is ready.
func (a *App) managedStatus(ctx context.Context) (string, bool) {
	parts, ready := a.Readiness(ctx)
	if ready {
		return strings.TrimSuffix("Ready. Web interface: "+a.servedURL(), " Web interface: "), true
	}
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if text := parts[name]; !strings.HasPrefix(text, partReady) {
			wrong = append(wrong, name+": "+text)
		}
	}
	return "Not ready: " + strings.Join(wrong, "; "), false
}

// servedURL returns where the web interface is, if it is anywhere.
func (a *App) servedURL() string {
	if a.Addr(RoleUI) == "" {
		return ""
	}
	return a.publicURL()
}

// unmanaged returns an environment for children, without the way to speak to
// the service manager in the server's name.
func unmanaged(environ []string) []string {
	return slices.DeleteFunc(environ, func(entry string) bool { return strings.HasPrefix(entry, "NOTIFY_SOCKET=") })
}
