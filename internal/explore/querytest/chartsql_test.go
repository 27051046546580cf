package querytest_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// checkSQL holds the statements that are shown for a chart to what the engine
// is asked for it: they answer the same rows.
func (x *team) checkSQL(t *testing.T, asked query.SeriesQuery) {
	t.Helper()
	asked = inShopTime(asked)
	shown, err := x.queries.SeriesSQL(x.ctx, asked)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range shown {
		got = append(got, x.digest(t, clickhouse.Query{SQL: s.SQL}))
	}
	var want []string
	for _, q := range x.askedFor(t, asked, read.Options{NoApart: true}) {
		want = append(want, x.digest(t, q))
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n%+v", diff, shown)
	}
}

// askedFor returns what the engine is asked for a chart.
func (x *team) askedFor(t *testing.T, chart query.SeriesQuery, options read.Options) []clickhouse.Query {
	t.Helper()
	var mu sync.Mutex
	var asked []clickhouse.Query
	options.Columns = tables.NewStore(x.client, tables.StoreOptions{}).Columns
	options.Watch = func(q clickhouse.Query) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, q)
	}
	reads := read.New(x.client, options)
	watched := &explore.Queries{Sources: x.queries.Sources, Engine: reads, Now: x.queries.Now}
	if _, err := watched.Series(x.ctx, chart); err != nil {
		t.Fatal(err)
	}
	return asked
}

// digestText leaves out the one column that is a set, in no order.
const digestText = "SELECT count() AS rows, sum(cityHash64(toString(tuple(* EXCEPT (bounds))))) AS hash FROM (%s)"

// digest returns what tells the rows of a statement from those of others.
func (x *team) digest(t *testing.T, q clickhouse.Query) string {
	t.Helper()
	database, err := clickhouse.DatabaseName(x.id)
	if err != nil {
		t.Fatal(err)
	}
	var rows, hash proto.ColUInt64
	text := ""
	_, err = x.client.Query(x.ctx, clickhouse.Query{
		Database: database, SQL: fmt.Sprintf(digestText, q.SQL), Params: q.Params,
		Result: proto.Results{{Name: "rows", Data: &rows}, {Name: "hash", Data: &hash}},
		OnBlock: func(_ context.Context, block proto.Block) error {
			if block.Rows > 0 {
				text = fmt.Sprint(rows.Row(0), " ", hash.Row(0))
			}
			return nil
		},
	})
	if err != nil {
		t.Errorf("%v: %s", err, q.SQL)
	}
	return text
}

// oddConditions have values that need care when they are written out. Each
// holds for all rows of the corpus or for none.
func oddConditions() []string {
	return []string{
		`Body != 'it''s' AND Body != '\\' AND Body != '{p0:String}' AND Body != '` + "\t\n" + `'`,
		`Body NOT IN ('it''s', '\\''', '` + "\n\r\t" + `')`, `SeverityNumber NOT IN (1.25, -2)`,
		`SeverityNumber > -9223372036854775808`, `SeverityNumber < 18446744073709551615`, `SeverityNumber < 1e300`, `SeverityNumber - -1.5e-7 > 0`,
		`Timestamp < now() + INTERVAL 5 MINUTE`, `Body LIKE '100\\%'`,
	}
}
