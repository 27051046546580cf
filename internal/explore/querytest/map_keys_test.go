package querytest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/query"
)

// oddKeys are keys of maps that the engine has other uses for, or writes in another way.
func oddKeys() []string {
	return []string{"", " ", ".", "a.b", "key_", "keys", "values", "size0", "null", "'", `"`, "`", `\`, "%s", "{}", "a[]", "a.:Int64", "line\nbreak", "häll o", "日本語"}
}

// TestKeysOfMapsAreFoundWhateverTheyAre asks for a record by a key that it alone has, in
// each way in which the engine passes the key on.
func TestKeysOfMapsAreFoundWhateverTheyAre(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		var rows []logRow
		for i, key := range oddKeys() {
			rows = append(rows, logRow{at: shopTime(1).Add(time.Duration(i) * time.Second), service: "cart", body: "odd", attributes: map[string]string{key: fmt.Sprint("v", i)}})
		}
		insertLogs(t, x.client, x.id, rows)
		for i, key := range oddKeys() {
			member := "LogAttributes['" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(key) + "']"
			value := fmt.Sprint("v", i)
			where := member + " = '" + value + "'"
			for _, order := range []string{"", "SeverityNumber"} {
				asked := query.RowsQuery{SourceID: x.logs(), Range: wholeDay(), Where: where, Language: query.SQL, Select: member + ", concat(" + member + ", '!')", OrderBy: order}
				if _, lines := x.search(t, asked); len(lines) != 1 || !strings.Contains(lines[0], value) || !strings.Contains(lines[0], value+"!") {
					t.Errorf("%q ordered by %q: %q", key, order, lines)
				}
			}
			for _, aggregate := range []query.Aggregate{query.Count, query.CountDistinct} {
				series := query.Series{SourceID: x.logs(), Aggregate: aggregate, Where: where, Language: query.SQL, GroupBy: []string{member}}
				if aggregate == query.CountDistinct {
					series.Field = "Body"
				}
				answer, err := x.queries.Series(x.ctx, query.SeriesQuery{Range: wholeDay(), Granularity: "1d", Series: []query.Series{series}})
				if err != nil || len(answer.Points) != 1 || answer.Points[0].Group[0] != value || answer.Points[0].Values[0] != 1 {
					t.Errorf("%q, %s: %+v, %v", key, aggregate, answer.Points, err)
				}
			}
		}
	})
}
