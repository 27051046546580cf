package clickhouse_test

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
)

// newTeamID returns an id that no other test has.
func newTeamID() string {
	var b [12]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// newTeam returns the database of a fresh team.
func newTeam(t *testing.T, client *clickhouse.Client) string {
	t.Helper()
	team := newTeamID()
	if err := clickhouse.NewTeams(client).EnsureTeam(t.Context(), team); err != nil {
		t.Fatalf("EnsureTeam: %v", err)
	}
	t.Cleanup(func() { _ = clickhouse.NewTeams(client).DropTeam(context.Background(), team) })
	return "cairn_" + team
}

// count returns the single number of a query.
func count(t *testing.T, client *clickhouse.Client, database, sql string) uint64 {
	t.Helper()
	var n proto.ColUInt64
	_, err := client.Query(t.Context(), clickhouse.Query{
		Database: database, SQL: sql, Result: proto.Results{{Name: "n", Data: &n}},
	})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n.Row(0)
}

// logStart is when the records of tests begin: yesterday, so that they are in
// one partition and not yet expired.
func logStart() time.Time {
	return time.Now().UTC().Truncate(24 * time.Hour).Add(-19 * time.Hour)
}

// logRows makes a block of n log records, one per millisecond from logStart.
func logRows(n int, batch byte) proto.Input {
	at := logStart()
	timestamp := new(proto.ColDateTime64).WithPrecision(proto.PrecisionNano)
	service, severity := new(proto.ColStr).LowCardinality(), new(proto.ColStr).LowCardinality()
	resource, body := new(proto.ColStr).LowCardinality(), new(proto.ColStr)
	attributes := proto.NewMap(new(proto.ColStr).LowCardinality(), new(proto.ColStr))
	trace, batchID := new(proto.ColFixedStr), new(proto.ColFixedStr)
	trace.SetSize(16)
	batchID.SetSize(16)
	for i := range n {
		timestamp.Append(at.Add(time.Duration(i) * time.Millisecond))
		service.Append([]string{"cart", "checkout"}[i%2])
		severity.Append([]string{"info", "error", "warn"}[i%3])
		resource.Append(`{"host.name":"stone-1","service.name":"cart"}`)
		body.Append("request r" + string(rune('a'+i%26)) + "1 took 12ms " + []string{"fine", "Granite"}[min(1, i%1000/999)])
		attributes.Append(map[string]string{"http.route": "/pay", "n": "1"})
		trace.Append([]byte{15: byte(i)})
		batchID.Append([]byte{0: batch, 15: 1})
	}
	return proto.Input{
		{Name: "Timestamp", Data: timestamp}, {Name: "ServiceName", Data: service},
		{Name: "SeverityText", Data: severity}, {Name: "Resource", Data: resource}, {Name: "Body", Data: body},
		{Name: "LogAttributes", Data: attributes}, {Name: "TraceId", Data: trace}, {Name: "batch_id", Data: batchID},
	}
}

func TestEnsureTeamMayBeRepeatedAtOnce(t *testing.T) {
	t.Parallel()
	first, second := clickhouse.NewTeams(openClient(t, shared)), clickhouse.NewTeams(openClient(t, shared))
	team := newTeamID()
	t.Cleanup(func() { _ = first.DropTeam(context.Background(), team) })
	errs := make([]error, 8)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() { errs[i] = []clickhouse.Teams{first, second}[i%2].EnsureTeam(t.Context(), team) })
	}
	group.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("run %d: %v", i, err)
		}
	}
	if got := count(t, openClient(t, shared), "cairn_"+team, "SELECT uniqExact(version) AS n FROM schema_migrations"); got != uint64(clickhouse.SchemaVersion()) {
		t.Errorf("versions applied = %d, want %d", got, clickhouse.SchemaVersion())
	}
}

func TestEnsureTeamFinishesWhatACrashLeft(t *testing.T) {
	t.Parallel()
	client := openClient(t, shared)
	database := newTeam(t, client)
	for _, sql := range []string{
		"DROP VIEW " + database + ".otel_logs SYNC",
		"TRUNCATE TABLE " + database + ".schema_migrations SYNC",
	} {
		if err := client.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := clickhouse.NewTeams(client).EnsureTeam(t.Context(), database[len("cairn_"):]); err != nil {
		t.Fatalf("EnsureTeam: %v", err)
	}
	if got := count(t, client, database, "SELECT count() AS n FROM otel_logs"); got != 0 {
		t.Errorf("rows = %d", got)
	}
}

func TestEnsureTeamRefusesANewerSchema(t *testing.T) {
	t.Parallel()
	client := openClient(t, shared)
	database := newTeam(t, client)
	err := client.Exec(t.Context(), "INSERT INTO "+database+".schema_migrations (version, name) SELECT 9999, 'later'")
	if err != nil {
		t.Fatal(err)
	}
	err = clickhouse.NewTeams(client).EnsureTeam(t.Context(), database[len("cairn_"):])
	if fault.KindOf(err) != fault.Conflict {
		t.Fatalf("EnsureTeam = %v, want a conflict", err)
	}
}

func TestTeamIDsAreCheckedStrictly(t *testing.T) {
	t.Parallel()
	client := openClient(t, shared)
	bad := []string{
		"", "abc", "0123456789ABCDEF01234567", "0123456789abcdef0123456g", "0123456789abcdef012345678",
		"0123456789abcdef0123456\n", "`; DROP DATABASE x; --aaaa",
	}
	for _, team := range bad {
		if err := clickhouse.NewTeams(client).EnsureTeam(t.Context(), team); fault.KindOf(err) != fault.Invalid {
			t.Errorf("EnsureTeam(%q) = %v, want invalid", team, err)
		}
		if err := clickhouse.NewTeams(client).DropTeam(t.Context(), team); fault.KindOf(err) != fault.Invalid {
			t.Errorf("DropTeam(%q) = %v, want invalid", team, err)
		}
	}
}

func TestTeamsAreListedMeasuredAndDropped(t *testing.T) {
	t.Parallel()
	client := openClient(t, shared)
	database := newTeam(t, client)
	team := database[len("cairn_"):]
	if err := client.Insert(t.Context(), database, "logs", logRows(1000, 1), "one"); err != nil {
		t.Fatal(err)
	}
	teams, err := clickhouse.NewTeams(client).TeamDatabases(t.Context())
	if err != nil || !slices.Contains(teams, team) {
		t.Fatalf("TeamDatabases = %v, %v; want %s among them", teams, err, team)
	}
	storage, err := clickhouse.NewTeams(client).StorageBytes(t.Context())
	if err != nil || storage[team].Rows < 1000 || storage[team].Bytes == 0 {
		t.Fatalf("StorageBytes = %+v, %v", storage[team], err)
	}
	for range 2 {
		if err := clickhouse.NewTeams(client).DropTeam(t.Context(), team); err != nil {
			t.Fatalf("DropTeam: %v", err)
		}
	}
	teams, err = clickhouse.NewTeams(client).TeamDatabases(t.Context())
	if err != nil || slices.Contains(teams, team) {
		t.Fatalf("after the drop TeamDatabases = %v, %v", teams, err)
	}
}
