package read

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/prometheus/prometheus/model/value"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Points are read by the ids of their series, which the index has given: what
// the caller may see is decided there.

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
	where = "MetricName IN " + c.BindTexts(scan.Names) + " AND " + during(c, scan)
	if scan.All && len(scan.IDs) > 1 {
		return c, where + " AND Series BETWEEN " + c.BindUint(slices.Min(scan.IDs)) + " AND " + c.BindUint(slices.Max(scan.IDs))
	}
	return c, where + " AND Series IN " + c.BindUints(scan.IDs)
}

// during returns the condition on the time of points.
func during(c *compile.Compiler, scan prom.PointScan) string {
	if scan.Loose {
		span := storable(scan.Span)
		return c.Buckets(span.From.Unix(), span.To.Unix())
	}
	return c.During(timeRange(scan.Span))
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

// numberRows is how many rows one read of numbers has, about: less than a read may have.
const numberRows = 950_000

// Numbers implements prom.Points. Series are read in the order of their ids: those that
// lie together are read together.
func (p *Prom) Numbers(ctx context.Context, scan prom.PointScan, take func(prom.Numbers) error) error {
	rows, err := p.rowsOf(ctx, scan)
	if err != nil {
		return err
	}
	slices.Sort(scan.IDs)
	count := max(1, len(scan.IDs)/(rows/numberRows+1))
	for ids := range slices.Chunk(scan.IDs, count) {
		scan.IDs = ids
		if err := p.numbersOf(ctx, scan, take); err != nil {
			return err
		}
	}
	return nil
}

// numbersOf reads the numbers of some series. When there are more than a read may have,
// it does so in halves, of series or of time: what comes twice counts once.
func (p *Prom) numbersOf(ctx context.Context, scan prom.PointScan, take func(prom.Numbers) error) error {
	err := p.readNumbers(ctx, scan, take)
	if proto.Error(clickhouse.ErrorCode(err)) != proto.ErrTooManyRowsOrBytes {
		return err
	}
	first, second := scan, scan
	if half := len(scan.IDs) / 2; half > 0 {
		first.IDs, second.IDs = scan.IDs[:half], scan.IDs[half:]
	} else if half := scan.To.Sub(scan.From) / 2; half > 0 {
		first.To, second.From = scan.From.Add(half), scan.From.Add(half+1)
	} else {
		return err
	}
	if err := p.numbersOf(ctx, first, take); err != nil {
		return err
	}
	return p.numbersOf(ctx, second, take)
}

const numbersText = `
SELECT Series AS id, toUnixTimestamp64Milli(Timestamp) AS at, {{value}} AS v, {{marks}} AS marks{{start}}
FROM {{points}}
WHERE {{where}}`

// The marks of a number: those of its flags, and that its counter began in the time.
const (
	markNoValue   = telemetry.FlagNoValue
	markExemplars = telemetry.FlagExemplarsOnly
	markBegun     = 4
)

// readNumbers runs one read of numbers. Its rows are points, and those of a series come
// in long runs: it is the order that they are stored in. What flags say is decided here,
// which costs the engine more.
func (p *Prom) readNumbers(ctx context.Context, scan prom.PointScan, take func(prom.Numbers) error) error {
	c, where := p.pointCompiler(scan)
	var columns numberColumns
	result, marks, start := columns.results(), "toUInt8(Flags)", ""
	if scan.Starts {
		start, result = ", toUnixTimestamp64Milli(StartTimestamp) AS start", append(result, proto.ResultColumn{Name: "start", Data: &columns.start})
	} else if scan.Begun {
		marks = fmt.Sprintf("toUInt8(bitOr(Flags, %d * (StartTimestamp > %s)))", markBegun, c.BindInstant(scan.From.UnixNano()))
	}
	sql := parts{"value": fieldSQL(scan.Field), "marks": marks, "start": start, "points": c.From(""), "where": where}.into(numbersText)
	return p.readPoints(ctx, scan, reading{sql: sql, params: c.Params, result: result, onBlock: func(rows int) error {
		return columns.eachRun(rows, take)
	}})
}

// numberColumns is the columns of numbers in a result.
type numberColumns struct {
	id        proto.ColUInt64
	at, start proto.ColInt64
	value     proto.ColFloat64
	marks     proto.ColUInt8
}

func (n *numberColumns) results() proto.Results {
	return proto.Results{{Name: "id", Data: &n.id}, {Name: "at", Data: &n.at}, {Name: "v", Data: &n.value}, {Name: "marks", Data: &n.marks}}
}

// eachRun calls take for each run of rows of a series.
func (n *numberColumns) eachRun(rows int, take func(prom.Numbers) error) error {
	for from := 0; from < rows; {
		to, marks := from, uint8(0)
		for to < rows && n.id[to] == n.id[from] {
			marks |= n.marks[to]
			to++
		}
		run := n.run(from, to)
		run.Begun = marks&markBegun != 0
		if marks&(markNoValue|markExemplars) != 0 {
			run = marked(run, n.marks[from:to])
		}
		from = to
		if len(run.Time) == 0 {
			continue
		}
		if err := take(run); err != nil {
			return err
		}
	}
	return nil
}

func (n *numberColumns) run(from, to int) prom.Numbers {
	run := prom.Numbers{Series: n.id[from], Time: n.at[from:to], Value: n.value[from:to]}
	if len(n.start) > 0 {
		run.Start = n.start[from:to]
	}
	return run
}

// marked returns a run as its marks say: a point without a value is a stale marker, and
// rows that are there for their exemplars are left out.
func marked(run prom.Numbers, marks []uint8) prom.Numbers {
	kept := 0
	for i, mark := range marks {
		if mark&markExemplars != 0 {
			continue
		}
		run.Time[kept], run.Value[kept] = run.Time[i], run.Value[i]
		if mark&markNoValue != 0 {
			run.Value[kept] = math.Float64frombits(value.StaleNaN)
		}
		if len(run.Start) > 0 {
			run.Start[kept] = run.Start[i]
		}
		kept++
	}
	run.Time, run.Value = run.Time[:kept], run.Value[:kept]
	if len(run.Start) > 0 {
		run.Start = run.Start[:kept]
	}
	return run
}

// rowsOf returns how many points a scan has: about, unless there can be more than it
// may read. Then they are counted, and more of them are ErrTooManySamples. Of a time of
// months there may be millions, and there are as many as the team has.
func (p *Prom) rowsOf(ctx context.Context, scan prom.PointScan) (int, error) {
	if !scan.MayExceed() {
		return scan.Rows(), nil
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
		return 0, prom.ErrTooManySamples
	}
	return int(found), unknownIndex(err)
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
