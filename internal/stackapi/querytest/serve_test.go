package querytest_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackapi"
	"github.com/cairnstack/cairn/internal/stackroutes"
)

// oneTeam takes every key for one of the team.
type oneTeam string

func (oneTeam) ActIn(_ context.Context, p access.Principal, _ string) (access.Principal, error) {
	return p, nil
}

func (t oneTeam) Bearer(context.Context, string) (access.Principal, error) {
	return access.Principal{TeamID: string(t), UserID: "u", OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}}, nil
}

// sourceList is sources that do not change.
type sourceList []stack.Source

// sourcesOf returns the sources that a team has from the beginning.
func sourcesOf(team string) sourceList {
	ids := 0
	sources, _ := stack.DefaultSources(team, func() (string, error) { ids++; return fmt.Sprintf("%024x", ids), nil })
	return sources
}

func (l sourceList) SourceByID(_ context.Context, _, id string) (stack.Source, error) {
	at := slices.IndexFunc(l, func(s stack.Source) bool { return s.ID == id })
	if at < 0 {
		return stack.Source{}, fault.New(fault.NotFound, "source does not exist")
	}
	return l[at], nil
}

func (l sourceList) SourcesOf(context.Context, string) ([]stack.Source, error) { return l, nil }

// serveTeam serves the API over an engine as the server does, to one team and
// without a store around it.
func serveTeam(t testing.TB, client *clickhouse.Client, team string, watch func(clickhouse.Query)) (base string) {
	t.Helper()
	return serveTeamWithin(t, client, team, httpx.Limits{}, watch)
}

// serveTeamWithin is serveTeam with limits of the API.
func serveTeamWithin(
	t testing.TB, client *clickhouse.Client, team string, limits httpx.Limits, watch func(clickhouse.Query),
) (base string) {
	t.Helper()
	keep := tables.NewStore(client, tables.StoreOptions{})
	reads := read.New(client, read.Options{
		Gate: explore.NewQueue(explore.QueueOptions{}), Columns: keep.Columns, IDs: keep.FindIDs, Origins: keep.OriginKeys, Watch: watch,
	})
	queries := &explore.Queries{Sources: sourcesOf(team), Engine: reads, Now: time.Now}
	api := stackapi.New(httpx.Options{
		Limits:        limits,
		EdgeOptions:   httpx.EdgeOptions{Logger: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))},
		Authenticator: stackapi.Bearer{Keys: oneTeam(team), Note: func(access.Principal) {}},
	}, stackapi.Uses{Queries: queries, Stack: stackroutes.Uses{Tiles: &explore.Tiles{Queries: queries}}})
	server := httptest.NewServer(api.Handler())
	t.Cleanup(server.Close)
	return server.URL
}
