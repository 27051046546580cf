package explore

import (
	"context"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// PromSeriesName is what the values of a PromQL tile are grouped by: its labels,
// which differ between series, tell one from all others.
const PromSeriesName = "series"

// promWindowsMax bounds the windows that are read at once.
const promWindowsMax = 5000

// promWatch is the query of a PromQL tile that an alert watches.
type promWatch struct {
	index     int // of the query in its tile
	text      string
	variables []SQLVariable
}

// promQL returns what an alert on a PromQL tile watches: the last query.
func (w *watchReader) promQL(ctx context.Context, teamID string, c stack.PromQL, variables []SQLVariable) (watched, error) {
	tile := c.PromQL()
	last := len(tile.Queries) - 1
	prom := &promWatch{index: last, text: tile.Queries[last].Expression, variables: variables}
	what := watched{AlertWatch: AlertWatch{Format: tile.NumberFormat}, prom: prom, single: c.Display() == stack.DisplayNumber}
	if tile.SourceID != "" {
		source, err := w.source(ctx, teamID, tile.SourceID)
		if err == nil {
			err = checkPromOwn(source)
		}
		if err != nil {
			return watched{}, err
		}
		what.source, what.Source = source, source.Name
	}
	expr, err := prom.expand(time.Minute)
	if err != nil {
		return watched{}, err
	}
	if !what.single && !promtext.IsSingle(expr) {
		what.GroupBy = []string{PromSeriesName}
	}
	return what, nil
}

// expand returns the expression for windows of a length.
func (w promWatch) expand(window time.Duration) (parser.Expr, error) {
	expr, err := promScope(w.variables, window, window).Expand(w.text)
	return expr, inPromQuery(w.index, err)
}

// readPromQL returns an alert on a PromQL tile: the value of a window is that of
// the expression at its end.
func (r *AlertReads) readPromQL(ctx context.Context, task alertTask) AlertAnswer {
	answer := AlertAnswer{Index: task.index, Watch: task.what.AlertWatch, SharedBy: 1}
	if r.PromQL == nil {
		answer.Err = fault.New(fault.Invalid, "there are no PromQL tiles here")
		return answer
	}
	q := task.question
	expr, err := task.what.prom.expand(q.Step)
	if err != nil {
		answer.Err = err
		return answer
	}
	windows := int(q.Range.To.Sub(q.Range.From).Round(q.Step) / q.Step)
	for first := 0; first < windows && answer.Err == nil; first += promWindowsMax {
		last := min(first+promWindowsMax, windows)
		found, err := r.PromQL.QueryTeam(ctx, q.Alert.TeamID, PromQuestion{
			Expr: expr.String(), Step: q.Step, SeriesMax: AlertGroupsMax,
			From: q.Range.From.Add(time.Duration(first+1) * q.Step), To: q.Range.From.Add(time.Duration(last) * q.Step),
		})
		if err == nil && found.Truncated {
			err = fault.New(fault.Invalid, "there are more than %d groups: group by less", AlertGroupsMax)
		}
		answer.Err = inPromQuery(task.what.prom.index, err)
		answer.Stats.Add(found.Stats)
		answer.addProm(found, q.Step, task.what.single)
	}
	return answer
}

// addProm takes over the values of windows, which end at the instants of points.
// Of a number there is one in each window, which is drawn.
func (a *AlertAnswer) addProm(found PromAnswer, step time.Duration, single bool) {
	sortSeries(found.Series)
	drawn, alike := map[int64]bool{}, alikeWithoutName(found.Series)
	for i, series := range found.Series {
		var names, group []string
		if len(a.Watch.GroupBy) > 0 {
			names, group = labelsOf(series, alike[i])
		}
		for _, p := range series.Points {
			window := p.At.Add(-step).UTC()
			if single && drawn[window.Unix()] {
				continue
			}
			drawn[window.Unix()] = true
			if query.HasNumber(p.Value) {
				a.Points = append(a.Points, AlertPoint{Window: window, Names: names, Group: group, Value: p.Value})
			}
			if !query.HasValue(p.Value) {
				a.NonFinite = withCount(a.NonFinite, window.Unix(), 1)
			}
		}
	}
}

// labelsOf returns the names and values of a series' labels; its name is one if it is
// needed.
func labelsOf(series PromSeries, withName bool) (names, values []string) {
	names, values = []string{}, []string{}
	series.Labels.Range(func(l labels.Label) {
		if withName || l.Name != model.MetricNameLabel {
			names, values = append(names, l.Name), append(values, l.Value)
		}
	})
	return names, values
}

// alikeWithoutName reports of each series whether another one differs in its name alone.
// Prometheus drops the names of series in alerts, and refuses such ones.
func alikeWithoutName(all []PromSeries) []bool {
	count, keys := map[string]int{}, make([]string, len(all))
	for i, series := range all {
		keys[i] = string(series.Labels.BytesWithoutLabels(nil, model.MetricNameLabel))
		count[keys[i]]++
	}
	alike := make([]bool, len(all))
	for i, key := range keys {
		alike[i] = count[key] > 1
	}
	return alike
}
