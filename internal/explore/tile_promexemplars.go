package explore

import (
	"context"
	"slices"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// PromExemplarQuestion asks for exemplars of the series that an expression
// selects.
type PromExemplarQuestion struct {
	Expr string
	query.TimeRange
	ExemplarSpread
}

// PromExemplar is an exemplar and the labels of its series.
type PromExemplar struct {
	Exemplar
	Series labels.Labels
}

// promExemplars is the exemplars of a tile's queries, before it is known which
// series the tile shows.
type promExemplars struct {
	ofQuery map[int][]PromExemplar
	err     error
}

// exemplarQuestions returns the questions about the exemplars of a tile by its
// queries.
func (q TileQuestion) exemplarQuestions(tile stack.PromQLQuery) map[int]PromExemplarQuestion {
	if !q.Exemplars || !isOverTime(tile.DisplayType) {
		return nil
	}
	scope, all := promScope(q.Variables, q.promStep(), q.Range.Duration()), map[int]PromExemplarQuestion{}
	for i, one := range tile.Queries {
		expr, err := scope.Expand(one.Expression)
		if err != nil || isSet(one.Instant) {
			continue // who reads the chart says what is wrong
		}
		all[i] = PromExemplarQuestion{Expr: expr.String(), TimeRange: q.Range}
	}
	for i, question := range all {
		question.ExemplarSpread = spreadOf(q.Range, len(all))
		all[i] = question
	}
	return all
}

// readPromExemplars reads the exemplars of queries.
func (t *Tiles) readPromExemplars(ctx context.Context, asked map[int]PromExemplarQuestion) promExemplars {
	found := promExemplars{ofQuery: map[int][]PromExemplar{}}
	for i, question := range asked {
		list, err := t.PromQL.Exemplars(ctx, question)
		if err != nil {
			found.err = err
			continue
		}
		found.ofQuery[i] = list
	}
	return found
}

// exemplars returns exemplars with the names of their series.
func (l *promLayout) exemplars(found promExemplars) exemplarsFound {
	shown := exemplarsFound{err: found.err}
	for i, r := range l.results {
		isValue := promtext.IsQuantile(r.expr)
		for _, e := range found.ofQuery[i] {
			shown.list = append(shown.list, TileExemplar{Exemplar: e.Exemplar, Item: i, IsValue: isValue, Group: l.groupOf(i, e.Series)})
		}
	}
	return shown
}

// groupOf returns the group of the series of a query that is made of another
// one: all of its labels are those of that one. Nil: it is not known.
func (l *promLayout) groupOf(i int, from labels.Labels) []string {
	at := slices.IndexFunc(l.results[i].Series, func(s PromSeries) bool { return isMadeOf(s.Labels, from) })
	if at < 0 || at >= len(l.names[i]) {
		return nil
	}
	return []string{l.names[i][at]}
}

func isMadeOf(of, from labels.Labels) bool {
	isPart := true
	of.Range(func(label labels.Label) {
		isExempt := label.Name == model.MetricNameLabel || label.Name == model.BucketLabel
		isPart = isPart && (isExempt || from.Get(label.Name) == label.Value)
	})
	return isPart
}
