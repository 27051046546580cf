package resources

import (
	"context"

	"github.com/cairnstack/cairn/internal/stack"
)

// DraftAlert returns the alert that the body would make, and makes nothing.
// It needs no channel: a draft tells nobody.
func (r *Resources) DraftAlert(ctx context.Context, body []byte) (stack.Alert, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.Alert{}, err
	}
	in, err := stack.DecodeAlert(body)
	if err != nil {
		return stack.Alert{}, err
	}
	silent := in.Channel == nil && len(in.Channels) == 0
	if silent {
		in.Channels = []stack.Channel{{Type: stack.ChannelWebhook, WebhookID: teamID}}
	}
	draft := stack.Alert{AlertStatus: stack.NewAlertStatus(), Record: stack.Record{TeamID: teamID, CreatedAt: r.now()}}
	if draft.AlertSpec, err = (stack.AlertSpec{}).Apply(in, r.now()); err != nil {
		return stack.Alert{}, err
	}
	if silent {
		draft.Channels = nil
	}
	return draft, r.checkAlert(ctx, teamID, draft.AlertSpec, stack.AlertSpec{})
}
