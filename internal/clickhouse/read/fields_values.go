package read

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
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
	if r.isApart(ctx) {
		if result, ok, err := r.readValuesApart(ctx, plan, containing, scan.Limit); ok {
			return result, err
		}
	}
	plan.isSharded = r.isSharded()
	var reader valueReader
	stats, err := r.read(ctx, plan.valuesReading(r.source(plan), containing, scan.Limit, &reader))
	return explore.ValueResult{Values: reader.values, Stats: stats}, err
}

// valuesApartMax is how many values of a field a shard may answer. Of more, the counts
// are put together where the rows are.
const valuesApartMax = 20_000

// readValuesApart has each shard count its values, and adds the counts up. It reports
// false when there are too many for that.
func (r *Reads) readValuesApart(ctx context.Context, plan *seriesPlan, containing string, limit int) (explore.ValueResult, bool, error) {
	plan.c.Apart = true
	defer func() { plan.c.Apart = false }()
	q := plan.valuesReading(r.source(plan), containing, valuesApartMax+1, nil)
	readers, stats, err := readApart(ctx, r, q, func() *valueReader { return &valueReader{most: valuesApartMax} })
	if errors.Is(err, errTooMuch) {
		return explore.ValueResult{}, false, nil
	}
	if err != nil {
		return explore.ValueResult{}, true, err
	}
	counts := map[string]uint64{}
	for _, reader := range readers {
		for _, v := range reader.values {
			counts[v.Value] += v.Count
		}
	}
	return explore.ValueResult{Values: mostFrequent(counts, limit), Stats: stats}, true, nil
}

// mostFrequent returns the values that are counted most.
func mostFrequent(counts map[string]uint64, limit int) []explore.ValueCount {
	values := make([]explore.ValueCount, 0, len(counts))
	for value, count := range counts {
		values = append(values, explore.ValueCount{Value: value, Count: count})
	}
	slices.SortFunc(values, func(a, b explore.ValueCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return values[:min(len(values), limit)]
}

func (p *seriesPlan) valuesReading(rows rowsFrom, containing string, limit int, reader *valueReader) reading {
	count := p.numbers[0].sql()
	rows = p.over(rows)
	q := reading{
		teamID: p.scan.TeamID, params: p.c.Params, paths: p.c.Computes,
		sql: fmt.Sprintf(valuesText, rows.with, count, rows.from, containing, limit),
	}
	if reader != nil {
		q.result, q.onBlock = reader.results(), reader.take
	}
	return q
}

// valueReader reads the values of a field with their counts.
type valueReader struct {
	most   int // how many there may be; 0: as many as are answered
	value  proto.ColStr
	count  proto.ColUInt64
	values []explore.ValueCount
}

func (r *valueReader) results() proto.Results {
	return proto.Results{{Name: "value", Data: &r.value}, {Name: "n", Data: &r.count}}
}

func (r *valueReader) take(rows int) error {
	for i := range rows {
		r.values = append(r.values, explore.ValueCount{Value: validText(r.value.Row(i)), Count: r.count.Row(i)})
	}
	if r.most > 0 && len(r.values) > r.most {
		return errTooMuch
	}
	return nil
}
