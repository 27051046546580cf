package tables_test

import (
	"context"
	"strconv"
	"testing"

	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// settleTimeMax is how long a server may take to count as ready again.
const settleTimeMax = time.Minute

// shardCount returns the single number of a query of a shard's server alone.
func shardCount(t *testing.T, shard *clustertest.Shard, sql string) uint64 {
	t.Helper()
	endpoint, err := clickhouse.ParseURL(shard.URL())
	if err != nil {
		t.Fatal(err)
	}
	return enginetest.AdminCount(t, enginetest.Open(t, endpoint), sql)
}

func wantOnShards(t *testing.T, cluster *clustertest.Cluster, want uint64, sql string) {
	t.Helper()
	for _, shard := range cluster.Shards {
		if got := shardCount(t, shard, sql); got != want {
			t.Errorf("shard %d: %s = %d, want %d", shard.Number, sql, got, want)
		}
	}
}

// numberedLogs makes a block of n log records with the numbers from first on.
func numberedLogs(first, n int) telemetry.Block {
	rows := telemetry.NewRows(telemetry.Logs)
	write(rows, func(w *telemetry.Writer, origin uint32) {
		for i := range n {
			w.BeginLog(1)
			w.EndLog(&telemetry.LogRecord{Time: nanos(enginetest.LogStart()) + uint64(i), Body: []byte(strconv.Itoa(first + i))}, origin)
		}
	})
	return rows.Blocks()[0]
}

func TestCluster_spreads_blocks_and_reads_them_all(t *testing.T) {
	t.Parallel()
	cluster := enginetest.Cluster(t)
	wantSpread(t, cluster, enginetest.ClusterClient(t, cluster))
}

// wantSpread wants a new team's blocks to be on all shards, and to be read from them.
func wantSpread(t *testing.T, cluster *clustertest.Cluster, client *clickhouse.Client) {
	t.Helper()
	database := enginetest.NewTeam(t, client)
	team, _ := clickhouse.TeamOf(database)
	store := tables.NewStore(client, tables.StoreOptions{})
	for i := range 6 {
		if err := store.InsertRows(t.Context(), team, numberedLogs(10*i, 10), telemetry.BatchID{byte(i + 1)}, strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	wantOnShards(t, cluster, 60/uint64(len(cluster.Shards)), "SELECT count() AS n FROM "+database+".logs_local")
	for table, want := range map[string]uint64{"logs": 60, "otel_logs": 60} {
		if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM "+table); got != want {
			t.Errorf("%s: %d rows, want %d", table, got, want)
		}
	}
	low, high := telemetry.BatchID{1}, telemetry.BatchID{4}
	if ids, err := tables.NewTeams(client).StoredBatches(t.Context(), team, telemetry.LogsTable, low, high); err != nil || len(ids) != 4 {
		t.Errorf("StoredBatches = %v, %v, want 4", ids, err)
	}
}

func TestCluster_a_read_names_the_shard_that_is_away(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	client := enginetest.ClusterClient(t, cluster)
	database := enginetest.NewTeam(t, client)
	team, _ := clickhouse.TeamOf(database)
	store := tables.NewStore(client, tables.StoreOptions{})
	for i := range 3 {
		if err := store.InsertRows(t.Context(), team, numberedLogs(10*i, 10), telemetry.BatchID{byte(i + 1)}, strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := cluster.Shards[1].Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, _, err := countLogs(t.Context(), client, database, false)
	if f := fault.From(err); f.Kind != fault.Unavailable || f.Message != "shard 2 of the telemetry engine does not answer" || f.RetryAfter == 0 {
		t.Errorf("a read without shard 2 = %v", err)
	}
	n, missing, err := countLogs(t.Context(), client, database, true)
	if err != nil || n != 20 || len(missing) != 1 || missing[0].Shard != 2 {
		t.Errorf("a partial read = %d, %v, %v, want 20 rows and shard 2 named", n, missing, err)
	}
	if err := cluster.Shards[1].Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, settleTimeMax, "all rows are read again", func() bool {
		n, missing, err := countLogs(t.Context(), client, database, true)
		return err == nil && n == 30 && missing == nil
	})
}

func TestCluster_completes_a_server_that_was_away(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	client := enginetest.ClusterClient(t, cluster)
	teams, store := tables.NewTeams(client), tables.NewStore(client, tables.StoreOptions{})
	kept, dropped, made := enginetest.NewTeamID(), enginetest.NewTeamID(), enginetest.NewTeamID()
	for _, team := range []string{kept, dropped} {
		if err := teams.EnsureTeam(t.Context(), team); err != nil {
			t.Fatal(err)
		}
	}
	away := cluster.Shards[2]
	if err := away.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := teams.EnsureTeam(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	if err := teams.DropTeam(t.Context(), dropped); err != nil {
		t.Fatal(err)
	}
	for _, days := range []int{50, 70} {
		if err := store.SetRetention(t.Context(), kept, telemetry.Logs, days); err != nil {
			t.Fatal(err)
		}
	}
	if err := tables.AddColumns(t.Context(), store, kept, telemetry.LogsTable, tables.NewHotColumn("k", tables.HotText)); err != nil {
		t.Fatal(err)
	}
	if err := away.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, settleTimeMax, "the shard counts as ready", func() bool {
		absent, err := client.Absent(t.Context())
		return err == nil && len(absent) == 0
	})
	wantOnShards(t, cluster, 0, "SELECT count() AS n FROM system.databases WHERE name = 'cairn_"+dropped+"'")
	wantOnShards(t, cluster, 1, "SELECT count() AS n FROM system.tables WHERE database = 'cairn_"+made+"' AND name = 'otel_metrics_summary'")
	wantOnShards(t, cluster, 1, "SELECT count() AS n FROM system.tables WHERE database = 'cairn_"+kept+"' AND name = 'logs_local' AND engine_full LIKE '%toIntervalDay(70)%'")
	wantOnShards(t, cluster, 2, "SELECT count() AS n FROM system.columns WHERE database = 'cairn_"+kept+"' AND table IN ('logs', 'logs_local') AND name = 'a_k'")
}

func countLogs(ctx context.Context, client *clickhouse.Client, database string, partial bool) (uint64, []query.Absence, error) {
	var n proto.ColUInt64
	stats, err := client.Query(ctx, clickhouse.Query{
		Database: database, SQL: "SELECT count() AS n FROM logs", Result: proto.Results{{Name: "n", Data: &n}}, Partial: partial,
	})
	if err != nil {
		return 0, nil, err
	}
	return n.Row(0), stats.Missing, nil
}

func TestCluster_changes_survive_a_server_that_dies_in_their_midst(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	client := enginetest.ClusterClient(t, cluster)
	teams, store := tables.NewTeams(client), tables.NewStore(client, tables.StoreOptions{})
	stop, stopped := make(chan struct{}), make(chan error, 1)
	go func() { stopped <- dieAgainAndAgain(t.Context(), cluster.Shards[2], stop) }()
	const rounds = 6
	ids := make([]string, rounds)
	for i := range ids {
		ids[i] = enginetest.NewTeamID()
		for what, do := range map[string]func() error{
			"make":   func() error { return teams.EnsureTeam(t.Context(), ids[i]) },
			"retain": func() error { return store.SetRetention(t.Context(), ids[i], telemetry.Logs, 40+i) },
			"promote": func() error {
				return tables.AddColumns(t.Context(), store, ids[i], telemetry.LogsTable, tables.NewHotColumn("k", tables.HotText))
			},
		} {
			_ = teams.EnsureTeam(t.Context(), ids[i])
			if err := do(); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		if i%2 == 1 {
			if err := teams.DropTeam(t.Context(), ids[i]); err != nil {
				t.Errorf("drop: %v", err)
			}
		}
	}
	close(stop)
	if err := <-stopped; err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, settleTimeMax, "all shards count as ready", func() bool {
		absent, err := client.Absent(t.Context())
		return err == nil && len(absent) == 0
	})
	for i, id := range ids {
		want := uint64(1 - i%2)
		wantOnShards(t, cluster, want, "SELECT count() AS n FROM system.databases WHERE name = 'cairn_"+id+"'")
		wantOnShards(t, cluster, want, "SELECT count() AS n FROM system.tables WHERE database = 'cairn_"+id+"' AND name = 'logs_local'"+
			" AND engine_full LIKE '%toIntervalDay("+strconv.Itoa(40+i)+")%'")
		wantOnShards(t, cluster, 2*want, "SELECT count() AS n FROM system.columns WHERE database = 'cairn_"+id+"' AND name = 'a_k'")
	}
}

// dieAgainAndAgain kills a shard and brings it back until it is told to stop, and
// leaves it up.
func dieAgainAndAgain(ctx context.Context, shard *clustertest.Shard, stop <-chan struct{}) error {
	for {
		if err := shard.Kill(ctx); err != nil {
			return err
		}
		if err := shard.Start(ctx); err != nil {
			return err
		}
		select {
		case <-stop:
			return nil
		default:
		}
	}
}

func TestCluster_a_shard_that_keeps_still_holds_nobody_up_for_long(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	client := enginetest.ClusterClient(t, cluster)
	database := enginetest.NewTeam(t, client)
	team, _ := clickhouse.TeamOf(database)
	store := tables.NewStore(client, tables.StoreOptions{})
	if err := cluster.Shards[1].Freeze(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cluster.Shards[1].Thaw() })
	begun := time.Now()
	if _, _, err := countLogs(t.Context(), client, database, false); fault.From(err).Message != "shard 2 of the telemetry engine does not answer" {
		t.Errorf("a read without shard 2 = %v", err)
	}
	if took := time.Since(begun); took > 15*time.Second {
		t.Errorf("it took %s", took)
	}
	for i := range 4 {
		if err := store.InsertRows(t.Context(), team, numberedLogs(10*i, 10), telemetry.BatchID{byte(i + 1)}, strconv.Itoa(i)); err != nil {
			t.Errorf("an insert beside the shard: %v", err)
		}
	}
	if err := cluster.Shards[1].Thaw(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, settleTimeMax, "all rows are read", func() bool {
		n, _, err := countLogs(t.Context(), client, database, false)
		return err == nil && n == 40
	})
}

// startTimeMax is far below what a query waits for a server.
const startTimeMax = 8 * time.Second

func TestCluster_a_start_waits_for_no_shard_that_keeps_still(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	enginetest.NewTeam(t, enginetest.ClusterClient(t, cluster))
	if err := cluster.Shards[1].Freeze(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cluster.Shards[1].Thaw() })
	ctx, cancel := context.WithTimeout(t.Context(), startTimeMax)
	defer cancel()
	if absent, err := enginetest.ClusterClient(t, cluster).Absent(ctx); err != nil || len(absent) != 1 || absent[0].Shard != 2 {
		t.Errorf("at the start: %v, %v, want shard 2 to be away", absent, err)
	}
}

// TestCluster_a_caller_who_goes_away_takes_no_shard_along ends changes of tables at
// any moment by their callers. All shards answer, so none counts as away, and what was
// begun is there on all of them or made by the next who asks.
func TestCluster_a_caller_who_goes_away_takes_no_shard_along(t *testing.T) {
	t.Parallel()
	client := enginetest.ClusterClient(t, enginetest.Cluster(t))
	teams, store := tables.NewTeams(client), tables.NewStore(client, tables.StoreOptions{})
	id := enginetest.NewTeamID()
	t.Cleanup(func() { _ = teams.DropTeam(context.Background(), id) })
	for i, change := range []func(context.Context) error{
		func(ctx context.Context) error { return teams.EnsureTeam(ctx, id) },
		func(ctx context.Context) error { return store.SetRetention(ctx, id, telemetry.Logs, 7) },
		func(ctx context.Context) error { return teams.DropTeam(ctx, id) },
	} {
		isMade := false
		for after := time.Millisecond; !isMade && after < time.Minute; after *= 2 {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(after, cancel)
			isMade = change(ctx) == nil
			cancel()
			if absent := client.KnownAbsences(); len(absent) > 0 {
				t.Errorf("change %d ended after %s: %v are away", i, after, absent)
			}
		}
		if !isMade {
			t.Errorf("change %d was never made", i)
		}
	}
}
