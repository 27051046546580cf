package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Series returns a chart of the caller's team. Series that share a source, a
// type of metric and their groups are read in one scan; points of scans that
// are grouped by the same expressions are joined.
func (q *Queries) Series(ctx context.Context, asked query.SeriesQuery) (query.SeriesAnswer, error) {
	if err := asked.Check(); err != nil {
		return query.SeriesAnswer{}, err
	}
	scans, err := q.plan(ctx, asked)
	if err != nil {
		return query.SeriesAnswer{}, err
	}
	return q.read(ctx, asked, scans)
}

// read reads planned scans and joins their points.
func (q *Queries) read(ctx context.Context, asked query.SeriesQuery, scans []*plannedScan) (query.SeriesAnswer, error) {
	answer := query.SeriesAnswer{Step: asked.Buckets().Step}
	join := newJoin(asked)
	for _, s := range scans {
		result, err := q.Engine.Series(ctx, s.scan)
		if err != nil {
			return query.SeriesAnswer{}, err
		}
		join.add(s, result)
		answer.Stats.Add(result.Stats)
		answer.Warnings = append(answer.Warnings, q.warnings(ctx, s.scan.names())...)
		answer.Scans = append(answer.Scans, query.SeriesScan{Series: s.series, GroupBy: s.groupBy})
	}
	answer.Points, answer.Remainder = join.points(), join.remainder
	answer.NonFinite = nonFinite(answer.Points)
	if asked.Granularity == query.GranularityTotal {
		atStart(&answer, asked.Range)
	}
	return answer, nil
}

// nonFinite returns how many values of all points were not finite.
func nonFinite(points []query.Point) uint64 {
	total := uint64(0)
	for i := range points {
		for _, count := range points[i].NonFinite {
			total += count
		}
	}
	return total
}

// SeriesSQL returns the statements that a chart of the caller's team begins
// with. They are for people to read: nothing is asked.
func (q *Queries) SeriesSQL(ctx context.Context, asked query.SeriesQuery) ([]query.SeriesStatement, error) {
	if err := asked.Check(); err != nil {
		return nil, err
	}
	scans, err := q.plan(ctx, asked)
	if err != nil {
		return nil, err
	}
	return q.statements(ctx, scans)
}

// statements returns what the engine is asked for scans.
func (q *Queries) statements(ctx context.Context, scans []*plannedScan) ([]query.SeriesStatement, error) {
	var statements []query.SeriesStatement
	for _, s := range scans {
		texts, err := q.Engine.SeriesSQL(ctx, s.scan)
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			statements = append(statements, query.SeriesStatement{Series: s.series, SQL: text})
		}
	}
	return statements, nil
}

// atStart lets the one bucket of a total begin and end with the range.
func atStart(answer *query.SeriesAnswer, r query.TimeRange) {
	answer.Step = r.Duration()
	for i := range answer.Points {
		answer.Points[i].Bucket = r.From
	}
}

// plannedScan is a scan and the series of the query that it is for.
type plannedScan struct {
	key     string
	series  []int
	groupBy []string
	scan    SeriesScan
	places  []string // paths of the series, as their author knows them; nil: series.N.
}

// plan puts the series of a query into as few scans as they allow.
func (q *Queries) plan(ctx context.Context, asked query.SeriesQuery) ([]*plannedScan, error) {
	var scans []*plannedScan
	for i, series := range asked.Series {
		key := scanKey(series)
		at := slices.IndexFunc(scans, func(s *plannedScan) bool { return s.key == key })
		if at < 0 {
			fresh, err := q.newScan(ctx, asked, i)
			if err != nil {
				return nil, err
			}
			at, scans = len(scans), append(scans, fresh)
		}
		if err := scans[at].take(i, series); err != nil {
			return nil, err
		}
	}
	return scans, nil
}

// scanKey is equal for series that can be read together. Series of metrics
// must be about the same metric and have the same condition, and so must one
// that already aggregates: its condition can't be put into its expression.
func scanKey(s query.Series) string {
	own := ""
	if s.Aggregate == query.None || s.MetricType != "" {
		own = strings.Join([]string{metricName(s), s.Where, string(s.Language)}, "\x00")
	}
	return strings.Join(append([]string{s.SourceID, string(s.MetricType), own}, s.GroupBy...), "\x00")
}

func (q *Queries) newScan(ctx context.Context, asked query.SeriesQuery, i int) (*plannedScan, error) {
	series, path := asked.Series[i], seriesPath(i)
	source, err := q.source(ctx, path+"sourceId", series.SourceID)
	if err != nil {
		return nil, err
	}
	target, err := seriesTarget(source, path, series.MetricType)
	if err != nil {
		return nil, err
	}
	target.Range = asked.Range
	groupBy, err := groupExprs(path+"groupBy", series.GroupBy)
	return &plannedScan{key: scanKey(series), groupBy: series.GroupBy, scan: SeriesScan{
		Target: target, Step: asked.Buckets().Step, GroupBy: groupBy, GroupsMax: groupsMax(asked),
	}}, err
}

func seriesPath(i int) string { return fmt.Sprintf("series.%d.", i) }

func seriesTarget(source stack.Source, path string, metricType query.MetricType) (Target, error) {
	if source.Kind == stack.KindMetric {
		return metricTargetOf(source, path, metricType)
	}
	if metricType != "" {
		return Target{}, fault.InvalidAt(path+"metricDataType", "conflict", "is allowed only for a metric source")
	}
	return targetOf(source)
}

func groupExprs(path string, texts []string) ([]Expr, error) {
	var groups []Expr
	for i, text := range texts {
		list, err := expressions(fmt.Sprintf("%s.%d", path, i), text)
		if err != nil {
			return nil, err
		}
		groups = append(groups, list...)
	}
	return groups, nil
}

// groupsMax returns how many groups fit into an answer.
func groupsMax(asked query.SeriesQuery) int {
	most := asked.Groups
	if most == 0 {
		most = query.GroupsMax
	}
	return max(1, min(most, query.SeriesRowsMax/asked.Buckets().Count))
}

// take adds a series of the query to the scan.
func (s *plannedScan) take(i int, series query.Series) error {
	path := seriesPath(i)
	if s.places != nil {
		path = s.places[i]
	}
	where, err := condition(path+"where", series.Where, series.Language)
	if err != nil {
		return err
	}
	field, err := fieldOf(path, series)
	if err != nil {
		return err
	}
	s.series = append(s.series, i)
	s.scan.Series = append(s.scan.Series, ScannedSeries{
		Aggregate: series.Aggregate, Level: series.QuantileLevel(), Field: field, Where: where, Metric: metricName(series),
	})
	return nil
}

// narrow lets only rows through that pass the filters too.
func (s *plannedScan) narrow(filters []Expr) {
	for i := range s.scan.Series {
		s.scan.Series[i].Where = withFilters(s.scan.Series[i].Where, filters)
	}
}
