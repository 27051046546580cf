package explore

import (
	"context"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// promQL returns what a PromQL tile shows.
func (t *Tiles) promQL(ctx context.Context, asked TileQuestion, c stack.PromQL) (TileAnswer, error) {
	if t.PromQL == nil {
		return TileAnswer{}, fault.New(fault.Invalid, "there are no PromQL tiles here")
	}
	if err := t.checkPromSource(ctx, c.PromQL().SourceID); err != nil {
		return TileAnswer{}, err
	}
	answer, err := t.evaluateBeside(ctx, asked, c)
	answer.Warnings = append(answer.Warnings, asked.withoutPromQL(c.PromQL())...)
	if line, ok := c.(stack.PromQLLineConfig); !ok || err != nil || !isSet(line.CompareToPreviousPeriod) {
		return answer, err
	}
	earlier := asked.before()
	before, _, err := t.evaluate(ctx, earlier, c)
	step := asked.promStep()
	answer.Previous = moved(before.Rows, query.BucketsOf(earlier.Range, step), query.BucketsOf(asked.Range, step))
	answer.Stats.Add(before.Stats)
	return answer, err
}

// checkPromSource returns an Invalid fault unless the source of a tile is PromQL
// over the metrics of the team, which a tile without a source has too.
func (t *Tiles) checkPromSource(ctx context.Context, id string) error {
	if id == "" {
		return nil
	}
	source, err := t.Queries.source(ctx, "sourceId", id)
	if err != nil {
		return err
	}
	if source.Kind != stack.KindPromQL {
		return fault.InvalidAt("sourceId", "reference", "must be a PromQL source")
	}
	return checkPromOwn(source)
}

// checkPromOwn returns an Invalid fault for metrics that lie elsewhere. Of which
// table they are does not matter: PromQL reads all of the team's metrics.
func checkPromOwn(source stack.Source) error {
	source.From.DatabaseName = stack.OwnDatabase
	return checkOwn(source)
}

// promStep is the time between two points of a tile.
func (q TileQuestion) promStep() time.Duration { return max(q.Granularity.Step(q.Range), time.Second) }

// withoutPromQL warns of filters that a tile does not heed: what PromQL is
// narrowed to stands in its expressions.
func (q TileQuestion) withoutPromQL(tile stack.PromQLQuery) []query.Warning {
	var left []query.Warning
	for i, f := range q.Filters {
		if len(f.Values) == 0 && f.Where == "" || !f.appliesTo(tile.SourceID) || q.isMentioned(f, tile) {
			continue
		}
		left = append(left, query.Warning{
			Path: filterPath(i), LeftOut: true, Reason: "PromQL tiles are narrowed by the variables in their expressions",
		})
	}
	return left
}

// isMentioned reports whether an expression of the tile has the filter's variable.
func (q TileQuestion) isMentioned(f TileFilter, tile stack.PromQLQuery) bool {
	return f.Where == "" && slices.ContainsFunc(q.Variables, func(v SQLVariable) bool {
		return v.Expression == f.Expression && slices.ContainsFunc(tile.Queries, func(e stack.PromQLExpression) bool {
			return promtext.Mentions(e.Expression, v.Name)
		})
	})
}

// evaluateBeside evaluates a tile, and reads its exemplars beside that.
func (t *Tiles) evaluateBeside(ctx context.Context, asked TileQuestion, c stack.PromQL) (TileAnswer, error) {
	questions := asked.exemplarQuestions(c.PromQL())
	if len(questions) == 0 {
		answer, _, err := t.evaluate(ctx, asked, c)
		return answer, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wait := readBeside(ctx, func(ctx context.Context) promExemplars { return t.readPromExemplars(ctx, questions) })
	answer, layout, err := t.evaluate(ctx, asked, c)
	if err != nil {
		cancel()
	}
	if found := wait(); err == nil {
		answer.addExemplars(layout.exemplars(found))
	}
	return answer, err
}

// evaluate asks all queries of a tile, and lays out what they return.
func (t *Tiles) evaluate(ctx context.Context, asked TileQuestion, c stack.PromQL) (TileAnswer, *promLayout, error) {
	tile, step := c.PromQL(), asked.promStep()
	buckets := query.BucketsOf(asked.Range, step)
	scope := promScope(asked.Variables, step, asked.Range.Duration())
	answer := TileAnswer{Step: step}
	var all []promResult
	for i, q := range tile.Queries {
		expr, err := scope.Expand(q.Expression)
		if err != nil {
			return TileAnswer{}, nil, inPromQuery(i, err)
		}
		question := PromQuestion{Expr: expr.String(), From: asked.Range.To, To: asked.Range.To, SeriesMax: PromSeriesMax}
		if isOverTime(tile.DisplayType) && !isSet(q.Instant) {
			question.From, question.To, question.Step = buckets.First, buckets.At(buckets.Count-1), step
		}
		found, err := t.PromQL.Query(ctx, question)
		if err != nil {
			return TileAnswer{}, nil, inPromQuery(i, err)
		}
		q.Legend = scope.Words(q.Legend)
		all = append(all, promResult{found, q, expr})
		answer.addProm(i, found)
		for _, name := range scope.Strays(tile.Queries[i].Expression) {
			answer.Warnings = append(answer.Warnings, query.Warning{Path: promPath(i), Reason: "$" + name + " is not a variable of the dashboard, so labels are compared with it as it is written"})
		}
		if asked.SQL {
			answer.Statements = append(answer.Statements, question.Expr)
		}
	}
	layout := newPromLayout(tile, all, buckets)
	layout.lay(&answer, c)
	return answer, layout, nil
}

func isOverTime(t stack.DisplayType) bool {
	return t == stack.DisplayLine || t == stack.DisplayStackedBar || t == stack.DisplayHeatmap
}

// addProm takes over what a query says beside its values.
func (a *TileAnswer) addProm(i int, found PromAnswer) {
	a.Stats.Add(found.Stats)
	a.Truncated = a.Truncated || found.Truncated
	for _, text := range found.Warnings {
		a.Warnings = append(a.Warnings, query.Warning{Path: promPath(i), Reason: text})
	}
	for _, series := range found.Series {
		for _, p := range series.Points {
			if !query.HasValue(p.Value) {
				a.NonFinite++
			}
		}
	}
}
