package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (a *API) listDashboards(ctx context.Context, _ *none) ([]stackwire.Dashboard, error) {
	list, err := a.resources.Dashboards(ctx)
	return stackwire.Shown(list, stackwire.ShowDashboard), err
}

func (a *API) createDashboard(ctx context.Context, in *bodyOf[stackwire.DashboardBody]) (httpx.Reply[stackwire.Dashboard], error) {
	d, err := a.resources.CreateDashboard(ctx, in.Body.Bytes())
	return stackwire.ReplyDashboard(d, nil), err
}

// validateOperation changes nothing, so that a repetition is harmless.
func validateOperation(tag string) httpx.Operation {
	op := create("validateDashboard", "/dashboards/validate", tag, "Judge a dashboard without storing it")
	op.NoIdempotency = true
	return op
}

func (a *API) validateDashboard(ctx context.Context, in *bodyOf[stackwire.DashboardBody]) (stackwire.BareValidation, error) {
	verdict, err := a.resources.ValidateDashboard(ctx, in.Body.Bytes())
	shown := stackwire.ShowValidation(verdict)
	return stackwire.BareValidation{Validation: shown, Data: shown}, err
}

func (a *API) getDashboard(ctx context.Context, in *One) (httpx.Reply[stackwire.Dashboard], error) {
	d, err := a.resources.Dashboard(ctx, in.ID)
	return stackwire.ReplyDashboard(d, nil), err
}

func (a *API) updateDashboard(ctx context.Context, in *changeOf[stackwire.DashboardBody]) (httpx.Reply[stackwire.Dashboard], error) {
	d, removed, err := a.resources.UpdateDashboard(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplyDashboard(d, removed), err
}

func (a *API) deleteDashboard(ctx context.Context, in *Change) error {
	return a.resources.DeleteDashboard(ctx, in.ref())
}
