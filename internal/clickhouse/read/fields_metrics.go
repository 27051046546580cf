package read

import (
	"context"
	"fmt"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
)

// metricsText finds the metrics of one table. Names begin the table's key and
// what is read beside them has few values, so that many points cost little.
const metricsText = `
SELECT CAST(MetricName, 'String') AS name, CAST(any(MetricUnit), 'String') AS unit, toUInt8(max(%s)) AS rises
FROM %s
WHERE %s
GROUP BY MetricName
ORDER BY name
LIMIT %d`

// Metrics returns the metrics whose points a table holds.
func (r *Reads) Metrics(ctx context.Context, scan explore.MetricScan) (explore.MetricResult, error) {
	c, err := r.compilerFor(ctx, scan.Target)
	if err != nil {
		return explore.MetricResult{}, err
	}
	where := compile.Both(c.During(scan.Range), compile.Both(c.Condition(scan.Filter), c.Condition(scan.Where)))
	if scan.Contains != "" {
		where = compile.Both(where, "MetricName ILIKE "+c.BindText(compile.Containing(scan.Contains)))
	}
	if c.Err != nil {
		return explore.MetricResult{}, c.Err
	}
	rises := "false"
	if c.Table.Points == compile.SumPoints {
		rises = "IsMonotonic"
	}
	return r.readMetrics(ctx, reading{
		teamID: scan.TeamID, params: c.Params, paths: c.Computes,
		sql: fmt.Sprintf(metricsText, rises, c.From(""), where, scan.Limit),
	})
}

func (r *Reads) readMetrics(ctx context.Context, q reading) (explore.MetricResult, error) {
	var result explore.MetricResult
	var name, unit proto.ColStr
	var rises proto.ColUInt8
	q.result = proto.Results{{Name: "name", Data: &name}, {Name: "unit", Data: &unit}, {Name: "rises", Data: &rises}}
	q.onBlock = func(rows int) error {
		for i := range rows {
			result.Metrics = append(result.Metrics, explore.Metric{
				Name: validText(name.Row(i)), Unit: validText(unit.Row(i)), Monotonic: rises.Row(i) == 1,
			})
		}
		return nil
	}
	var err error
	result.Stats, err = r.read(ctx, q)
	return result, err
}
