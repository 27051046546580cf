package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit"
)

// Steps of newer programs, as Newer takes them: the end of the name, and the text.
const (
	expand    = "more.expand"
	contract  = "less.since_NEWEST" // for programs of today's version
	breaking  = "other"
	addColumn = "ALTER TABLE users ADD COLUMN extra TEXT NOT NULL DEFAULT ''"
	addTable  = "CREATE TABLE extras (id TEXT NOT NULL PRIMARY KEY)"
	nothing   = "SELECT 1 AS one"
)

// TestSchemaSaysWhichProgramsMayUseIt upgrades a database by steps of each kind,
// and opens it with the program of before.
func TestSchemaSaysWhichProgramsMayUseIt(t *testing.T) {
	eachBackend(t, func(t *testing.T, _ sqlstore.Options) {
		for name, c := range map[string]struct {
			steps []string
			want  string // of the program of before; empty: it goes on
		}{
			"expand":                     {[]string{expand, addColumn}, ""},
			"expand twice":               {[]string{expand, addColumn, expand, addTable}, ""},
			"contract since this":        {[]string{expand, addColumn, contract, nothing}, ""},
			"breaking":                   {[]string{breaking, nothing}, "start a newer cairn"},
			"expand, breaking":           {[]string{expand, addColumn, breaking, nothing}, "start a newer cairn"},
			"breaking, expand":           {[]string{breaking, nothing, expand, addColumn}, "start a newer cairn"},
			"breaking, contract of this": {[]string{breaking, nothing, contract, nothing}, "start a newer cairn"},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				for kind, fresh := range copies() {
					o := patiently(fresh(t))
					before := open(t, o)
					ok(t, before.CreateUser(t.Context(), user(1)))
					open(t, sqlstore.Newer(o, c.steps...))
					_, reached := sqlstore.Reach(t.Context(), o)
					again, err := sqlstore.Open(t.Context(), o)
					for _, refused := range []error{reached, err} {
						if (refused == nil) != (c.want == "") {
							t.Errorf("%s: the program of before is told %v, want %q", kind, refused, c.want)
						} else if refused != nil {
							wantLine(t, refused, c.want)
						}
					}
					if err == nil {
						useNewer(t, again)
						ok(t, again.Close())
					}
				}
			})
		}
	})
}

// useNewer writes and reads on a schema that is newer than the program, which
// makes no backup of it.
func useNewer(t *testing.T, s *sqlstore.Store) {
	t.Helper()
	ok(t, s.CreateUser(t.Context(), user(2)))
	_, err := s.UserByID(t.Context(), id(1))
	ok(t, err)
	schema, err := s.Schema(t.Context())
	ok(t, err)
	if !schema.IsNewer() {
		t.Errorf("%+v is not newer", schema)
	}
	_, err = s.Dump(t.Context(), io.Discard)
	wantKind(t, err, fault.Conflict)
	_, err = sqlstore.TeamDump{Store: s, TeamID: id(1)}.Dump(t.Context(), io.Discard)
	wantKind(t, err, fault.Conflict)
}

// TestFailedStepChangesNothing holds that who may use the schema changes with
// it, or not at all.
func TestFailedStepChangesNothing(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		ok(t, open(t, o).Close())
		if _, err := sqlstore.Open(t.Context(), sqlstore.Newer(o, breaking, addTable+"; SELECT nothing FROM nowhere")); err == nil {
			t.Fatal("a broken step was taken")
		}
		schema, err := open(t, o).Schema(t.Context())
		if err != nil || schema.IsNewer() {
			t.Errorf("%+v, %v", schema, err)
		}
	})
}

// node is a server of a test.
func node(n int) sqlstore.Node {
	return sqlstore.Node{ID: uuid(n), Name: fmt.Sprint("host-", n), Version: "1.2.3"}
}

// TestStepsWaitForNodesThatCannotGoOn holds that a step which refuses programs of
// before is not run while one of them is a node.
func TestStepsWaitForNodesThatCannotGoOn(t *testing.T) {
	t.Parallel()
	o := patiently(copies()[sqlstore.KindPostgres](t))
	o.NodeTTL = time.Hour
	running := open(t, o)
	ok(t, running.Enter(t.Context(), node(1)))
	impatient := o
	impatient.NodeTTL = time.Millisecond
	_, err := sqlstore.Open(t.Context(), sqlstore.Newer(impatient, expand, addColumn, breaking, nothing))
	if err == nil {
		t.Fatal("the schema was changed below a node that can't use it")
	}
	wantLine(t, err, "cairn 1.2.3 runs on host-1", "upgrade by way of the release between, or stop all nodes")
	schema, err := running.Schema(t.Context())
	if err != nil || schema.IsNewer() {
		t.Fatalf("%+v, %v", schema, err)
	}
	open(t, sqlstore.Newer(impatient, expand, addColumn, contract, nothing)) // which the node knows enough for
	ok(t, running.Beat(t.Context(), node(1)))
	ok(t, running.Leave(t.Context(), node(1)))
	open(t, sqlstore.Newer(impatient, expand, addColumn, contract, nothing, breaking, nothing))
	if err := running.Beat(t.Context(), node(1)); !errors.Is(err, sqlstore.ErrOutdated) {
		t.Errorf("a node that can't go on is told %v", err)
	}
	wantLine(t, running.Enter(t.Context(), node(1)), "start a newer cairn")
}

// TestSilentNodesAreGone waits for a node that was killed no longer than its
// time.
func TestSilentNodesAreGone(t *testing.T) {
	t.Parallel()
	o := patiently(copies()[sqlstore.KindPostgres](t))
	o.NodeTTL = time.Second
	s := open(t, o)
	ok(t, s.Enter(t.Context(), node(1)))
	ok(t, s.Enter(t.Context(), node(2)))
	open(t, sqlstore.Newer(o, breaking, nothing))
	nodes, err := s.Nodes(t.Context())
	if err != nil || len(nodes) > 0 {
		t.Errorf("%v, %v", nodes, err)
	}
}

// TestMigrationGivesWay has a migration wait for a table that a long transaction
// reads, and wants others to go on with the table meanwhile.
func TestMigrationGivesWay(t *testing.T) {
	t.Parallel()
	o := patiently(copies()[sqlstore.KindPostgres](t))
	s := open(t, o)
	ok(t, s.CreateUser(t.Context(), user(1)))
	conn, err := pgx.Connect(t.Context(), o.URL)
	ok(t, err)
	defer func() { _ = conn.Close(context.Background()) }()
	tx, err := conn.Begin(t.Context())
	ok(t, err)
	_, err = tx.Exec(t.Context(), "SELECT count(*) FROM users")
	ok(t, err)
	migrated := make(chan error)
	go func() {
		newer, err := sqlstore.Open(t.Context(), sqlstore.Newer(o, expand, addColumn))
		if err == nil {
			err = newer.Close()
		}
		migrated <- err
	}()
	for range 2 { // it tries again
		testkit.Eventually(t, patience, "the migration waits", func() bool {
			waits, err := s.Text(t.Context(), "SELECT CAST(count(*) AS TEXT) FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass")
			return err == nil && waits == "1"
		})
		_, err = s.UserByID(t.Context(), id(1))
		ok(t, err)
	}
	ok(t, tx.Rollback(t.Context()))
	ok(t, <-migrated)
}
