package stackapi

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
	return stackwire.ReplyAlert(alert, a.resources.Now()), nil
}

func (a *API) listAlerts(ctx context.Context, in *httpx.Paging) (httpx.Page[stackwire.Alert], error) {
	list, total, err := a.resources.Alerts(ctx, stackwire.Part(*in))
	return stackwire.PageAlerts(list, total, *in, a.resources.Now()), err
}

func (a *API) createAlert(ctx context.Context, in *bodyOf[stackwire.AlertBody]) (httpx.Reply[stackwire.Alert], error) {
	return a.replyAlert(a.resources.CreateAlert(ctx, in.Body.Bytes()))
}

func (a *API) getAlert(ctx context.Context, in *One) (httpx.Reply[stackwire.Alert], error) {
	return a.replyAlert(a.resources.Alert(ctx, in.ID))
}

func (a *API) updateAlert(ctx context.Context, in *changeOf[stackwire.AlertBody]) (httpx.Reply[stackwire.Alert], error) {
	return a.replyAlert(a.resources.UpdateAlert(ctx, in.ref(), in.Body.Bytes()))
}

func (a *API) deleteAlert(ctx context.Context, in *Change) error {
	return a.resources.DeleteAlert(ctx, in.ref())
}

func (a *API) silenceAlert(ctx context.Context, in *changeOf[stackwire.SilenceBody]) (httpx.Reply[stackwire.Alert], error) {
	return a.replyAlert(a.resources.SilenceAlert(ctx, in.ref(), in.Body.Bytes()))
}

func (a *API) unsilenceAlert(ctx context.Context, in *Change) (httpx.Reply[stackwire.Alert], error) {
	return a.replyAlert(a.resources.UnsilenceAlert(ctx, in.ref()))
}
