package querytest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/keyed"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/testkit"
)

// compareKeys holds what is decided by keys to what the engine decides, over
// series with the conditions and aggregates by chance.
func compareKeys(t *testing.T, x *team, scan explore.SeriesScan, nodes []ql.Node) {
	t.Helper()
	random := rand.New(rand.NewPCG(testkit.Seed(t, keyedSeed), 2))
	field := scan.Series[0].Field
	scan.Series = nil
	for _, node := range nodes {
		scan.Series = append(scan.Series, explore.ScannedSeries{Field: field, Where: explore.Expr{Node: node}, Aggregate: pick(random,
			query.Count, query.Count, query.Total, query.Average, query.Minimum, query.Maximum, query.CountDistinct)})
	}
	want, whole := answerOf(t, x, scan, read.Options{NoKeys: true, NoRollups: true})
	if whole.all != (len(nodes)+keyed.ScanWidthMax-1)/keyed.ScanWidthMax || whole.keyed > 0 {
		t.Errorf("%+v scans of %d series without keys", whole, len(nodes))
	}
	got, with := answerOf(t, x, scan, read.Options{KeyedSeries: 2})
	if with.keyed < 5 {
		t.Errorf("only %+v scans by keys", with)
	}
	for i, s := range scan.Series {
		if diff := cmp.Diff(seriesLine(want, i), seriesLine(got, i)); diff != "" {
			t.Errorf("%s where %v (-engine +keys):\n%s", s.Aggregate, s.Where.Node, diff)
		}
	}
}

// TestKeyedScansKeepTheirLimits asks conditions whose keys make one group too
// many, more patterns than one query takes, as many words, and too few series
// for keys.
func TestKeyedScansKeepTheirLimits(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	ask := func(count int, where string, options read.Options) (explore.SeriesResult, scanCount) {
		scan := logScan(t, x)
		scan.Series, scan.Step = nil, time.Hour
		for n := range count {
			node := conditionOf(t, query.Lucene, fmt.Sprintf(where, n))
			scan.Series = append(scan.Series, explore.ScannedSeries{Aggregate: query.Count, Where: explore.Expr{Node: node}})
		}
		return answerOf(t, x, scan, options)
	}
	want, whole := ask(read.KeyedSeriesMin, "SeverityNumber:>%d", read.Options{KeyedRows: 3})
	got, crowded := ask(read.KeyedSeriesMin, "SeverityNumber:>%d", read.Options{KeyedRows: 2})
	if diff := cmp.Diff(want.Points, got.Points); diff != "" {
		t.Error(diff)
	}
	_, flagged := ask(keyed.ScanWidthMax+read.KeyedSeriesMin, "*word%d*", read.Options{})
	_, worded := ask(keyed.ScanWidthMax+read.KeyedSeriesMin, "word%d", read.Options{})
	_, few := ask(read.KeyedSeriesMin-1, "SeverityNumber:>%d", read.Options{})
	counts := []scanCount{{1, 1, 0}, {2, 1, read.KeyedSeriesMin}, {2, 2, 0}, {1, 1, 0}, {1, 0, read.KeyedSeriesMin - 1}}
	if diff := cmp.Diff(counts, []scanCount{whole, crowded, flagged, worded, few}, cmp.AllowUnexported(scanCount{})); diff != "" {
		t.Error(diff)
	}
}

// scanCount counts queries, and the series of those that are not keyed.
type scanCount struct{ all, keyed, series int }

func answerOf(t *testing.T, x *team, scan explore.SeriesScan, options read.Options) (explore.SeriesResult, scanCount) {
	t.Helper()
	var count scanCount
	var mu sync.Mutex
	options.Watch = func(q clickhouse.Query) {
		mu.Lock()
		defer mu.Unlock()
		count.all++
		if strings.Contains(q.SQL, "GROUP BY b, q0") {
			count.keyed++
		} else {
			count.series += strings.Count(q.SQL, "'Nullable(Float64)') AS v")
		}
	}
	result, err := existingTeam(t, x.client, x.id, options).queries.Engine.Series(t.Context(), scan)
	if err != nil {
		t.Fatal(err)
	}
	return result, count
}

// seriesLine returns the numbers of one series. The last digits of sums are
// those of the order in which the engine adds.
func seriesLine(result explore.SeriesResult, i int) string {
	// Which of two zeros is the least hangs on the order of rows: adding 0 makes both the same.
	return strings.Join(numberLines(result, i, func(p query.Point) string { return fmt.Sprintf("%.12g", p.Values[i]+0) }), "; ")
}

// numberLines returns a line for each point that a series has something in.
func numberLines(result explore.SeriesResult, i int, value func(query.Point) string) []string {
	var lines []string
	for _, p := range result.Points {
		if p.IsEmpty(i) {
			continue
		}
		nonFinite := uint64(0)
		if p.NonFinite != nil {
			nonFinite = p.NonFinite[i]
		}
		lines = append(lines, fmt.Sprintf("%s %s, %d not finite", p.Bucket.Format(time.TimeOnly), value(p), nonFinite))
	}
	return lines
}

// notShared are conditions for rows but not for aggregates.
func notShared() []string {
	return []string{"NULL"}
}

// answered returns the conditions of the corpus that have an answer.
func answered(t *testing.T, language query.Language, sections []section) []ql.Node {
	t.Helper()
	var nodes []ql.Node
	for _, s := range sections {
		for _, e := range s.list() {
			if e.answer != "error" && !slices.Contains(notShared(), e.query) {
				nodes = append(nodes, conditionOf(t, language, inDay(e.query, shopDay())))
			}
		}
	}
	return nodes
}

func corpusConditions(t *testing.T) []ql.Node {
	t.Helper()
	return append(answered(t, query.Lucene, luceneSections()), answered(t, query.SQL, sqlSections())...)
}

func conditionOf(t *testing.T, language query.Language, text string) ql.Node {
	t.Helper()
	var node ql.Node
	var err error
	if language == query.SQL {
		node, err = ql.ParseCondition(text, ql.ParseOptions{})
	} else {
		node, err = ql.ParseLucene("where", text)
	}
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return node
}
