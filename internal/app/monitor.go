package app

import (
	"cmp"
	"context"
	"errors"
	"net"
	"os"
	"time"

	"github.com/cairnstack/cairn/internal/app/monitor"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// How often a server sends its own metrics, and looks whether it has to.
const (
	monitorEvery = 30 * time.Second
	monitorLook  = 5 * time.Second
)

// monitorSelf sends the metrics of this server to the team that cairn monitor has
// named, for as long as it does.
func (a *App) monitorSelf(ctx context.Context) error {
	origin := monitor.Origin{Version: Version(), Instance: a.instance(), Started: a.Now()}
	looks := time.NewTicker(monitorLook)
	defer looks.Stop()
	for next, failed := a.Now(), false; ; {
		if team, err := monitor.Team(a.Config.DataDir); team == "" && err == nil {
			next = a.Now() // at once when it is turned on
		} else if !a.Now().Before(next) {
			err = errors.Join(err, a.sendOwnMetrics(ctx, team, origin))
			if err != nil && !failed && ctx.Err() == nil {
				a.Logger.WarnContext(ctx, "can't keep the metrics of this server", "error", err)
			}
			next, failed = a.Now().Add(monitorEvery), err != nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-looks.C:
		}
	}
}

func (a *App) sendOwnMetrics(ctx context.Context, team string, from monitor.Origin) error {
	if _, err := a.store.TeamByID(ctx, team); err != nil {
		return err
	}
	families, err := a.registry.Gather()
	if err != nil {
		return err
	}
	payload, err := monitor.Payload(families, from, a.Now())
	if err != nil {
		return err
	}
	form := ingest.Form{Signal: telemetry.Metrics, Encoding: ingest.Protobuf, Compression: ingest.Plain}
	_, err = a.pipeline.Accept(ctx, team, ingest.Request{Form: form, Payload: payload})
	return err
}

// instance names this server among those of the installation.
func (a *App) instance() string {
	name, err := os.Hostname()
	if err != nil {
		name = "localhost"
	}
	_, port, _ := net.SplitHostPort(cmp.Or(a.Addr(RoleAdmin), a.Addr(RoleOTLPHTTP)))
	return net.JoinHostPort(name, port)
}
