package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
)

type organizationInput struct {
	OrganizationID string `path:"organizationId" format:"uuid" doc:"The organization."`
}

func (a *API) listOrganizations(ctx context.Context, _ *struct{}) ([]organization, error) {
	list, err := a.organizations.Organizations(ctx)
	if err != nil {
		return nil, err
	}
	shown := make([]organization, len(list))
	for i, o := range list {
		shown[i] = showOrganization(o)
	}
	return shown, nil
}

func (a *API) getOrganization(ctx context.Context, in *organizationInput) (httpx.Reply[organization], error) {
	o, err := a.organizations.Organization(ctx, in.OrganizationID)
	return httpx.Reply[organization]{Value: showOrganization(o), Version: o.Version}, err
}
