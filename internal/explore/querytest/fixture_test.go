package querytest_test

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// team is a team with a database of its own, and questions about it.
type team struct {
	id      string
	client  *clickhouse.Client
	sources []stack.Source // logs, traces, metrics
	queries *explore.Queries
	ctx     context.Context
}

// newTeam makes a team. Its questions go to the engine as options say.
func newTeam(t testing.TB, options read.Options) *team {
	t.Helper()
	id, err := stack.NewID(rand.Reader, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return newTeamOn(t, enginetest.Client(t), id, options)
}

// onEachEngine runs a test over a team in one engine, and over some in a cluster of
// three shards, which Cairn asks one by one or through one of them: the same rows, and
// the same answers.
func onEachEngine(t *testing.T, test func(t *testing.T, x *team)) {
	t.Helper()
	t.Run("one engine", func(t *testing.T) {
		t.Parallel()
		test(t, newTeam(t, read.Options{}))
	})
	for name, options := range map[string]read.Options{"three shards": {}, "three shards through one": {NoApart: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := enginetest.ClusterClient(t, enginetest.Cluster(t))
			test(t, newTeamOn(t, client, enginetest.NewTeamID(), options))
		})
	}
}

// newTeamOn makes a team in an engine.
func newTeamOn(t testing.TB, client *clickhouse.Client, id string, options read.Options) *team {
	t.Helper()
	if err := tables.NewTeams(client).EnsureTeam(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tables.NewTeams(client).DropTeam(context.Background(), id) })
	return existingTeam(t, client, id, options)
}

// existingTeam asks about a team that is there.
func existingTeam(t testing.TB, client *clickhouse.Client, id string, options read.Options) *team {
	t.Helper()
	sources, err := stack.DefaultSources(id, new(stack.IDs).MintAt(rand.Reader, time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	for i := range sources {
		sources[i].TeamID = id
	}
	if options.Columns == nil {
		store := tables.NewStore(client, tables.StoreOptions{})
		options.Columns, options.IDs, options.Origins = store.Columns, store.FindIDs, store.OriginKeys
	}
	reads := read.New(client, options)
	return &team{
		id: id, client: client, sources: sources,
		queries: &explore.Queries{Sources: sourceList(sources), Engine: explore.Scoped(reads, reads), Now: time.Now},
		ctx:     access.WithPrincipal(t.Context(), access.Principal{TeamID: id, UserID: "0123456789abcdef01234567", OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}}),
	}
}

func (x *team) logs() string    { return x.sources[0].ID }
func (x *team) traces() string  { return x.sources[1].ID }
func (x *team) metrics() string { return x.sources[2].ID }

// sourceList is a store of sources that do not change.
type sourceList []stack.Source

func (l sourceList) SourceByID(_ context.Context, teamID, id string) (stack.Source, error) {
	for _, s := range l {
		if s.ID == id && s.TeamID == teamID {
			return s, nil
		}
	}
	return stack.Source{}, fault.New(fault.NotFound, "source does not exist")
}

func (l sourceList) SourcesOf(context.Context, string) ([]stack.Source, error) { return l, nil }
