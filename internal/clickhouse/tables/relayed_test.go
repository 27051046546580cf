package tables_test

import (
	"fmt"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// relayed is a cluster whose servers pass statements on to each other, and Cairn
// before it.
type relayed struct {
	*clustertest.Relayed
	client *clickhouse.Client
	teams  tables.Teams
	store  *tables.Store
}

// TestRelayed has both ways of DDL for which servers need a Keeper: first with all
// servers, then with one that lags behind, then with one that dies.
func TestRelayed(t *testing.T) {
	t.Parallel()
	for way, golden := range map[string]string{
		clustertest.OnCluster:          "on_cluster.conversation",
		clustertest.ReplicatedDatabase: "replicated_database.conversation",
	} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			r := relayed{Relayed: enginetest.OwnRelayed(t, way)}
			r.client = enginetest.ClusterClient(t, r.Cluster)
			r.teams, r.store = tables.NewTeams(r.client), tables.NewStore(r.client, hotOptions())
			t.Run("whole", r.isWhole)
			t.Run("conversation", func(t *testing.T) { r.says(t, golden) })
			t.Run("a server that lags behind", r.lags)
			t.Run("a server that dies", r.dies)
		})
	}
}

// team makes a team.
func (r relayed) team(t *testing.T) (id, database string) {
	t.Helper()
	database = enginetest.NewTeam(t, r.client)
	id, _ = clickhouse.TeamOf(database)
	return id, database
}

// insertHot stores rows with attributes that are to become columns.
func (r relayed) insertHot(t *testing.T, store *tables.Store, team string) {
	t.Helper()
	for i, block := range hotRows(0, 1000).Blocks() {
		if err := store.InsertRows(t.Context(), team, block, telemetry.BatchID{byte(i + 1)}, fmt.Sprint("hot-", i)); err != nil {
			t.Fatal(err)
		}
	}
}

func (r relayed) isWhole(t *testing.T) {
	t.Run("spreads blocks and reads them all", func(t *testing.T) {
		t.Parallel()
		wantSpread(t, r.Cluster, r.client)
	})
	t.Run("changes every shard", r.changes)
}

func (r relayed) changes(t *testing.T) {
	t.Parallel()
	store := tables.NewStore(r.client, hotOptions())
	team, database := r.team(t)
	r.insertHot(t, store, team)
	if err := store.PromoteKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.insertHot(t, store, team)
	r.wantPromoted(t, database)
	const question = "SELECT count() AS n FROM otel_logs WHERE LogAttributes['route'] = '/r1'"
	if got := enginetest.Count(t, r.client, database, question); got != 2*143 {
		t.Errorf("%s = %d, want %d", question, got, 2*143)
	}
	for _, signal := range telemetry.Signals() {
		if err := store.SetRetention(t.Context(), team, signal, 70); err != nil {
			t.Fatal(err)
		}
	}
	r.wantRetention(t, database, len(telemetry.Tables()))
	for range 2 {
		if err := r.teams.DropTeam(t.Context(), team); err != nil {
			t.Fatal(err)
		}
	}
	r.wantDatabases(t, 0, database)
}

// wantPromoted wants the column of a hot key in both tables of the logs and in the
// text of their view, on every shard.
func (r relayed) wantPromoted(t *testing.T, database string) {
	t.Helper()
	wantOnShards(t, r.Cluster, 2, "SELECT count() AS n FROM system.columns WHERE database = '"+database+"' AND table IN ('logs', 'logs_local') AND name = 'a_route'")
	wantOnShards(t, r.Cluster, 1, "SELECT count() AS n FROM system.tables WHERE database = '"+database+"' AND name = 'otel_logs' AND as_select LIKE '%a_route%'")
}

// wantRetention wants so many tables with telemetry to have the retention of 70 days,
// and the series of metrics one day more, on every shard.
func (r relayed) wantRetention(t *testing.T, database string, count int) {
	t.Helper()
	stored := "SELECT count() AS n FROM system.tables WHERE database = '" + database + "' AND engine_full LIKE '%TTL Time + toIntervalDay"
	wantOnShards(t, r.Cluster, uint64(count), stored+"(70)%'")
	wantOnShards(t, r.Cluster, 1, stored+"(71)%'")
}

func (r relayed) wantDatabases(t *testing.T, want uint64, database string) {
	t.Helper()
	wantOnShards(t, r.Cluster, want, "SELECT count() AS n FROM system.databases WHERE name = '"+database+"'")
}

// wantMade wants a team's tables and views on every shard, as another team has them.
func (r relayed) wantMade(t *testing.T, database, model string) {
	t.Helper()
	const text = "SELECT count() AS n FROM system.tables WHERE database = '"
	wantOnShards(t, r.Cluster, shardCount(t, r.Shards[0], text+model+"'"), text+database+"'")
	const ledger = "SELECT uniqExact(version) AS n FROM schema_migrations"
	if got := enginetest.Count(t, r.client, database, ledger); got != uint64(tables.SchemaVersion()) {
		t.Errorf("%s = %d, want %d", ledger, got, tables.SchemaVersion())
	}
}

// says records the conversation of the life of a team.
func (r relayed) says(t *testing.T, golden string) {
	team := enginetest.NewTeamID()
	database := clickhouse.DatabasePrefix + team
	const firstVersion = 5
	for _, chapter := range []struct {
		title string
		do    func() error
	}{
		{"a team of an earlier program", func() error { return tables.MakeOldTeam(t.Context(), r.client, team, firstVersion) }},
		{"it gets the present schema", func() error { return r.teams.EnsureTeam(t.Context(), team) }},
		{"it is dropped", func() error { return r.teams.DropTeam(t.Context(), team) }},
		{"it is made", func() error { return r.teams.EnsureTeam(t.Context(), team) }},
		{"it is looked after again", func() error { return r.teams.EnsureTeam(t.Context(), team) }},
		{"attributes are promoted, and the view shows them", func() error {
			r.insertHot(t, r.store, team)
			return r.store.PromoteKeys(t.Context())
		}},
		{"its metrics are kept for 70 days", func() error { return r.store.SetRetention(t.Context(), team, telemetry.Metrics, 70) }},
		{"its logs are kept for 70 days, which a server does not come to", func() error { return r.isLate(t, team) }},
		{"it is tried again", func() error { return r.store.SetRetention(t.Context(), team, telemetry.Logs, 70) }},
		{"it is dropped", func() error { return r.teams.DropTeam(t.Context(), team) }},
	} {
		r.Queue.Title(database, chapter.title)
		if err := chapter.do(); err != nil {
			t.Fatalf("%s: %v", chapter.title, err)
		}
	}
	testkit.Golden(t, golden, []byte(r.Queue.Conversation(database)))
}

// isLate returns nil when the retention of logs is not set, because one server lags.
func (r relayed) isLate(t *testing.T, team string) error {
	t.Helper()
	last := r.Shards[len(r.Shards)-1].Number
	r.Queue.Lag(last, "logs_local")
	defer r.Queue.Release(last)
	wantUnavailable(t, "retention", r.store.SetRetention(t.Context(), team, telemetry.Logs, 70))
	return nil
}
