package tables_test

import (
	"strconv"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// addNote adds a column, as migrations of a newer program may.
const addNote = `
ALTER TABLE {{stored "logs"}}
ADD COLUMN IF NOT EXISTS Note String DEFAULT 'none';

ALTER TABLE {{name "logs"}}
ADD COLUMN IF NOT EXISTS Note String DEFAULT 'none';`

// TestOlderProgramsUseTablesThatGrew changes a team's tables as newer programs do,
// and wants the one of before to go on where the name of the change allows it.
func TestOlderProgramsUseTablesThatGrew(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	for name, c := range map[string]struct {
		newer tables.Newer
		want  fault.Kind // of the program of before; empty: it goes on
	}{
		"expand":                {tables.Newer{"more.expand", addNote}, ""},
		"contract since this":   {tables.Newer{"more.expand", addNote, "less.since_0007", addNote}, ""},
		"contract since expand": {tables.Newer{"more.expand", addNote, "less.since_0008", addNote}, fault.Conflict},
		"breaking":              {tables.Newer{"other", addNote}, fault.Conflict},
		"breaking, expand":      {tables.Newer{"other", addNote, "more.expand", addNote}, fault.Conflict},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := enginetest.NewTeam(t, client)
			team, _ := clickhouse.TeamOf(database)
			for range 2 {
				if err := c.newer.Teams(client).EnsureTeam(t.Context(), team); err != nil {
					t.Fatal(err)
				}
			}
			err := tables.NewTeams(client).EnsureTeam(t.Context(), team)
			if (err == nil) != (c.want == "") || err != nil && fault.KindOf(err) != c.want {
				t.Fatalf("the program of before is told %v, want %q", err, c.want)
			}
			if err == nil {
				useGrown(t, client, database)
			}
		})
	}
}

// useGrown stores and reads rows by a program that is older than the tables. What
// could undo a change of the newer one it leaves alone, and it makes no backup.
func useGrown(t *testing.T, client *clickhouse.Client, database string) {
	t.Helper()
	team, _ := clickhouse.TeamOf(database)
	store := tables.NewStore(client, hotOptions())
	for i, block := range hotRows(0, 1000).Blocks() {
		if err := store.InsertRows(t.Context(), team, block, telemetry.BatchID{byte(i + 1)}, strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.PromoteKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := store.Upkeep(t.Context()); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]uint64{
		"SELECT count() AS n FROM logs WHERE Note = 'none'":                                                                    1000,
		"SELECT count() AS n FROM otel_logs WHERE LogAttributes['route'] = '/r1'":                                              143,
		"SELECT count() AS n FROM system.columns WHERE database = currentDatabase() AND table = 'logs' AND match(name, '^a_')": 0,
	} {
		if got := enginetest.Count(t, client, database, query); got != want {
			t.Errorf("%s = %d, want %d", query, got, want)
		}
	}
	if _, err := store.BackedUpTeams(t.Context(), []string{team}); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a backup of what the program does not know: %v", err)
	}
}

// TestCluster_migrates_a_server_that_was_away has a newer program change tables
// while a shard is away. It gets the change before it counts as ready, although it
// lacks no table.
func TestCluster_migrates_a_server_that_was_away(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	older := enginetest.ClusterClient(t, cluster)
	database := enginetest.NewTeam(t, older)
	team, _ := clickhouse.TeamOf(database)
	newer := tables.Newer{"more.expand", addNote}
	endpoint, err := cluster.Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	away := cluster.Shards[1]
	if err := away.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	client := clickhouse.Open(endpoint, clickhouse.ClientOptions{Prepare: newer.Preparation().Prepare})
	t.Cleanup(func() { _ = client.Close() })
	testkit.Eventually(t, settleTimeMax, "the others are changed", func() bool {
		return newer.Teams(client).EnsureTeam(t.Context(), team) == nil
	})
	if err := away.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, program := range []*clickhouse.Client{client, older} {
		testkit.Eventually(t, settleTimeMax, "the shard counts as ready", func() bool {
			absent, err := program.Absent(t.Context())
			return err == nil && len(absent) == 0
		})
	}
	wantOnShards(t, cluster, 2, "SELECT count() AS n FROM system.columns WHERE database = '"+database+"' AND table IN ('logs', 'logs_local') AND name = 'Note'")
	store := tables.NewStore(older, tables.StoreOptions{})
	for i := range 2 * enginetest.Shards {
		if err := store.InsertRows(t.Context(), team, numberedLogs(20*i, 20), telemetry.BatchID{byte(i + 1)}, strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	if got := enginetest.Count(t, older, database, "SELECT count() AS n FROM logs WHERE Note = 'none'"); got != 20*2*enginetest.Shards {
		t.Errorf("%d rows", got)
	}
}
