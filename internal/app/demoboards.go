package app

import (
	"context"
	"encoding/json"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app/demo"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

// furnishDemo gives a fresh team the dashboards and the alerts of the demo, in
// the name of its first user, and returns the address of the first dashboard.
func (a *App) furnishDemo(ctx context.Context, made access.Installation) (address string, err error) {
	ctx = access.WithPrincipal(ctx, access.Principal{Kind: access.TokenSession, UserID: made.User.ID, TeamID: made.TeamID,
		OrganizationID: made.OrganizationID, Roles: []org.Role{org.RoleAdmin}})
	found, err := a.resources.Sources(ctx)
	if err != nil {
		return "", err
	}
	sources := demoSources(found)
	boards, err := a.hangDemoBoards(ctx, sources)
	if err != nil {
		return "", err
	}
	return a.publicURL() + "/dashboards/" + boards[0].ID, a.watchDemo(ctx, sources, watchedIn(boards))
}

func (a *App) hangDemoBoards(ctx context.Context, sources demo.Sources) ([]stack.Dashboard, error) {
	bodies, err := demo.Dashboards(sources)
	if err != nil {
		return nil, err
	}
	boards := make([]stack.Dashboard, len(bodies))
	for i, body := range bodies {
		if boards[i], err = a.resources.CreateDashboard(ctx, body); err != nil {
			return nil, err
		}
	}
	return boards, nil
}

// watchedIn finds the tile that an alert is about.
func watchedIn(boards []stack.Dashboard) demo.Watched {
	for _, board := range boards {
		for _, tile := range board.Tiles {
			if tile.Name == demo.WatchedTile {
				return demo.Watched{Dashboard: board.ID, Tile: tile.ID}
			}
		}
	}
	return demo.Watched{}
}

// watchDemo sets alerts upon the shop. They evaluate and fire as all do, but
// are silenced: their webhook is an address that can't exist.
func (a *App) watchDemo(ctx context.Context, sources demo.Sources, watched demo.Watched) error {
	watch, err := demo.NewWatch(sources, watched, a.Now())
	if err != nil {
		return err
	}
	search, err := a.resources.CreateSavedSearch(ctx, watch.SavedSearch)
	if err != nil {
		return err
	}
	webhook, err := a.resources.CreateWebhook(ctx, watch.Webhook)
	if err != nil {
		return err
	}
	watched.SavedSearch, watched.Webhook = search.ID, webhook.ID
	if watch, err = demo.NewWatch(sources, watched, a.Now()); err != nil {
		return err
	}
	for _, body := range watch.Alerts {
		if err := a.createSilenced(ctx, body, watch.Silence); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) createSilenced(ctx context.Context, body, silence json.RawMessage) error {
	alert, err := a.resources.CreateAlert(ctx, body)
	if err != nil {
		return err
	}
	_, err = a.resources.SilenceAlert(ctx, resources.Ref{ID: alert.ID}, silence)
	return err
}

func demoSources(sources []stack.Source) demo.Sources {
	ids := map[stack.SourceKind]string{}
	for _, s := range sources {
		ids[s.Kind] = s.ID
	}
	return demo.Sources{Logs: ids[stack.KindLog], Traces: ids[stack.KindTrace], Metrics: ids[stack.KindMetric]}
}
