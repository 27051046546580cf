package querytest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/testkit"
)

const (
	propertyRows    = 600
	propertyQueries = 60
	propertySeed    = 11
)

// choice is a text of a query and what it means for a row.
type choice[T any] struct {
	text string
	of   func(logRow) T
}

func propertyConditions() []choice[bool] {
	return []choice[bool]{
		{"", func(logRow) bool { return true }},
		{"ServiceName:cart", func(r logRow) bool { return r.service == "cart" }},
		{"SeverityText:(error OR warn)", func(r logRow) bool { return r.severity == "error" || r.severity == "warn" }},
		{"-ServiceName:mail SeverityText:\"info\"", func(r logRow) bool { return r.service != "mail" && r.severity == "info" }},
		{"alpha", func(r logRow) bool { return strings.Contains(r.body, "alpha") }},
		{"beta OR ServiceName:pay", func(r logRow) bool { return strings.Contains(r.body, "beta") || r.service == "pay" }},
		{"LogAttributes.n:>=5", func(r logRow) bool { return r.attributes["n"] >= "5" }},
	}
}

func propertyGroups() []choice[string] {
	return []choice[string]{
		{"ServiceName", func(r logRow) string { return r.service }},
		{"SeverityText", func(r logRow) string { return r.severity }},
		{"upper(ServiceName)", func(r logRow) string { return strings.ToUpper(r.service) }},
		{"LogAttributes['n']", func(r logRow) string { return r.attributes["n"] }},
	}
}

func propertyLogs(random *rand.Rand) []logRow {
	rows := make([]logRow, propertyRows)
	start := shopTime(1).UnixNano()
	for i := range rows {
		at := start + random.Int64N(int64(3*time.Hour))
		if random.IntN(4) == 0 { // on a whole second or minute, where the ends of ranges are
			at -= at % int64([]time.Duration{time.Second, time.Minute, time.Hour}[random.IntN(3)])
		}
		rows[i] = logRow{
			at: time.Unix(0, at).UTC(), service: pick(random, "cart", "mail", "pay"), severity: pick(random, "info", "warn", "error"),
			body: pick(random, "alpha", "beta", "alpha beta"), attributes: map[string]string{"n": fmt.Sprint(random.IntN(10))},
		}
	}
	return rows
}

func pick[T any](random *rand.Rand, choices ...T) T { return choices[random.IntN(len(choices))] }

// asked is a random chart and its meaning.
type asked struct {
	query      query.SeriesQuery
	conditions []choice[bool]
	groups     []choice[string]
}

func randomChart(random *rand.Rand, sourceID string) asked {
	from := shopTime(1).Add(time.Duration(random.Int64N(int64(2 * time.Hour))))
	to := from.Add(time.Duration(random.Int64N(int64(4 * time.Hour))))
	if random.IntN(2) == 0 {
		from, to = from.Truncate(time.Minute), to.Truncate(time.Minute)
	}
	a := asked{query: query.SeriesQuery{
		Range: query.TimeRange{From: from, To: to}, Granularity: pick[query.Granularity](random, "30s", "1m", "5m", "10m", "1h", "1d"),
	}}
	for range random.IntN(3) {
		a.groups = append(a.groups, pick(random, propertyGroups()...))
	}
	var groupBy []string
	for _, g := range a.groups {
		groupBy = append(groupBy, g.text)
	}
	for range 1 + random.IntN(3) {
		condition := pick(random, propertyConditions()...)
		a.conditions = append(a.conditions, condition)
		a.query.Series = append(a.query.Series, query.Series{
			SourceID: sourceID, Aggregate: query.Count, Where: condition.text, GroupBy: groupBy,
		})
	}
	return a
}

// expected counts the rows by hand.
func (a asked) expected(rows []logRow) string {
	step := a.query.Buckets().Step
	points := map[string]*query.Point{}
	for _, row := range rows {
		if row.at.Before(a.query.Range.From) || row.at.After(a.query.Range.To) {
			continue
		}
		point := query.Point{Bucket: time.Unix(row.at.Unix()/int64(step.Seconds())*int64(step.Seconds()), 0).UTC()}
		for _, g := range a.groups {
			point.Group = append(point.Group, g.of(row))
		}
		a.count(points, point, row)
	}
	var all []query.Point
	for _, p := range points {
		all = append(all, *p)
	}
	return sortedLines(all)
}

func (a asked) count(points map[string]*query.Point, point query.Point, row logRow) {
	key := fmt.Sprint(point.Bucket, point.Group)
	for i, condition := range a.conditions {
		if !condition.of(row) {
			continue
		}
		if points[key] == nil {
			point.Values = make([]float64, len(a.conditions))
			points[key] = &point
		}
		points[key].Values[i]++
	}
}

func sortedLines(points []query.Point) string {
	for _, p := range points {
		for i, value := range p.Values {
			if value == 0 {
				p.Values[i] = query.NoValue()
			}
		}
	}
	lines := strings.Split(pointLines(points, shopTime(1)), "; ")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestRollupsGiveTheSameAnswer holds charts from counts, charts from rows, and
// charts made by hand to each other, over random rows and random questions.
func TestRollupsGiveTheSameAnswer(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(testkit.Seed(t, propertySeed), 1))
	rows := propertyLogs(random)
	x := newTeam(t, read.Options{})
	insertLogs(t, x.client, x.id, rows)
	plain := existingTeam(t, x.client, x.id, read.Options{NoRollups: true})
	for i := range propertyQueries {
		a := randomChart(random, x.logs())
		want := a.expected(rows)
		for name, asked := range map[string]*team{"with": x, "without": plain} {
			for j := range a.query.Series {
				a.query.Series[j].SourceID = asked.logs()
			}
			answer, err := asked.queries.Series(asked.ctx, a.query)
			if err != nil {
				t.Fatalf("query %d %s: %v", i, name, err)
			}
			if diff := cmp.Diff(want, sortedLines(answer.Points)); diff != "" {
				t.Errorf("query %d %s rollups differs: %+v\n%s", i, name, a.query, diff)
			}
		}
	}
}

// TestRollupsReadLess holds counts to being used where they answer, by each shard
// too.
func TestRollupsReadLess(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		rows := make([]logRow, 20_000)
		for i := range rows {
			rows[i] = logRow{at: shopTime(1).Add(time.Duration(i) * 500 * time.Millisecond), service: "cart", severity: "info", body: "x"}
		}
		insertLogs(t, x.client, x.id, rows)
		plain := existingTeam(t, x.client, x.id, read.Options{NoRollups: true})
		read := func(x *team) uint64 {
			answer, err := x.queries.Series(x.ctx, query.SeriesQuery{
				Range: query.TimeRange{From: shopTime(1), To: shopTime(1).Add(3 * time.Hour)}, Granularity: "5m",
				Series: []query.Series{{SourceID: x.logs(), Aggregate: query.Count, Where: "SeverityText:info", GroupBy: []string{"ServiceName"}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			return answer.Stats.RowsRead
		}
		if with, without := read(x), read(plain); with > without/10 {
			t.Errorf("%d rows read, %d without rollups", with, without)
		}
	})
}
