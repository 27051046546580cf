package tables_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

var (
	_ backup.Engine       = (*tables.Store)(nil)
	_ backup.TargetEngine = (*tables.Store)(nil)
)

// texts returns the column t of a query of the administrator.
func texts(t *testing.T, client *clickhouse.Client, sql string) []string {
	t.Helper()
	found, err := enginetest.AdminTexts(t.Context(), client, sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return found
}

// expression makes a value of the type out of a number; times begin at a
// moment.
func expression(kind, n string, from time.Time) string {
	if inner, ok := strings.CutPrefix(kind, "LowCardinality("); ok {
		return expression(strings.TrimSuffix(inner, ")"), n, from)
	}
	if inner, ok := strings.CutPrefix(kind, "Array("); ok {
		inner = strings.TrimSuffix(inner, ")")
		return "[" + expression(inner, n, from) + ", " + expression(inner, "("+n+" + 1)", from) + "]"
	}
	switch {
	case strings.HasPrefix(kind, "DateTime64("):
		return fmt.Sprintf("fromUnixTimestamp64Nano(%d + toInt64(%s) * 43200000000123)", from.UnixNano(), n)
	case strings.HasPrefix(kind, "DateTime("):
		return fmt.Sprintf("toDateTime(%d + toInt64(%s) * 43200, 'UTC')", from.Unix(), n)
	case strings.HasPrefix(kind, "FixedString("):
		return "toFixedString(reinterpretAsFixedString(toUInt32(" + n + ")), " + strings.Trim(kind[len("FixedString"):], "()") + ")"
	case strings.HasPrefix(kind, "Map("):
		return "map('z', toString(" + n + "), 'a', '', 'é\\'', 'x')"
	case kind == "Nullable(Float64)":
		return "if(" + n + " % 2 = 0, NULL, " + n + " / 7)"
	case kind == "Float64":
		return "if(" + n + " % 3 = 0, nan, if(" + n + " % 3 = 1, -inf, " + n + " / 7))"
	case kind == "String":
		return "concat('text \\n ', toString(" + n + "))"
	case kind == "Bool":
		return n + " % 2 = 1"
	}
	return "CAST(" + n + " AS " + kind + ")"
}

// fill inserts n rows with a value in every column of a table.
func fill(t *testing.T, client *clickhouse.Client, database, table string, n int) {
	t.Helper()
	fillFrom(t, client, database+"."+table, n, enginetest.LogStart())
}

// fillFrom is fill with rows that begin at a moment.
func fillFrom(t *testing.T, client *clickhouse.Client, name string, n int, from time.Time) {
	t.Helper()
	database, table, _ := strings.Cut(name, ".")
	columns := texts(t, client, "SELECT name || '\t' || type AS t FROM system.columns WHERE database = '"+database+"' AND table = '"+table+"' AND default_kind != 'ALIAS'")
	names, values := make([]string, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		name, kind, _ := strings.Cut(column, "\t")
		names[i], values[i] = "`"+name+"`", expression(kind, "number", from)
	}
	enginetest.Execute(t, client, fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM numbers(%d)",
		name, strings.Join(names, ", "), strings.Join(values, ", "), n))
}

// content returns the rows of a table as texts, in order.
func content(t *testing.T, client *clickhouse.Client, database, table string) []string {
	t.Helper()
	return rowTexts(t, client, database+"."+table, comparedColumns(t, client, database, table))
}

// comparedColumns returns what the rows of a table are compared by: its columns.
func comparedColumns(t *testing.T, client *clickhouse.Client, database, table string) []string {
	t.Helper()
	return texts(t, client, "SELECT if(startsWith(type, 'Map('), 'mapSort(`' || name || '`)', '`' || name || '`') AS t FROM system.columns WHERE database = '"+
		database+"' AND table = '"+table+"' AND default_kind != 'ALIAS' ORDER BY name")
}

// rowTexts returns the columns of a table's rows as texts, in order.
func rowTexts(t *testing.T, client *clickhouse.Client, name string, columns []string) []string {
	t.Helper()
	return texts(t, client, "SELECT toString(tuple("+strings.Join(columns, ", ")+")) AS t FROM "+name+" ORDER BY t")
}

// catalog returns how the tables and views of a database are made.
func catalog(t *testing.T, client *clickhouse.Client, database string) []string {
	t.Helper()
	return texts(t, client, "SELECT replaceAll(create_table_query, '"+database+"', 'db') AS t FROM system.tables WHERE database = '"+database+"' ORDER BY name")
}

// dumpTeam returns the dump of each table of a team.
func dumpTeam(t *testing.T, store *tables.Store, id string) (backup.Team, map[string][]byte) {
	t.Helper()
	teams, err := store.BackedUpTeams(t.Context(), []string{id, enginetest.NewTeamID()})
	if err != nil || len(teams) != 1 {
		t.Fatalf("BackedUpTeams = %v, %v", teams, err)
	}
	team, files := teams[0], map[string][]byte{}
	for i, table := range team.Tables {
		var file bytes.Buffer
		if team.Tables[i], err = store.DumpTable(t.Context(), id, table.Name, &file); err != nil {
			t.Fatalf("DumpTable(%s): %v", table.Name, err)
		}
		files[table.Name] = file.Bytes()
	}
	return team, files
}

