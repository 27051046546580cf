package querytest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

const (
	sharedSeed    = 11
	sharedMinutes = 6
)

// sharedConditions are what alerts ask of metrics. Those behind apartFrom are
// about single points, have functions, or can't be compiled: their series are
// read alone.
func sharedConditions() (conditions []string, apartFrom int) {
	shared := []string{
		``, `Attributes.host:"a"`, `Attributes.host:"b"`, `Attributes.host:"A"`, `Attributes.host:""`, `Attributes.host:b`, `Attributes.host:*`,
		`host:"c"`, `host:>1`, `Attributes.host:>=2`, `Attributes.host:[1 TO 3]`, `-host:"a"`, `host:"a" OR host:"c"`, `NOT (host:"a" AND ServiceName:"shop")`,
		`ServiceName:"shop"`, `ServiceName:sho*`, `service.name:"other"`, `ResourceAttributes.host.name:"b"`, `nosuchname:"x"`, `MetricName:"m0"`,
		`sql: Attributes['host'] = 'a'`, `sql: Attributes['host'] IN ('a', 'c')`, `sql: Attributes['host'] != 'a'`, `sql: NOT Attributes['host'] > 1`,
		`sql: ServiceName = 'shop' AND Attributes['host'] LIKE '%b%'`, `sql: Attributes['host'] BETWEEN 'a' AND 'b'`,
	}
	alone := []string{
		`TimeUnix:>2026-01-01`, `sql: Flags = 0`, `sql: lower(Attributes['host']) = 'a'`, `sql: toFloat64(Attributes['host']) > 1`,
		`MetricUnit:"1"`, `sql: StartTimeUnix > TimeUnix`,
	}
	return append(shared, alone...), len(shared)
}

// randomMetric returns a metric whose series come and go, begin anew, miss
// their start, arrive late, and have values that are not finite.
func randomMetric(random *rand.Rand, kind telemetry.PointKind, name string) metricOf {
	m := metricOf{name: name, kind: kind, temporality: 1 + int32(random.IntN(2)), monotonic: random.IntN(4) > 0}
	for _, host := range []string{"a", "b", "c", "A", "1", "2", "10", ""} {
		if random.IntN(4) == 0 {
			continue
		}
		began, value := pick(random, -1, 0.5, float64(random.IntN(200))), float64(random.IntN(100))
		for at := float64(random.IntN(60)); at < 60*sharedMinutes; at += float64(5 + random.IntN(60)) {
			if random.IntN(8) == 0 {
				began, value = at, 0 // it begins anew
			}
			value += float64(random.IntN(1000)) / 8
			m.points = append(m.points, randomPoint(random, pointAt{host: host, at: at, began: began, value: value}))
		}
	}
	random.Shuffle(len(m.points), func(i, j int) { m.points[i], m.points[j] = m.points[j], m.points[i] })
	return m
}

func randomPoint(random *rand.Rand, p pointAt) pointAt {
	p.flags = uint32(random.IntN(12) / 11)
	p.sumOfCounted = p.value / 4
	if random.IntN(12) == 0 {
		p.value = pick(random, math.NaN(), math.Inf(1), math.Inf(-1))
		p.sumOfCounted = p.value
	}
	p.bounds = pick(random, []float64{10, 100, 1000}, []float64{10, 100, 1000}, []float64{5, 100})
	for range len(p.bounds) + 1 {
		p.buckets = append(p.buckets, uint64(random.IntN(20)))
	}
	p.scale, p.offset, p.zero, p.negative = int32(random.IntN(3)), int32(random.IntN(5)), uint64(random.IntN(3)), []uint64{uint64(random.IntN(4))}
	for _, counted := range slices.Concat(p.buckets, p.negative, []uint64{p.zero}) {
		p.count += counted
	}
	p.quantiles, p.values = []float64{0.5, 0.99}, []float64{float64(random.IntN(50)), pick(random, 60, math.NaN(), float64(random.IntN(90)))}
	return p
}

func metricKinds() map[string]telemetry.PointKind {
	return map[string]telemetry.PointKind{
		stack.TableMetricsGauge: telemetry.Gauge, stack.TableMetricsSum: telemetry.Sum, stack.TableMetricsHistogram: telemetry.Histogram,
		stack.TableMetricsExponentialHistogram: telemetry.ExponentialHistogram, stack.TableMetricsSummary: telemetry.Summary,
	}
}

