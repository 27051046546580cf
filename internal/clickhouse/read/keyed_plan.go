package read

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/keyed"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// keyedText is the query for the groups of a keyed scan. One more than there
// may be shows that they are too many.
const keyedText = `
%sSELECT %s
FROM %s
GROUP BY %s
LIMIT %d`

// readKeyed returns the series of a keyed scan, or Invalid where it has too
// many groups.
func (r *Reads) readKeyed(ctx context.Context, c *compile.Compiler, k *keyed.Scan, scan explore.SeriesScan) (explore.SeriesResult, error) {
	plan, err := planKeyed(c, k, scan)
	if err != nil {
		return explore.SeriesResult{}, err
	}
	most := cmp.Or(r.opts.KeyedRows, KeyedRowsMax)
	if r.isApart(ctx) {
		return r.readKeyedApart(ctx, plan, most)
	}
	plan.rows.isSharded = r.isSharded()
	reader := newKeyedReader(plan, most)
	stats, err := r.read(ctx, plan.reading(plan.sql(r.source(plan.rows), most), reader))
	return explore.SeriesResult{Points: reader.points(), Stats: stats}, err
}

// readKeyedApart is readKeyed where shards are asked one by one.
func (r *Reads) readKeyedApart(ctx context.Context, plan *keyedPlan, most int) (explore.SeriesResult, error) {
	plan.rows.c.Apart = true
	all := newKeyedReader(plan, most)
	stats, err := r.joinApart(ctx, plan.reading(plan.sql(r.source(plan.rows), most), nil), all)
	return explore.SeriesResult{Points: all.points(), Stats: stats}, err
}

// joinApart puts a question to each shard, and adds the groups to those of a reader.
func (r *Reads) joinApart(ctx context.Context, q reading, all *keyedReader) (query.Stats, error) {
	readers, stats, err := readApart(ctx, r, q, func() *keyedReader { return newKeyedReader(all.plan, all.most) })
	if err != nil {
		return stats, err
	}
	for _, reader := range readers {
		all.join(reader)
	}
	return stats, nil
}

func (p *keyedPlan) reading(sql string, reader *keyedReader) reading {
	q := reading{teamID: p.rows.scan.TeamID, sql: sql, params: p.rows.c.Params, paths: p.rows.c.Computes}
	if reader != nil {
		q.result, q.onBlock = reader.results(), reader.take
	}
	return q
}

// keyedPlan is a keyed scan on its way to SQL.
type keyedPlan struct {
	scan    *keyed.Scan
	rows    *seriesPlan
	keys    []string // the names of the keys
	metrics []string // the first key is which of them a row is of, counted from 1; none: rows are of no metric
	parts   []keyedPart

	samples   []aggregation // what quantiles are of; their series are the parts
	valuesMax int           // how many values of samples a reader may take
}

// planKeyed compiles a keyed scan. Its series share what they aggregate where
// only their conditions differ.
func planKeyed(c *compile.Compiler, k *keyed.Scan, scan explore.SeriesScan) (*keyedPlan, error) {
	p := &keyedPlan{scan: k, rows: &seriesPlan{c: c, scan: scan}}
	p.rows.where = c.Condition(scan.Filter)
	p.addAxes(c)
	weight := p.rows.weight()
	p.addParts(func(at int, s explore.ScannedSeries) aggregation {
		return aggregation{of: s, field: p.rows.field(at, s), weight: weight}
	})
	p.rows.reads = c.Reads
	return p, c.Err
}

// addAxes adds the keys of the axes.
func (p *keyedPlan) addAxes(c *compile.Compiler) {
	for _, axis := range p.scan.Axes {
		axis.Begin(len(p.keys))
		for _, key := range axis.Keys(c) {
			p.addKey(key)
		}
	}
}

func (p *keyedPlan) addKey(sql string) {
	name := "q" + strconv.Itoa(len(p.keys))
	p.rows.inner = append(p.rows.inner, sql+" AS "+name)
	p.keys = append(p.keys, name)
	p.rows.keys = p.keys
}

// addParts adds what the series aggregate, each once. The number of a part is
// that of its first series.
func (p *keyedPlan) addParts(number func(part int, s explore.ScannedSeries) aggregation) {
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
			p.parts = append(p.parts, keyedPart{aggregate: s.Of.Aggregate, series: make([][]int, len(p.metrics)+1)})
			p.rows.numbers = append(p.rows.numbers, number(at, s.Of))
		}
		metric := p.metricAt(s.Of)
		p.parts[at].series[metric] = append(p.parts[at].series[metric], i)
	}
}

// metricAt returns the key of the metric of a series, 0 where there are none.
func (p *keyedPlan) metricAt(s explore.ScannedSeries) int {
	at, _ := slices.BinarySearch(p.metrics, s.Metric)
	return min(at+1, len(p.metrics))
}

// metricOf returns the key of the metric that rows are of.
func (p *keyedPlan) metricOf(keys []uint64) uint64 {
	if len(p.metrics) == 0 {
		return 0
	}
	return keys[0]
}

func (p *keyedPlan) sql(rows rowsFrom, rowsMax int) string {
	keys := append([]string{"b"}, p.keys...)
	shown := append([]string{p.rows.bucket() + " AS b"}, p.keys...)
	for i, group := range p.rows.groups {
		keys = append(keys, "k"+strconv.Itoa(i))
		shown = append(shown, group+" AS g"+strconv.Itoa(i))
	}
	for i, number := range p.rows.numbers {
		at := strconv.Itoa(i)
		value, weight := number.mergeable()
		faults := "0"
		if number.countsNotFinite() {
			faults = number.notFiniteSQL()
		}
		shown = append(shown, "CAST("+value+", 'Nullable(Float64)') AS v"+at, "toUInt64("+weight+") AS n"+at, "toUInt64("+faults+") AS f"+at)
	}
	for i, of := range p.samples {
		shown = append(shown, of.sampleSQL()+" AS s"+strconv.Itoa(i))
	}
	rows = p.rows.over(rows)
	return fmt.Sprintf(keyedText, rows.with, strings.Join(shown, ",\n    "), rows.from, strings.Join(keys, ", "), rowsMax+1)
}

// mergeable returns the number of some rows and what it weighs beside those of
// others, see merged.
func (a aggregation) mergeable() (value, weight string) {
	switch a.of.Aggregate {
	case query.Average:
		sum := a
		sum.of.Aggregate = query.Total
		return sum.sql(), a.finite().apply("count", "")
	case query.LastValue:
		return a.sql(), "toUnixTimestamp64Nano(" + a.ordered().apply("max", "", "at") + ")"
	case query.Quantile:
		return "NULL", a.finite().apply("count", "")
	case query.Count, query.CountDistinct, query.Total, query.Minimum, query.Maximum, query.AnyValue, query.Increase, query.None:
	}
	return a.sql(), "1"
}
