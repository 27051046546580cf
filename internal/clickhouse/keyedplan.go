package clickhouse

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// keyedText is the query for the groups of a keyed scan. One more than there
// may be shows that they are too many.
const keyedText = `
SELECT %s
FROM (%s)
GROUP BY %s
LIMIT %d`

// keyedScan is series whose conditions ask about the same axes.
type keyedScan struct {
	axes   map[string]axis
	order  []axis
	series []keyedSeries
	flags  int // of the axis that has most
}

// keyedSeries is a series of a keyed scan.
type keyedSeries struct {
	place int // in the scan that it was asked in
	of    observe.ScannedSeries
	meets decision
}

func newKeyedScan() *keyedScan { return &keyedScan{axes: map[string]axis{}} }

func (k *keyedScan) isFull() bool { return k.flags >= ScanWidthMax }

func (k *keyedScan) add(place int, s observe.ScannedSeries, asked ask) {
	k.series = append(k.series, keyedSeries{place, s, asked.decide(k)})
}

func (k *keyedScan) decisions(items []ask) []decision {
	decisions := make([]decision, len(items))
	for i, item := range items {
		decisions[i] = item.decide(k)
	}
	return decisions
}

// axisOf returns the axis of a name, which begins as fresh.
func axisOf[T axis](k *keyedScan, name string, fresh T) T {
	if known, ok := k.axes[name].(T); ok {
		return known
	}
	k.axes[name] = fresh
	k.order = append(k.order, fresh)
	return fresh
}

// places returns where the series stand in the scan that they were asked in.
func (k *keyedScan) places() []int {
	places := make([]int, len(k.series))
	for i, s := range k.series {
		places[i] = s.place
	}
	return places
}

// readKeyed returns the series of a keyed scan, or Invalid where it has too
// many groups.
func (r *Reads) readKeyed(ctx context.Context, c *compiler, k *keyedScan, scan observe.SeriesScan) (observe.SeriesResult, error) {
	plan, err := planKeyed(c, k, scan)
	if err != nil {
		return observe.SeriesResult{}, err
	}
	reader, most := newKeyedReader(plan), cmp.Or(r.opts.KeyedRows, KeyedRowsMax)
	stats, err := r.read(ctx, reading{
		teamID: scan.TeamID, sql: plan.sql(r.source(plan.rows), most), params: c.params,
		result: reader.results(), onBlock: reader.take,
	})
	if err == nil && reader.count > most {
		err = fault.New(fault.Invalid, "there are too many groups")
	}
	return observe.SeriesResult{Points: reader.points(), Stats: stats}, err
}

// keyedPlan is a keyed scan on its way to SQL.
type keyedPlan struct {
	scan  *keyedScan
	rows  *seriesPlan
	keys  []string // the names of the keys
	parts []keyedPart
}

// planKeyed compiles a keyed scan. Its series share what they aggregate where
// only their conditions differ.
func planKeyed(c *compiler, k *keyedScan, scan observe.SeriesScan) (*keyedPlan, error) {
	p := &keyedPlan{scan: k, rows: &seriesPlan{c: c, scan: scan}}
	p.rows.where = c.condition(scan.Filter)
	for _, axis := range k.order {
		axis.begin(len(p.keys))
		for _, key := range axis.keys(c) {
			name := "q" + strconv.Itoa(len(p.keys))
			p.rows.inner = append(p.rows.inner, key+" AS "+name)
			p.keys = append(p.keys, name)
		}
	}
	p.addParts(p.rows.weight())
	p.rows.reads = c.reads
	return p, c.err
}

func (p *keyedPlan) addParts(weight string) {
	known := map[string]int{}
	for i, s := range p.scan.series {
		name := string(s.of.Aggregate)
		if s.of.Field.Node != nil {
			name += " " + s.of.Field.Node.String()
		}
		at, isKnown := known[name]
		if !isKnown {
			at = len(p.parts)
			known[name] = at
			p.parts = append(p.parts, keyedPart{aggregate: s.of.Aggregate})
			p.rows.numbers = append(p.rows.numbers, aggregation{of: s.of, field: p.rows.field(at, s.of), weight: weight})
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
		if number.of.Aggregate == telemetry.Average {
			sum.of.Aggregate, count = telemetry.Total, number.finite().apply("count", "")
		}
		faults := "0"
		if number.countsNotFinite() {
			faults = number.notFiniteSQL()
		}
		shown = append(shown, "CAST("+sum.sql()+", 'Nullable(Float64)') AS v"+at, "toUInt64("+count+") AS n"+at, "toUInt64("+faults+") AS f"+at)
	}
	return fmt.Sprintf(keyedText, strings.Join(shown, ",\n    "), from, strings.Join(keys, ", "), rowsMax+1)
}
