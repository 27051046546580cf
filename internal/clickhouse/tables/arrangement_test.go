package tables_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// TestTablesOfAnotherAddressAreRefused makes a team's tables by each address, and
// asks for them by every other: what says something else of them changes nothing.
func TestTablesOfAnotherAddressAreRefused(t *testing.T) {
	t.Parallel()
	cluster := enginetest.Cluster(t)
	single, all := cluster.Shards[0].URL(), cluster.URL()
	for name, c := range map[string]struct{ made, asked, want string }{
		"one server, then a cluster":  {single, all, "made for a single server"},
		"a cluster, then one server":  {all, single, "made for the cluster main"},
		"plain, then replicated":      {all, strings.Replace(all, "engine=plain", "engine=replicated", 1), "made with engine=plain"},
		"the same":                    {all, all, ""},
		"the same server":             {single, single, ""},
		"plain, with another DDL way": {all, strings.Replace(all, "ddl=each", "ddl=replicated-database", 1), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := enginetest.NewTeam(t, openAddress(t, c.made))
			team, _ := clickhouse.TeamOf(database)
			err := tables.NewTeams(openAddress(t, c.asked)).CheckArrangement(t.Context(), team)
			if f := fault.From(err); c.want == "" && err != nil || c.want != "" && (f.Kind != fault.Conflict || !strings.Contains(f.Message, c.want)) {
				t.Errorf("CheckArrangement = %v, want %q", err, c.want)
			}
		})
	}
}

// TestRefusedTablesAreLeftAsTheyAre holds that a cluster makes nothing beside the
// tables of a single server.
func TestRefusedTablesAreLeftAsTheyAre(t *testing.T) {
	t.Parallel()
	cluster := enginetest.Cluster(t)
	database := enginetest.NewTeam(t, openAddress(t, cluster.Shards[0].URL()))
	team, _ := clickhouse.TeamOf(database)
	if err := tables.NewTeams(enginetest.ClusterClient(t, cluster)).EnsureTeam(t.Context(), team); fault.KindOf(err) != fault.Conflict {
		t.Errorf("EnsureTeam = %v, want a conflict", err)
	}
	for i, shard := range cluster.Shards {
		const distributed = "SELECT count() AS n FROM system.tables WHERE engine = 'Distributed' AND database = "
		if n := shardCount(t, shard, distributed+clickhouse.QuoteText(database)); n != 0 {
			t.Errorf("shard %d has %d distributed tables", i+1, n)
		}
	}
}

func openAddress(t *testing.T, url string) *clickhouse.Client {
	t.Helper()
	endpoint, err := clickhouse.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	return enginetest.Open(t, endpoint)
}
