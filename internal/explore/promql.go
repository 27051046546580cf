package explore

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// PromSeriesMax is how many series of one PromQL query a tile reads.
const PromSeriesMax = query.GroupsMax

// PromQL evaluates PromQL expressions. Both methods return an Invalid fault for
// an expression that can't be evaluated.
type PromQL interface {
	// Query evaluates over the metrics that the caller may read.
	Query(ctx context.Context, q PromQuestion) (PromAnswer, error)
	// QueryTeam evaluates over all metrics of a team; there is no caller.
	QueryTeam(ctx context.Context, teamID string, q PromQuestion) (PromAnswer, error)
	// Exemplars returns exemplars of series that the caller may read.
	Exemplars(ctx context.Context, q PromExemplarQuestion) ([]PromExemplar, error)
}

// PromQuestion is an expression, and the instants at which it is evaluated:
// each Step from From to To.
type PromQuestion struct {
	Expr      string
	From, To  time.Time     // the same for an instant
	Step      time.Duration // zero: an instant
	SeriesMax int
}

// PromSeries is one series of a result. A scalar is one without labels.
type PromSeries struct {
	Labels labels.Labels
	Points []PromPoint // in the order of time; at least one
}

// PromPoint is the value of a series at an instant. It may be NaN or infinite.
type PromPoint struct {
	At    time.Time
	Value float64
}

// PromAnswer is the result of an expression.
type PromAnswer struct {
	Series    []PromSeries
	Truncated bool     // there are more than PromQuestion.SeriesMax
	Warnings  []string // what the engine has to say about the expression
	Stats     query.Stats
}

// promScope returns what the variables of a PromQL tile stand for.
func promScope(variables []SQLVariable, step, during time.Duration) promtext.Scope {
	scope := promtext.Scope{Step: step, Range: during}
	for _, v := range variables {
		scope.Variables = append(scope.Variables, promtext.Variable{Name: v.Name, Values: v.Values})
	}
	return scope
}

// CheckPromQLTile returns an Invalid fault that names the first query of a tile
// that is no PromQL, below the path of the tile's config.
func CheckPromQLTile(tile stack.PromQLQuery, path string) error {
	for i, q := range tile.Queries {
		if err := promtext.Check(q.Expression); err != nil {
			return fault.InvalidAt(path+"."+promPath(i), "syntax", fault.From(err).Message)
		}
	}
	return nil
}

func promPath(i int) string { return fmt.Sprintf("queries.%d.expression", i) }

// inPromQuery names the query of a tile that a refusal is about.
func inPromQuery(i int, err error) error {
	if fault.KindOf(err) != fault.Invalid {
		return err
	}
	return fault.InvalidAt(promPath(i), "syntax", fault.From(err).Message)
}
