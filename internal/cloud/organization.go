package cloud

import (
	"context"
	"fmt"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
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
// any, and an Invalid fault for a change without force that takes the last way
// into a service away, or that of the person who sends it.
func (c *Cloud) UpdateOrganization(ctx context.Context, id string, version *int64, change org.Change) (org.Organization, error) {
	var after org.Organization
	if change.Force {
		ctx = access.Forced(ctx)
	}
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
		return c.detach(ctx, change, before, services)
	})
	return after, err
}

// detach takes the private endpoints that the organization has lost away from
// its services.
func (c *Cloud) detach(ctx context.Context, change org.Change, before org.Organization, services []org.Service) error {
	for _, s := range services {
		without, changed := change.PrivateEndpoints.Detach(before, s)
		if !changed {
			continue
		}
		if !change.Force {
			if err := checkDetach(ctx, s, without); err != nil {
				return err
			}
		}
		if _, err := c.saveService(ctx, s, without, []org.ActivityType{org.ActivityServicePrivateEndpoints}); err != nil {
			return err
		}
	}
	return nil
}

// checkDetach returns an Invalid fault if somebody in a browser takes away the
// private endpoint that they come through, or the last way into the service.
func checkDetach(ctx context.Context, before, after org.Service) error {
	if caller, _ := access.From(ctx); caller.Kind != access.TokenSession {
		return nil
	}
	const path, code = "privateEndpoints", "lockout"
	if checkStay(ctx, before, after) != nil {
		return fault.InvalidAt(path, code, fmt.Sprintf("must keep the private endpoint that you come through, %s, unless force is true", peer.From(ctx).Endpoint))
	}
	if len(after.IPAccessList) == 0 && len(after.PrivateEndpointIDs) == 0 {
		return fault.InvalidAt(path, code, fmt.Sprintf("must keep the only way into the service %s, unless force is true", before.Name))
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
