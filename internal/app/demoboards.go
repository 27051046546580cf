package app

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app/demo"
	"github.com/cairnstack/cairn/internal/stack"
)

// hangDemoBoards gives a fresh team the dashboards of the demo, in the name
// of its first user, and answers the address of the first one.
func (a *App) hangDemoBoards(ctx context.Context, made access.Installation) (address string, err error) {
	ctx = access.WithPrincipal(ctx, access.Principal{Kind: access.TokenSession, UserID: made.User.ID, TeamID: made.TeamID})
	sources, err := a.resources.Sources(ctx)
	if err != nil {
		return "", err
	}
	bodies, err := demo.Dashboards(demoSources(sources))
	if err != nil {
		return "", err
	}
	for _, body := range bodies {
		board, err := a.resources.CreateDashboard(ctx, body)
		if err != nil {
			return "", err
		}
		if address == "" {
			address = a.publicURL() + "/dashboards/" + board.ID
		}
	}
	return address, nil
}

func demoSources(sources []stack.Source) demo.Sources {
	ids := map[stack.SourceKind]string{}
	for _, s := range sources {
		ids[s.Kind] = s.ID
	}
	return demo.Sources{Logs: ids[stack.KindLog], Traces: ids[stack.KindTrace], Metrics: ids[stack.KindMetric]}
}
