package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (r *routes) listAlertDeliveries(ctx context.Context, in *ledgerOf) (httpx.Page[stackwire.Delivery], error) {
	q := in.Query()
	q.AlertID = in.ID
	list, total, err := r.Deliveries.OfAlert(ctx, q)
	return stackwire.PageDeliveries(list, total, in.LedgerPaging), err
}

func (r *routes) listWebhookDeliveries(ctx context.Context, in *ledgerOf) (httpx.Page[stackwire.Delivery], error) {
	q := in.Query()
	q.WebhookID = in.ID
	list, total, err := r.Deliveries.OfWebhook(ctx, q)
	return stackwire.PageDeliveries(list, total, in.LedgerPaging), err
}

func (r *routes) redeliver(ctx context.Context, in *One) (httpx.Reply[stackwire.Delivery], error) {
	d, err := r.Deliveries.Redeliver(ctx, in.ID)
	return stackwire.ReplyDelivery(d), err
}

func (r *routes) testWebhook(ctx context.Context, in *One) (httpx.Reply[stackwire.Delivery], error) {
	d, err := r.Deliveries.Test(ctx, in.ID)
	return stackwire.ReplyDelivery(d), err
}
