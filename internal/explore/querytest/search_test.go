package querytest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

func wholeDay() query.TimeRange {
	return query.TimeRange{From: shopDay(), To: shopDay().Add(24 * time.Hour)}
}

// search returns rows as lines of their cells.
func (x *team) search(t testing.TB, asked query.RowsQuery) (query.RowsAnswer, []string) {
	t.Helper()
	if asked.SourceID == "" {
		asked.SourceID = x.logs()
	}
	if asked.Range.From.IsZero() {
		asked.Range = wholeDay()
	}
	answer, err := x.queries.Search(x.ctx, asked)
	if err != nil {
		t.Fatalf("%+v: %v", asked, err)
	}
	lines := make([]string, len(answer.Rows))
	for i, row := range answer.Rows {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = cell.Text
			if !cell.Literal {
				cells[j] = "'" + cell.Text + "'"
			}
		}
		lines[i] = strings.Join(cells, " ")
	}
	return answer, lines
}

func TestSearch(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	for name, check := range map[string]func(*testing.T, *team){
		"columns": checkColumns, "order": checkOrder, "names_of_the_select_list": checkNames, "offset": checkOffset,
		"cursor_of_another_order_counts": checkCountingCursor, "cursor_belongs_to_its_query": checkForeignCursor,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, x)
		})
	}
}

func checkColumns(t *testing.T, x *team) {
	day := shopDay().Format(time.DateOnly)
	for _, c := range []struct {
		name, columns string
		names         string
		want          string
	}{
		{"source's_own", "", "Timestamp|ServiceName|SeverityText|Body", "'" + day + "T09:02:00.000000000Z' 'checkout' 'warn' 'Payment retry 2 of 3: gateway timeout'"},
		{"text", "ServiceName, LogAttributes['user.id'], ResourceAttributes.host.name", "ServiceName|LogAttributes['user.id']|ResourceAttributes.host.name", "'checkout' 'bob' 'stone-1'"},
		{"number", "SeverityNumber, SeverityNumber / 2, LogAttributes['duration_ms'] * 2", "SeverityNumber|SeverityNumber / 2|LogAttributes['duration_ms'] * 2", "13 6.5 6000"},
		{"name", "SeverityNumber AS n, upper(ServiceName) AS `big one`", "n|big one", "13 \"CHECKOUT\""},
		{"same_twice", "ServiceName, ServiceName", "ServiceName", "'checkout'"},
		{"map", "LogAttributes", "LogAttributes", `{"duration_ms":"3000","gateway":"eu-1","http.route":"/pay","http.status_code":"504","user.id":"bob"}`},
		{"object", "ResourceAttributes", "ResourceAttributes", `{"deployment.environment":"prod","host.name":"stone-1"}`},
		{"missing", "LogAttributes['nosuch'], nullIf(EventName, ''), toFloat64OrNull(Body)", "LogAttributes['nosuch']|nullIf(EventName, '')|toFloat64OrNull(Body)", "'' null null"},
		{"id", "TraceId, SpanId", "TraceId|SpanId", "'" + shopTrace + "' '" + shopSpan + "'"},
		{"time", "Timestamp, TimestampTime, toStartOfHour(Timestamp), toDate(Timestamp)", "Timestamp|TimestampTime|toStartOfHour(Timestamp)|toDate(Timestamp)",
			"'" + day + "T09:02:00.000000000Z' '" + day + "T09:02:00.000000000Z' '" + day + "T09:00:00.000000000Z' \"" + day + "\""},
		{"list", "splitByChar(' ', Body), [1, 2], ('a', 1), SeverityText = 'warn'", "splitByChar(' ', Body)|[1, 2]|('a', 1)|SeverityText = 'warn'",
			`["Payment","retry","2","of","3:","gateway","timeout"] [1,2] ["a",1] 1`},
		{"cut_text_is_valid", "substring('größe', 1, 3)", "substring('größe', 1, 3)", "\"gr\uFFFD\""},
		{"not_finite", "1 / 0, 0 / 0", "1 / 0|0 / 0", "null null"},
		{"null", "NULL", "NULL", "null"},
		{"all", "*", "Timestamp|TimestampTime|TraceId|SpanId|TraceFlags|SeverityText|SeverityNumber|ServiceName|Body|ResourceSchemaUrl|ResourceAttributes|ScopeSchemaUrl|ScopeName|ScopeVersion|ScopeAttributes|LogAttributes|EventName", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer, lines := x.search(t, query.RowsQuery{Where: "LogAttributes.gateway:*", Select: c.columns})
			if got := strings.Join(answer.Columns, "|"); got != c.names {
				t.Errorf("columns %s, want %s", got, c.names)
			}
			if len(lines) != 1 {
				t.Fatalf("%d rows", len(lines))
			}
			got := sortedMap(lines[0])
			if c.want != "" && got != c.want {
				t.Errorf("row %s, want %s", got, c.want)
			}
		})
	}
}

