package read

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
)

// distributionsText adds up what the series of a metric counted in each
// bucket. Deltas count as they are. Of a cumulative series the last point in
// a bucket counts, less the last one of the bucket before; where the series
// began anew there is none before, and where its beginning is not known its
// first point tells nothing. What a point adds up to counts where that is
// finite, and so is what is taken off it.
const distributionsText = `
SELECT b{{shown}}, {{sums}}{{decided}}
FROM (
SELECT {{bucket}} AS b{{keys}}, 1 AS sign, {{tuple}} AS q, isFinite(q.2) AS sound FROM ({{points}}) WHERE delta AND ts >= {{from}}
UNION ALL
SELECT b{{keys}}, part.1 AS sign, part.2 AS q, part.3 AS sound
FROM (SELECT *,
    row_number() OVER points AS place,
    lagInFrame(p) OVER points AS before
FROM (SELECT {{bucket}} AS b, id, st{{keys}}, argMax({{tuple}}, ts) AS p FROM ({{points}}) WHERE NOT delta GROUP BY b, id, st{{keys}})
WINDOW points AS (PARTITION BY id, st ORDER BY b ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW))
ARRAY JOIN multiIf(
    place = 1 AND st < {{from}}, [],
    place = 1 OR p.1 < before.1, [(1, p, isFinite(p.2))],
    [(1, p, isFinite(p.2) AND isFinite(before.2)), (-1, before, isFinite(p.2) AND isFinite(before.2))]) AS part
WHERE b >= {{first}})
GROUP BY b{{keys}}{{by}}
ORDER BY b{{names}}
LIMIT {{limit}}`

// distribution is how the points of a type of metric are added up.
type distribution struct {
	columns string // of the table, under names of ours
	tuple   string // what a point counts; the count comes first
	sums    string // of the tuples q with their sign
	by      string // what is added up apart
}

func distributionOf(k compile.PointKind) distribution {
	const counted = "sum(sign * toFloat64(q.1)) AS n, sumIf(sign * q.2, sound) AS total, " +
		"sumIf(sign * toFloat64(q.1), sound) AS summed, countIf(sign > 0 AND NOT sound) AS faults"
	switch k {
	case compile.HistogramPoints:
		return distribution{
			columns: "Count, Sum, BucketCounts, ExplicitBounds, AggregationTemporality = 1 AS delta",
			tuple:   "(Count, Sum, BucketCounts, ExplicitBounds)",
			sums: counted + ", toInt32(0) AS scale, toFloat64(0) AS zeros, " +
				pairs("if(empty(q.3), [], arrayConcat(q.4, [inf]))", "q.3", "positive") + ", " + pairs("[]::Array(Float64)", "[]::Array(UInt64)", "negative") +
				", groupUniqArrayArray(q.4) AS bounds",
		}
	case compile.ExponentialPoints:
		return distribution{
			columns: "Count, Sum, Scale, ZeroCount, PositiveOffset, PositiveBucketCounts, NegativeOffset, NegativeBucketCounts, AggregationTemporality = 1 AS delta",
			tuple:   "(Count, Sum, Scale, ZeroCount, PositiveOffset, PositiveBucketCounts, NegativeOffset, NegativeBucketCounts)",
			sums: counted + ", toInt32(q.3) AS scale, sum(sign * toFloat64(q.4)) AS zeros, " +
				pairs(indices("q.5", "q.6"), "q.6", "positive") + ", " + pairs(indices("q.7", "q.8"), "q.8", "negative") +
				", []::Array(Float64) AS bounds",
			by: ", q.3",
		}
	case compile.SummaryPoints:
		return distribution{
			columns: "Count, Sum, `ValueAtQuantiles.Quantile` AS levels, `ValueAtQuantiles.Value` AS values, 0 AS delta",
			tuple:   "(Count, Sum, levels, values)",
			sums: counted + ", toInt32(0) AS scale, toFloat64(0) AS zeros, " +
				pairs("if(sign > 0, "+soundLevels+", [])", "if(sign > 0, "+soundValues+", [])", "positive") + ", " +
				pairs("if(sign > 0, "+soundLevels+", [])", "if(sign > 0, arrayMap(x -> 1, "+soundLevels+"), [])", "negative") +
				", []::Array(Float64) AS bounds",
		}
	case compile.NoPoints, compile.GaugePoints, compile.SumPoints:
	}
	return distribution{}
}

