package stackroutes

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

type backtestReply = httpx.WithMeta[stackwire.Backtest, stackwire.QueryCost]

func (r *routes) registerBacktest(op httpx.Operation) {
	if !r.Events {
		httpx.RegisterWithMeta(r.API, op, r.backtestAlertAlone)
		return
	}
	op.Produces = []string{jsonMedia, eventMedia}
	op.Description = "Runs the alert over stored data, through the same states as live evaluation. Responds with JSON or, if Accept " +
		"asks for them, with server-sent events: progress with {done, total} in windows, then result with what data would hold, or error with {message}."
	httpx.RegisterFormats(r.API, op, r.backtestAlertAs)
}

func (r *routes) backtestAlert(ctx context.Context, in *BodyOf[stackwire.BacktestBody]) (backtestReply, error) {
	trial, err := r.trial(ctx, in.Body.Bytes())
	if err != nil {
		return backtestReply{}, err
	}
	result, err := r.Review.Backtest(ctx, trial, nil)
	return backtestReply{Value: stackwire.ShowBacktest(result), Meta: stackwire.ShowCost(result.Stats)}, err
}

// backtestAlertAlone is backtestAlert without what it cost.
func (r *routes) backtestAlertAlone(ctx context.Context, in *BodyOf[stackwire.BacktestBody]) (httpx.WithMeta[stackwire.Backtest, struct{}], error) {
	reply, err := r.backtestAlert(ctx, in)
	return httpx.WithMeta[stackwire.Backtest, struct{}]{Value: reply.Value}, err
}

// backtestAlertAs is backtestAlert in one of two media types.
func (r *routes) backtestAlertAs(ctx context.Context, in *BodyOf[stackwire.BacktestBody], media string) (httpx.Formatted[stackwire.Backtest, stackwire.QueryCost], error) {
	var reply httpx.Formatted[stackwire.Backtest, stackwire.QueryCost]
	if media != eventMedia {
		var err error
		reply.WithMeta, err = r.backtestAlert(ctx, in)
		return reply, err
	}
	trial, err := r.trial(ctx, in.Body.Bytes())
	reply.Raw = &httpx.Raw{ContentType: eventMedia, Write: r.backtestEvents(ctx, trial)}
	return reply, err
}

// trial reads the body, and checks everything that can be checked before
// anything is read.
func (r *routes) trial(ctx context.Context, body []byte) (review.Trial, error) {
	in, err := stackwire.DecodeBacktest(body)
	if err != nil {
		return review.Trial{}, err
	}
	alert, err := r.Resources.DraftAlert(ctx, in.Alert)
	if err != nil {
		return review.Trial{}, stackwire.Within("alert", err)
	}
	trial := review.Trial{Alert: alert, From: in.From(), To: in.To()}
	return trial, trial.Check()
}

// backtestEvents runs a back-test and sends how far it is.
func (r *routes) backtestEvents(ctx context.Context, trial review.Trial) func(*httpx.Stream) error {
	caller, _ := access.From(ctx)
	return func(s *httpx.Stream) error {
		result, err := r.Review.Backtest(access.WithPrincipal(s.Context(), caller), trial, func(done, total int) {
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
