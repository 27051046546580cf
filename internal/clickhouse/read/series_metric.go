package read

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// How far before a range a counter's previous point is looked for.
const (
	lookBackMin = 5 * time.Minute
	lookBackMax = time.Hour
)

// metricPlan is a scan of the points of one metric on its way to SQL. Points
// are read under our own names: ts and st for their time and that of their
// start, id for the series that they belong to, k0… for the groups.
type metricPlan struct {
	*seriesPlan
	where string
	keys  string // ", k0, k1…", and what is in decided
	// decided is the keys by which conditions of shared metrics are decided.
	decided string // ", q0, q1…"
}

// metricSeries returns the series of one metric. They share its name and
// their condition.
func (r *Reads) metricSeries(ctx context.Context, c *compile.Compiler, scan explore.SeriesScan) (explore.SeriesResult, error) {
	plan, err := planMetric(c, scan)
	if err != nil {
		return explore.SeriesResult{}, err
	}
	if from, ok := plan.numbersFrom(); ok {
		return r.readPlanned(ctx, plan.seriesPlan, rowsOf(from))
	}
	return r.readDistributions(ctx, plan)
}

// numbersFrom returns the query that yields the numbers of a metric's series,
// if its points are numbers and no distributions.
func (p *metricPlan) numbersFrom() (string, bool) {
	switch p.c.Table.Points {
	case compile.GaugePoints:
		return p.lastValues(), true
	case compile.SumPoints:
		return p.increases(), true
	case compile.NoPoints, compile.HistogramPoints, compile.ExponentialPoints, compile.SummaryPoints:
	}
	return "", false
}

// hasValue leaves out points that say that there is no value.
const hasValue = "bitAnd(Flags, 1) = 0"

func planMetric(c *compile.Compiler, scan explore.SeriesScan) (*metricPlan, error) {
	p := newMetricPlan(c, scan)
	first := scan.Series[0]
	p.where = compile.Both("MetricName = "+c.BindText(first.Metric)+" AND "+hasValue, compile.Both(c.Condition(scan.Filter), c.Condition(first.Where)))
	for _, s := range scan.Series {
		checkMetric(c, s)
		p.numbers = append(p.numbers, metricNumber(acrossSeries(s)))
	}
	return p, c.Err
}

// newMetricPlan returns a plan with the groups of a scan.
func newMetricPlan(c *compile.Compiler, scan explore.SeriesScan) *metricPlan {
	p := &metricPlan{seriesPlan: &seriesPlan{c: c, scan: scan}}
	p.addGroups()
	for i := range p.groups {
		p.keys += ", k" + strconv.Itoa(i)
	}
	return p
}

// metricNumber aggregates the numbers of the series of a metric. Of the last
// values of series, which often have the same time, the greatest counts.
func metricNumber(s explore.ScannedSeries) aggregation {
	return aggregation{of: s, field: "x", extreme: "e", instant: "(at, e)", notFinite: "sum(faults)"}
}

// acrossSeries returns how the numbers of the series of a metric become one:
// an increase is a sum of increases.
func acrossSeries(s explore.ScannedSeries) explore.ScannedSeries {
	if s.Aggregate == query.Increase {
		s.Aggregate = query.Total
	}
	return s
}

// checkMetric refuses what can't be asked of a metric.
func checkMetric(c *compile.Compiler, s explore.ScannedSeries) {
	c.Path = s.Field.Path
	if s.Aggregate == query.None {
		c.Refuse(0, "a metric needs another aggFn than none")
	}
	if s.Field.Node != nil && !compile.IsNamed(s.Field, "Value", "value") {
		c.Refuse(s.Field.Node.At(), "expected Value, or nothing: the field of a metric is its value")
	}
}

// points returns the query that reads points of a time, with columns of the
// table under names of ours.
func (p *metricPlan) points(r query.TimeRange, columns string) string {
	shown := append([]string{"Timestamp AS ts", "StartTimestamp AS st", "Series AS id", columns}, p.inner...)
	return fmt.Sprintf("SELECT %s FROM %s WHERE %s",
		strings.Join(shown, ", "), p.c.From(""), compile.Both(p.c.During(r), p.where))
}

// bucketTime returns the time at which the bucket of a point begins.
func (p *metricPlan) bucketTime() string {
	return "toDateTime(" + bucketOf("ts", p.scan) + ", 'UTC')"
}

// lastValuesText takes the last value of each series in each bucket: the last
// finite one in x, the last one that is infinite or not in e.
const lastValuesText = `SELECT %s AS t, max(ts) AS at, argMaxOrNullIf(y, ts, isFinite(y)) AS x,
    argMaxOrNullIf(y, ts, NOT isNaN(y)) AS e, countIf(NOT isFinite(y)) AS faults%s
FROM (%s)
GROUP BY t, id%s`

func (p *metricPlan) lastValues() string {
	return fmt.Sprintf(lastValuesText, p.bucketTime(), p.keys, p.points(p.scan.Range, "Value AS y"), p.keys)
}

// increasesText adds up what each series grew by in each bucket. A delta is
// its own increase; a counter grew by the difference to its point before, or
// by its value where it began anew; of a counter whose beginning is not known
// the first point tells nothing. A sum that may fall is taken as it is. Points
// that are not finite are counted and stand between no others; an infinite one
// makes the increase e infinite.
const increasesText = `SELECT {{bucket}} AS t, max(ts) AS at, countIf(NOT isFinite(y)) AS faults,
    any(delta) OR any(rises) AS grows,
    if(grows, sum(grown), argMaxOrNullIf(y, ts, isFinite(y))) AS x,
    multiIf(NOT grows, argMaxOrNullIf(y, ts, NOT isNaN(y)), countIf(y = inf) > 0, inf, countIf(y = -inf) > 0, -inf, x) AS e{{keys}}
FROM (SELECT *, multiIf(
    NOT isFinite(y), NULL,
    delta, y,
    NOT rises, NULL,
    place = 1, if(st >= {{from}}, y, NULL),
    y < before OR st > tsBefore, y,
    y - before) AS grown
FROM (SELECT *,
    row_number() OVER points AS place,
    lagInFrame(y) OVER points AS before,
    lagInFrame(ts) OVER points AS tsBefore
FROM ({{points}})
WINDOW points AS (PARTITION BY id, isFinite(y) ORDER BY ts ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)))
WHERE ts >= {{from}}
GROUP BY t, id{{keys}}`

func (p *metricPlan) increases() string {
	from := p.c.BindInstant(p.scan.Range.From.UnixNano())
	points := p.points(p.lookBack(), "Value AS y, AggregationTemporality = 1 AS delta, IsMonotonic AS rises")
	return parts{"bucket": p.bucketTime(), "keys": p.keys, "from": from, "points": points}.into(increasesText)
}

// lookBack returns the range with the time before it in which the previous
// points of its first ones are.
func (p *metricPlan) lookBack() query.TimeRange {
	r := p.scan.Range
	r.From = r.From.Add(-min(max(p.scan.Step, lookBackMin), lookBackMax))
	return r
}
