package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (a *API) listDashboards(ctx context.Context, _ *InService) ([]stackwire.Dashboard, error) {
	list, err := a.stack.Dashboards(ctx)
	return stackwire.Shown(list, stackwire.ShowDashboard), err
}

func (a *API) createDashboard(ctx context.Context, in *stackBodyOf[stackwire.DashboardBody]) (httpx.Reply[stackwire.Dashboard], error) {
	d, err := a.stack.CreateDashboard(ctx, in.Body.Bytes())
	return stackwire.ReplyDashboard(d, nil), err
}

// validateOperation changes nothing, so that a repetition is harmless.
func validateOperation(tag string) httpx.Operation {
	op := makeIn("validateStackDashboard", "/dashboards/validate", tag, "Judge a dashboard without storing it")
	op.NoIdempotency, op.Errors = true, nil
	return op
}

func (a *API) validateDashboard(ctx context.Context, in *stackBodyOf[stackwire.DashboardBody]) (httpx.Reply[stackwire.Validation], error) {
	verdict, err := a.stack.ValidateDashboard(ctx, in.Body.Bytes())
	return httpx.Reply[stackwire.Validation]{Value: stackwire.ShowValidation(verdict)}, err
}

func (a *API) getDashboard(ctx context.Context, in *InStack) (httpx.Reply[stackwire.Dashboard], error) {
	d, err := a.stack.Dashboard(ctx, in.ID)
	return stackwire.ReplyDashboard(d, nil), err
}

func (a *API) updateDashboard(ctx context.Context, in *stackChangeOf[stackwire.DashboardBody]) (httpx.Reply[stackwire.Dashboard], error) {
	d, removed, err := a.stack.UpdateDashboard(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplyDashboard(d, removed), err
}

func (a *API) deleteDashboard(ctx context.Context, in *ChangeStack) error {
	return a.stack.DeleteDashboard(ctx, in.ref())
}
