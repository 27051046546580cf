package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// Instance is a service as its owner sees it.
type Instance struct {
	org.Service
	Endpoints                   []org.Endpoint
	AvailablePrivateEndpointIDs []string
}

func (c *Cloud) instance(o org.Organization, s org.Service) Instance {
	return Instance{Service: s, Endpoints: s.Endpoints(c.Domain), AvailablePrivateEndpointIDs: o.AvailablePrivateEndpointIDs(s)}
}

// Services returns the organization's services whose tags satisfy the filter,
// oldest first.
func (c *Cloud) Services(ctx context.Context, organizationID string, filter org.TagFilter) ([]Instance, error) {
	o, err := c.organization(ctx, access.ServicesRead, organizationID)
	if err != nil {
		return nil, err
	}
	services, err := c.Store.ServicesOf(ctx, organizationID)
	if err != nil {
		return nil, err
	}
	instances := make([]Instance, 0, len(services))
	for _, s := range seen(ctx, access.ServicesRead, services, idOf) {
		if filter.Match(s.Tags) {
			instances = append(instances, c.instance(o, s))
		}
	}
	return instances, nil
}

// Service returns the organization's service.
func (c *Cloud) Service(ctx context.Context, organizationID, id string) (Instance, error) {
	s, err := c.readService(ctx, access.ServicesRead, organizationID, id)
	if err != nil {
		return Instance{}, err
	}
	return c.shown(ctx, s)
}

func (c *Cloud) shown(ctx context.Context, s org.Service) (Instance, error) {
	o, err := c.Store.OrganizationByID(ctx, s.OrganizationID)
	if err != nil {
		return Instance{}, err
	}
	return c.instance(o, s), nil
}

// BackupConfiguration returns the organization's service, which says when its
// backups are made.
func (c *Cloud) BackupConfiguration(ctx context.Context, organizationID, id string) (Instance, error) {
	s, err := c.readService(ctx, access.BackupsRead, organizationID, id)
	if err != nil {
		return Instance{}, err
	}
	return c.shown(ctx, s)
}

// readService returns the organization's service to those who hold the
// permission there.
func (c *Cloud) readService(ctx context.Context, perm access.Permission, organizationID, id string) (org.Service, error) {
	if err := ownAt(ctx, perm, organizationID, id); err != nil {
		return org.Service{}, err
	}
	return c.Store.ServiceByID(ctx, organizationID, id)
}

// ServiceRef names a service and the version that it must have; nil means
// any.
type ServiceRef struct {
	OrganizationID string
	ID             string
	Version        *int64
}

// changeService loads a service of a caller who holds the permission there,
// lets fn decide what becomes of it, and stores that with its entries in the
// audit log. Kinds without any mean that nothing changed.
func (c *Cloud) changeService(ctx context.Context, perm access.Permission, ref ServiceRef,
	fn func(ctx context.Context, s org.Service) (org.Service, []org.ActivityType, error),
) (Instance, error) {
	var changed Instance
	err := c.writeAt(ctx, perm, ref.OrganizationID, ref.ID, func(ctx context.Context) error {
		before, err := c.Store.ServiceByID(ctx, ref.OrganizationID, ref.ID)
		if err != nil {
			return err
		}
		if err := checkVersion("service", before.Version, ref.Version); err != nil {
			return err
		}
		after, kinds, err := fn(ctx, before)
		if err != nil {
			return err
		}
		if after, err = c.saveService(ctx, before, after, kinds); err != nil {
			return err
		}
		o, err := c.Store.OrganizationByID(ctx, ref.OrganizationID)
		changed = c.instance(o, after)
		return err
	})
	if err == nil {
		c.wake()
	}
	return changed, err
}

func (c *Cloud) saveService(ctx context.Context, before, after org.Service, kinds []org.ActivityType) (org.Service, error) {
	if len(kinds) == 0 {
		return before, nil
	}
	if err := c.Store.UpdateService(ctx, after); err != nil {
		return org.Service{}, err
	}
	if after.Name != before.Name {
		if err := c.Store.RenameTeam(ctx, after.TeamID, after.Name); err != nil {
			return org.Service{}, err
		}
	}
	after.Version++
	return after, c.ledger().recordAll(ctx, kinds, entry{
		organizationID: after.OrganizationID, serviceID: after.ID,
		before: serviceFacts(before), after: serviceFacts(after),
	})
}
