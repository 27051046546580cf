package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

type listServicesInput struct {
	InOrganization
	Filter []string `query:"filter,explode" maxItems:"50" doc:"tag:Key=Value; may be repeated."`
}

func (a *API) listServices(ctx context.Context, in *listServicesInput) ([]service, error) {
	filter, err := org.ParseTagFilter(in.Filter)
	if err != nil {
		return nil, err
	}
	services, err := a.cloud.Services(ctx, in.OrganizationID, filter)
	return shown(services, showService), err
}

// createServiceOperation takes what a service returns and drops what the
// server decides.
func createServiceOperation(tag string) httpx.Operation {
	op := create("createService", servicesPath, tag, "Create a service")
	op.Description = "Responds at once, while the service is provisioning. Its password is shown only once."
	op.Ignore = []string{
		"id", "state", "stateReason", "createdAt", "isPrimary", "availablePrivateEndpointIds",
		"endpoints.*.host", "endpoints.*.port", "currentScaling",
	}
	return op
}

type createServiceInput struct {
	InOrganization
	Body serviceBody
}

func (a *API) createService(ctx context.Context, in *createServiceInput) (httpx.Reply[newService], error) {
	input, err := in.Body.input()
	if err != nil {
		return httpx.Reply[newService]{}, err
	}
	made, err := a.cloud.CreateService(ctx, in.OrganizationID, input)
	return httpx.Reply[newService]{Value: newService{showService(made.Instance), made.Password}, Version: made.Version}, err
}

func (a *API) getService(ctx context.Context, in *InService) (httpx.Reply[service], error) {
	return replyService(a.cloud.Service(ctx, in.OrganizationID, in.ServiceID))
}

func replyService(s cloud.Instance, err error) (httpx.Reply[service], error) {
	return httpx.Reply[service]{Value: showService(s), Version: s.Version}, err
}

type updateServiceInput struct {
	ChangeService
	Force bool `query:"force" doc:"Also make a change after which the caller can no longer reach the service from where it is."`
	Body  servicePatch
}

func (a *API) updateService(ctx context.Context, in *updateServiceInput) (httpx.Reply[service], error) {
	patch, err := in.Body.patch()
	if err != nil {
		return httpx.Reply[service]{}, err
	}
	patch.Force = in.Force
	return replyService(a.cloud.UpdateService(ctx, in.ref(), patch))
}

func (a *API) deleteService(ctx context.Context, in *ChangeService) error {
	return a.cloud.DeleteService(ctx, in.ref())
}

type updateStateInput struct {
	ChangeService
	Body struct {
		Command string `json:"command" enum:"start,stop,awake"`
	}
}

func (a *API) updateServiceState(ctx context.Context, in *updateStateInput) (httpx.Reply[service], error) {
	return replyService(a.cloud.CommandService(ctx, in.ref(), org.Command(in.Body.Command)))
}

type scaleInput struct {
	ChangeService
	Body ScalingBody
}

func (a *API) scaleService(ctx context.Context, in *scaleInput) (httpx.Reply[service], error) {
	return replyService(a.cloud.ScaleService(ctx, in.ref(), in.Body.patch()))
}

type scaleTotalInput struct {
	ChangeService
	Body totalScalingBody
}

func (a *API) scaleServiceTotal(ctx context.Context, in *scaleTotalInput) (httpx.Reply[service], error) {
	return replyService(a.cloud.ScaleService(ctx, in.ref(), in.Body.patch()))
}

type updatePasswordInput struct {
	ChangeService
	Body struct {
		NewPasswordHash   string `json:"newPasswordHash,omitempty" doc:"Base64 of the SHA-256 of a password that the client keeps. When absent, the server generates one."`
		NewDoubleSHA1Hash string `json:"newDoubleSha1Hash,omitempty" doc:"For the MySQL protocol: 40 hexadecimal digits."`
	}
}

func (a *API) updateServicePassword(ctx context.Context, in *updatePasswordInput) (httpx.Reply[newPassword], error) {
	hashes := org.PasswordHashes{SHA256: in.Body.NewPasswordHash, DoubleSHA1: in.Body.NewDoubleSHA1Hash}
	changed, err := a.cloud.SetServicePassword(ctx, in.ref(), hashes)
	return httpx.Reply[newPassword]{Value: newPassword{changed.Password}, Version: changed.Version}, err
}
