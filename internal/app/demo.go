package app

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app/demo"
)

// demoKeyName names the ingestion keys that demos make for themselves.
const demoKeyName = "demo"

// demoHistory is how far back the demo of a fresh installation goes.
const demoHistory = time.Hour

// errNoReceiver says that a demo has nowhere to send its data.
var errNoReceiver = errors.New("--demo: the OTLP/HTTP receiver is switched off")

// Demo says where a demo is and how to sign in; only the address is known of an
// installation that was set up before.
type Demo struct {
	URL, Dashboard, Email, Password string
	Link                            string // signs in once
}

// demoPlan says for which team a server's own demo runs.
type demoPlan struct {
	team    string
	history time.Duration
}

// addDemo runs the demo inside of the server, once there is a plan.
func (a *App) addDemo(plans <-chan demoPlan) {
	a.loops = append(a.loops, loop{"demo", func(ctx context.Context) error {
		select {
		case plan := <-plans:
			return a.runDemo(ctx, plan)
		case <-ctx.Done():
			return nil
		}
	}})
}

func (a *App) runDemo(ctx context.Context, plan demoPlan) error {
	addr := a.Addr(RoleOTLPHTTP)
	if addr == "" {
		return errNoReceiver
	}
	return WithDemoKey(ctx, a.access, plan.team, func(key string) error {
		return demo.Run(ctx, demo.Options{
			Endpoint: "http://" + addr, Key: key, Visits: demo.VisitsPerSecond, History: plan.history,
			Client: &http.Client{Transport: &http.Transport{}}, Logger: a.Logger, Now: a.Now,
		})
	})
}

// WithDemoKey makes an ingestion key for as long as run runs. Keys of demos
// that did not end well are removed first.
func WithDemoKey(ctx context.Context, accounts *access.Service, team string, run func(key string) error) error {
	old, err := accounts.Store.IngestionKeysOf(ctx, team)
	if err != nil {
		return err
	}
	for _, key := range old {
		if key.Name == demoKeyName {
			if err := accounts.Store.DeleteIngestionKey(ctx, team, key.ID); err != nil {
				return err
			}
		}
	}
	key, text, err := accounts.CreateIngestionKey(ctx, team, demoKeyName)
	if err != nil {
		return err
	}
	return errors.Join(run(text), accounts.Store.DeleteIngestionKey(context.WithoutCancel(ctx), team, key.ID))
}
