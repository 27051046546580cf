package querytest_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// drawTile asks what a tile over the shop's day shows.
func (x *team) drawTile(config stack.Config, change func(*explore.TileQuestion)) (explore.TileAnswer, error) {
	asked := explore.TileQuestion{Config: config, Granularity: "10m", Range: query.TimeRange{From: shopTime(1), To: shopTime(1).Add(29 * time.Minute)}}
	if change != nil {
		change(&asked)
	}
	return (&explore.Tiles{Queries: x.queries, SQL: x.sqlTiles(x.id)}).Draw(x.ctx, asked)
}

// tileLines returns one line for each row: minutes after nine, groups, values,
// cells.
func tileLines(rows []explore.TileRow, hasTime bool) []string {
	var lines []string
	for _, row := range rows {
		var words []string
		if hasTime {
			words = append(words, fmt.Sprint(row.Bucket.Sub(shopTime(1)).Minutes()))
		}
		words = append(words, row.Group...)
		for _, value := range row.Values {
			words = append(words, fmt.Sprintf("%.4g", value))
		}
		for _, cell := range row.Cells {
			words = append(words, cell.Text)
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return lines
}

func countOf(where string) stack.SelectItem {
	return stack.SelectItem{AggFn: query.Count, Where: where, WhereLanguage: query.Lucene}
}

func TestTilesShowTheShop(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		insertShop(t, x)
		logs := func(display stack.DisplayType, items ...stack.SelectItem) stack.Chart {
			return stack.Chart{DisplayType: display, SourceID: x.logs(), Select: items}
		}
		rate := []stack.Formula{{Expression: "100 * A / B"}}
		errorRate := stack.NumberConfig{Chart: logs(stack.DisplayNumber, countOf("SeverityText:error"), countOf("")), Formulas: rate}
		noErrors := stack.NumberConfig{Chart: logs(stack.DisplayNumber, countOf("ServiceName:mail AND SeverityText:error"), countOf("ServiceName:mail")), Formulas: rate}
		nothing := stack.NumberConfig{Chart: logs(stack.DisplayNumber, countOf("ServiceName:nobody"), countOf("ServiceName:nobody")), Formulas: rate}
		events := func(display stack.DisplayType, where string) stack.EventQuery {
			return stack.EventQuery{DisplayType: display, SourceID: x.logs(), Where: where, WhereLanguage: query.Lucene}
		}
		raw := func(display stack.DisplayType, template string) stack.SQLQuery {
			return stack.SQLQuery{ConfigType: stack.ConfigSQL, DisplayType: display, ConnectionID: x.id, SourceID: x.logs(), SQLTemplate: template}
		}
		const perService = "SELECT ServiceName, count() AS n FROM $__sourceTable WHERE $__timeFilter(Timestamp) AND $__filters GROUP BY ServiceName ORDER BY ServiceName LIMIT 3"
		const perTime = "SELECT $__timeInterval(Timestamp) AS ts, SeverityText, count() AS n FROM $__sourceTable WHERE $__timeFilter(Timestamp) AND SeverityText IN ('warn', 'fatal') GROUP BY ts, SeverityText ORDER BY ts, SeverityText"
		three := 3
		for name, c := range map[string]struct {
			config  stack.Config
			hasTime bool
			filters []explore.TileFilter
			want    []string
		}{
			"an error rate":                          {errorRate, false, nil, []string{"20.83"}},
			"an error rate without errors is 0":      {noErrors, false, nil, []string{"0"}},
			"an error rate of nothing is nothing":    {nothing, false, nil, nil},
			"filters of the dashboard narrow a tile": {errorRate, false, []explore.TileFilter{{Expression: "ServiceName", Values: []string{"checkout", "cart"}}}, []string{"40"}},
			"filters have languages of their own":    {errorRate, false, []explore.TileFilter{{Where: "ServiceName = 'checkout'", Language: query.SQL}}, []string{"66.67"}},
			"lines over time": {stack.LineConfig{Chart: logs(stack.DisplayLine, countOf("timeout")), TimeAxis: stack.TimeAxis{FillNulls: true}}, true, nil,
				[]string{"0 3", "10 0", "20 1"}},
			"a table in its order": {stack.TableConfig{Chart: logs(stack.DisplayTable, countOf("")), GroupBy: "ServiceName", Having: "count() = 3", OrderBy: "ServiceName DESC"}, false, nil,
				[]string{"mail 3", "frontend 3", "checkout 3"}},
			"slices, the largest first": {stack.CategoryConfig{Chart: logs(stack.DisplayPie, countOf("")), GroupBy: "ServiceName", Limit: &three}, false, nil,
				[]string{"search 4", "shipping 4", "checkout 3"}},
			"events": {stack.SearchConfig{EventQuery: events(stack.DisplaySearch, "timeout"), Select: "ServiceName, SeverityText"}, false, []explore.TileFilter{{Expression: "SeverityText", Values: []string{"error"}}},
				[]string{"payment error", "checkout error"}},
			"patterns": {stack.EventPatternsConfig{EventQuery: events(stack.DisplayEventPatterns, "ServiceName:frontend")}, false, nil,
				[]string{"GET /products/<n> <n> <n>ms 1 GET /products/42 404 3ms", "GET /products?page=<n> <n> <n>ms 1 GET /products?page=2 200 18ms",
					"user-agent: Mozilla/<n> (X11; Linux x86_64) 1 user-agent: Mozilla/5.0 (X11; Linux x86_64)"}},
			"a table of SQL": {stack.SQLTableConfig{SQLQuery: raw(stack.DisplayTable, perService)}, false, nil, []string{"cart 2", "checkout 3", "cron 2"}},
			"filters of SQL": {stack.SQLTableConfig{SQLQuery: raw(stack.DisplayTable, perService)}, false,
				[]explore.TileFilter{{Expression: "ServiceName", Values: []string{"cron"}}, {Where: "anything"}}, []string{"cron 2"}},
			"bars of SQL":     {stack.SQLCategoryConfig{SQLQuery: raw(stack.DisplayBar, perService)}, false, nil, []string{"checkout 3", "cart 2", "cron 2"}},
			"a number of SQL": {stack.SQLNumberConfig{SQLQuery: raw(stack.DisplayNumber, perService)}, false, nil, []string{"2"}},
			"lines of SQL":    {stack.SQLLineConfig{SQLQuery: raw(stack.DisplayLine, perTime)}, true, nil, []string{"0 warn 1", "10 fatal 1", "10 warn 2", "20 warn 1"}},
			"lines of SQL without a time": {stack.SQLLineConfig{SQLQuery: raw(stack.DisplayLine, perService)}, false, nil,
				[]string{"cart 2", "checkout 3", "cron 2"}},
			"a text": {stack.MarkdownConfig{DisplayType: stack.DisplayMarkdown, Markdown: "# Hello"}, false, nil, nil},
		} {
			answer, err := x.drawTile(c.config, func(q *explore.TileQuestion) { q.Filters = c.filters })
			if diff := cmp.Diff(c.want, tileLines(answer.Rows, c.hasTime)); err != nil || diff != "" {
				t.Errorf("%s: %v %s", name, err, diff)
			}
			if answer.Display != c.config.Display() {
				t.Errorf("%s: is a %s", name, answer.Display)
			}
		}
	})
}

