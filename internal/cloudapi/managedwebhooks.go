package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (a *API) listWebhooks(ctx context.Context, in *pageOfStack) (httpx.Page[stackwire.Webhook], error) {
	list, total, err := a.stack.Webhooks(ctx, stackwire.Part(in.Paging))
	return stackwire.PageWebhooks(list, total, in.Paging), err
}

func (a *API) createWebhook(ctx context.Context, in *stackBodyOf[stackwire.WebhookBody]) (httpx.Reply[stackwire.Webhook], error) {
	w, err := a.stack.CreateWebhook(ctx, in.Body.Bytes())
	return stackwire.ReplySecret(w), err
}

func (a *API) getWebhook(ctx context.Context, in *InStack) (httpx.Reply[stackwire.Webhook], error) {
	w, err := a.stack.Webhook(ctx, in.ID)
	return stackwire.ReplyWebhook(w), err
}

func (a *API) updateWebhook(ctx context.Context, in *stackChangeOf[stackwire.WebhookBody]) (httpx.Reply[stackwire.Webhook], error) {
	w, err := a.stack.UpdateWebhook(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplyWebhook(w), err
}

func (a *API) deleteWebhook(ctx context.Context, in *ChangeStack) error {
	return a.stack.DeleteWebhook(ctx, in.ref())
}

func (a *API) rotateWebhookSecret(ctx context.Context, in *ChangeStack) (httpx.Reply[stackwire.Webhook], error) {
	w, err := a.stack.RotateWebhookSecret(ctx, in.ref())
	return stackwire.ReplySecret(w), err
}
