package read

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Prom reads points and their index for PromQL. Scope puts what the caller of a
// context may see into a target, and records that they look.
type Prom struct {
	reads *Reads
	scope func(ctx context.Context, target *explore.Target, asked string) error
}

var _ prom.Points = (*Prom)(nil)

// NewProm makes a Prom.
func NewProm(reads *Reads, scope func(ctx context.Context, target *explore.Target, asked string) error) *Prom {
	return &Prom{reads, scope}
}

// indexCompiler returns a compiler for the index of series, within what the
// caller may see.
func (p *Prom) indexCompiler(ctx context.Context, teamID, asked string) (*compile.Compiler, error) {
	target := explore.Target{TeamID: teamID, Table: stack.TableMetricsGauge}
	if err := p.scope(ctx, &target, asked); err != nil {
		return nil, err
	}
	c := compile.New(compile.SeriesTable(), target)
	if c.Err != nil { // a condition on what only points have
		return nil, fault.Wrap(fault.Forbidden, c.Err, "the data scope of your role can't be applied to PromQL")
	}
	return c, nil
}

// onDays returns the condition that a row of the index is of the days of a time.
func onDays(c *compile.Compiler, span prom.Span) string {
	span = storable(span)
	return "Time >= " + c.BindSecond(span.From.Truncate(24*time.Hour).Unix()) + " AND Time <= " + c.BindSecond(span.To.Unix())
}

// exactSQL is whether a series came by remote write.
func exactSQL(c *compile.Compiler) string {
	return "ScopeName = " + c.BindText(telemetry.PrometheusScope)
}

const promMetricsText = `
SELECT Kind AS kind, CAST(MetricName, 'String') AS name, CAST(MetricUnit, 'String') AS unit, CAST(any(MetricDescription), 'String') AS help,
    toUInt8(%s) AS exact, toUInt8(AggregationTemporality = 1) AS delta, toUInt8(IsMonotonic) AS rises
FROM %s
WHERE %s
GROUP BY kind, MetricName, MetricUnit, exact, delta, rises
ORDER BY name, kind`

// Metrics implements prom.Points.
func (p *Prom) Metrics(ctx context.Context, scan prom.MetricScan) ([]prom.Metric, error) {
	c, err := p.indexCompiler(ctx, scan.TeamID, scan.Name)
	if err != nil {
		return nil, err
	}
	where := "true"
	if scan.Name != "" {
		where = "(NOT (" + exactSQL(c) + ") OR MetricName = " + c.BindText(scan.Name) + ")"
	}
	return p.readMetrics(ctx, c, scan.TeamID, scan.Span, where)
}

// Foreign implements prom.Points.
func (p *Prom) Foreign(ctx context.Context, teamID string, span prom.Span) ([]prom.Metric, error) {
	c := compile.New(compile.SeriesTable(), explore.Target{TeamID: teamID})
	return p.readMetrics(ctx, c, teamID, span, "NOT ("+exactSQL(c)+")")
}

// readMetrics reads the metrics of a time that meet a condition.
func (p *Prom) readMetrics(ctx context.Context, c *compile.Compiler, teamID string, span prom.Span, where string) ([]prom.Metric, error) {
	where += " AND " + onDays(c, span) + " AND MetricName != ''"
	var columns metricColumns
	var found []prom.Metric
	_, err := p.reads.read(ctx, reading{
		teamID: teamID, sql: fmt.Sprintf(promMetricsText, exactSQL(c), c.From(""), where), params: c.Params,
		result: columns.results(),
		onBlock: func(rows int) error {
			for i := range rows {
				found = append(found, columns.metric(i))
			}
			return nil
		},
	})
	return found, unknownIndex(err)
}

// metricColumns is the columns of a metric in a result.
type metricColumns struct {
	kind, exact, delta, rises proto.ColUInt8
	name, unit, help          proto.ColStr
}

func (m *metricColumns) results() proto.Results {
	return proto.Results{
		{Name: "kind", Data: &m.kind}, {Name: "name", Data: &m.name}, {Name: "unit", Data: &m.unit}, {Name: "help", Data: &m.help},
		{Name: "exact", Data: &m.exact}, {Name: "delta", Data: &m.delta}, {Name: "rises", Data: &m.rises},
	}
}

