package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (r *routes) listDashboards(ctx context.Context, _ *Nothing) ([]stackwire.Dashboard, error) {
	list, err := r.Resources.Dashboards(ctx)
	return stackwire.Shown(list, stackwire.ShowDashboard), err
}

func (r *routes) createDashboard(ctx context.Context, in *BodyOf[stackwire.DashboardBody]) (httpx.Reply[stackwire.Dashboard], error) {
	d, err := r.Resources.CreateDashboard(ctx, in.Body.Bytes())
	return stackwire.ReplyDashboard(d, nil), err
}

func (r *routes) registerVerdict(op httpx.Operation) {
	if r.BareVerdicts {
		httpx.RegisterBare(r.API, op, r.validateDashboardBare)
		return
	}
	httpx.Register(r.API, op, r.validateDashboard)
}

func (r *routes) validateDashboard(ctx context.Context, in *BodyOf[stackwire.DashboardBody]) (httpx.Reply[stackwire.Validation], error) {
	verdict, err := r.Resources.ValidateDashboard(ctx, in.Body.Bytes())
	return httpx.Reply[stackwire.Validation]{Value: stackwire.ShowValidation(verdict)}, err
}

func (r *routes) validateDashboardBare(ctx context.Context, in *BodyOf[stackwire.DashboardBody]) (stackwire.BareValidation, error) {
	verdict, err := r.validateDashboard(ctx, in)
	return stackwire.BareValidation{Validation: verdict.Value, Data: verdict.Value}, err
}

func (r *routes) getDashboard(ctx context.Context, in *One) (httpx.Reply[stackwire.Dashboard], error) {
	d, err := r.Resources.Dashboard(ctx, in.ID)
	return stackwire.ReplyDashboard(d, nil), err
}

func (r *routes) updateDashboard(ctx context.Context, in *changeOf[stackwire.DashboardBody]) (httpx.Reply[stackwire.Dashboard], error) {
	d, removed, err := r.Resources.UpdateDashboard(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplyDashboard(d, removed), err
}

func (r *routes) deleteDashboard(ctx context.Context, in *Change) error {
	return r.Resources.DeleteDashboard(ctx, in.ref())
}
