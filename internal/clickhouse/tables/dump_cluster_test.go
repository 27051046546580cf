package tables_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// seriesContent returns the index of series: what it says of each.
func seriesContent(t *testing.T, client *clickhouse.Client, name string) []string {
	t.Helper()
	return texts(t, client, "SELECT DISTINCT toString((Time, Kind, Series, MetricName, Attributes, Resource, ScopeName)) AS t FROM "+name+" WHERE MetricName != '' ORDER BY t")
}

// wantOwnSeries fails the test unless each server has the index of its own points.
func wantOwnSeries(t *testing.T, client *clickhouse.Client, database string) {
	t.Helper()
	for i, stored := range enginetest.EachStored(t, client) {
		var own []string
		for kind := range telemetry.PointKinds {
			own = append(own, texts(t, stored.Client, fmt.Sprintf("SELECT DISTINCT toString((toDate(Time), %d, Series)) AS t FROM %s.%s%s", kind, database, kind.Table(), stored.Suffix))...)
		}
		slices.Sort(own)
		indexed := texts(t, stored.Client, "SELECT DISTINCT toString((toDate(Time), toInt32(Kind), Series)) AS t FROM "+database+".series"+stored.Suffix+" WHERE MetricName != '' ORDER BY t")
		if diff := cmp.Diff(own, indexed); diff != "" {
			t.Errorf("server %d: the index is not that of its points (-points +index):\n%s", i+1, diff)
		}
	}
}

// restoreTeam loads a dump, with which its series are listed.
func restoreTeam(t *testing.T, client *clickhouse.Client, team backup.Team, files map[string][]byte) {
	t.Helper()
	store := tables.NewStore(client, tables.StoreOptions{})
	if err := store.PrepareTeam(t.Context(), team); err != nil {
		t.Fatal(err)
	}
	for _, table := range team.Tables {
		if table.Count == 0 {
			t.Errorf("%s has no dump", table.Name)
			continue
		}
		if err := store.LoadTable(t.Context(), team.ID, table, bytes.NewReader(files[table.Name])); err != nil {
			t.Fatalf("LoadTable(%s): %v", table.Name, err)
		}
	}
	if err := store.FinishTeam(t.Context(), team); err != nil {
		t.Fatal(err)
	}
}

// TestDumpMovesBetweenNumbersOfShards takes rows of all tables, with values in
// every column, from three shards to two, from these to a single server, and back
// to three.
func TestDumpMovesBetweenNumbersOfShards(t *testing.T) {
	t.Parallel()
	three := enginetest.ClusterClient(t, enginetest.Cluster(t))
	two := enginetest.ClusterClient(t, enginetest.OwnCluster(t, 2))
	one := enginetest.Open(t, enginetest.Start(t))
	database := enginetest.NewTeam(t, three)
	id := strings.TrimPrefix(database, clickhouse.DatabasePrefix)
	enginetest.AlterTable(t, three, database+".logs", "ADD COLUMN `a_n` Nullable(Float64) DEFAULT toFloat64OrNull(LogAttributes['n'])")
	for i, table := range telemetry.Tables() {
		fill(t, three, database, string(table), 40+i)
	}
	made := map[telemetry.Table][]string{}
	for _, table := range telemetry.Tables() {
		made[table] = content(t, three, database, string(table))
	}
	store := tables.NewStore(three, tables.StoreOptions{})
	if err := store.Upkeep(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantOwnSeries(t, three, database)
	series := seriesContent(t, three, database+".series")
	from := store
	for _, to := range []struct {
		name   string
		client *clickhouse.Client
	}{{"two shards", two}, {"one server", one}, {"three shards", three}} {
		next := enginetest.NewTeamID()
		t.Cleanup(func() { _ = tables.NewTeams(to.client).DropTeam(context.Background(), next) })
		t.Run(to.name, func(t *testing.T) {
			team, files := dumpTeam(t, from, id)
			team.ID, id, database = next, next, clickhouse.DatabasePrefix+next
			restoreTeam(t, to.client, team, files)
			for _, table := range telemetry.Tables() {
				if diff := cmp.Diff(made[table], content(t, to.client, database, string(table))); diff != "" {
					t.Errorf("%s differs (-before +after):\n%s", table, diff)
				}
			}
			if diff := cmp.Diff(series, seriesContent(t, to.client, database+".series")); diff != "" {
				t.Errorf("the index of series differs (-before +after):\n%s", diff)
			}
			wantOwnSeries(t, to.client, database)
			from = tables.NewStore(to.client, tables.StoreOptions{})
		})
	}
}

// TestSeriesAreIndexedAgainOnAnEmptyServer gives a shard whose series are known to
// be indexed an empty server.
func TestSeriesAreIndexedAgainOnAnEmptyServer(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, 2)
	client := enginetest.ClusterClient(t, cluster)
	database := enginetest.NewTeam(t, client)
	team := strings.TrimPrefix(database, clickhouse.DatabasePrefix)
	store := tables.NewStore(client, tables.StoreOptions{})
	put := func(batch byte) error {
		rows := telemetry.NewRows(telemetry.Metrics)
		write(rows, func(w *telemetry.Writer, origin uint32) {
			metric := w.Metric(&telemetry.MetricHead{Name: []byte("load")}, origin)
			w.BeginPoint(1)
			w.EndNumber(telemetry.Gauge, &telemetry.NumberPoint{PointHead: telemetry.PointHead{Time: nanos(enginetest.LogStart())}, Value: 1, HasValue: true}, metric)
		})
		return store.InsertRowsInto(t.Context(), 2, team, rows.Blocks()[0], telemetry.BatchID{batch}, strconv.Itoa(int(batch)))
	}
	if err := put(1); err != nil {
		t.Fatal(err)
	}
	wantOwnSeries(t, client, database)
	shard := cluster.Shards[1]
	if err := shard.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, settleTimeMax, "the shard is away", func() bool { return put(2) != nil })
	if err := shard.Wipe(); err != nil {
		t.Fatal(err)
	}
	if err := shard.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, time.Minute, "the shard is back", func() bool { return put(3) == nil })
	wantOwnSeries(t, client, database)
}