// TestSharedMetricsAreWhatTheyAreAlone reads series of several metrics, under
// all conditions and with all aggregates, together and one by one.
func TestSharedMetricsAreWhatTheyAreAlone(t *testing.T) {
	t.Parallel()
	x, random := newTeam(t, read.Options{}), rand.New(rand.NewPCG(testkit.Seed(t, sharedSeed), 3))
	var metrics []metricOf
	for _, kind := range []telemetry.PointKind{telemetry.Gauge, telemetry.Sum, telemetry.Histogram, telemetry.ExponentialHistogram, telemetry.Summary} {
		for n := range 3 {
			metrics = append(metrics, randomMetric(random, kind, fmt.Sprint("m", n)))
		}
	}
	store(t, x, metricRows(metrics))
	for table := range metricKinds() {
		for _, groupBy := range []string{"", "Attributes['host']", "ServiceName, MetricUnit"} {
			t.Run(strings.Trim(table+" "+groupBy, " "), func(t *testing.T) {
				t.Parallel()
				compareShared(t, x, metricScan(t, x, table, groupBy))
			})
		}
	}
}

// metricScan returns a scan of a type of metric without series.
func metricScan(t *testing.T, x *team, table, groupBy string) explore.SeriesScan {
	t.Helper()
	scan := explore.SeriesScan{
		Target: explore.Target{TeamID: x.id, Table: table, Range: query.Until(shopTime(1).Add(time.Minute), shopTime(1).Add(sharedMinutes*time.Minute))},
		Step:   time.Minute, GroupsMax: query.GroupsMax,
	}
	for text := range strings.SplitSeq(groupBy, ", ") {
		if text != "" {
			scan.GroupBy = append(scan.GroupBy, expressionOf(t, text))
		}
	}
	return scan
}

// compareShared asks every condition with several aggregates about metrics by
// chance.
func compareShared(t *testing.T, x *team, scan explore.SeriesScan) {
	t.Helper()
	random := rand.New(rand.NewPCG(testkit.Seed(t, sharedSeed), 4))
	texts, apartFrom := sharedConditions()
	var isShared []bool
	for i, node := range conditions(t, texts) {
		for _, aggregate := range sharedAggregates(scan.Table) {
			if random.IntN(7) > 0 {
				continue
			}
			scan.Series = append(scan.Series, explore.ScannedSeries{
				Metric: fmt.Sprint("m", random.IntN(4)), Aggregate: aggregate, Level: pick(random, 0.5, 0.99), Where: explore.Expr{Node: node},
			})
			isShared = append(isShared, i < apartFrom && mergesOfMetric(scan.Table, aggregate))
		}
	}
	shared, count := answerOf(t, x, scan, read.Options{})
	if count.all > 4 {
		t.Errorf("%d series in %d reads", len(scan.Series), count.all)
	}
	for i, s := range scan.Series {
		if slices.Contains(shared.Apart, i) == isShared[i] {
			t.Errorf("%s of %s where %v: apart is %v", s.Aggregate, s.Metric, s.Where.Node, isShared[i])
		}
		if isShared[i] {
			compareAlone(t, x, scan, shared, i)
		}
	}
}

// compareAlone reads a series of a scan alone.
func compareAlone(t *testing.T, x *team, scan explore.SeriesScan, shared explore.SeriesResult, i int) {
	t.Helper()
	s := scan.Series[i]
	scan.Series = scan.Series[i : i+1]
	alone, err := x.queries.Engine.Series(t.Context(), scan)
	if err != nil {
		t.Fatalf("%s of %s where %v: %v", s.Aggregate, s.Metric, s.Where.Node, err)
	}
	if diff := cmp.Diff(groupLines(alone, 0), groupLines(shared, i)); diff != "" {
		t.Errorf("%s of %s where %v (-alone +shared):\n%s", s.Aggregate, s.Metric, s.Where.Node, diff)
	}
}

// groupLines returns the numbers of one series, in full.
func groupLines(result explore.SeriesResult, i int) []string {
	return numberLines(result, i, func(p query.Point) string { return fmt.Sprintf("%q %v", p.Group, p.Values[i]) })
}

func sharedAggregates(table string) []query.Aggregate {
	if table == stack.TableMetricsGauge || table == stack.TableMetricsSum {
		return []query.Aggregate{
			query.Count, query.Total, query.Average, query.Minimum, query.Maximum, query.LastValue, query.Increase, query.Quantile, query.CountDistinct,
		}
	}
	return []query.Aggregate{query.Count, query.Total, query.Average, query.Quantile, query.Quantile}
}

func mergesOfMetric(table string, a query.Aggregate) bool {
	isNumber := table == stack.TableMetricsGauge || table == stack.TableMetricsSum
	return !isNumber || a != query.Quantile && a != query.CountDistinct
}
