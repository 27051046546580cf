package cloud

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// AttachPrivateEndpoint attaches the endpoint to the service and registers it
// with the organization. A repeat changes the description alone.
func (c *Cloud) AttachPrivateEndpoint(ctx context.Context, organizationID, serviceID string, in org.PrivateEndpointInput) (org.PrivateEndpoint, error) {
	var endpoint org.PrivateEndpoint
	err := c.writeAt(ctx, access.PrivateEndpointsManage, organizationID, serviceID, func(ctx context.Context) error {
		o, err := c.Store.OrganizationByID(ctx, organizationID)
		if err != nil {
			return err
		}
		s, err := c.Store.ServiceByID(ctx, organizationID, serviceID)
		if err != nil {
			return err
		}
		attached, err := o.Attach(s, in)
		if err != nil {
			return err
		}
		endpoint = attached.Endpoint
		return c.saveAttachment(ctx, o, s, attached)
	})
	return endpoint, err
}

// saveAttachment stores what the attachment changed: an endpoint that is
// registered already leaves the organization as it is.
func (c *Cloud) saveAttachment(ctx context.Context, o org.Organization, s org.Service, attached org.Attachment) error {
	var registered, attachedTo []org.ActivityType
	if !slices.Equal(attached.Organization.PrivateEndpoints, o.PrivateEndpoints) {
		registered = []org.ActivityType{org.ActivityOrganizationPrivateEndpoints}
	}
	if len(attached.Service.PrivateEndpointIDs) != len(s.PrivateEndpointIDs) {
		attachedTo = []org.ActivityType{org.ActivityServicePrivateEndpoints}
	}
	if _, err := c.saveOrganization(ctx, o, attached.Organization, registered); err != nil {
		return err
	}
	_, err := c.saveService(ctx, s, attached.Service, attachedTo)
	return err
}

// ServiceEndpointConfig returns what it takes to build a private endpoint to
// the service.
func (c *Cloud) ServiceEndpointConfig(ctx context.Context, organizationID, serviceID string) (org.PrivateEndpointConfig, error) {
	s, err := c.readService(ctx, access.PrivateEndpointsRead, organizationID, serviceID)
	if err != nil {
		return org.PrivateEndpointConfig{}, err
	}
	return s.PrivateEndpointConfig(c.Domain), nil
}

// OrganizationEndpointConfig returns what it takes to build a private
// endpoint to the organization's services in a provider's region.
func (c *Cloud) OrganizationEndpointConfig(ctx context.Context, organizationID string, provider org.Provider, region string) (org.PrivateEndpointConfig, error) {
	o, err := c.organization(ctx, access.PrivateEndpointsRead, organizationID)
	if err != nil {
		return org.PrivateEndpointConfig{}, err
	}
	services, err := c.Store.ServicesOf(ctx, organizationID)
	if err != nil {
		return org.PrivateEndpointConfig{}, err
	}
	return o.PrivateEndpointConfig(provider, region, seen(ctx, access.PrivateEndpointsRead, services, idOf))
}
