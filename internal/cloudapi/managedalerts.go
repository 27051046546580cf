package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (a *API) replyAlert(alert stack.Alert, err error) (httpx.Reply[stackwire.Alert], error) {
	if err != nil {
		return httpx.Reply[stackwire.Alert]{}, err
	}
	return stackwire.ReplyAlert(alert, a.stack.Now()), nil
}

func (a *API) listAlerts(ctx context.Context, in *pageOfStack) (httpx.Page[stackwire.Alert], error) {
	list, total, err := a.stack.Alerts(ctx, stackwire.Part(in.Paging))
	return stackwire.PageAlerts(list, total, in.Paging, a.stack.Now()), err
}

func (a *API) createAlert(ctx context.Context, in *stackBodyOf[stackwire.AlertBody]) (httpx.Reply[stackwire.Alert], error) {
	return a.replyAlert(a.stack.CreateAlert(ctx, in.Body.Bytes()))
}

func (a *API) getAlert(ctx context.Context, in *InStack) (httpx.Reply[stackwire.Alert], error) {
	return a.replyAlert(a.stack.Alert(ctx, in.ID))
}

func (a *API) updateAlert(ctx context.Context, in *stackChangeOf[stackwire.AlertBody]) (httpx.Reply[stackwire.Alert], error) {
	return a.replyAlert(a.stack.UpdateAlert(ctx, in.ref(), in.Body.Bytes()))
}

func (a *API) deleteAlert(ctx context.Context, in *ChangeStack) error {
	return a.stack.DeleteAlert(ctx, in.ref())
}

func (a *API) silenceAlert(ctx context.Context, in *stackChangeOf[stackwire.SilenceBody]) (httpx.Reply[stackwire.Alert], error) {
	return a.replyAlert(a.stack.SilenceAlert(ctx, in.ref(), in.Body.Bytes()))
}

func (a *API) unsilenceAlert(ctx context.Context, in *ChangeStack) (httpx.Reply[stackwire.Alert], error) {
	return a.replyAlert(a.stack.UnsilenceAlert(ctx, in.ref()))
}
