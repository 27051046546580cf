package stackroutes

import (
	"context"
	"encoding/json"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/grafana"
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

type grafanaInput struct {
	Body struct {
		Text string `json:"text" minLength:"1" maxLength:"4000000" doc:"The dashboard, as Grafana exports it: JSON of the classic model, also within the answer of Grafana's API."`
	}
}

func (r *routes) translateGrafana(ctx context.Context, in *grafanaInput) (httpx.Reply[stackwire.GrafanaTranslation], error) {
	result, err := grafana.Translate([]byte(in.Body.Text))
	if err == nil {
		err = r.checkTranslated(ctx, result)
	}
	if fault.KindOf(err) == fault.Invalid {
		err = fault.InvalidAt("text", "format", fault.From(err).Message)
	}
	return httpx.Reply[stackwire.GrafanaTranslation]{Value: stackwire.ShowGrafana(result)}, err
}

// checkTranslated returns an Invalid fault unless the dashboard could be created.
func (r *routes) checkTranslated(ctx context.Context, result grafana.Result) error {
	body, err := json.Marshal(result.Spec)
	if err != nil {
		return err
	}
	verdict, err := r.Resources.ValidateDashboard(ctx, body)
	if err != nil || verdict.Valid {
		return err
	}
	return fault.New(fault.Invalid, "the translated dashboard breaks a rule: %s: %s", verdict.Errors[0].Path, verdict.Errors[0].Message)
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
