package app

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/query"
)

// promTiles is PromQL as tiles and alerts ask for it.
type promTiles struct {
	of  *prom.Service
	now func() time.Time
}

// promTiles returns PromQL for tiles and alerts.
func (a *App) promTiles() promTiles { return promTiles{a.promql, a.Now} }

// Query implements explore.PromQL.
func (p promTiles) Query(ctx context.Context, q explore.PromQuestion) (explore.PromAnswer, error) {
	return p.answer(func(asked prom.Question) (prom.Result, error) { return p.of.Query(ctx, asked) }, q)
}

// QueryTeam implements explore.PromQL.
func (p promTiles) QueryTeam(ctx context.Context, teamID string, q explore.PromQuestion) (explore.PromAnswer, error) {
	return p.answer(func(asked prom.Question) (prom.Result, error) { return p.of.QueryTeam(ctx, teamID, asked) }, q)
}

// LabelValues implements explore.PromLabels.
func (p promTiles) LabelValues(ctx context.Context, label string, matchers []*labels.Matcher, in query.TimeRange, limit int) ([]string, error) {
	selection := prom.Selection{From: in.From, To: in.To, Limit: limit}
	if len(matchers) > 0 {
		selection.Matchers = [][]*labels.Matcher{matchers}
	}
	values, _, err := p.of.LabelValues(ctx, label, selection)
	if err != nil {
		return nil, promFault(err)
	}
	return values, nil
}

func (p promTiles) answer(ask func(prom.Question) (prom.Result, error), q explore.PromQuestion) (explore.PromAnswer, error) {
	began := p.now()
	result, err := ask(prom.Question{Expr: q.Expr, From: q.From, To: q.To, Step: q.Step, Limit: q.SeriesMax})
	if err != nil {
		return explore.PromAnswer{}, promFault(err)
	}
	answer := explore.PromAnswer{
		Truncated: result.Truncated, Stats: query.Stats{RowsRead: uint64(max(result.Samples, 0)), Elapsed: p.now().Sub(began)},
	}
	warnings, infos := result.Warnings.AsStrings(q.Expr, promNotesMax, promNotesMax)
	answer.Warnings = append(warnings, infos...)
	return answer, addSeries(&answer, result.Value)
}

// promNotesMax bounds how many warnings of each kind an answer has.
const promNotesMax = 10

// promFault returns what is wrong with an expression that the engine can't
// evaluate: its own errors are about the question, and have no kind.
func promFault(err error) error {
	var timeout promql.ErrQueryTimeout
	var canceled promql.ErrQueryCanceled
	switch {
	case errors.As(err, &timeout), errors.Is(err, context.DeadlineExceeded):
		return fault.Wrap(fault.Invalid, err, "the query takes too long: ask for a shorter time or fewer series")
	case errors.As(err, &canceled):
		return context.Canceled
	case errors.Is(err, context.Canceled), fault.KindOf(err) != fault.Internal:
		return err
	}
	return fault.Wrap(fault.Invalid, err, "%s", err.Error())
}

func addSeries(answer *explore.PromAnswer, value parser.Value) error {
	switch value := value.(type) {
	case promql.Scalar:
		addPoints(answer, labels.EmptyLabels(), promql.FPoint{T: value.T, F: value.V})
	case promql.Vector:
		for _, s := range value {
			if s.H != nil {
				withoutHistograms(answer)
				continue
			}
			addPoints(answer, s.Metric, promql.FPoint{T: s.T, F: s.F})
		}
	case promql.Matrix:
		for _, s := range value {
			if len(s.Histograms) > 0 {
				withoutHistograms(answer)
			}
			addPoints(answer, s.Metric, s.Floats...)
		}
	default:
		return fault.New(fault.Invalid, "the expression must return numbers, not a %s", parser.DocumentedType(value.Type()))
	}
	return nil
}

// withoutHistograms warns that series are not shown.
func withoutHistograms(answer *explore.PromAnswer) {
	const text = "native histograms have no single value and are left out: use histogram_quantile, histogram_sum or histogram_count"
	if len(answer.Warnings) == 0 || answer.Warnings[len(answer.Warnings)-1] != text {
		answer.Warnings = append(answer.Warnings, text)
	}
}

func addPoints(answer *explore.PromAnswer, of labels.Labels, points ...promql.FPoint) {
	if len(points) == 0 {
		return
	}
	series := explore.PromSeries{Labels: of, Points: make([]explore.PromPoint, len(points))}
	for i, p := range points {
		series.Points[i] = explore.PromPoint{At: time.UnixMilli(p.T).UTC(), Value: p.F}
	}
	answer.Series = append(answer.Series, series)
}
