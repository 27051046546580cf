package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// ReverseRef names a reverse private endpoint and the version that it must
// have; nil means any.
type ReverseRef struct {
	OrganizationID string
	ServiceID      string
	ID             string
	Version        *int64
}

// ReverseEndpoints returns the service's reverse private endpoints, oldest
// first.
func (c *Cloud) ReverseEndpoints(ctx context.Context, organizationID, serviceID string) ([]org.ReverseEndpoint, error) {
	if _, err := c.readService(ctx, access.ServicesRead, organizationID, serviceID); err != nil {
		return nil, err
	}
	return c.Store.ReverseEndpointsOfService(ctx, organizationID, serviceID)
}

// ReverseEndpoint returns the service's reverse private endpoint.
func (c *Cloud) ReverseEndpoint(ctx context.Context, ref ReverseRef) (org.ReverseEndpoint, error) {
	if _, err := c.readService(ctx, access.ServicesRead, ref.OrganizationID, ref.ServiceID); err != nil {
		return org.ReverseEndpoint{}, err
	}
	return c.Store.ReverseEndpointByID(ctx, ref.OrganizationID, ref.ServiceID, ref.ID)
}

// CreateReverseEndpoint makes a reverse private endpoint that is
// Provisioning.
func (c *Cloud) CreateReverseEndpoint(ctx context.Context, organizationID, serviceID string, in org.ReverseInput) (org.ReverseEndpoint, error) {
	var made org.ReverseEndpoint
	err := c.writeAt(ctx, access.PipesManage, organizationID, serviceID, func(ctx context.Context) error {
		s, err := c.Store.ServiceByID(ctx, organizationID, serviceID)
		if err != nil {
			return err
		}
		if made, err = org.NewReverseEndpoint(s, in, c.Now()); err != nil {
			return err
		}
		if made.ID, err = c.newUUID(); err != nil {
			return err
		}
		made.Version = 1
		if err := c.checkReverse(ctx, made); err != nil {
			return err
		}
		return c.storeReverse(ctx, made)
	})
	if err == nil {
		c.wake()
	}
	return made, err
}

// checkReverse returns a Conflict fault when there is no room for the
// endpoint or it gets in the way of another.
func (c *Cloud) checkReverse(ctx context.Context, e org.ReverseEndpoint) error {
	others, err := c.Store.ReverseEndpointsOf(ctx, e.OrganizationID)
	if err != nil {
		return err
	}
	count := 0
	for _, other := range others {
		if other.ServiceID == e.ServiceID && other.ID != e.ID {
			count++
		}
	}
	if err := org.CheckRoom(count, org.ReverseEndpointsPerServiceMax, "reverse private endpoints of a service"); err != nil {
		return err
	}
	return e.CheckUnique(others)
}

func (c *Cloud) storeReverse(ctx context.Context, e org.ReverseEndpoint) error {
	if err := c.Store.CreateReverseEndpoint(ctx, e); err != nil {
		return err
	}
	return c.ledger().record(ctx, entry{
		kind: org.ActivityReverseEndpointCreate, organizationID: e.OrganizationID, serviceID: e.ServiceID,
		targetID: e.ID, after: reverseFacts(e),
	})
}

// UpdateReverseEndpoint puts names in place of the endpoint's custom DNS
// names; no names at all keep those it has.
func (c *Cloud) UpdateReverseEndpoint(ctx context.Context, ref ReverseRef, names *[]string) (org.ReverseEndpoint, error) {
	return c.changeReverse(ctx, ref, org.ActivityReverseEndpointUpdate,
		func(ctx context.Context, e org.ReverseEndpoint) (org.ReverseEndpoint, bool, error) {
			if names == nil {
				names = &e.CustomDNSNames
			}
			after, changed, err := e.WithCustomDNSNames(*names)
			if err != nil || !changed {
				return e, false, err
			}
			return after, true, c.checkReverse(ctx, after)
		})
}

// DeleteReverseEndpoint sends the endpoint on its way out. It is gone once
// nothing of it is left at the provider.
func (c *Cloud) DeleteReverseEndpoint(ctx context.Context, ref ReverseRef) error {
	_, err := c.changeReverse(ctx, ref, org.ActivityReverseEndpointDelete,
		func(_ context.Context, e org.ReverseEndpoint) (org.ReverseEndpoint, bool, error) {
			return e.On(org.ReverseEvent{Kind: org.EventDeleteRequested}, c.Now())
		})
	return err
}

// changeReverse loads an endpoint, lets fn decide what becomes of it, and
// stores that with an entry in the audit log.
func (c *Cloud) changeReverse(ctx context.Context, ref ReverseRef, kind org.ActivityType,
	fn func(ctx context.Context, e org.ReverseEndpoint) (org.ReverseEndpoint, bool, error),
) (org.ReverseEndpoint, error) {
	var after org.ReverseEndpoint
	err := c.writeAt(ctx, access.PipesManage, ref.OrganizationID, ref.ServiceID, func(ctx context.Context) error {
		before, err := c.Store.ReverseEndpointByID(ctx, ref.OrganizationID, ref.ServiceID, ref.ID)
		if err != nil {
			return err
		}
		if err := checkVersion("endpoint", before.Version, ref.Version); err != nil {
			return err
		}
		var changed bool
		if after, changed, err = fn(ctx, before); err != nil || !changed {
			return err
		}
		return saveReverse(ctx, c.Store, c.ledger(), reverseChange{kind: kind, before: before, after: &after})
	})
	if err == nil {
		c.wake()
	}
	return after, err
}

// reverseChange is an endpoint before and after a change of the kind; an
// empty kind is not told to the audit log.
type reverseChange struct {
	kind   org.ActivityType
	before org.ReverseEndpoint
	after  *org.ReverseEndpoint
}

type reverseWriter interface {
	UpdateReverseEndpoint(ctx context.Context, e org.ReverseEndpoint) error
}

// saveReverse stores the change and brings the version of what came out of it
// up to date.
func saveReverse(ctx context.Context, store reverseWriter, log ledger, c reverseChange) error {
	if err := store.UpdateReverseEndpoint(ctx, *c.after); err != nil {
		return err
	}
	c.after.Version++
	if c.kind == "" {
		return nil
	}
	return log.record(ctx, entry{
		kind: c.kind, organizationID: c.after.OrganizationID, serviceID: c.after.ServiceID, targetID: c.after.ID,
		before: reverseFacts(c.before), after: reverseFacts(*c.after),
	})
}
