package cloud

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// QueryEndpoint returns the organization's service, which has a query endpoint. It
// returns a NotFound fault when it has none. Keys that are gone are left out.
func (c *Cloud) QueryEndpoint(ctx context.Context, organizationID, serviceID string) (org.Service, error) {
	s, err := c.readService(ctx, access.QueryEndpointsRead, organizationID, serviceID)
	if err == nil && s.QueryEndpoint == nil {
		err = org.NoQueryEndpoint()
	}
	if err != nil {
		return s, err
	}
	keys, err := c.Store.CloudKeysOf(ctx, organizationID)
	if err != nil {
		return s, err
	}
	shown := *s.QueryEndpoint
	shown.KeyIDs = slices.DeleteFunc(slices.Clone(shown.KeyIDs), func(id string) bool { return !hasKey(keys, id) })
	s.QueryEndpoint = &shown
	return s, nil
}

func hasKey(keys []org.Key, id string) bool {
	return slices.ContainsFunc(keys, func(k org.Key) bool { return k.ID == id })
}

// SetQueryEndpoint gives the service a query endpoint in place of the present
// one, which keeps its id. The keys that it names must exist.
func (c *Cloud) SetQueryEndpoint(ctx context.Context, ref ServiceRef, in org.QueryEndpointInput) (Instance, error) {
	in.KeyIDs = slices.Clone(in.KeyIDs)
	for i, id := range in.KeyIDs {
		in.KeyIDs[i] = strings.ToLower(id)
	}
	return c.changeService(ctx, access.QueryEndpointsManage, ref, func(ctx context.Context, s org.Service) (org.Service, []org.ActivityType, error) {
		id, err := c.newUUID()
		if err != nil {
			return s, nil, err
		}
		after, kinds, err := s.WithQueryEndpoint(in, id)
		if err != nil {
			return s, nil, err
		}
		return after, kinds, c.checkQueryKeys(ctx, s.OrganizationID, in.KeyIDs)
	})
}

// checkQueryKeys returns an Invalid fault unless the organization has the keys.
func (c *Cloud) checkQueryKeys(ctx context.Context, organizationID string, ids []string) error {
	keys, err := c.Store.CloudKeysOf(ctx, organizationID)
	if err != nil {
		return err
	}
	var rules fault.Rules
	for i, id := range ids {
		rules.Check(hasKey(keys, id), fmt.Sprintf("openApiKeys.%d", i), "reference", "must be the id of a key of the organization")
	}
	return rules.Err()
}

// RemoveQueryEndpoint takes the query endpoint away from the service.
func (c *Cloud) RemoveQueryEndpoint(ctx context.Context, ref ServiceRef) error {
	_, err := c.changeService(ctx, access.QueryEndpointsManage, ref, func(_ context.Context, s org.Service) (org.Service, []org.ActivityType, error) {
		return s.WithoutQueryEndpoint()
	})
	return err
}

// QueryTeam returns the team whose tables the caller may query through the
// endpoint of a service of its organization, for a page of origin; empty for
// none. The key of the caller must be one of the endpoint's.
func (c *Cloud) QueryTeam(ctx context.Context, serviceID, origin string) (string, error) {
	caller, err := access.Require(ctx, access.DatabaseAccess)
	if err != nil {
		return "", err
	}
	if err := caller.RequireAt(access.DatabaseAccess, serviceID); err != nil {
		return "", err
	}
	s, err := c.Store.ServiceByID(ctx, caller.OrganizationID, serviceID)
	switch {
	case err != nil:
		return "", err
	case s.QueryEndpoint == nil:
		return "", org.NoQueryEndpoint()
	case !s.QueryEndpoint.AllowsKey(caller.KeyID):
		return "", fault.New(fault.Forbidden, "this key is not listed in the openApiKeys of the query endpoint")
	case origin != "" && !s.QueryEndpoint.AllowsOrigin(origin):
		return "", fault.New(fault.Forbidden, "pages of this origin are none of the allowedOrigins of the query endpoint")
	}
	return s.TeamID, nil
}

// AllowsOrigin reports whether pages of the origin may query a service. It is
// for browsers, which ask before they send a key.
func (c *Cloud) AllowsOrigin(ctx context.Context, serviceID, origin string) bool {
	s, err := c.Store.ServiceOfAny(ctx, serviceID)
	return err == nil && s.QueryEndpoint != nil && s.QueryEndpoint.AllowsOrigin(origin)
}