// sortedMap orders the keys of a line that is one object: those of a stored
// map have no order.
func sortedMap(line string) string {
	inner, isObject := strings.CutPrefix(line, "{")
	if !isObject {
		return line
	}
	pairs := strings.Split(strings.TrimSuffix(inner, "}"), ",")
	slices.Sort(pairs)
	return "{" + strings.Join(pairs, ",") + "}"
}

func checkOrder(t *testing.T, x *team) {
	for _, c := range []struct{ order, where, want string }{
		{"", "timeout", "24 7 5 3"},
		{"Timestamp", "timeout", "3 5 7 24"},
		{"Timestamp ASC", "timeout", "3 5 7 24"},
		{"Timestamp DESC", "timeout", "24 7 5 3"},
		{"SeverityNumber, Timestamp", "timeout", "24 3 5 7"},
		{"SeverityNumber DESC, Timestamp DESC", "timeout", "7 5 3 24"},
		{"SeverityNumber DESC", "timeout", "7 5 3 24"},
		{"length(Body)", "timeout", "7 24 3 5"},
		{"toFloat64OrNull(LogAttributes['duration_ms']) DESC NULLS FIRST", "timeout", "24 7 3 5"},
		{"toFloat64OrNull(LogAttributes['duration_ms']) DESC NULLS LAST", "timeout", "3 5 24 7"},
		{"n DESC", "timeout", "24 7 5 3"},
	} {
		_, lines := x.search(t, query.RowsQuery{Where: c.where, OrderBy: c.order, Select: "TraceFlags AS n"})
		if got := strings.Join(lines, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.order, got, c.want)
		}
	}
}

func checkNames(t *testing.T, x *team) {
	asked := query.RowsQuery{Select: "toFloat64OrNull(LogAttributes['duration_ms']) / 1000 AS seconds", Where: "seconds:>1", OrderBy: "seconds"}
	if _, lines := x.search(t, asked); strings.Join(lines, " ") != "1.5 3" {
		t.Errorf("%v", lines)
	}
}

func TestSearchDefaultsToTheLastMinutes(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	now := time.Now()
	insertLogs(t, x.client, x.id, []logRow{
		{at: now.Add(-16 * time.Minute), body: "before"}, {at: now.Add(-14 * time.Minute), body: "within"}, {at: now.Add(time.Minute), body: "later"},
	})
	answer, err := x.queries.Search(x.ctx, query.RowsQuery{SourceID: x.logs(), Select: "Body"})
	if err != nil || len(answer.Rows) != 1 || answer.Rows[0][0].Text != "within" {
		t.Errorf("%+v, %v", answer.Rows, err)
	}
	if length := answer.Range.Duration(); length != query.SearchRangeDefault {
		t.Errorf("searched %s", length)
	}
}

// tiedRows returns rows of which many share their instant, some all else too.
func tiedRows(count int) []logRow {
	rows := make([]logRow, count)
	for i := range rows {
		rows[i] = logRow{at: shopTime(1).Add(time.Duration(i/9) * time.Second), service: "x", body: fmt.Sprint("row ", i/2)}
	}
	return rows
}

