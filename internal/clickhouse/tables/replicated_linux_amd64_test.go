package tables_test

import (
	"bytes"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// keeperTimeMax is how long tables may stay read-only after their Keeper is back.
const keeperTimeMax = time.Minute

// replicatedTeam is a team on a shard of two replicas.
type replicatedTeam struct {
	cluster  *clustertest.Replicated
	client   *clickhouse.Client
	teams    tables.Teams
	store    *tables.Store
	database string
	team     string
}

func newReplicatedTeam(t *testing.T) replicatedTeam {
	t.Helper()
	r := replicatedTeam{cluster: enginetest.OwnReplicated(t, 1, 2)}
	r.client = enginetest.ClusterClient(t, r.cluster.Cluster)
	r.teams, r.store = tables.NewTeams(r.client), tables.NewStore(r.client, tables.StoreOptions{})
	r.database = enginetest.NewTeam(t, r.client)
	r.team, _ = clickhouse.TeamOf(r.database)
	return r
}

// batchRows is how many records a batch has.
const batchRows = 5

// insert stores records as one batch under a token.
func (r replicatedTeam) insert(t *testing.T, batch int, token string) error {
	t.Helper()
	return r.store.InsertRows(t.Context(), r.team, numberedLogs(batchRows*batch, batchRows), telemetry.BatchID{byte(batch)}, token)
}

// stored returns how many batches the shard has, as far as all replicas say so.
func (r replicatedTeam) stored(t *testing.T) (int, error) {
	t.Helper()
	ids, err := r.teams.StoredBatchesIn(t.Context(), 1, r.team, telemetry.LogsTable, telemetry.BatchID{1}, telemetry.BatchID{9})
	slices.SortFunc(ids, func(a, b telemetry.BatchID) int { return bytes.Compare(a[:], b[:]) })
	return len(slices.Compact(ids)), err
}

func (r replicatedTeam) rowsSQL() string {
	return "SELECT count() AS n FROM " + r.database + ".logs_local"
}

// awaitRows waits until each replica has so many rows.
func (r replicatedTeam) awaitRows(t *testing.T, want uint64) {
	t.Helper()
	for _, replica := range r.cluster.Shards {
		testkit.Eventually(t, settleTimeMax, "a replica has all rows", func() bool {
			n := shardCount(t, replica, r.rowsSQL())
			if n > want {
				t.Fatalf("replica %d has %d rows, want %d", replica.Replica, n, want)
			}
			return n == want
		})
	}
}

// operate runs a statement on a replica as a user who may do everything.
func operate(t *testing.T, replica *clustertest.Shard, sql string) {
	t.Helper()
	endpoint, err := clickhouse.ParseURL(replica.OperatorURL())
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Execute(t, enginetest.Open(t, endpoint), sql)
}

func TestReplicated_has_every_row_on_every_replica(t *testing.T) {
	t.Parallel()
	r := newReplicatedTeam(t)
	for i := range 3 {
		if err := r.insert(t, i+1, strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	r.awaitRows(t, 3*batchRows)
}

// TestReplicated_asks_every_replica_for_a_batch has a replica that fetches nothing:
// it alone does not know what its shard has stored.
func TestReplicated_asks_every_replica_for_a_batch(t *testing.T) {
	t.Parallel()
	r := newReplicatedTeam(t)
	operate(t, r.cluster.Shards[1], "SYSTEM STOP FETCHES "+r.database+".logs_local")
	if err := r.insert(t, 1, "first"); err != nil {
		t.Fatal(err)
	}
	if n := shardCount(t, r.cluster.Shards[1], r.rowsSQL()); n != 0 {
		t.Fatalf("the replica that fetches nothing has %d rows", n)
	}
	if n, err := r.stored(t); n != 1 || err != nil {
		t.Errorf("the shard has %d batches, %v, want 1", n, err)
	}
	if err := r.cluster.Shards[0].Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := r.stored(t); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("without the replica that has the batch: %d batches, %v, want that it is not known", n, err)
	}
	testkit.Eventually(t, settleTimeMax, "the other replica takes the same block", func() bool {
		return r.insert(t, 1, "first") == nil
	})
	if err := r.cluster.Shards[0].Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	operate(t, r.cluster.Shards[1], "SYSTEM START FETCHES "+r.database+".logs_local")
	r.awaitRows(t, batchRows)
}

func TestReplicated_waits_for_a_Keeper_that_is_away(t *testing.T) {
	t.Parallel()
	r := newReplicatedTeam(t)
	if err := r.insert(t, 1, "before"); err != nil {
		t.Fatal(err)
	}
	r.awaitRows(t, batchRows)
	if err := r.cluster.Keeper.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := r.insert(t, 2, "away"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("an insert without Keeper = %v, want one to repeat", err)
	}
	if err := r.cluster.Keeper.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, keeperTimeMax, "the shard stores again", func() bool {
		n, err := r.stored(t)
		return err == nil && (n == 2 || r.insert(t, 2, "again") == nil)
	})
	r.awaitRows(t, 2*batchRows)
}
