package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// registerPast adds an operation that returns what was written about an alert,
// and says how to go on where the envelope has room for that.
func registerPast[O any](m Mount, op httpx.Operation, handle func(context.Context, *pastOf) (httpx.WithMeta[[]O, stackwire.PastMeta], error)) {
	if m.Meta {
		httpx.RegisterWithMeta(m.API, op, handle)
		return
	}
	httpx.RegisterList(m.API, op, func(ctx context.Context, in *pastOf) ([]O, error) {
		reply, err := handle(ctx, in)
		return reply.Value, err
	})
}

func (r *routes) listAlertHistory(ctx context.Context, in *pastOf) (httpx.WithMeta[[]stackwire.AlertChange, stackwire.PastMeta], error) {
	list, err := r.Review.History(ctx, in.ID, in.Span())
	return stackwire.ShowHistory(list, in.PastPaging), err
}

func (r *routes) listAlertEvaluations(ctx context.Context, in *pastOf) (httpx.WithMeta[[]stackwire.AlertEvaluation, stackwire.PastMeta], error) {
	list, err := r.Review.Evaluations(ctx, in.ID, in.Span())
	return stackwire.ShowEvaluations(list, in.PastPaging), err
}
