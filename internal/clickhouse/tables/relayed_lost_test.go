package tables_test

import (
	"slices"
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

// refusalTimeMax is how long Cairn may take to say that a server is away.
const refusalTimeMax = 5 * time.Second

func wantUnavailable(t *testing.T, what string, err error) {
	t.Helper()
	if f := fault.From(err); err == nil || f.Kind != fault.Unavailable || f.RetryAfter == 0 {
		t.Errorf("%s = %v, want a fault that says to try again", what, err)
	}
}

// tableChange is a change of a team's tables, and a statement in its midst.
type tableChange struct {
	name string
	at   string // empty: servers do not pass it on
	do   func() error
	want func(*testing.T) // once it has succeeded
}

// tableChanges returns all kinds of changes, each of another team.
func (r relayed) tableChanges(t *testing.T) []tableChange {
	t.Helper()
	store := tables.NewStore(r.client, hotOptions())
	kept, database := r.team(t)
	dropped, droppedDatabase := r.team(t)
	r.insertHot(t, store, kept)
	made := enginetest.NewTeamID()
	dropAt := "DROP DATABASE"
	if r.DDL == clustertest.ReplicatedDatabase {
		dropAt = ""
	}
	return []tableChange{
		{
			"make", "`spans_local`", func() error { return r.teams.EnsureTeam(t.Context(), made) },
			func(t *testing.T) { r.wantMade(t, clickhouse.DatabasePrefix+made, database) },
		},
		{
			"promote", "CREATE OR REPLACE VIEW", func() error { return store.PromoteKeys(t.Context()) },
			func(t *testing.T) { r.wantPromoted(t, database) },
		},
		{
			"retain", "`metric_metadata_local`", func() error { return retain(t, store, kept) },
			func(t *testing.T) { r.wantRetention(t, database, len(telemetry.Metrics.Tables())) },
		},
		{
			"drop", dropAt, func() error { return r.teams.DropTeam(t.Context(), dropped) },
			func(t *testing.T) { r.wantDatabases(t, 0, droppedDatabase) },
		},
	}
}

// retain keeps metrics for 70 days unless they are said to be kept so long already,
// as the use case does.
func retain(t *testing.T, store *tables.Store, team string) error {
	t.Helper()
	days, err := store.Retention(t.Context(), team)
	if err != nil || days[telemetry.Metrics] == 70 {
		return err
	}
	return store.SetRetention(t.Context(), team, telemetry.Metrics, 70)
}

// lags wants changes to fail that servers can't pass on, or that one does not come to,
// and to be complete when they are repeated.
func (r relayed) lags(t *testing.T) {
	last := r.Shards[len(r.Shards)-1].Number
	for _, change := range r.tableChanges(t) {
		if change.at == "" {
			continue
		}
		r.Queue.LoseKeeper(change.at)
		wantUnavailable(t, change.name+" without Keeper", change.do())
		r.Queue.FindKeeper()
		r.Queue.Lag(last, change.at)
		wantUnavailable(t, change.name, change.do())
		r.Queue.Release(last)
		if err := change.do(); err != nil {
			t.Errorf("%s again: %v", change.name, err)
		}
		change.want(t)
	}
}

// dies has a server die amid changes, and wants all of them to fail and, as long as it
// is away, to be refused. Repeated, they are complete.
func (r relayed) dies(t *testing.T) {
	changes := r.tableChanges(t)
	kept, _ := r.team(t)
	last := r.Shards[len(r.Shards)-1]
	reached := r.Queue.Hold(last.Number)
	underWay := slices.DeleteFunc(slices.Clone(changes), func(c tableChange) bool { return c.at == "" })
	failures := make(chan error, len(underWay))
	for _, change := range underWay {
		go func() { failures <- change.do() }()
	}
	<-reached
	if err := last.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range underWay {
		wantUnavailable(t, "a change that is under way", <-failures)
	}
	r.Queue.Release(last.Number)
	r.startsWithout(t, kept)
	for _, change := range changes {
		begun := time.Now()
		wantUnavailable(t, change.name, change.do())
		if took := time.Since(begun); took > refusalTimeMax {
			t.Errorf("%s is refused after %s", change.name, took)
		}
	}
	if err := last.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, change := range changes {
		testkit.Eventually(t, settleTimeMax, change.name, func() bool { return change.do() == nil })
		change.want(t)
	}
}

// startsWithout starts another Cairn while a server is away, and wants it to store
// telemetry of a team whose tables are there.
func (r relayed) startsWithout(t *testing.T, team string) {
	t.Helper()
	client := enginetest.ClusterClient(t, r.Cluster)
	if err := tables.NewTeams(client).EnsureTeam(t.Context(), team); err != nil {
		t.Errorf("a team whose tables are there: %v", err)
	}
	store := tables.NewStore(client, tables.StoreOptions{})
	if err := store.InsertRows(t.Context(), team, numberedLogs(0, 10), telemetry.BatchID{1}, "without"); err != nil {
		t.Errorf("an insert without a server: %v", err)
	}
}
