package querytest_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// requests returns log records with a status, a measure and an id.
func requests(from, to int) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	w.BeginResource()
	origin := w.EndScope(w.EndResource(nil), telemetry.Scope{})
	for i := from; i < to; i++ {
		list := w.BeginLog(1)
		list.Int([]byte("status"), int64(500+i%4))
		list.Float([]byte("took"), float64(i)/8)
		list.Text([]byte("request.id"), fmt.Appendf(nil, "id-%d", i))
		w.EndLog(&telemetry.LogRecord{Time: uint64(shopTime(1).UnixNano()) + uint64(i)}, origin)
	}
	w.End()
	return rows
}

// explain returns the engine's plan of a count of the rows that meet a
// condition: on a cluster, the plans of all servers with rows.
func explain(t *testing.T, x *team, c *compile.Compiler, condition string) string {
	t.Helper()
	where := c.Condition(compiletest.Parsed(t, condition))
	var lines []string
	for _, stored := range enginetest.EachStored(t, x.client) {
		lines = append(lines, x.textsFrom(t, stored.Client, c, "EXPLAIN indexes = 1 SELECT count() FROM logs"+stored.Suffix+" WHERE "+where, "explain")...)
	}
	return strings.Join(lines, "\n")
}

// insertInto stores all blocks on one server: on a cluster, that of the first shard.
func insertInto(t *testing.T, x *team, keep *tables.Store, block telemetry.Block, batch byte) error {
	t.Helper()
	if len(enginetest.EachStored(t, x.client)) == 1 {
		return keep.InsertRows(t.Context(), x.id, block, telemetry.BatchID{batch}, fmt.Sprint(batch))
	}
	return keep.InsertRowsInto(t.Context(), 1, x.id, block, telemetry.BatchID{batch}, fmt.Sprint(batch))
}

// fewGranules is in the plan of a query that an index spares most of the rows.
var fewGranules = regexp.MustCompile(`Granules: [1-5]/21`)

// TestKeysAreReadFromTheirColumns looks at plans: the map is not read, and an
// id is looked for in its index.
func TestKeysAreReadFromTheirColumns(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	store := tables.NewStore(x.client, tables.StoreOptions{HotRows: 500, ColumnsAge: time.Hour})
	for i, rows := range []*telemetry.Rows{requests(0, 1000), requests(1000, 41_000)} {
		for _, block := range rows.Blocks() {
			if err := insertInto(t, x, store, block, byte(i+1)); err != nil {
				t.Fatal(err)
			}
		}
		if err := store.PromoteKeys(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	columns, err := store.Columns(t.Context(), x.id, telemetry.LogsTable)
	if err != nil {
		t.Fatal(err)
	}
	for condition, index := range map[string]string{
		`LogAttributes.request.id:"id-7777"`:                                 "a_request.id",
		`LogAttributes.request.id:"id-7" OR LogAttributes.request.id:"id-8"`: "a_request.id",
		`sql: LogAttributes['request.id'] = 'id-7777'`:                       "a_request.id",
		`sql: LogAttributes['request.id'] IN ('id-7777', 'id-7778')`:         "a_request.id",
		`request.id:"id-7777"`:                                               "",
		`LogAttributes.request.id:id-77`:                                     "",
		`LogAttributes.status:503`:                                           "",
		`LogAttributes.status:>=503`:                                         "",
		`LogAttributes.took:"12.5"`:                                          "",
		`LogAttributes.took:12`:                                              "",
		`-LogAttributes.took:*`:                                              "",
		`sql: LogAttributes['took'] IN ('1', 'x')`:                           "",
		`took:>100`: "",
	} {
		c := compile.New(compile.Tables()[stack.TableLogs].With(columns.Hot), explore.Target{})
		plan := explain(t, x, c, condition)
		if strings.Contains(plan, "LogAttributes") {
			t.Errorf("%s reads the map:\n%s", condition, plan)
		}
		if index != "" && (!strings.Contains(plan, "Name: "+index) || !fewGranules.MatchString(plan)) {
			t.Errorf("%s does not use the index:\n%s", condition, plan)
		}
	}
}
