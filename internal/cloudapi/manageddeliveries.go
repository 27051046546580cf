package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// ledgerOfStack is the input of an operation that lists deliveries of a
// resource.
type ledgerOfStack struct {
	InStack
	stackwire.LedgerPaging
}

func (a *API) listAlertDeliveries(ctx context.Context, in *ledgerOfStack) (httpx.Page[stackwire.Delivery], error) {
	q := in.Query()
	q.AlertID = in.ID
	list, total, err := a.deliveries.OfAlert(ctx, q)
	return stackwire.PageDeliveries(list, total, in.LedgerPaging), err
}

func (a *API) listWebhookDeliveries(ctx context.Context, in *ledgerOfStack) (httpx.Page[stackwire.Delivery], error) {
	q := in.Query()
	q.WebhookID = in.ID
	list, total, err := a.deliveries.OfWebhook(ctx, q)
	return stackwire.PageDeliveries(list, total, in.LedgerPaging), err
}

func (a *API) redeliver(ctx context.Context, in *InStack) (httpx.Reply[stackwire.Delivery], error) {
	d, err := a.deliveries.Redeliver(ctx, in.ID)
	return stackwire.ReplyDelivery(d), err
}

func (a *API) testWebhook(ctx context.Context, in *InStack) (httpx.Reply[stackwire.Delivery], error) {
	d, err := a.deliveries.Test(ctx, in.ID)
	return stackwire.ReplyDelivery(d), err
}
