package tables_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestEnsureTeamMayBeRepeatedAtOnce(t *testing.T) {
	t.Parallel()
	first, second := tables.NewTeams(enginetest.Client(t)), tables.NewTeams(enginetest.Client(t))
	team := enginetest.NewTeamID()
	t.Cleanup(func() { _ = first.DropTeam(context.Background(), team) })
	errs := make([]error, 8)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() { errs[i] = []tables.Teams{first, second}[i%2].EnsureTeam(t.Context(), team) })
	}
	group.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("run %d: %v", i, err)
		}
	}
	if got := enginetest.Count(t, enginetest.Client(t), "cairn_"+team, "SELECT uniqExact(version) AS n FROM schema_migrations"); got != uint64(tables.SchemaVersion()) {
		t.Errorf("versions applied = %d, want %d", got, tables.SchemaVersion())
	}
}

func TestEnsureTeamFinishesWhatACrashLeft(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	for _, sql := range []string{
		"DROP VIEW " + database + ".otel_logs SYNC",
		"TRUNCATE TABLE " + database + ".schema_migrations SYNC",
	} {
		if err := client.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := tables.NewTeams(client).EnsureTeam(t.Context(), database[len("cairn_"):]); err != nil {
		t.Fatalf("EnsureTeam: %v", err)
	}
	if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM otel_logs"); got != 0 {
		t.Errorf("rows = %d", got)
	}
}

func TestEnsureTeamRefusesANewerSchema(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	err := client.Exec(t.Context(), "INSERT INTO "+database+".schema_migrations (version, name) SELECT 9999, 'later'")
	if err != nil {
		t.Fatal(err)
	}
	err = tables.NewTeams(client).EnsureTeam(t.Context(), database[len("cairn_"):])
	if fault.KindOf(err) != fault.Conflict {
		t.Fatalf("EnsureTeam = %v, want a conflict", err)
	}
}

func TestTeamIDsAreCheckedStrictly(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	bad := []string{
		"", "abc", "0123456789ABCDEF01234567", "0123456789abcdef0123456g", "0123456789abcdef012345678",
		"0123456789abcdef0123456\n", "`; DROP DATABASE x; --aaaa",
	}
	for _, team := range bad {
		if err := tables.NewTeams(client).EnsureTeam(t.Context(), team); fault.KindOf(err) != fault.Invalid {
			t.Errorf("EnsureTeam(%q) = %v, want invalid", team, err)
		}
		if err := tables.NewTeams(client).DropTeam(t.Context(), team); fault.KindOf(err) != fault.Invalid {
			t.Errorf("DropTeam(%q) = %v, want invalid", team, err)
		}
	}
}

func TestTeamsAreListedMeasuredAndDropped(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	team := database[len("cairn_"):]
	if err := client.Insert(t.Context(), database, "logs", enginetest.LogRows(1000, 1), "one"); err != nil {
		t.Fatal(err)
	}
	teams, err := tables.NewTeams(client).TeamDatabases(t.Context())
	if err != nil || !slices.Contains(teams, team) {
		t.Fatalf("TeamDatabases = %v, %v; want %s among them", teams, err, team)
	}
	storage, err := tables.NewTeams(client).StorageBytes(t.Context())
	if err != nil || storage[team].Rows < 1000 || storage[team].Bytes == 0 {
		t.Fatalf("StorageBytes = %+v, %v", storage[team], err)
	}
	for range 2 {
		if err := tables.NewTeams(client).DropTeam(t.Context(), team); err != nil {
			t.Fatalf("DropTeam: %v", err)
		}
	}
	teams, err = tables.NewTeams(client).TeamDatabases(t.Context())
	if err != nil || slices.Contains(teams, team) {
		t.Fatalf("after the drop TeamDatabases = %v, %v", teams, err)
	}
}
