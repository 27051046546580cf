package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (r *routes) replyAlert(alert stack.Alert, err error) (httpx.Reply[stackwire.Alert], error) {
	if err != nil {
		return httpx.Reply[stackwire.Alert]{}, err
	}
	return stackwire.ReplyAlert(alert, r.Resources.Now()), nil
}

func (r *routes) listAlerts(ctx context.Context, in *httpx.Paging) (httpx.Page[stackwire.Alert], error) {
	list, total, err := r.Resources.Alerts(ctx, stackwire.Part(*in))
	return stackwire.PageAlerts(list, total, *in, r.Resources.Now()), err
}

func (r *routes) createAlert(ctx context.Context, in *BodyOf[stackwire.AlertBody]) (httpx.Reply[stackwire.Alert], error) {
	return r.replyAlert(r.Resources.CreateAlert(ctx, in.Body.Bytes()))
}

func (r *routes) getAlert(ctx context.Context, in *One) (httpx.Reply[stackwire.Alert], error) {
	return r.replyAlert(r.Resources.Alert(ctx, in.ID))
}

func (r *routes) updateAlert(ctx context.Context, in *changeOf[stackwire.AlertBody]) (httpx.Reply[stackwire.Alert], error) {
	return r.replyAlert(r.Resources.UpdateAlert(ctx, in.ref(), in.Body.Bytes()))
}

func (r *routes) deleteAlert(ctx context.Context, in *Change) error {
	return r.Resources.DeleteAlert(ctx, in.ref())
}

func (r *routes) silenceAlert(ctx context.Context, in *changeOf[stackwire.SilenceBody]) (httpx.Reply[stackwire.Alert], error) {
	return r.replyAlert(r.Resources.SilenceAlert(ctx, in.ref(), in.Body.Bytes()))
}

func (r *routes) unsilenceAlert(ctx context.Context, in *Change) (httpx.Reply[stackwire.Alert], error) {
	return r.replyAlert(r.Resources.UnsilenceAlert(ctx, in.ref()))
}