// The quantiles of a summary whose values are finite.
const (
	soundLevels = "arrayFilter((level, value) -> isFinite(value), q.3, q.4)"
	soundValues = "arrayFilter(value -> isFinite(value), q.4)"
)

// indices returns the indices of exponential buckets from their offset on.
func indices(offset, counts string) string {
	return "arrayMap(i -> toFloat64(" + offset + " + i - 1), arrayEnumerate(" + counts + "))"
}

// pairs adds numbers up by their keys, and names keys and sums.
func pairs(keys, numbers, name string) string {
	sum := "sumMap(arrayMap(x -> toFloat64(x), " + keys + "), arrayMap(x -> sign * toFloat64(x), " + numbers + "))"
	return "tupleElement(" + sum + ", 1) AS " + name + "Keys, tupleElement(" + sum + ", 2) AS " + name + "Sums"
}

func (p *metricPlan) distributionsSQL(rowsMax int) string {
	d := distributionOf(p.c.Table.Points)
	step, phase := int64(p.scan.Step.Seconds()), int64(p.scan.Phase.Seconds())
	shown, names := "", ""
	for i, group := range p.groups {
		shown += fmt.Sprintf(", %s AS g%d", group, i)
		names += fmt.Sprintf(", g%d", i)
	}
	from := p.scan.Range.From
	return parts{
		"shown": shown, "decided": p.decided, "names": names, "keys": p.keys, "bucket": bucketOf("ts", p.scan),
		"sums": d.sums, "tuple": d.tuple, "by": d.by, "points": p.points(p.lookBack(), d.columns),
		"from": p.c.BindInstant(from.UnixNano()), "first": strconv.FormatInt((from.Unix()-phase)/step*step+phase, 10),
		"limit": strconv.Itoa(rowsMax + 1),
	}.into(distributionsText)
}

// readDistributions reads what was counted and makes numbers of it.
func (r *Reads) readDistributions(ctx context.Context, plan *metricPlan) (explore.SeriesResult, error) {
	if err := plan.checkDistribution(); err != nil {
		return explore.SeriesResult{}, err
	}
	reader := newDistributionReader(plan)
	stats, err := r.read(ctx, reading{
		teamID: plan.scan.TeamID, sql: plan.distributionsSQL(r.rowsMax()), params: plan.c.Params, paths: plan.c.Computes,
		result: reader.results(), onBlock: reader.take,
	})
	if err != nil {
		return explore.SeriesResult{}, err
	}
	if reader.rows > r.rowsMax() {
		return explore.SeriesResult{}, fault.New(fault.Invalid, "the chart has more than %d points: choose a coarser granularity or group by less", r.rowsMax())
	}
	result := explore.SeriesResult{Points: reader.all.points(reader.kind, plan.scan.Series...), Stats: stats}
	result.Points, result.Remainder = largest(result.Points, additive(plan.seriesPlan), plan.scan.GroupsMax)
	return result, nil
}

// checkDistribution refuses what can't be told of a distribution.
func (p *metricPlan) checkDistribution() error {
	for _, s := range p.scan.Series {
		if !isOfDistribution(s.Aggregate) {
			p.c.Path = strings.TrimSuffix(s.Field.Path, "field") + "aggFn"
			p.c.Refuse(0, "must be quantile, count, sum or avg for a metric of this type")
		}
	}
	return p.c.Err
}
