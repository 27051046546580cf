package tables_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// sharded is a team's store on a cluster.
type sharded struct {
	storeOf
	cluster *clustertest.Cluster
	batch   byte
}

func newSharded(t *testing.T, cluster *clustertest.Cluster) *sharded {
	t.Helper()
	client := enginetest.ClusterClient(t, cluster)
	database := enginetest.NewTeam(t, client)
	team, _ := clickhouse.TeamOf(database)
	s := &sharded{storeOf: storeOf{tables.NewStore(client, idOptions()), client, team, database}, cluster: cluster}
	if _, err := s.Columns(t.Context(), team, telemetry.LogsTable); err != nil {
		t.Fatal(err)
	}
	return s
}

// put stores a record with a trace and a key of its resource on a shard.
func (s *sharded) put(t *testing.T, shard uint32, at time.Time, trace int, key string) {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	resource := w.BeginResource()
	resource.Text([]byte(key), []byte("x"))
	origin := w.EndResource(nil)
	w.BeginScope()
	number := w.EndScope(origin, telemetry.Scope{})
	w.BeginLog(1)
	w.EndLog(&telemetry.LogRecord{Time: nanos(at), Body: []byte(key), TraceID: unhex(t, traceOf(trace))}, number)
	w.End()
	s.batch++
	if err := s.InsertRowsInto(t.Context(), shard, s.team, rows.Blocks()[0], telemetry.BatchID{s.batch}, string(rune('a'+s.batch))); err != nil {
		t.Fatal(err)
	}
}

// settle takes steps until so many days are indexed.
func (s *sharded) settle(t *testing.T, days int) {
	t.Helper()
	testkit.Eventually(t, 30*time.Second, "the days are indexed", func() bool {
		if err := s.Upkeep(t.Context()); err != nil {
			t.Fatal(err)
		}
		return len(s.find(t, tables.TraceID(traceOf(1))).Days) == days
	})
}

// wantFound fails the test unless a trace can be at these times, on days that are
// some days before today.
func (s *sharded) wantFound(t *testing.T, trace int, days []int, times ...time.Time) {
	t.Helper()
	var want tables.IDPlaces
	for _, day := range days {
		want.Days = append(want.Days, telemetry.DayOf(dayBefore(day).UnixNano()))
	}
	for _, at := range times {
		want.Seconds = append(want.Seconds, at.Truncate(5*time.Minute).Unix())
	}
	if diff := cmp.Diff(want, s.find(t, tables.TraceID(traceOf(trace)))); diff != "" {
		t.Errorf("trace %d (-want +got):\n%s", trace, diff)
	}
}

// TestEachShardIndexesItsOwnIDs spreads traces over shards and days, of which not
// all shards have records.
func TestEachShardIndexesItsOwnIDs(t *testing.T) {
	t.Parallel()
	s := newSharded(t, enginetest.Cluster(t))
	early, late := dayBefore(2).Add(time.Hour), dayBefore(1).Add(20*time.Hour)
	s.put(t, 1, early, 1, "a")
	s.put(t, 2, early.Add(time.Hour), 1, "a")
	s.put(t, 3, late, 1, "a")
	s.put(t, 3, late, 2, "a")
	s.put(t, 2, time.Now(), 1, "a")
	s.wantFound(t, 1, nil)
	s.settle(t, 2)
	s.wantFound(t, 1, []int{2, 1}, early, early.Add(time.Hour), late)
	s.wantFound(t, 2, []int{2, 1}, late)
	s.wantFound(t, 3, []int{2, 1})
	for shard, want := range []uint64{1, 1, 1} {
		got := shardCount(t, s.cluster.Shards[shard], "SELECT uniqExact(partition_id) AS n FROM system.parts WHERE active AND table = 'ids_local' AND database = '"+s.database+"'")
		if got != want {
			t.Errorf("shard %d has %d builds, want %d", shard+1, got, want)
		}
	}
	// A late record of one shard makes its day useless, until that shard has built again.
	s.put(t, 1, late.Add(time.Hour), 3, "a")
	s.wantFound(t, 3, []int{2})
	s.settle(t, 2)
	s.wantFound(t, 3, []int{2, 1}, late.Add(time.Hour))
	s.wantFound(t, 2, []int{2, 1}, late)
}

// TestNothingIsKnownOfIDsAndOriginsWithoutAShard takes a shard away, and gives an
// empty server its place: what was known of its parts is not known of others.
func TestNothingIsKnownOfIDsAndOriginsWithoutAShard(t *testing.T) {
	t.Parallel()
	s := newSharded(t, enginetest.OwnCluster(t, 2))
	at := dayBefore(1).Add(time.Hour)
	s.put(t, 1, at, 1, "pod")
	s.put(t, 2, at, 1, "host")
	s.settle(t, 1)
	s.wantFound(t, 1, []int{1}, at)
	s.wantOrigins(t, map[string]bool{"pod": false, "host": false, "zone": true})
	shard := s.cluster.Shards[1]
	if err := shard.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, settleTimeMax, "the shard is away", func() bool {
		absent, err := s.client.Absent(t.Context())
		return err == nil && len(absent) == 1
	})
	s.wantFound(t, 1, nil)
	s.wantOrigins(t, map[string]bool{"pod": false, "host": false, "zone": false})
	if err := shard.Wipe(); err != nil {
		t.Fatal(err)
	}
	if err := shard.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, settleTimeMax, "the shard is back", func() bool {
		absent, err := s.client.Absent(t.Context())
		return err == nil && len(absent) == 0
	})
	s.wantFound(t, 1, []int{1}, at)
	s.put(t, 2, at, 2, "zone") // in a part with the name of the one that is gone
	s.wantOrigins(t, map[string]bool{"pod": false, "host": true, "zone": false})
	s.wantFound(t, 2, nil)
	s.settle(t, 1)
	s.wantFound(t, 2, []int{1}, at)
}

// wantOrigins fails the test unless it is said of these keys that no resource has
// them.
func (s *sharded) wantOrigins(t *testing.T, lacks map[string]bool) {
	t.Helper()
	keys, err := s.OriginKeys(context.WithoutCancel(t.Context()), s.team, telemetry.LogsTable, dayBefore(2), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range lacks {
		if got := keys.Lacks("Resource", key); got != want {
			t.Errorf("%s is said to be lacking: %t, want %t", strings.ToUpper(key), got, want)
		}
	}
}
