package read

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/keyed"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// keyedText is the query for the groups of a keyed scan. One more than there
// may be shows that they are too many.
const keyedText = `
SELECT %s
FROM (%s)
GROUP BY %s
LIMIT %d`

// readKeyed returns the series of a keyed scan, or Invalid where it has too
// many groups.
func (r *Reads) readKeyed(ctx context.Context, c *compile.Compiler, k *keyed.Scan, scan explore.SeriesScan) (explore.SeriesResult, error) {
	plan, err := planKeyed(c, k, scan)
	if err != nil {
		return explore.SeriesResult{}, err
	}
	reader, most := newKeyedReader(plan), cmp.Or(r.opts.KeyedRows, KeyedRowsMax)
	stats, err := r.read(ctx, reading{
		teamID: scan.TeamID, sql: plan.sql(r.source(plan.rows), most), params: c.Params, paths: c.Computes,
		result: reader.results(), onBlock: reader.take,
	})
	if err == nil && reader.count > most {
		err = fault.New(fault.Invalid, "there are too many groups")
	}
	return explore.SeriesResult{Points: reader.points(), Stats: stats}, err
}

// keyedPlan is a keyed scan on its way to SQL.
type keyedPlan struct {
	scan  *keyed.Scan
	rows  *seriesPlan
	keys  []string // the names of the keys
	parts []keyedPart
}

// planKeyed compiles a keyed scan. Its series share what they aggregate where
// only their conditions differ.
func planKeyed(c *compile.Compiler, k *keyed.Scan, scan explore.SeriesScan) (*keyedPlan, error) {
	p := &keyedPlan{scan: k, rows: &seriesPlan{c: c, scan: scan}}
	p.rows.where = c.Condition(scan.Filter)
	for _, axis := range k.Axes {
		axis.Begin(len(p.keys))
		for _, key := range axis.Keys(c) {
			name := "q" + strconv.Itoa(len(p.keys))
			p.rows.inner = append(p.rows.inner, key+" AS "+name)
			p.keys = append(p.keys, name)
		}
	}
	p.addParts(p.rows.weight())
	p.rows.reads = c.Reads
	return p, c.Err
}

func (p *keyedPlan) addParts(weight string) {
	known := map[string]int{}
	for i, s := range p.scan.Series {
		name := string(s.Of.Aggregate)
		if s.Of.Field.Node != nil {
			name += " " + s.Of.Field.Node.String()
		}
		at, isKnown := known[name]
		if !isKnown {
			at = len(p.parts)
			known[name] = at
			p.parts = append(p.parts, keyedPart{aggregate: s.Of.Aggregate})
			p.rows.numbers = append(p.rows.numbers, aggregation{of: s.Of, field: p.rows.field(at, s.Of), weight: weight})
		}
		p.parts[at].series = append(p.parts[at].series, i)
	}
}

func (p *keyedPlan) sql(from string, rowsMax int) string {
	keys := append([]string{"b"}, p.keys...)
	shown := append([]string{bucketOf("t", p.rows.scan) + " AS b"}, p.keys...)
	for i, number := range p.rows.numbers {
		at := strconv.Itoa(i)
		sum, count := number, "1"
		if number.of.Aggregate == query.Average {
			sum.of.Aggregate, count = query.Total, number.finite().apply("count", "")
		}
		faults := "0"
		if number.countsNotFinite() {
			faults = number.notFiniteSQL()
		}
		shown = append(shown, "CAST("+sum.sql()+", 'Nullable(Float64)') AS v"+at, "toUInt64("+count+") AS n"+at, "toUInt64("+faults+") AS f"+at)
	}
	return fmt.Sprintf(keyedText, strings.Join(shown, ",\n    "), from, strings.Join(keys, ", "), rowsMax+1)
}
