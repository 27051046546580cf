package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

const testAlertDescription = "Sends what the alert would tell if it fired with the last window to each of its channels, marked as a test. " +
	"It is tried once. Nothing is stored but the deliveries, and the state of a stored alert stays. If a receiver answers 410, its webhook is disabled. " +
	"Webhooks that the message mentions are not told."

func (r *routes) previewAlert(ctx context.Context, in *BodyOf[stackwire.DraftBody]) (httpx.Reply[stackwire.AlertPreview], error) {
	made, err := r.rehearse(ctx, in.Body.Bytes())
	if err != nil {
		return httpx.Reply[stackwire.AlertPreview]{}, err
	}
	letter, err := r.Deliveries.Preview(ctx, made.Notice)
	return httpx.Reply[stackwire.AlertPreview]{Value: stackwire.ShowPreview(made, letter)}, err
}

func (r *routes) testAlert(ctx context.Context, in *BodyOf[stackwire.DraftBody]) (httpx.Reply[stackwire.AlertTest], error) {
	made, err := r.rehearse(ctx, in.Body.Bytes())
	if err != nil {
		return httpx.Reply[stackwire.AlertTest]{}, err
	}
	if len(made.Notice.Alert.Channels) == 0 {
		return httpx.Reply[stackwire.AlertTest]{}, fault.InvalidAt("alert.channels", "required", "At least one notification channel is required")
	}
	list, err := r.Deliveries.TestAlert(ctx, made.Notice)
	return httpx.Reply[stackwire.AlertTest]{Value: stackwire.ShowAlertTest(made, list)}, err
}

// rehearse returns what the alert in a body would tell.
func (r *routes) rehearse(ctx context.Context, body []byte) (review.Rehearsal, error) {
	in, err := stackwire.DecodeDraft(body)
	if err != nil {
		return review.Rehearsal{}, err
	}
	alert, err := r.Resources.DraftAlert(ctx, in.Alert)
	if err != nil {
		return review.Rehearsal{}, stackwire.Within("alert", err)
	}
	return r.Review.Rehearse(ctx, alert)
}
