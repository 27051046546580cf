package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// Organizations returns the one organization that the caller acts for.
func (c *Cloud) Organizations(ctx context.Context) ([]org.Organization, error) {
	p, err := access.Require(ctx, access.OrganizationRead)
	if err != nil {
		return nil, err
	}
	o, err := c.Store.OrganizationByID(ctx, p.OrganizationID)
	return []org.Organization{o}, err
}

// Organization returns the organization with the id; another one than the
// caller's does not exist for them.
func (c *Cloud) Organization(ctx context.Context, id string) (org.Organization, error) {
	return c.organization(ctx, access.OrganizationRead, id)
}

// organization returns the caller's organization if they hold the permission
// there.
func (c *Cloud) organization(ctx context.Context, perm access.Permission, id string) (org.Organization, error) {
	if err := own(ctx, perm, id); err != nil {
		return org.Organization{}, err
	}
	return c.Store.OrganizationByID(ctx, id)
}

// UpdateOrganization changes the organization and returns what became of it.
// It returns a Stale fault unless the organization has the version; nil means
// any.
func (c *Cloud) UpdateOrganization(ctx context.Context, id string, version *int64, change org.Change) (org.Organization, error) {
	var after org.Organization
	err := c.write(ctx, access.OrganizationManage, id, func(ctx context.Context) error {
		before, err := c.Store.OrganizationByID(ctx, id)
		if err != nil {
			return err
		}
		if err := checkVersion("organization", before.Version, version); err != nil {
			return err
		}
		services, err := c.Store.ServicesOf(ctx, id)
		if err != nil {
			return err
		}
		change.PrivateEndpoints = change.PrivateEndpoints.Placed(before.PrivateEndpoints, services)
		changed, kinds, err := before.Apply(change)
		if err != nil {
			return err
		}
		if after, err = c.saveOrganization(ctx, before, changed, kinds); err != nil {
			return err
		}
		return c.detach(ctx, change.PrivateEndpoints, before, services)
	})
	return after, err
}

// detach takes the private endpoints that the organization has lost away from
// its services.
func (c *Cloud) detach(ctx context.Context, change org.PrivateEndpointsChange, before org.Organization, services []org.Service) error {
	for _, s := range services {
		without, changed := change.Detach(before, s)
		if !changed {
			continue
		}
		if _, err := c.saveService(ctx, s, without, []org.ActivityType{org.ActivityServicePrivateEndpoints}); err != nil {
			return err
		}
	}
	return nil
}

// saveOrganization stores a change that the kinds name, none of which may be
// a change.
func (c *Cloud) saveOrganization(ctx context.Context, before, after org.Organization, kinds []org.ActivityType) (org.Organization, error) {
	if len(kinds) == 0 {
		return before, nil
	}
	if err := c.Store.UpdateOrganization(ctx, after); err != nil {
		return org.Organization{}, err
	}
	after.Version++
	return after, c.ledger().recordAll(ctx, kinds, entry{
		organizationID: after.ID, before: organizationFacts(before), after: organizationFacts(after),
	})
}
