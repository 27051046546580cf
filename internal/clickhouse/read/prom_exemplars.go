package read

import (
	"context"
	"fmt"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/query"
)

// Exemplars implements prom.Points.
func (p *Prom) Exemplars(ctx context.Context, scan prom.ExemplarScan, take func(prom.Exemplar) error) error {
	asked := timeRange(scan.Span)
	wide := scan.PointScan
	wide.To = withLag(asked).To
	c, where := p.pointCompiler(wide)
	points := fmt.Sprintf("SELECT %s, Series AS id FROM %s WHERE %s", exemplarColumns, c.From(""), compile.Both(where, "notEmpty(`Exemplars.TimeUnix`)"))
	var id proto.ColUInt64
	var columns exemplarReader
	return p.readPoints(ctx, wide, reading{
		sql: promExemplarsSQL(c, asked, scan, points), params: c.Params,
		result: append(columns.results(), proto.ResultColumn{Name: "id", Data: &id}),
		onBlock: func(rows int) error {
			for i := range rows {
				e := prom.Exemplar{
					Series: id.Row(i), Time: columns.at.Row(i), Value: columns.value.Row(i),
					TraceID: columns.trace.Row(i), SpanID: columns.span.Row(i), Attributes: columns.own.Row(i),
				}
				if err := take(e); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// newestText takes the newest exemplars.
const newestText = `SELECT toUnixTimestamp64Milli(instant) AS at, v, trace, span, own, id
FROM (SELECT at AS instant, v, trace, span, own, id
FROM (%s)
WHERE instant >= %s AND instant <= %s
ORDER BY instant DESC, id, v
LIMIT %d)`

func promExemplarsSQL(c *compile.Compiler, asked query.TimeRange, scan prom.ExemplarScan, points string) string {
	if scan.Width > 0 {
		return spreadSQL(c, asked, explore.ExemplarSpread{Width: max(scan.Width, time.Millisecond), PerBucket: scan.PerBucket}, exemplarPoints{sql: points, groups: []string{"id"}})
	}
	return fmt.Sprintf(newestText, fmt.Sprintf(exemplarTextSQL, ", id", points),
		c.BindInstant(asked.From.UnixNano()), c.BindInstant(asked.To.UnixNano()), scan.Limit)
}
