package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

type createPrivateEndpointInput struct {
	InService
	Body struct {
		ID          string  `json:"id" maxLength:"512" doc:"The endpoint at the provider."`
		Description *string `json:"description,omitempty" nullable:"false" maxLength:"255"`
	}
}

func (a *API) createPrivateEndpoint(ctx context.Context, in *createPrivateEndpointInput) (httpx.Reply[privateEndpoint], error) {
	input := org.PrivateEndpointInput{ID: in.Body.ID, Description: in.Body.Description}
	e, err := a.cloud.AttachPrivateEndpoint(ctx, in.OrganizationID, in.ServiceID, input)
	return httpx.Reply[privateEndpoint]{Value: showPrivateEndpoint(e)}, err
}

func (a *API) getServiceEndpointConfig(ctx context.Context, in *InService) (httpx.Reply[privateEndpointConfig], error) {
	c, err := a.cloud.ServiceEndpointConfig(ctx, in.OrganizationID, in.ServiceID)
	return httpx.Reply[privateEndpointConfig]{Value: showEndpointConfig(c)}, err
}

type endpointConfigInput struct {
	InOrganization
	CloudProvider string `query:"cloud_provider" required:"true" enum:"aws,gcp,azure"`
	RegionID      string `query:"region_id" required:"true"`
}

func (a *API) getOrganizationEndpointConfig(ctx context.Context, in *endpointConfigInput) (httpx.Reply[privateEndpointConfig], error) {
	c, err := a.cloud.OrganizationEndpointConfig(ctx, in.OrganizationID, org.Provider(in.CloudProvider), in.RegionID)
	return httpx.Reply[privateEndpointConfig]{Value: showEndpointConfig(c)}, err
}
