package querytest_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/query"
)

// TestColumnsAreAnsweredAsExpressionsAre holds columns, whose values are made
// of what is stored, to what the engine makes of them: over rows that are
// older than the columns of hot keys, and over newer ones.
func TestColumnsAreAnsweredAsExpressionsAre(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	addHotColumns(t, x)
	store(t, x, shopRowsAsReceived())
	store(t, x, spanRows(placedSpans()))
	logs := []string{
		"TraceId", "SpanId", "SeverityText", "ServiceName", "Body", "ResourceSchemaUrl", "ScopeSchemaUrl", "ScopeName", "ScopeVersion", "EventName",
	}
	for source, columns := range map[string]map[string]string{
		x.logs():   {"TraceFlags": "TraceFlags + 0", "SeverityNumber": "SeverityNumber + 0"},
		x.traces(): {"ParentSpanId": "if(1 = 1, ParentSpanId, '')", "Duration": "Duration + 0", "SpanAttributes": "if(1 = 1, SpanAttributes, SpanAttributes)"},
	} {
		if source == x.logs() {
			for _, name := range logs {
				columns[name] = "if(1 = 1, " + name + ", '')"
			}
			for _, name := range []string{"ResourceAttributes", "ScopeAttributes", "LogAttributes"} {
				columns[name] = "if(1 = 1, " + name + ", " + name + ")"
			}
		}
		for column, expression := range columns {
			checkSameValues(t, x, query.RowsQuery{SourceID: source, Range: wholeDay(), Select: column + ", " + expression + " AS made", Limit: 100})
		}
	}
}

func checkSameValues(t *testing.T, x *team, asked query.RowsQuery) {
	t.Helper()
	answer, err := x.queries.Search(x.ctx, asked)
	if err != nil || len(answer.Rows) == 0 {
		t.Errorf("%s: %d rows, %v", asked.Select, len(answer.Rows), err)
		return
	}
	for i, row := range answer.Rows {
		if diff := cmp.Diff(decoded(t, row[1]), decoded(t, row[0])); diff != "" {
			t.Errorf("%s, row %d: %s", asked.Select, i, diff)
		}
	}
}

// decoded returns what a client reads.
func decoded(t *testing.T, cell query.Cell) any {
	t.Helper()
	if !cell.Literal {
		return cell.Text
	}
	var value any
	if err := json.Unmarshal([]byte(cell.Text), &value); err != nil {
		t.Fatalf("%s: %v", cell.Text, err)
	}
	return value
}
