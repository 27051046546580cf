package read

import (
	"context"
	"errors"
	"fmt"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Points are read by the ids of their series, which the index has given: what
// the caller may see is decided there.

// staleSQL is the number that marks the end of a series.
const staleSQL = "reinterpretAsFloat64(toUInt64(9218868437227405314))"

// isMarkerSQL says that a point has no value, and hasPointSQL that it is one: other
// rows are there for their exemplars.
const (
	isMarkerSQL = "bitAnd(Flags, 1) = 1"
	hasPointSQL = "bitAnd(Flags, 2) = 0"
)

// pointCompiler returns a compiler for the table of points of a type, and the
// condition that a row is one of a scan.
func (p *Prom) pointCompiler(scan prom.PointScan) (c *compile.Compiler, where string) {
	c = compile.New(compile.PointsOf(scan.Kind), explore.Target{TeamID: scan.TeamID})
	where = "MetricName IN " + c.BindTexts(scan.Names) + " AND " + c.During(timeRange(scan.Span)) + " AND Series IN " + c.BindUints(scan.IDs)
	return c, where
}

// readPoints runs a read of points, of which there may be so many.
func (p *Prom) readPoints(ctx context.Context, scan prom.PointScan, q reading) error {
	q.teamID = scan.TeamID
	_, err := p.reads.read(ctx, q)
	switch proto.Error(clickhouse.ErrorCode(err)) {
	case proto.ErrTooManyRowsOrBytes, proto.ErrMemoryLimitExceeded:
		return fmt.Errorf("%w: %w", prom.ErrTooManySamples, err)
	}
	return unknownIndex(err)
}

// unknownIndex makes tables that are not there ones without rows: a team has none
// before its first telemetry.
func unknownIndex(err error) error {
	code := proto.Error(clickhouse.ErrorCode(err))
	if code == proto.ErrUnknownTable || code == proto.ErrUnknownDatabase {
		return nil
	}
	return err
}

// fieldSQL returns a number of a point.
func fieldSQL(f prom.Field) string {
	switch f {
	case prom.FieldCount:
		return "toFloat64(Count)"
	case prom.FieldSum:
		return "Sum"
	case prom.FieldValue, prom.FieldKeys, prom.FieldNative:
	}
	return "Value"
}

// Numbers implements prom.Points. A row of the result is a series: there may be
// many more points than rows that a read may have.
func (p *Prom) Numbers(ctx context.Context, scan prom.PointScan, take func(prom.Numbers) error) error {
	if err := p.checkCount(ctx, scan); err != nil {
		return err
	}
	c, where := p.pointCompiler(scan)
	var id proto.ColUInt64
	at, value, start := new(proto.ColInt64).Array(), new(proto.ColFloat64).Array(), new(proto.ColInt64).Array()
	result := proto.Results{{Name: "id", Data: &id}, {Name: "ats", Data: at}, {Name: "vs", Data: value}}
	starts := ""
	if scan.Starts {
		starts, result = ", groupArray(toUnixTimestamp64Milli(StartTimestamp)) AS starts", append(result, proto.ResultColumn{Name: "starts", Data: start})
	}
	sql := fmt.Sprintf("SELECT Series AS id, groupArray(toUnixTimestamp64Milli(Timestamp)) AS ats, groupArray(if(%s, %s, %s)) AS vs%s\nFROM %s\nWHERE %s AND %s\nGROUP BY Series",
		isMarkerSQL, staleSQL, fieldSQL(scan.Field), starts, c.From(""), where, hasPointSQL)
	return p.readPoints(ctx, scan, reading{sql: sql, params: c.Params, result: result, onBlock: func(rows int) error {
		for i := range rows {
			n := prom.Numbers{Series: id.Row(i), Time: at.Row(i), Value: value.Row(i)}
			if scan.Starts {
				n.Start = start.Row(i)
			}
			if err := take(n); err != nil {
				return err
			}
		}
		return nil
	}})
}

// checkCount returns ErrTooManySamples when there are more points than a scan may
// read, if there can be.
func (p *Prom) checkCount(ctx context.Context, scan prom.PointScan) error {
	if !scan.MayExceed() {
		return nil
	}
	c, where := p.pointCompiler(scan)
	var count proto.ColUInt64
	var found uint64
	_, err := p.reads.read(ctx, reading{
		teamID: scan.TeamID, sql: fmt.Sprintf("SELECT count() AS n FROM %s\nWHERE %s", c.From(""), where), params: c.Params,
		result: proto.Results{{Name: "n", Data: &count}},
		onBlock: func(rows int) error {
			if rows > 0 {
				found = count.Row(0)
			}
			return nil
		},
	})
	if err == nil && found > uint64(scan.Limit) {
		return prom.ErrTooManySamples
	}
	return unknownIndex(err)
}

// listsSQL returns the keys and the values of points: cumulative buckets by their
// upper bounds, or quantiles.
func listsSQL(kind telemetry.PointKind) (keys, values string) {
	if kind == telemetry.Summary {
		return "`ValueAtQuantiles.Quantile`", "`ValueAtQuantiles.Value`"
	}
	return "arrayPushBack(if(empty(BucketCounts), [], ExplicitBounds), inf)",
		"if(empty(BucketCounts), [toFloat64(Count)], arrayMap(n -> toFloat64(n), arrayCumSum(BucketCounts)))"
}

// Lists implements prom.Points.
func (p *Prom) Lists(ctx context.Context, scan prom.PointScan, take func(prom.Lists) error) error {
	c, where := p.pointCompiler(scan)
	var id proto.ColUInt64
	var at proto.ColInt64
	var stale proto.ColBool
	keys, values := new(proto.ColFloat64).Array(), new(proto.ColFloat64).Array()
	keysSQL, valuesSQL := listsSQL(scan.Kind)
	sql := fmt.Sprintf("SELECT Series AS id, toUnixTimestamp64Milli(Timestamp) AS at, CAST(%s, 'Bool') AS stale, %s AS ks, %s AS vs\nFROM %s\nWHERE %s AND %s",
		isMarkerSQL, keysSQL, valuesSQL, c.From(""), where, hasPointSQL)
	result := proto.Results{
		{Name: "id", Data: &id}, {Name: "at", Data: &at}, {Name: "stale", Data: &stale}, {Name: "ks", Data: keys}, {Name: "vs", Data: values},
	}
	return p.readPoints(ctx, scan, reading{sql: sql, params: c.Params, result: result, onBlock: func(rows int) error {
		lists := prom.Lists{Series: id, Time: at, Stale: stale, End: keys.Offsets, Keys: *keys.Data.(*proto.ColFloat64), Values: *values.Data.(*proto.ColFloat64)}
		if len(lists.Keys) != len(lists.Values) {
			return errLists
		}
		return take(lists)
	}})
}

// errLists says that a point has lists that don't belong together, which none
// that was received has.
var errLists = errors.New("a histogram has other bounds than buckets")

// Keys implements prom.Points.
func (p *Prom) Keys(ctx context.Context, scan prom.PointScan) (map[uint64][]float64, error) {
	c, where := p.pointCompiler(scan)
	var id proto.ColUInt64
	keys := new(proto.ColFloat64).Array()
	keysSQL, _ := listsSQL(scan.Kind)
	sql := fmt.Sprintf("SELECT Series AS id, arraySort(groupUniqArrayArray(%s)) AS ks\nFROM %s\nWHERE %s AND %s\nGROUP BY Series",
		keysSQL, c.From(""), where, hasPointSQL)
	found := map[uint64][]float64{}
	err := p.readPoints(ctx, scan, reading{
		sql: sql, params: c.Params, result: proto.Results{{Name: "id", Data: &id}, {Name: "ks", Data: keys}},
		onBlock: func(rows int) error {
			for i := range rows {
				found[id.Row(i)] = keys.Row(i)
			}
			return nil
		},
	})
	return found, err
}

// Natives implements prom.Points.
func (p *Prom) Natives(ctx context.Context, scan prom.PointScan, take func(prom.Native) error) error {
	c, where := p.pointCompiler(scan)
	n := newNativeColumns()
	sql := fmt.Sprintf(`SELECT Series AS id, toUnixTimestamp64Milli(Timestamp) AS at, toUnixTimestamp64Milli(StartTimestamp) AS start, CAST(%s, 'Bool') AS stale,
    Native AS encoded, Count AS n, ZeroCount AS zeros, Sum AS total, Scale AS scale, PositiveOffset AS po, NegativeOffset AS no,
    PositiveBucketCounts AS ps, NegativeBucketCounts AS ns
FROM %s
WHERE %s AND %s`, isMarkerSQL, c.From(""), where, hasPointSQL)
	return p.readPoints(ctx, scan, reading{sql: sql, params: c.Params, result: n.results(), onBlock: func(rows int) error {
		for i := range rows {
			if err := take(n.native(i)); err != nil {
				return err
			}
		}
		return nil
	}})
}

// nativeColumns is the columns of histograms in a result.
type nativeColumns struct {
	id, count, zeros           proto.ColUInt64
	at, start                  proto.ColInt64
	stale                      proto.ColBool
	encoded                    proto.ColStr
	sum                        proto.ColFloat64
	scale, positive, negative  proto.ColInt32
	positiveCounts, negativeCs *proto.ColArr[uint64]
}

func newNativeColumns() *nativeColumns {
	return &nativeColumns{positiveCounts: new(proto.ColUInt64).Array(), negativeCs: new(proto.ColUInt64).Array()}
}

func (n *nativeColumns) results() proto.Results {
	return proto.Results{
		{Name: "id", Data: &n.id}, {Name: "at", Data: &n.at}, {Name: "start", Data: &n.start}, {Name: "stale", Data: &n.stale},
		{Name: "encoded", Data: &n.encoded}, {Name: "n", Data: &n.count}, {Name: "zeros", Data: &n.zeros}, {Name: "total", Data: &n.sum},
		{Name: "scale", Data: &n.scale}, {Name: "po", Data: &n.positive}, {Name: "no", Data: &n.negative},
		{Name: "ps", Data: n.positiveCounts}, {Name: "ns", Data: n.negativeCs},
	}
}

func (n *nativeColumns) native(i int) prom.Native {
	return prom.Native{
		Series: n.id.Row(i), Time: n.at.Row(i), Start: n.start.Row(i), Stale: n.stale.Row(i), Encoded: n.encoded.RowBytes(i),
		Count: n.count.Row(i), ZeroCount: n.zeros.Row(i), Sum: n.sum.Row(i), Scale: n.scale.Row(i),
		PositiveOffset: n.positive.Row(i), NegativeOffset: n.negative.Row(i),
		Positive: n.positiveCounts.Row(i), Negative: n.negativeCs.Row(i),
	}
}

// Exemplars implements prom.Points.
func (p *Prom) Exemplars(ctx context.Context, scan prom.PointScan, take func(prom.Exemplar) error) error {
	c, where := p.pointCompiler(scan)
	var id proto.ColUInt64
	var at proto.ColInt64
	var value proto.ColFloat64
	var trace, span, attributes proto.ColStr
	sql := fmt.Sprintf(`SELECT Series AS id, toUnixTimestamp64Milli(t) AS at, v, if(tr = toFixedString('', 16), '', lower(hex(tr))) AS trace, if(sp = toFixedString('', 8), '', lower(hex(sp))) AS span, a
FROM %s
ARRAY JOIN `+"`Exemplars.TimeUnix` AS t, `Exemplars.Value` AS v, `Exemplars.TraceId` AS tr, `Exemplars.SpanId` AS sp, `Exemplars.FilteredAttributes` AS a"+`
WHERE %s`, c.From(""), where)
	return p.readPoints(ctx, scan, reading{
		sql: sql, params: c.Params,
		result: proto.Results{
			{Name: "id", Data: &id}, {Name: "at", Data: &at}, {Name: "v", Data: &value}, {Name: "trace", Data: &trace}, {Name: "span", Data: &span}, {Name: "a", Data: &attributes},
		},
		onBlock: func(rows int) error {
			for i := range rows {
				e := prom.Exemplar{Series: id.Row(i), Time: at.Row(i), Value: value.Row(i), TraceID: trace.Row(i), SpanID: span.Row(i), Attributes: attributes.Row(i)}
				if err := take(e); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

const descriptionsText = `
SELECT CAST(MetricName, 'String') AS name, CAST(Type, 'String') AS type, CAST(Unit, 'String') AS unit, CAST(Help, 'String') AS help
FROM metric_metadata
WHERE %s
GROUP BY MetricName, Type, Unit, Help
ORDER BY name, max(Time) DESC, type, unit, help`

// Descriptions implements prom.Points. They are not those of series, so that who
// may not see all series sees the descriptions of none.
func (p *Prom) Descriptions(ctx context.Context, teamID, metric string) ([]prom.Description, error) {
	target := explore.Target{TeamID: teamID}
	if err := p.scope(ctx, &target, metric); err != nil || target.Scope != nil {
		return nil, err
	}
	c := compile.New(compile.SeriesTable(), target)
	where := "true"
	if metric != "" {
		where = "MetricName = " + c.BindText(metric)
	}
	var name, kind, unit, help proto.ColStr
	var found []prom.Description
	_, err := p.reads.read(ctx, reading{
		teamID: teamID, sql: fmt.Sprintf(descriptionsText, where), params: c.Params,
		result: proto.Results{{Name: "name", Data: &name}, {Name: "type", Data: &kind}, {Name: "unit", Data: &unit}, {Name: "help", Data: &help}},
		onBlock: func(rows int) error {
			for i := range rows {
				found = append(found, prom.Description{Metric: name.Row(i), Type: kind.Row(i), Unit: unit.Row(i), Help: help.Row(i)})
			}
			return nil
		},
	})
	return found, unknownIndex(err)
}
