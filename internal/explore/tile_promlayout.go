package explore

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// promResult is what a query of a tile returned.
type promResult struct {
	PromAnswer
	stack.PromQLExpression
	expr parser.Expr // with the values of variables
}

// promLayout makes rows of series.
type promLayout struct {
	tile    stack.PromQLQuery
	results []promResult
	buckets query.Buckets
	named   map[string]bool // names of series that are taken
	names   [][]string      // of the series of each result, where they are rows
}

func newPromLayout(tile stack.PromQLQuery, results []promResult, buckets query.Buckets) *promLayout {
	for _, r := range results {
		if !promtext.IsOrdered(r.expr) {
			sortSeries(r.Series)
		}
	}
	return &promLayout{tile: tile, results: results, buckets: buckets, named: map[string]bool{}}
}

func (l *promLayout) lay(answer *TileAnswer, c stack.PromQL) {
	switch c := c.(type) {
	case stack.PromQLLineConfig:
		l.overTime(answer, c.TimeAxis)
	case stack.PromQLStackedBarConfig:
		l.overTime(answer, c.TimeAxis)
	case stack.PromQLNumberConfig:
		l.number(answer)
	case stack.PromQLHeatmapConfig:
		l.heatmap(answer)
	case stack.PromQLCategoryConfig:
		answer.Columns, answer.Rows = l.columns(), new(arrangement).apply(l.rows())
	default:
		l.table(answer)
	}
}

// overTime has a row for each series and instant that has a value.
func (l *promLayout) overTime(answer *TileAnswer, axis stack.TimeAxis) {
	answer.Columns = append([]TileColumn{{Name: "time", Role: RoleTime, Type: typeTime}}, l.columns()...)
	answer.Rows, answer.GroupsLeft = cutGroups(l.rows(), groupLimit(axis.SeriesLimit, query.GroupsMax), false)
}

// number shows the first series of the last query by its labels, which is the
// one that an alert watches.
func (l *promLayout) number(answer *TileAnswer) {
	answer.Columns = l.columns()[1:]
	series := l.results[len(l.results)-1].Series
	if sortSeries(series); len(series) > 0 {
		answer.Rows = []TileRow{{Values: []float64{series[0].Points[0].Value}}}
	}
}

// sortSeries brings series into the order of their labels.
func sortSeries(list []PromSeries) {
	slices.SortStableFunc(list, func(a, b PromSeries) int { return labels.Compare(a.Labels, b.Labels) })
}

// columns returns those of rows: the name of a series, and its value.
func (l *promLayout) columns() []TileColumn {
	return []TileColumn{
		{Name: "series", Role: RoleGroup, Type: typeText},
		{Name: "value", Role: RoleValue, Type: typeNumber, Format: l.tile.NumberFormat},
	}
}

// rows returns a row for each point, which is in the bucket that begins with it
// or, where it stands for the whole range, in the last one.
func (l *promLayout) rows() []TileRow {
	var rows []TileRow
	l.names = make([][]string, len(l.results))
	for i, r := range l.results {
		for _, series := range r.Series {
			group := []string{l.name(r.PromQLExpression, series.Labels)}
			l.names[i] = append(l.names[i], group[0])
			for _, p := range series.Points {
				rows = append(rows, TileRow{Bucket: l.bucket(p.At), Group: group, Values: []float64{p.Value}})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b TileRow) int { return a.Bucket.Compare(b.Bucket) })
	return rows
}

// bucket returns that of an instant; the zero time in tiles without any.
func (l *promLayout) bucket(at time.Time) time.Time {
	if !isOverTime(l.tile.DisplayType) {
		return time.Time{}
	}
	if last := l.buckets.At(l.buckets.Count - 1); at.After(last) {
		return last
	}
	return at.UTC()
}

// name returns what a series is called, as no other of the tile.
func (l *promLayout) name(e stack.PromQLExpression, of labels.Labels) string {
	full := promtext.SeriesText(of)
	if of.IsEmpty() {
		full = strings.TrimSpace(e.Expression)
	}
	name := full
	if e.Legend != "" {
		name = promtext.Legend(e.Legend, of)
	}
	if l.named[name] && name != full {
		name = strings.TrimSpace(name + " " + full)
	}
	return l.free(name)
}

// table has a column for each label and each query, and a row for each set of
// labels.
func (l *promLayout) table(answer *TileAnswer) {
	names := l.labelNames()
	for _, name := range names {
		answer.Columns = append(answer.Columns, TileColumn{Name: l.free(name), Role: RoleGroup, Type: typeText})
	}
	for i := range l.results {
		answer.Columns = append(answer.Columns, TileColumn{Name: l.valueName(i), Role: RoleValue, Type: typeNumber, Format: l.tile.NumberFormat})
	}
	at := map[string]int{}
	for i, r := range l.results {
		for _, series := range r.Series {
			group := labelValues(series.Labels, names)
			key := strings.Join(group, "\x00")
			row, known := at[key]
			if !known {
				row = len(answer.Rows)
				at[key] = row
				answer.Rows = append(answer.Rows, TileRow{Group: group, Values: noValues(len(l.results))})
			}
			answer.Rows[row].Values[i] = series.Points[0].Value
		}
	}
}

// labelNames returns the names of all labels, sorted. Those of metrics differ
// between queries, whose values would not meet in a row then.
func (l *promLayout) labelNames() []string {
	seen := map[string]bool{}
	for _, r := range l.results {
		for _, series := range r.Series {
			series.Labels.Range(func(label labels.Label) {
				if label.Name != model.MetricNameLabel || len(l.results) == 1 {
					seen[label.Name] = true
				}
			})
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func labelValues(of labels.Labels, names []string) []string {
	values := make([]string, len(names))
	for i, name := range names {
		values[i] = of.Get(name)
	}
	return values
}

// valueNameCharsMax bounds the name of a column, which an expression may be.
const valueNameCharsMax = 80

// valueName returns the name of the column of a query, as no other column has it:
// its legend, or its expression where the legend differs from row to row.
func (l *promLayout) valueName(i int) string {
	name := l.tile.Queries[i].Legend
	if name == "" || strings.Contains(name, "{{") {
		name = "value"
		if len(l.results) > 1 {
			name = shortened(strings.Join(strings.Fields(l.tile.Queries[i].Expression), " "), valueNameCharsMax)
		}
	}
	return l.free(name)
}

// free returns a name that nothing of the tile has yet: it, or it with a number.
func (l *promLayout) free(name string) string {
	free := name
	for n := 2; l.named[free]; n++ {
		free = name + " (" + strconv.Itoa(n) + ")"
	}
	l.named[free] = true
	return free
}

// shortened returns at most so many characters of a text.
func shortened(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