func TestPatternsSayHowManyEventsThereAre(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	rows := make([]logRow, explore.PatternsSampled+500)
	for i := range rows {
		rows[i] = logRow{at: shopTime(1).Add(time.Duration(i) * time.Millisecond), severity: "info", service: "cart", body: fmt.Sprintf("order %d", i), resource: "{}", scope: "{}"}
	}
	rows[0].service = "mail"
	insertLogs(t, x.client, x.id, rows)
	f := func(where string, filters []explore.TileFilter, total uint64) int {
		t.Helper()
		config := stack.EventPatternsConfig{EventQuery: stack.EventQuery{DisplayType: stack.DisplayEventPatterns, SourceID: x.logs(), Where: where, WhereLanguage: query.Lucene}}
		answer, err := x.drawTile(config, func(q *explore.TileQuestion) { q.Filters, q.SQL = filters, true })
		if err != nil || len(answer.Rows) != 1 || answer.EventsTotal == nil || *answer.EventsTotal != total {
			t.Fatalf("%s: %v of %v, %v", where, answer.Rows, answer.EventsTotal, err)
		}
		sampled, err := strconv.Atoi(answer.Rows[0].Cells[1].Text)
		if err != nil {
			t.Fatal(err)
		}
		return sampled
	}
	// Which half of the events is drawn hangs on their times, and with them on
	// the day of the test.
	all := f("", nil, 2500)
	if all < 1000 || all > 1500 {
		t.Errorf("%d of 2500 are no half", all)
	}
	cart := f("ServiceName:cart", nil, 2499)
	if cart != all && cart != all-1 {
		t.Errorf("%d of all, %d without one", all, cart)
	}
	if chosen := f("", []explore.TileFilter{{Expression: "ServiceName", Values: []string{"cart"}}}, 2499); chosen != cart {
		t.Errorf("%d by a filter, %d by a condition", chosen, cart)
	}
	if mail := f("ServiceName:mail", nil, 1); mail != 1 {
		t.Errorf("%d of the one event", mail)
	}
}

