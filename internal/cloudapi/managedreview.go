package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// pastOfStack is the input of an operation that returns what was written
// about an alert.
type pastOfStack struct {
	InStack
	stackwire.PastPaging
}

func (a *API) listAlertHistory(ctx context.Context, in *pastOfStack) ([]stackwire.AlertChange, error) {
	list, err := a.review.History(ctx, in.ID, in.Span())
	return stackwire.ShowHistory(list, in.PastPaging).Value, err
}

func (a *API) listAlertEvaluations(ctx context.Context, in *pastOfStack) ([]stackwire.AlertEvaluation, error) {
	list, err := a.review.Evaluations(ctx, in.ID, in.Span())
	return stackwire.ShowEvaluations(list, in.PastPaging).Value, err
}

// withoutKey describes an operation that changes nothing, and so needs neither
// an Idempotency-Key nor a role.
func withoutKey(op httpx.Operation) httpx.Operation {
	op.NoIdempotency, op.Errors = true, nil
	return op
}

// tried is the answer to a back-test, of which this dialect shows the value.
type tried = httpx.WithMeta[stackwire.Backtest, struct{}]

func (a *API) backtestAlert(ctx context.Context, in *stackBodyOf[stackwire.BacktestBody]) (tried, error) {
	asked, err := stackwire.DecodeBacktest(in.Body.Bytes())
	if err != nil {
		return tried{}, err
	}
	alert, err := a.stack.DraftAlert(ctx, asked.Alert)
	if err != nil {
		return tried{}, stackwire.Within("alert", err)
	}
	result, err := a.review.Backtest(ctx, review.Trial{Alert: alert, From: asked.From, To: asked.To}, nil)
	return tried{Value: stackwire.ShowBacktest(result)}, err
}
