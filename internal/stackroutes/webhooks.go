package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (r *routes) listWebhooks(ctx context.Context, in *httpx.Paging) (httpx.Page[stackwire.Webhook], error) {
	list, total, err := r.Resources.Webhooks(ctx, stackwire.Part(*in))
	return stackwire.PageWebhooks(list, total, *in), err
}

func (r *routes) createWebhook(ctx context.Context, in *BodyOf[stackwire.WebhookBody]) (httpx.Reply[stackwire.Webhook], error) {
	w, err := r.Resources.CreateWebhook(ctx, in.Body.Bytes())
	return stackwire.ReplySecret(w), err
}

func (r *routes) getWebhook(ctx context.Context, in *One) (httpx.Reply[stackwire.Webhook], error) {
	w, err := r.Resources.Webhook(ctx, in.ID)
	return stackwire.ReplyWebhook(w), err
}

func (r *routes) updateWebhook(ctx context.Context, in *changeOf[stackwire.WebhookBody]) (httpx.Reply[stackwire.Webhook], error) {
	w, err := r.Resources.UpdateWebhook(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplyWebhook(w), err
}

func (r *routes) deleteWebhook(ctx context.Context, in *Change) error {
	return r.Resources.DeleteWebhook(ctx, in.ref())
}

func (r *routes) rotateWebhookSecret(ctx context.Context, in *Change) (httpx.Reply[stackwire.Webhook], error) {
	w, err := r.Resources.RotateWebhookSecret(ctx, in.ref())
	return stackwire.ReplySecret(w), err
}
