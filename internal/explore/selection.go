package explore

import (
	"context"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// selected is the rows that a question is about.
type selected struct {
	Target
	where Expr
}

// selected returns the events of a selection in the caller's team.
func (q *Queries) selected(ctx context.Context, s query.Selection) (selected, error) {
	return q.selectedOf(ctx, s, targetOf)
}

// selectedOf returns the rows of a selection in the table of its source that
// is told.
func (q *Queries) selectedOf(ctx context.Context, s query.Selection, table func(stack.Source) (Target, error)) (selected, error) {
	source, err := q.source(ctx, "sourceId", s.SourceID)
	if err != nil {
		return selected{}, err
	}
	target, err := table(source)
	if err != nil {
		return selected{}, err
	}
	where, err := condition("where", s.Where, s.Language)
	if err != nil {
		return selected{}, err
	}
	target.Range, err = q.rangeOr(s.Range)
	return selected{target, where}, err
}
