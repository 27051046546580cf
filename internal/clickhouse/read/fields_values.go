package read

import (
	"context"
	"fmt"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// valuesText counts the values of one field.
const valuesText = `
%sSELECT CAST(ifNull(toString(k0), ''), 'String') AS value, toUInt64(ifNull(%s, 0)) AS n
FROM %s
GROUP BY k0
HAVING value != ''%s
ORDER BY n DESC, value
LIMIT %d`

// valuesStep is the width of buckets where they do not matter.
const valuesStep = 30 * 24 * time.Hour

// Values returns the most frequent values of a field. No value and the empty
// one are not counted.
func (r *Reads) Values(ctx context.Context, scan explore.ValueScan) (explore.ValueResult, error) {
	c, err := r.compilerFor(ctx, scan.Target)
	if err != nil {
		return explore.ValueResult{}, err
	}
	target := scan.Target
	target.SampleRate = explore.Expr{}
	plan, err := planSeries(c, explore.SeriesScan{
		Target: target, Step: valuesStep, GroupBy: []explore.Expr{scan.Field},
		Series: []explore.ScannedSeries{{Aggregate: query.Count, Where: scan.Where}},
	})
	if err != nil {
		return explore.ValueResult{}, err
	}
	plan.where = compile.Both(r.whereIDs(ctx, c, target, scan.Where), plan.where)
	containing := ""
	if scan.Contains != "" {
		containing = " AND value ILIKE " + c.BindText(compile.Containing(scan.Contains))
	}
	plan.isSharded = r.isSharded()
	rows := r.source(plan)
	count := plan.numbers[0].sql()
	rows = plan.over(rows)
	return r.readValues(ctx, reading{
		teamID: scan.TeamID, params: c.Params, paths: c.Computes,
		sql: fmt.Sprintf(valuesText, rows.with, count, rows.from, containing, scan.Limit),
	})
}

func (r *Reads) readValues(ctx context.Context, q reading) (explore.ValueResult, error) {
	var result explore.ValueResult
	var value proto.ColStr
	var count proto.ColUInt64
	q.result = proto.Results{{Name: "value", Data: &value}, {Name: "n", Data: &count}}
	q.onBlock = func(rows int) error {
		for i := range rows {
			result.Values = append(result.Values, explore.ValueCount{Value: validText(value.Row(i)), Count: count.Row(i)})
		}
		return nil
	}
	var err error
	result.Stats, err = r.read(ctx, q)
	return result, err
}
