package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (a *API) listWebhooks(ctx context.Context, in *httpx.Paging) (httpx.Page[stackwire.Webhook], error) {
	list, total, err := a.resources.Webhooks(ctx, stackwire.Part(*in))
	return stackwire.PageWebhooks(list, total, *in), err
}

func (a *API) createWebhook(ctx context.Context, in *bodyOf[stackwire.WebhookBody]) (httpx.Reply[stackwire.Webhook], error) {
	w, err := a.resources.CreateWebhook(ctx, in.Body.Bytes())
	return stackwire.ReplySecret(w), err
}

func (a *API) getWebhook(ctx context.Context, in *One) (httpx.Reply[stackwire.Webhook], error) {
	w, err := a.resources.Webhook(ctx, in.ID)
	return stackwire.ReplyWebhook(w), err
}

func (a *API) updateWebhook(ctx context.Context, in *changeOf[stackwire.WebhookBody]) (httpx.Reply[stackwire.Webhook], error) {
	w, err := a.resources.UpdateWebhook(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplyWebhook(w), err
}

func (a *API) deleteWebhook(ctx context.Context, in *Change) error {
	return a.resources.DeleteWebhook(ctx, in.ref())
}

func (a *API) rotateWebhookSecret(ctx context.Context, in *Change) (httpx.Reply[stackwire.Webhook], error) {
	w, err := a.resources.RotateWebhookSecret(ctx, in.ref())
	return stackwire.ReplySecret(w), err
}
