package querytest_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/query"
)

// chart asks for series over the corpus, and returns its points as lines:
// minutes after nine, groups, numbers.
func (x *team) chart(t testing.TB, asked query.SeriesQuery) string {
	t.Helper()
	answer, err := x.queries.Series(x.ctx, inShopTime(asked))
	if err != nil {
		return "error: " + err.Error()
	}
	return pointLines(answer.Points, shopTime(1))
}

// inShopTime asks for the time of the corpus where a query names none.
func inShopTime(asked query.SeriesQuery) query.SeriesQuery {
	if asked.Range.From.IsZero() {
		asked.Range = query.TimeRange{From: shopTime(1), To: shopTime(1).Add(time.Hour)}
	}
	if asked.Granularity == "" {
		asked.Granularity = "10m"
	}
	return asked
}

func pointLines(points []query.Point, from time.Time) string {
	var lines []string
	for _, p := range points {
		line := fmt.Sprintf("%g", p.Bucket.Sub(from).Minutes())
		for _, group := range p.Group {
			line += " " + group
		}
		for _, value := range p.Values {
			if query.HasValue(value) {
				line += fmt.Sprintf(" %g", math.Round(value*1e6)/1e6)
			} else {
				line += " -"
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func level(l float64) *float64 { return &l }

func TestChart(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	series := func(s ...query.Series) query.SeriesQuery {
		for i := range s {
			s[i].SourceID = x.logs()
		}
		return query.SeriesQuery{Series: s}
	}
	const status, took = "LogAttributes['http.status_code']", "LogAttributes['duration_ms']"
	filled := series(query.Series{Aggregate: query.Count, Where: "timeout"})
	filled.Fill = query.FillZero
	filledGroups := series(query.Series{Aggregate: query.Count, Where: "ServiceName:(cart OR mail)", GroupBy: []string{"ServiceName"}})
	filledGroups.Fill, filledGroups.Granularity = query.FillZero, "30m"
	top := series(query.Series{Aggregate: query.Count, GroupBy: []string{"ServiceName"}})
	top.Groups, top.Granularity = 2, "1h"
	total := series(
		query.Series{Aggregate: query.Count, GroupBy: []string{"SeverityText"}, Where: "timeout"},
		query.Series{Aggregate: query.Quantile, Field: "SeverityNumber", GroupBy: []string{"SeverityText"}, Where: "timeout"},
	)
	total.Granularity = query.GranularityTotal
	cases := []struct {
		name  string
		query query.SeriesQuery
		want  string
	}{
		{"count", series(query.Series{Aggregate: query.Count}), "0 10; 10 10; 20 4"},
		{"count_where", series(query.Series{Aggregate: query.Count, Where: "timeout"}), "0 3; 20 1"},
		{"count_where_sql", series(query.Series{Aggregate: query.Count, Where: "Body ILIKE '%timeout%'", Language: query.SQL}), "0 3; 20 1"},
		{"count_ignores_field", series(query.Series{Aggregate: query.Count, Field: "nonsense("}), "0 10; 10 10; 20 4"},
		{"total", total, "0 debug 1 5; 0 error 2 17; 0 warn 1 13"},
		{"no_rows", series(query.Series{Aggregate: query.Count, Where: "nothinglikethis"}), ""},
		{"group", series(query.Series{Aggregate: query.Count, Where: "SeverityText:error", GroupBy: []string{"ServiceName"}}),
			"0 checkout 2; 0 payment 1; 10 search 2"},
		{"two_groups", series(query.Series{Aggregate: query.Count, Where: "timeout", GroupBy: []string{"ServiceName", "SeverityText"}}),
			"0 checkout error 1; 0 checkout warn 1; 0 payment error 1; 20 worker debug 1"},
		{"group_by_key_with_missing_values", series(query.Series{Aggregate: query.Count, Where: "ServiceName:payment OR ServiceName:cron", GroupBy: []string{"LogAttributes['job']"}}),
			"0  2; 10 clean up 1; 10 reindex 1"},
		{"group_by_number", series(query.Series{Aggregate: query.Count, Where: "ServiceName:frontend", GroupBy: []string{"SeverityNumber"}}),
			"0 5 1; 0 9 2"},
		{"group_by_function", series(query.Series{Aggregate: query.Count, Where: "timeout", GroupBy: []string{"upper(SeverityText)"}}),
			"0 ERROR 2; 0 WARN 1; 20 DEBUG 1"},
		{"group_by_null", series(query.Series{Aggregate: query.Count, Where: "timeout", GroupBy: []string{"nullIf(SeverityText, 'warn')"}}),
			"0  1; 0 error 2; 20 debug 1"},
		{"sum", series(query.Series{Aggregate: query.Total, Field: took}), "0 4577.5"},
		{"avg", series(query.Series{Aggregate: query.Average, Field: took, Where: "ServiceName:checkout"}), "0 1503"},
		{"min", series(query.Series{Aggregate: query.Minimum, Field: took}), "0 3"},
		{"max", series(query.Series{Aggregate: query.Maximum, Field: took}), "0 3000"},
		{"quantile", series(query.Series{Aggregate: query.Quantile, Level: level(0.5), Field: took}), "0 18"},
		{"quantile_without_level_is_the_median", series(query.Series{Aggregate: query.Quantile, Field: took}), "0 18"},
		{"count_distinct", series(query.Series{Aggregate: query.CountDistinct, Field: "LogAttributes['user.id']"}), "0 4"},
		{"count_distinct_of_a_column", series(query.Series{Aggregate: query.CountDistinct, Field: "ServiceName"}), "0 4; 10 3; 20 2"},
		{"last_value", series(query.Series{Aggregate: query.LastValue, Field: took}), "0 3"},
		{"any", series(query.Series{Aggregate: query.AnyValue, Field: status, Where: "ServiceName:mail OR LogAttributes.gateway:*"}), "0 504"},
		{"none", series(query.Series{Aggregate: query.None, Field: "countIf(SeverityText = 'error') / count()"}), "0 0.3; 10 0.2; 20 0"},
		{"none_with_where", series(query.Series{Aggregate: query.None, Field: "sum(" + took + ")", Where: "ServiceName:cart"}), "0 47.5"},
		{"field_is_an_expression", series(query.Series{Aggregate: query.Maximum, Field: took + " / 1000"}), "0 3"},
		{"field_of_text_has_no_numbers", series(query.Series{Aggregate: query.Maximum, Field: "ServiceName"}), ""},
		{"field_of_a_column", series(query.Series{Aggregate: query.Maximum, Field: "SeverityNumber"}), "0 17; 10 21; 20 13"},
		{"several_series_in_one_scan", series(
			query.Series{Aggregate: query.Count}, query.Series{Aggregate: query.Count, Where: "SeverityText:error"},
			query.Series{Aggregate: query.Maximum, Field: took, Where: "ServiceName:checkout"},
		), "0 10 3 3000; 10 10 2 -; 20 4 - -"},
		{"series_with_the_same_where", series(
			query.Series{Aggregate: query.Count, Where: "timeout"}, query.Series{Aggregate: query.Maximum, Field: took, Where: "timeout"},
		), "0 3 3000; 20 1 -"},
		{"series_in_several_scans_are_joined", series(
			query.Series{Aggregate: query.Count}, query.Series{Aggregate: query.None, Field: "count()", Where: "SeverityText:error"},
		), "0 10 3; 10 10 2; 20 4 -"},
		{"series_with_other_groups_are_not_joined", series(
			query.Series{Aggregate: query.Count, Where: "memory", GroupBy: []string{"ServiceName"}},
			query.Series{Aggregate: query.Count, Where: "memory", GroupBy: []string{"SeverityText"}},
		), "10 cron 1 -; 10 fatal - 1"},
		{"fill_zero", filled, "0 3; 10 0; 20 1; 30 0; 40 0; 50 0; 60 0"},
		{"fill_zero_groups", filledGroups, "0 cart 2; 0 mail 3; 30 cart 0; 30 mail 0; 60 cart 0; 60 mail 0"},
		{"top_groups", top, "0 search 4; 0 shipping 4"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, x.chart(t, c.query)); diff != "" {
				t.Error(diff)
			}
			if c.query.Series[0].GroupBy != nil {
				x.checkSQL(t, c.query)
			}
		})
	}
	for i, where := range oddConditions() {
		t.Run(fmt.Sprint("odd_value_", i), func(t *testing.T) {
			t.Parallel()
			x.checkSQL(t, series(query.Series{Aggregate: query.Count, Where: where, Language: query.SQL}))
		})
	}
}

func TestChartTellsWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	for _, rows := range []int{0, 3} { // all groups are read, and only the largest
		x := newTeam(t, read.Options{SeriesRows: rows})
		insertShop(t, x)
		answer, err := x.queries.Series(x.ctx, query.SeriesQuery{
			Range: query.TimeRange{From: shopTime(1), To: shopTime(60)}, Granularity: "10m", Groups: 2,
			Series: []query.Series{
				{SourceID: x.logs(), Aggregate: query.Count, GroupBy: []string{"ServiceName"}},
				{SourceID: x.logs(), Aggregate: query.Maximum, Field: "SeverityNumber", GroupBy: []string{"ServiceName"}},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := pointLines(answer.Points, shopTime(1)); got != "10 search 4 17; 10 shipping 4 13" {
			t.Errorf("SeriesRows %d: %s", rows, got)
		}
		left := answer.Remainder
		if left == nil || left.Groups != 7 || left.Values[0] != 16 || query.HasValue(left.Values[1]) {
			t.Errorf("SeriesRows %d: remainder %+v, want 7 groups with 16 rows", rows, left)
		}
	}
}

func TestChartIncludesBothEnds(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	var rows []logRow
	from, to := shopTime(1), shopTime(1).Add(3*time.Hour) // long enough to be read in parts
	for _, at := range []time.Time{
		from.Add(-time.Nanosecond), from, from.Add(time.Nanosecond), from.Add(time.Second), to.Add(-time.Nanosecond), to, to.Add(time.Nanosecond),
	} {
		rows = append(rows, logRow{at: at, service: "x"})
	}
	insertLogs(t, x.client, x.id, rows)
	for _, c := range []struct {
		from, to time.Time
		want     string
	}{
		{from, to, "0 3; 120 1; 180 1"},
		{from.Add(time.Nanosecond), to, "0 2; 120 1; 180 1"},
		{from.Add(time.Nanosecond), to.Add(-time.Nanosecond), "0 2; 120 1"},
		{from.Add(2 * time.Nanosecond), to.Add(-2 * time.Nanosecond), "0 1"},
		{from, from, "0 1"},
		{from, from.Add(time.Minute), "0 3"},
		{from.Add(-time.Nanosecond), to.Add(time.Nanosecond), "-60 1; 0 3; 120 1; 180 2"},
	} {
		for _, where := range []string{"", "-SeverityText:nothing", "-Body:nothing"} {
			got := x.chart(t, query.SeriesQuery{
				Range: query.TimeRange{From: c.from, To: c.to}, Granularity: "1h",
				Series: []query.Series{{SourceID: x.logs(), Aggregate: query.Count, Where: where}},
			})
			if got != c.want {
				t.Errorf("%s to %s where %q: %s, want %s", c.from, c.to, where, got, c.want)
			}
		}
	}
}
