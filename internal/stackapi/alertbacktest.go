package stackapi

import (
	"context"
	"encoding/json"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

const (
	jsonMedia  = "application/json"
	eventMedia = "text/event-stream"
)

func backtestOperation(tag string) httpx.Operation {
	op := ask("backtestAlert", "/alerts/backtest", tag, "Tell what an alert would have done")
	op.BodyBytesMax = stackwire.BodyBytesMax
	op.Produces = []string{jsonMedia, eventMedia}
	op.Errors = nil
	op.Description = "Runs the alert over stored data, through the same states as live evaluation. Answers JSON, or by Accept " +
		"server-sent events: progress with {done, total} in windows, then result with the same as data, or error with {message}."
	return op
}

// backtestMeta says what a back-test cost.
type backtestMeta = QueryCost

func (a *API) backtestAlert(ctx context.Context, in *bodyOf[stackwire.BacktestBody], media string) (httpx.Formatted[stackwire.Backtest, backtestMeta], error) {
	var reply httpx.Formatted[stackwire.Backtest, backtestMeta]
	trial, err := a.trial(ctx, in.Body.Bytes())
	if err != nil {
		return reply, err
	}
	if media == eventMedia {
		reply.Raw = &httpx.Raw{ContentType: eventMedia, Write: a.backtestEvents(ctx, trial)}
		return reply, nil
	}
	result, err := a.review.Backtest(ctx, trial, nil)
	reply.Value, reply.Meta = stackwire.ShowBacktest(result), costOf(result.Stats)
	return reply, err
}

// trial reads the body, and checks everything that can be checked before
// anything is read.
func (a *API) trial(ctx context.Context, body []byte) (review.Trial, error) {
	in, err := stackwire.DecodeBacktest(body)
	if err != nil {
		return review.Trial{}, err
	}
	alert, err := a.resources.DraftAlert(ctx, in.Alert)
	if err != nil {
		return review.Trial{}, stackwire.Within("alert", err)
	}
	trial := review.Trial{Alert: alert, From: in.From, To: in.To}
	return trial, trial.Check()
}

// backtestEvents runs a back-test and tells how far it is.
func (a *API) backtestEvents(ctx context.Context, trial review.Trial) func(*httpx.Stream) error {
	caller, _ := access.From(ctx)
	return func(s *httpx.Stream) error {
		result, err := a.review.Backtest(access.WithPrincipal(s.Context(), caller), trial, func(done, total int) {
			// A client that is gone ends the stream's context.
			_ = sendEvent(s, "progress", map[string]int{"done": done, "total": total})
		})
		if err != nil {
			return sendEvent(s, "error", map[string]string{"message": fault.From(err).Message})
		}
		return sendEvent(s, "result", stackwire.ShowBacktest(result))
	}
}

func sendEvent(s *httpx.Stream, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return s.Send(httpx.Event{Name: name, Data: text})
}
