package read

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/keyed"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// sharedPlan is a read of shared metrics on its way to SQL.
type sharedPlan struct {
	*metricPlan
	keyed *keyedPlan
}

// planShared compiles a read of shared metrics.
func planShared(c *compile.Compiler, k *keyed.Scan, scan explore.SeriesScan) (*sharedPlan, error) {
	p := &sharedPlan{metricPlan: newMetricPlan(c, scan)}
	p.keyed = &keyedPlan{scan: k, rows: p.seriesPlan, metrics: metricsOf(k)}
	metrics := c.BindTexts(p.keyed.metrics)
	p.keyed.addKey("toUInt64(transform(MetricName, " + metrics + ", arrayEnumerate(" + metrics + "), 0))")
	p.keyed.addAxes(c)
	p.decided = ", " + strings.Join(p.keyed.keys, ", ")
	p.keys += p.decided
	p.where = compile.Both("MetricName IN "+metrics+" AND "+hasValue, compile.Both(c.Condition(scan.Filter), p.oneOfFew()))
	p.keyed.addParts(func(_ int, s explore.ScannedSeries) aggregation { return metricNumber(s) })
	return p, c.Err
}

// oneOfFew leaves points out that none of a few conditions wants.
func (p *sharedPlan) oneOfFew() string {
	var different []explore.Expr
	for _, s := range p.keyed.scan.Series {
		if !slices.ContainsFunc(different, func(e explore.Expr) bool { return compile.Same(e, s.Of.Where) }) {
			different = append(different, s.Of.Where)
		}
		if len(different) > anyOfMax {
			return ""
		}
	}
	conditions := make([]string, len(different))
	for i, e := range different {
		conditions[i] = p.c.Condition(e)
	}
	return compile.Some(conditions)
}

// metricsOf returns the names of the metrics of a scan in order.
func metricsOf(k *keyed.Scan) []string {
	var names []string
	for _, s := range k.Series {
		names = append(names, s.Of.Metric)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// readShared returns the series of shared metrics, or Invalid where they have
// too many groups.
func (r *Reads) readShared(ctx context.Context, c *compile.Compiler, k *keyed.Scan, scan explore.SeriesScan) (explore.SeriesResult, error) {
	plan, err := planShared(c, k, scan)
	if err != nil {
		return explore.SeriesResult{}, err
	}
	most := cmp.Or(r.opts.KeyedRows, SharedRowsMax)
	reader, sql := plan.reader(most)
	stats, err := r.read(ctx, reading{
		teamID: scan.TeamID, sql: sql, params: c.Params, paths: c.Computes, result: reader.results(), onBlock: reader.take,
	})
	if err == nil && reader.rowCount() > most {
		err = fault.New(fault.Invalid, "there are too many groups")
	}
	return explore.SeriesResult{Points: reader.points(), Stats: stats}, err
}

// sharedReader reads the rows of a read of shared metrics.
type sharedReader interface {
	results() proto.Results
	take(rows int) error
	rowCount() int
	points() []query.Point
}

// reader returns the query and how its rows are read.
func (p *sharedPlan) reader(rowsMax int) (sharedReader, string) {
	if from, ok := p.numbersFrom(); ok {
		return newKeyedReader(p.keyed, rowsMax), p.keyed.sql(rowsOf(from), rowsMax)
	}
	return newSharedDistributions(p), p.distributionsSQL(rowsMax)
}

// sharedDistributions reads the distributions of shared metrics and decides
// the conditions of their series.
type sharedDistributions struct {
	*distributionReader
	plan  *keyedPlan
	keys  []*proto.ColUInt64
	lists []countedList // of each series
	of    [][]int       // the series of each metric
}

func newSharedDistributions(p *sharedPlan) *sharedDistributions {
	series := p.keyed.scan.Series
	r := &sharedDistributions{
		distributionReader: newDistributionReader(p.metricPlan), plan: p.keyed,
		lists: make([]countedList, len(series)), of: make([][]int, len(p.keyed.metrics)+1),
	}
	for range p.keyed.keys {
		r.keys = append(r.keys, new(proto.ColUInt64))
	}
	for i, s := range series {
		metric := p.keyed.metricAt(s.Of)
		r.of[metric] = append(r.of[metric], i)
	}
	return r
}

func (r *sharedDistributions) results() proto.Results {
	return append(r.distributionReader.results(), keyResults(r.plan.keys, r.keys)...)
}

func (r *sharedDistributions) rowCount() int { return r.rows }

func (r *sharedDistributions) take(rows int) error {
	r.rows += rows
	keys := make([]uint64, len(r.keys))
	for row := range rows {
		readKeys(keys, r.keys, row)
		for _, s := range r.of[r.plan.metricOf(keys)] {
			if r.plan.scan.Series[s].Meets(keys) {
				r.add(&r.lists[s], row)
			}
		}
	}
	return nil
}

func (r *sharedDistributions) points() []query.Point {
	all := newWidePoints(explore.SeriesScan{Series: make([]explore.ScannedSeries, len(r.lists))})
	for i, s := range r.plan.scan.Series {
		all.add([]int{i}, explore.SeriesResult{Points: r.lists[i].points(r.kind, s.Of)})
	}
	return all.result().Points
}