func (m *metricColumns) metric(i int) prom.Metric {
	return prom.Metric{
		Kind: telemetry.PointKind(m.kind.Row(i)), Name: m.name.Row(i), Unit: m.unit.Row(i), Description: m.help.Row(i),
		Exact: m.exact.Row(i) == 1, Delta: m.delta.Row(i) == 1, Monotonic: m.rises.Row(i) == 1,
	}
}

const promSeriesText = `
SELECT Kind AS kind, CAST(MetricName, 'String') AS name, CAST(MetricUnit, 'String') AS unit, CAST(MetricDescription, 'String') AS help,
    toUInt8(%s) AS exact, toUInt8(AggregationTemporality = 1) AS delta, toUInt8(IsMonotonic) AS rises, Series AS id, Attributes AS attributes, CAST(Resource, 'String') AS resource, CAST(ScopeName, 'String') AS scopeName,
    CAST(ScopeVersion, 'String') AS scopeVersion, CAST(Scope, 'String') AS scope
FROM %s
WHERE %s
ORDER BY id, kind
LIMIT 1 BY id, kind
LIMIT %d`

// Series implements prom.Points.
func (p *Prom) Series(ctx context.Context, scan prom.SeriesScan) ([]prom.StoredSeries, error) {
	c, err := p.indexCompiler(ctx, scan.TeamID, strings.Join(scan.Names, " "))
	if err != nil {
		return nil, err
	}
	where := onDays(c, scan.Span) + " AND MetricName IN " + c.BindTexts(scan.Names)
	if condition := labelled(c, scan.Equal); condition != "" {
		where += " AND (NOT (" + exactSQL(c) + ") OR (" + condition + "))"
	}
	s := indexColumns{}
	var found []prom.StoredSeries
	_, err = p.reads.read(ctx, reading{
		teamID: scan.TeamID, sql: fmt.Sprintf(promSeriesText, exactSQL(c), c.From(""), where, scan.Limit+1), params: c.Params,
		result: s.results(),
		onBlock: func(rows int) error {
			for i := range rows {
				found = append(found, s.series(i))
			}
			return nil
		},
	})
	if len(found) > scan.Limit {
		return nil, fault.New(fault.Invalid, "the selector is about more than %d series; select fewer", scan.Limit)
	}
	return found, unknownIndex(err)
}

// labelled returns the condition that the labels of a series hold pairs, as far
// as their text shows it.
func labelled(c *compile.Compiler, pairs []prom.Pair) string {
	var conditions []string
	for _, pair := range pairs {
		member := telemetry.AppendJSONText(append(telemetry.AppendJSONText(nil, []byte(pair.Name)), ':'), []byte(pair.Value))
		conditions = append(conditions, "position(Attributes, "+c.BindText(string(member))+") > 0")
	}
	return strings.Join(conditions, " AND ")
}

// indexColumns is the columns of a stored series in a result.
type indexColumns struct {
	metricColumns
	id                                                            proto.ColUInt64
	attributes, resource, scopeName, scopeVersion, scopeAttribute proto.ColStr
}

func (s *indexColumns) results() proto.Results {
	return append(s.metricColumns.results(), proto.Results{
		{Name: "id", Data: &s.id}, {Name: "attributes", Data: &s.attributes},
		{Name: "resource", Data: &s.resource}, {Name: "scopeName", Data: &s.scopeName},
		{Name: "scopeVersion", Data: &s.scopeVersion}, {Name: "scope", Data: &s.scopeAttribute},
	}...)
}

func (s *indexColumns) series(i int) prom.StoredSeries {
	return prom.StoredSeries{
		ID: s.id.Row(i), Metric: s.metric(i), Attributes: s.attributes.Row(i), Resource: s.resource.Row(i),
		ScopeName: s.scopeName.Row(i), ScopeVersion: s.scopeVersion.Row(i), Scope: s.scopeAttribute.Row(i),
	}
}

// timeRange returns a span as the tables of points take it.
func timeRange(span prom.Span) query.TimeRange {
	span = storable(span)
	return query.TimeRange{From: span.From, To: span.To}
}

// storable returns the part of a span that the tables can have rows of: seconds in 32
// bits. One that lies outside has no length.
func storable(span prom.Span) prom.Span {
	first, last := time.Unix(0, 0).UTC(), time.Unix(math.MaxUint32, 0).UTC()
	within := func(at time.Time) time.Time {
		switch {
		case at.Before(first):
			return first
		case at.After(last):
			return last
		}
		return at.UTC()
	}
	return prom.Span{From: within(span.From), To: within(span.To)}
}