func TestDumpedTeamComesBackAsItWas(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	store := tables.NewStore(client, tables.StoreOptions{})
	database := enginetest.NewTeam(t, client)
	id := strings.TrimPrefix(database, "cairn_")
	enginetest.Execute(t, client, "ALTER TABLE "+database+".logs ADD COLUMN `a_n` Nullable(Float64) DEFAULT toFloat64OrNull(LogAttributes['n']) CODEC(ZSTD(1)), ADD COLUMN `a_http.route` LowCardinality(String) DEFAULT LogAttributes['http.route'] CODEC(ZSTD(1))")
	if err := store.SetRetention(t.Context(), id, telemetry.Logs, 77); err != nil {
		t.Fatal(err)
	}
	all := telemetry.Tables()
	for i, table := range all {
		fill(t, client, database, string(table), 7+i)
	}
	if err := client.Insert(t.Context(), database, "logs", enginetest.LogRows(5000, 1), "old rows"); err != nil {
		t.Fatal(err) // these have no values in the columns that were added
	}
	enginetest.Execute(t, client, "TRUNCATE TABLE "+database+"."+string(all[len(all)-1]))
	made, before := map[telemetry.Table][]string{}, catalog(t, client, database)
	for _, table := range all {
		made[table] = content(t, client, database, string(table))
	}
	team, files := dumpTeam(t, store, id)
	if files[string(all[len(all)-1])] != nil {
		t.Error("an empty table has a dump")
	}
	if err := tables.NewTeams(client).DropTeam(t.Context(), id); err != nil {
		t.Fatal(err)
	}

	again := tables.NewStore(client, tables.StoreOptions{})
	if err := again.PrepareTeam(t.Context(), team); err != nil {
		t.Fatalf("PrepareTeam: %v", err)
	}
	for _, table := range team.Tables {
		if table.Count == 0 {
			continue
		}
		if err := again.LoadTable(t.Context(), id, table, bytes.NewReader(files[table.Name])); err != nil {
			t.Fatalf("LoadTable(%s): %v", table.Name, err)
		}
	}
	if err := again.FinishTeam(t.Context(), team); err != nil {
		t.Fatal(err)
	}
	for _, table := range all {
		if diff := cmp.Diff(made[table], content(t, client, database, string(table))); diff != "" {
			t.Errorf("%s differs (-before +after):\n%s", table, diff)
		}
	}
	// Columns that were added stand in another order, and the view of their
	// table shows them; the others are equal.
	if diff := cmp.Diff(withoutLogs(before), withoutLogs(catalog(t, client, database))); diff != "" {
		t.Errorf("the tables differ (-before +after):\n%s", diff)
	}
	if days, err := again.Retention(t.Context(), id); err != nil || days[telemetry.Logs] != 77 || days[telemetry.Traces] != telemetry.RetentionDaysDefault {
		t.Errorf("records are kept for %v days, %v", days, err)
	}
	if table := team.Tables[0]; again.LoadTable(t.Context(), id, table, bytes.NewReader(files[table.Name])) == nil {
		t.Error("rows that are there twice pass for the dump")
	}
}

func withoutLogs(catalog []string) []string {
	return slices.DeleteFunc(catalog, func(text string) bool {
		return strings.HasPrefix(text, "CREATE VIEW db.otel_logs ") || strings.HasPrefix(text, "CREATE TABLE db.logs ")
	})
}

func TestDumpsOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	store := tables.NewStore(client, tables.StoreOptions{})
	database := enginetest.NewTeam(t, client)
	id := strings.TrimPrefix(database, "cairn_")
	fill(t, client, database, "logs", 3)
	team, files := dumpTeam(t, store, id)
	logs := team.Tables[0]
	for _, column := range []string{"", "a_late"} {
		changed, err := store.ColumnsChanged(t.Context(), id, "logs", func() {
			if column != "" {
				enginetest.Execute(t, client, "ALTER TABLE "+database+".logs ADD COLUMN "+column+" String")
			}
		})
		if changed != (column != "") || err != nil {
			t.Errorf("column %q: a dump begins anew = %v, %v", column, changed, err)
		}
	}
	for name, file := range map[string][]byte{
		"cut": files["logs"][:len(files["logs"])/2], "nothing": nil, "garbage": []byte(strings.Repeat("no block ", 99)),
	} {
		if err := store.LoadTable(t.Context(), id, logs, bytes.NewReader(file)); err == nil {
			t.Errorf("%s is loaded", name)
		}
	}
	newer := team
	newer.Schema = 9000
	if err := store.PrepareTeam(t.Context(), newer); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a newer schema: %v", err)
	}
	for _, extra := range []map[string]string{{"a_x": "AggregateFunction(sum, UInt8)"}, {"b` String; DROP": "String"}} {
		strange := team
		strange.Tables = []backup.TeamTable{{Name: "logs", Extra: extra}}
		if err := store.PrepareTeam(t.Context(), strange); err == nil {
			t.Errorf("columns %v are made", extra)
		}
	}
}
