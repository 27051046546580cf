package cli

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/app/demo"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

type demoCmd struct {
	Endpoint     string        `help:"OTLP/HTTP receiver to send to, such as http://127.0.0.1:4318; the server's own when empty." placeholder:"URL"`
	IngestionKey string        `help:"Ingestion key; when empty, a temporary one is created in the data folder's installation." placeholder:"KEY" secret:""`
	Team         string        `help:"Team of the key; required if there are several." placeholder:"ID"`
	Visits       float64       `default:"2" help:"Visits to the shop per second." placeholder:"N"`
	History      time.Duration `default:"0s" help:"How much history the shop starts with, such as 1h." placeholder:"DURATION"`
}

// Run keeps the shop open until it is interrupted.
func (c demoCmd) Run(ctx context.Context, env *environment) error {
	if c.Visits <= 0 || c.Visits > demo.VisitsPerSecondMax {
		return &exitError{ExitUsage, fmt.Sprintf("--visits: must be above 0 and at most %d", demo.VisitsPerSecondMax)}
	}
	if c.History < 0 || c.History > demo.HistoryMax {
		return &exitError{ExitUsage, fmt.Sprintf("--history: must be between 0 and %s", demo.HistoryMax)}
	}
	if c.IngestionKey != "" {
		return c.open(ctx, env, c.IngestionKey)
	}
	return app.WithAccess(ctx, env.options(), func(accounts *access.Service, store *sqlstore.Store) error {
		team, err := pickTeam(ctx, store, c.Team)
		if err != nil {
			return err
		}
		return app.WithDemoKey(ctx, accounts, team.ID, func(key string) error { return c.open(ctx, env, key) })
	})
}

func (c demoCmd) open(ctx context.Context, env *environment, key string) error {
	endpoint, transport := c.Endpoint, &http.Transport{}
	if endpoint == "" {
		endpoint = env.Config.Scheme(app.RoleOTLPHTTP) + "://" + reachable(env.Config.OTLPHTTPAddr)
		var err error
		if transport.TLSClientConfig, err = env.Config.OwnTLS(); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(env.Stdout, "the shop is open; it sends to %s until you interrupt it\n", endpoint); err != nil {
		return err
	}
	return demo.Run(ctx, demo.Options{
		Endpoint: endpoint, Key: key, Visits: c.Visits, History: c.History,
		Client: &http.Client{Transport: transport}, Logger: env.Logger, Now: time.Now,
	})
}

// reachable returns where a listener on the address can be reached from here.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return addr
}
