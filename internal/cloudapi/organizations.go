package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

func (a *API) listOrganizations(ctx context.Context, _ *struct{}) ([]organization, error) {
	list, err := a.cloud.Organizations(ctx)
	return shown(list, showOrganization), err
}

func (a *API) getOrganization(ctx context.Context, in *InOrganization) (httpx.Reply[organization], error) {
	return replyOrganization(a.cloud.Organization(ctx, in.OrganizationID))
}

type updateOrganizationInput struct {
	InOrganization
	httpx.Conditional
	Force bool `query:"force" doc:"Also remove private endpoints through which the caller comes, or without which a service can be reached from nowhere."`
	Body  organizationPatch
}

func (a *API) updateOrganization(ctx context.Context, in *updateOrganizationInput) (httpx.Reply[organization], error) {
	change := in.Body.change()
	change.Force = in.Force
	return replyOrganization(a.cloud.UpdateOrganization(ctx, in.OrganizationID, in.IfVersion(), change))
}

func replyOrganization(o org.Organization, err error) (httpx.Reply[organization], error) {
	return httpx.Reply[organization]{Value: showOrganization(o), Version: o.Version}, err
}
