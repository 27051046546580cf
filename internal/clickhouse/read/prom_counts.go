package read

import (
	"context"
	"fmt"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/telemetry"
)

var _ prom.Counts = (*Prom)(nil)

// A series has a row for each day, and maybe several until they are merged.
const countMetricsText = `
SELECT kind, name, unit, any(text) AS help, exact, delta, rises,
    count() AS series, countIf(first >= %s) AS fresh, toUInt32(max(last)) AS second
FROM
(
    SELECT Kind AS kind, CAST(MetricName, 'String') AS name, CAST(MetricUnit, 'String') AS unit, CAST(any(MetricDescription), 'String') AS text,
        toUInt8(%s) AS exact, toUInt8(any(AggregationTemporality) = 1) AS delta, toUInt8(any(IsMonotonic)) AS rises, min(Time) AS first, max(Time) AS last
    FROM %s
    WHERE %s
    GROUP BY Kind, MetricName, MetricUnit, exact, Series
)
GROUP BY kind, name, unit, exact, delta, rises
ORDER BY name, kind`

// CountMetrics implements prom.Counts.
func (p *Prom) CountMetrics(ctx context.Context, scan prom.CountScan) ([]prom.MetricCount, error) {
	c, err := p.indexCompiler(ctx, scan.TeamID, "")
	if err != nil {
		return nil, err
	}
	fresh, exact, where := c.BindSecond(max(scan.Fresh.Unix(), 0)), exactSQL(c), countedSQL(c, scan)
	var columns metricColumns
	var series, freshCount proto.ColUInt64
	var second proto.ColUInt32
	var found []prom.MetricCount
	_, err = p.reads.read(ctx, reading{
		teamID: scan.TeamID, sql: fmt.Sprintf(countMetricsText, fresh, exact, c.From(""), where), params: c.Params,
		result: append(columns.results(), proto.Results{
			{Name: "series", Data: &series}, {Name: "fresh", Data: &freshCount}, {Name: "second", Data: &second},
		}...),
		onBlock: func(rows int) error {
			for i := range rows {
				found = append(found, prom.MetricCount{
					Metric: columns.metric(i), Series: int(series.Row(i)), Fresh: int(freshCount.Row(i)),
					Last: time.Unix(int64(second.Row(i)), 0).UTC(),
				})
			}
			return nil
		},
	})
	return found, unknownIndex(err)
}

// countedSQL returns the condition that a series is counted.
func countedSQL(c *compile.Compiler, scan prom.CountScan) string {
	where := onDays(c, scan.Span) + " AND MetricName != ''"
	if len(scan.Names) > 0 {
		where += " AND MetricName IN " + c.BindTexts(scan.Names)
	}
	return where
}

const eachSeriesText = `
SELECT Series AS id, Kind AS kind, any(Attributes) AS attributes, CAST(any(Resource), 'String') AS resource, CAST(any(ScopeName), 'String') AS scopeName,
    CAST(any(ScopeVersion), 'String') AS scopeVersion, CAST(any(Scope), 'String') AS scope, toUInt8(any(%s)) AS exact
FROM %s
WHERE %s AND (Series, Kind) > (%d, %d)
GROUP BY id, kind
ORDER BY id, kind
LIMIT %d`

// EachSeries implements prom.Counts. It reads page by page, each of which is within
// what a read may return.
func (p *Prom) EachSeries(ctx context.Context, scan prom.CountScan, take func(*prom.StoredSeries)) (more bool, err error) {
	var last prom.StoredSeries
	for taken := 0; taken < prom.CountedSeriesMax; taken += scan.Page {
		rows, err := p.pageOfSeries(ctx, scan, &last, take)
		if err != nil || rows < scan.Page {
			return false, err
		}
	}
	rows, err := p.pageOfSeries(ctx, scan, &last, func(*prom.StoredSeries) {})
	return rows > 0, err
}

// pageOfSeries reads the series after the last one, which it replaces.
func (p *Prom) pageOfSeries(ctx context.Context, scan prom.CountScan, last *prom.StoredSeries, take func(*prom.StoredSeries)) (read int, err error) {
	c, err := p.indexCompiler(ctx, scan.TeamID, "")
	if err != nil {
		return 0, err
	}
	exact, where := exactSQL(c), countedSQL(c, scan)
	var (
		id                                                   proto.ColUInt64
		attributes, resource, scopeName, scopeVersion, scope proto.ColStr
		kind, isExact                                        proto.ColUInt8
	)
	_, err = p.reads.read(ctx, reading{
		teamID: scan.TeamID, params: c.Params,
		sql: fmt.Sprintf(eachSeriesText, exact, c.From(""), where, last.ID, last.Kind, scan.Page),
		result: proto.Results{
			{Name: "id", Data: &id}, {Name: "kind", Data: &kind}, {Name: "attributes", Data: &attributes}, {Name: "resource", Data: &resource},
			{Name: "scopeName", Data: &scopeName}, {Name: "scopeVersion", Data: &scopeVersion}, {Name: "scope", Data: &scope}, {Name: "exact", Data: &isExact},
		},
		onBlock: func(rows int) error {
			for i := range rows {
				*last = prom.StoredSeries{
					ID: id.Row(i), Metric: prom.Metric{Kind: telemetry.PointKind(kind.Row(i)), Exact: isExact.Row(i) == 1},
					Attributes: attributes.Row(i), Resource: resource.Row(i),
					ScopeName: scopeName.Row(i), ScopeVersion: scopeVersion.Row(i), Scope: scope.Row(i),
				}
				take(last)
			}
			read += rows
			return nil
		},
	})
	return read, unknownIndex(err)
}