func TestCursorNeitherLosesNorRepeatsRows(t *testing.T) {
	t.Parallel()
	const count = 50
	x := newTeam(t, read.Options{})
	addHotColumns(t, x)
	insertLogs(t, x.client, x.id, tiedRows(count))
	for _, order := range []string{"Timestamp", "Timestamp DESC"} {
		for _, limit := range []int{1, 2, 4, 7, 9, 10, 50, 100} {
			t.Run(fmt.Sprintf("%s_%d", order, limit), func(t *testing.T) {
				t.Parallel()
				met := pages(t, x, query.RowsQuery{Select: "Body", Where: "row", OrderBy: order, Limit: limit}, nil)
				want := map[string]int{}
				for _, row := range tiedRows(count) {
					want["'"+row.body+"'"]++
				}
				if diff := cmp.Diff(want, met); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// pages reads all pages and counts the lines; between says what happens
// between two of them.
func pages(t *testing.T, x *team, asked query.RowsQuery, between func(page int)) map[string]int {
	t.Helper()
	met := map[string]int{}
	for page := 0; ; page++ {
		answer, lines := x.search(t, asked)
		if len(lines) > asked.Limit || answer.Cursor != "" && len(lines) == 0 {
			t.Fatalf("page %d has %d rows", page, len(lines))
		}
		for _, line := range lines {
			met[line]++
		}
		if answer.Cursor == "" {
			return met
		}
		asked.Cursor = answer.Cursor
		if between != nil {
			between(page)
		}
	}
}

func TestCursorIsNotMovedByNewRows(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	rows := tiedRows(40)
	insertLogs(t, x.client, x.id, rows)
	met := pages(t, x, query.RowsQuery{Select: "Body", Limit: 4}, func(page int) {
		insertLogs(t, x.client, x.id, []logRow{
			{at: rows[page].at, body: fmt.Sprint("new ", page)}, {at: shopTime(20), body: fmt.Sprint("newer ", page)},
		})
	})
	for _, row := range rows {
		line := "'" + row.body + "'"
		if met[line] != 2 {
			t.Errorf("%s came %d times, want 2", line, met[line])
		}
	}
	for line, times := range met {
		if strings.HasPrefix(line, "'newer") || times > 2 {
			t.Errorf("%s came %d times", line, times)
		}
	}
}

func checkCountingCursor(t *testing.T, x *team) {
	met := pages(t, x, query.RowsQuery{Select: "TraceFlags", OrderBy: "Body", Limit: 5}, nil)
	if len(met) != len(shopRows()) {
		t.Errorf("%d rows, want %d", len(met), len(shopRows()))
	}
}

func checkForeignCursor(t *testing.T, x *team) {
	answer, _ := x.search(t, query.RowsQuery{Limit: 2})
	for name, asked := range map[string]query.RowsQuery{
		"other_where":  {Where: "timeout", Cursor: answer.Cursor},
		"other_order":  {OrderBy: "Body", Cursor: answer.Cursor},
		"other_select": {Select: "Body", Cursor: answer.Cursor},
		"nonsense":     {Cursor: "nonsense"},
		"not_ours":     {Cursor: "eyJxIjoieCJ9"},
		"long":         {Cursor: strings.Repeat("a", 513)},
	} {
		asked.SourceID = x.logs()
		if _, err := x.queries.Search(x.ctx, asked); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
	}
	if _, lines := x.search(t, query.RowsQuery{Limit: 3, Cursor: answer.Cursor}); len(lines) != 3 {
		t.Errorf("another limit: %d rows", len(lines))
	}
}

func checkOffset(t *testing.T, x *team) {
	for offset, want := range map[int]string{0: "24 7", 1: "7 5", 3: "3", 4: ""} {
		_, lines := x.search(t, query.RowsQuery{Where: "timeout", Select: "TraceFlags", Limit: 2, Offset: offset})
		if got := strings.Join(lines, " "); got != want {
			t.Errorf("offset %d: %s, want %s", offset, got, want)
		}
	}
}

func TestLargeRowsEndAPageEarly(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	var rows []logRow
	for i := range 6 {
		rows = append(rows, logRow{at: shopTime(1).Add(time.Duration(i/3) * time.Second), body: fmt.Sprint(i, strings.Repeat("x", 9<<20))})
	}
	insertLogs(t, x.client, x.id, rows)
	asked := query.RowsQuery{Select: "substring(Body, 1, 1) AS n, Body", OrderBy: "Timestamp", Limit: 100}
	seen := map[string]int{}
	for page := range 3 {
		answer, lines := x.search(t, asked)
		for _, line := range lines {
			seen[line[:3]]++
		}
		if last := page == 1; answer.Truncated == last || (answer.Cursor == "") != last {
			t.Fatalf("page %d: %d rows, truncated %t", page, len(lines), answer.Truncated)
		}
		if answer.Cursor == "" {
			break
		}
		asked.Cursor = answer.Cursor
	}
	if len(seen) != 6 {
		t.Errorf("%v", seen)
	}
}
