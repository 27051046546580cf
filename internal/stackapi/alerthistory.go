package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// pastOf is the input of an operation that returns what was written about an
// alert.
type pastOf struct {
	One
	stackwire.PastPaging
}

func (a *API) listAlertHistory(ctx context.Context, in *pastOf) (httpx.WithMeta[[]stackwire.AlertChange, stackwire.PastMeta], error) {
	list, err := a.review.History(ctx, in.ID, in.Span())
	return stackwire.ShowHistory(list, in.PastPaging), err
}

func (a *API) listAlertEvaluations(ctx context.Context, in *pastOf) (httpx.WithMeta[[]stackwire.AlertEvaluation, stackwire.PastMeta], error) {
	list, err := a.review.Evaluations(ctx, in.ID, in.Span())
	return stackwire.ShowEvaluations(list, in.PastPaging), err
}