func TestTileShowsItsStatements(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	f := func(config stack.Config, want string) {
		t.Helper()
		answer, err := x.drawTile(config, func(q *explore.TileQuestion) { q.SQL = true })
		if err != nil || !slices.ContainsFunc(answer.Statements, func(text string) bool { return strings.Contains(text, want) }) {
			t.Errorf("%q, %v, want %q", answer.Statements, err, want)
		}
	}
	f(stack.LineConfig{Chart: stack.Chart{DisplayType: stack.DisplayLine, SourceID: x.logs(), Select: []stack.SelectItem{countOf("timeout")}}}, "SELECT")
	f(stack.SQLTableConfig{SQLQuery: stack.SQLQuery{
		ConfigType: stack.ConfigSQL, DisplayType: stack.DisplayTable, ConnectionID: x.id, SourceID: x.logs(),
		SQLTemplate: "SELECT count() FROM $__sourceTable",
	}}, "SELECT count() FROM otel_logs")
}

// TestAlertsAndTilesAgree draws tiles and lets alerts watch them, over the same
// windows.
func TestAlertsAndTilesAgree(t *testing.T) {
	t.Parallel()
	w := newWatcher(t)
	ratio := w.line(countOf("SeverityText:error"), countOf(""))
	ratio.AsRatio = true
	rate := w.line(countOf("SeverityText:fatal"), countOf(""))
	rate.Formulas = []stack.Formula{{Expression: "A"}, {Expression: "100 * A / B"}}
	grouped := w.line(countOf("SeverityText:error"), countOf(""))
	grouped.GroupBy, grouped.Formulas = "ServiceName", []stack.Formula{{Expression: "A - .5 * B"}}
	for name, config := range map[string]stack.LineConfig{"ratio": ratio, "rate": rate, "grouped": grouped} {
		from := shopTime(1)
		answer, err := w.drawTile(config, func(q *explore.TileQuestion) {
			q.Granularity, q.Range = "15m", query.TimeRange{From: from, To: from.Add(30*time.Minute - time.Nanosecond)}
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range answer.Rows {
			answer.Rows[i].Values = answer.Rows[i].Values[len(answer.Rows[i].Values)-1:]
		}
		watched := strings.Split(w.ask(0, w.tile(config))[0], "; ")
		if diff := cmp.Diff(watched, tileLines(answer.Rows, true)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestAlertsSeeWhatTilesShow holds alerts to the numbers that tiles show, in
// windows with rows and without, for counts, ratios and formulas.
func TestAlertsSeeWhatTilesShow(t *testing.T) {
	t.Parallel()
	w := newWatcher(t)
	pairs := [][2]string{{"", "SeverityText:error"}, {"timeout", "SeverityText:fatal"}, {"mail", "mail AND SeverityText:error"}, {"ServiceName:nobody", ""}}
	for _, pair := range pairs {
		for _, formula := range []string{"", "A", "B", "100 - A", "100 / A", "B / A", "1 - B / A", "A - .5 * B"} {
			for _, groupBy := range []string{"", "ServiceName"} {
				config := w.line(countOf(pair[0]), countOf(pair[1]))
				config.GroupBy, config.FillNulls = groupBy, true
				if formula != "" {
					config.Formulas = []stack.Formula{{Expression: formula}}
				}
				shown, watched := w.shownValues(t, config), w.watchedValues(t, config)
				if diff := cmp.Diff(shown, watched); diff != "" {
					t.Errorf("%q, %q by %q: (-shown +watched)\n%s", pair, formula, groupBy, diff)
				}
			}
		}
	}
}

// agreed is an hour, the windows of which have fewer and fewer rows.
func agreed() query.TimeRange {
	from := shopTime(1).Add(-15 * time.Minute)
	return query.TimeRange{From: from, To: from.Add(time.Hour - time.Nanosecond)}
}

// shownValues returns the last number of each bucket and group of a tile that
// has rows; without groups, of each bucket.
func (w *watcher) shownValues(t *testing.T, config stack.LineConfig) map[string]string {
	t.Helper()
	draw := func(fill bool) []explore.TileRow {
		config.FillNulls = fill
		answer, err := w.drawTile(config, func(q *explore.TileQuestion) { q.Granularity, q.Range = "15m", agreed() })
		if err != nil {
			t.Fatal(err)
		}
		return answer.Rows
	}
	stored := map[string]bool{}
	for _, row := range draw(false) {
		stored[placeName(row.Bucket, row.Group)] = true
	}
	values := map[string]string{}
	for _, row := range draw(true) {
		place, value := placeName(row.Bucket, row.Group), row.Values[len(row.Values)-1]
		if query.HasNumber(value) && (config.GroupBy == "" || stored[place]) {
			values[place] = fmt.Sprintf("%.4g", value)
		}
	}
	return values
}

// watchedValues returns what an alert on the tile compares.
func (w *watcher) watchedValues(t *testing.T, config stack.LineConfig) map[string]string {
	t.Helper()
	question := explore.AlertQuestion{Alert: w.tile(config), Step: 15 * time.Minute, Range: agreed()}
	reads := &explore.AlertReads{Store: w.list, Engine: w.queries.Engine}
	values := map[string]string{}
	reads.Read(t.Context(), []explore.AlertQuestion{question}, func(read []explore.AlertAnswer) {
		a := read[0]
		if a.Err != nil {
			t.Error(a.Err)
		}
		if rule := alerting.RuleOf(question.Alert.AlertSpec, a.Watch); config.GroupBy == "" && rule.NoData == stack.NoDataZero {
			for at := question.Range.From; at.Before(question.Range.To); at = at.Add(question.Step) {
				values[placeName(at, nil)] = fmt.Sprintf("%.4g", rule.Empty)
			}
		}
		for _, p := range a.Points {
			values[placeName(p.Window, p.Group)] = fmt.Sprintf("%.4g", p.Value)
		}
	})
	return values
}

func placeName(at time.Time, group []string) string {
	return fmt.Sprint(at.Sub(shopTime(1)).Minutes(), group)
}

// TestNamesBecomeKnown holds that a name is known or unknown only for the time in
// which it was looked for, whatever was asked before, and unknown no longer than
// until a record has it.
func TestNamesBecomeKnown(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	f := func(want int, from, to time.Time) {
		t.Helper()
		config := stack.LineConfig{Chart: stack.Chart{DisplayType: stack.DisplayLine, SourceID: x.logs(), Select: []stack.SelectItem{countOf("duration_ms:>0")}}}
		answer, err := x.drawTile(config, func(q *explore.TileQuestion) { q.Range = query.TimeRange{From: from, To: to} })
		if err != nil || len(answer.Warnings) != want {
			t.Errorf("%s to %s: %+v, %v", from, to, answer.Warnings, err)
		}
	}
	day := shopTime(1)
	f(1, day, day.Add(time.Hour)) // there is nothing
	insertShop(t, x)
	f(0, day, day.Add(time.Hour))
	other := newTeam(t, read.Options{})
	insertShop(t, other)
	x = other
	for _, whole := range []time.Duration{time.Hour, 6 * time.Hour} {
		f(1, day.Add(-2*time.Hour), day.Add(-time.Hour))
		f(0, day.Add(-2*time.Hour), day.Add(whole))
		f(1, day.Add(-2*time.Hour), day.Add(-time.Hour))
		f(1, day.Add(5*time.Hour), day.Add(6*time.Hour))
		f(0, day, day.Add(time.Hour))
	}
}

func TestTileHeatmap(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	span := func(minute int, took time.Duration, name byte) spanRow {
		return spanRow{at: shopTime(1 + minute), took: took, service: "cart", name: "GET", trace: name, span: name}
	}
	store(t, x, spanRows([]spanRow{span(0, 8, 1), span(1, 9, 2), span(12, 104, 3), span(13, 0, 4)}))
	heat := func(scale, count string) stack.HeatmapConfig {
		return stack.HeatmapConfig{
			EventQuery: stack.EventQuery{DisplayType: stack.DisplayHeatmap, SourceID: x.sources[1].ID, WhereLanguage: query.Lucene},
			Select:     []stack.HeatmapItem{{ValueExpression: "Duration", HeatmapScaleType: scale, CountExpression: count}},
		}
	}
	f := func(config stack.HeatmapConfig, want ...string) {
		t.Helper()
		answer, err := x.drawTile(config, nil)
		if diff := cmp.Diff(want, tileLines(answer.Rows, true)); err != nil || diff != "" {
			t.Errorf("%v %s", err, diff)
		}
	}
	f(heat("", ""), "0 9 8 10.08 2", "10 20 101.6 128 1") // the logarithm of 0 has no row
	f(heat("linear", ""), "0 1 4.333 8.667 1", "0 2 8.667 13 1", "10 0 0 4.333 1", "10 24 104 108.3 1")
	f(heat("log", "sum(Duration)"), "0 9 8 10.08 17", "10 20 101.6 128 104")
}
