package cloud

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// NewService is a service with the password that is shown once.
type NewService struct {
	Instance
	Password string
}

// ServiceInput is what a new service is made from.
type ServiceInput struct {
	org.ServiceInput
	MySQLEnabled bool
}

// CreateService makes a service that is provisioning, with its team and a
// password, in one transaction.
func (c *Cloud) CreateService(ctx context.Context, organizationID string, in ServiceInput) (NewService, error) {
	var made NewService
	err := c.writeAt(ctx, access.ServicesManage, organizationID, "", func(ctx context.Context) error {
		service, err := c.newService(organizationID, in)
		if err != nil {
			return err
		}
		if err := checkNewParts(ctx, in); err != nil {
			return err
		}
		if err := c.checkPlace(ctx, service); err != nil {
			return err
		}
		if err := c.checkRestorable(ctx, service); err != nil {
			return err
		}
		if err := c.createTeam(ctx, service); err != nil {
			return err
		}
		if made, err = c.storeService(ctx, service); err != nil {
			return err
		}
		return c.inheritPolicies(ctx, service)
	})
	if err == nil {
		c.wake()
	}
	return made, err
}

func (c *Cloud) newService(organizationID string, in ServiceInput) (org.Service, error) {
	id, err := c.newUUID()
	if err != nil {
		return org.Service{}, err
	}
	warehouse, err := c.newUUID()
	if err != nil {
		return org.Service{}, err
	}
	team, err := stack.NewID(c.Random, c.Now())
	if err != nil {
		return org.Service{}, err
	}
	ids := org.ServiceIDs{ID: id, OrganizationID: organizationID, TeamID: team, WarehouseID: warehouse}
	service, err := org.NewService(in.ServiceInput, ids, c.Now())
	service.MySQLEnabled, service.Version = in.MySQLEnabled, 1
	return service, err
}

// checkPlace returns a fault unless the organization and the warehouse have
// room for the service.
func (c *Cloud) checkPlace(ctx context.Context, service org.Service) error {
	services, err := c.Store.ServicesOf(ctx, service.OrganizationID)
	if err != nil {
		return err
	}
	if err := org.CheckRoom(len(services), org.ServicesPerOrganizationMax, "services of an organization"); err != nil {
		return err
	}
	members := warehouseMembers(services, service.WarehouseID)
	caller, called := access.From(ctx)
	isClosed := func(s org.Service) bool { return called && !caller.MayAt(access.ServicesManage, s.ID) }
	if slices.ContainsFunc(members, isClosed) {
		members = nil // as if there were no such warehouse
	}
	return org.CheckWarehouseJoin(service, members)
}

// checkNewParts returns a Forbidden fault for what a new service is to have and
// what takes a permission of its own to change.
func checkNewParts(ctx context.Context, in ServiceInput) error {
	var kinds []org.ActivityType
	if in.IPAccessList != nil {
		kinds = append(kinds, org.ActivityServiceIPAccessList)
	}
	if len(in.PrivateEndpointIDs) > 0 {
		kinds = append(kinds, org.ActivityServicePrivateEndpoints)
	}
	return checkParts(ctx, "", kinds)
}

func warehouseMembers(services []org.Service, warehouseID string) []org.Service {
	return slices.DeleteFunc(slices.Clone(services), func(s org.Service) bool { return s.WarehouseID != warehouseID })
}

// createTeam makes the service's team, with a seat for everybody in the
// organization: their roles decide what they may do there.
func (c *Cloud) createTeam(ctx context.Context, service org.Service) error {
	team := stack.Team{ID: service.TeamID, Name: service.Name, CreatedAt: c.Now(), Version: 1}
	if err := c.Store.CreateTeam(ctx, team); err != nil {
		return err
	}
	members, err := c.Store.MembersOf(ctx, service.OrganizationID)
	if err != nil {
		return err
	}
	for _, m := range members {
		if err := c.Store.AddTeamMember(ctx, team.ID, m.UserID, "", c.Now()); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cloud) storeService(ctx context.Context, service org.Service) (NewService, error) {
	if err := c.Store.CreateService(ctx, service); err != nil {
		return NewService{}, err
	}
	password, err := c.setNewPassword(ctx, service.ID)
	if err != nil {
		return NewService{}, err
	}
	if err := c.registerEndpoints(ctx, service, service.PrivateEndpointIDs); err != nil {
		return NewService{}, err
	}
	o, err := c.Store.OrganizationByID(ctx, service.OrganizationID)
	if err != nil {
		return NewService{}, err
	}
	return NewService{c.instance(o, service), password}, c.ledger().record(ctx, entry{
		kind: org.ActivityServiceCreate, organizationID: service.OrganizationID, serviceID: service.ID,
		after: serviceFacts(service),
	})
}
