package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// CreateTeam makes a team with a service of its own, beside that of the team in
// which the caller acts. Everybody who has a role in the whole organization gets
// a seat there, as in every service; the caller, who is an admin, is its Admin.
func (c *Cloud) CreateTeam(ctx context.Context, name string) (stack.Team, error) {
	here, err := c.serviceOfCaller(ctx)
	if err != nil {
		return stack.Team{}, err
	}
	neverIdle := false
	made, err := c.CreateService(ctx, here.OrganizationID, ServiceInput{ServiceInput: org.ServiceInput{
		Name: name, Provider: here.Provider, Region: here.Region, Scaling: org.ScalingPatch{IdleScaling: &neverIdle},
	}})
	return teamOf(made.Service), err
}

// RenameTeam gives the caller's team and its service another name.
func (c *Cloud) RenameTeam(ctx context.Context, name string) (stack.Team, error) {
	here, err := c.serviceOfCaller(ctx)
	if err != nil {
		return stack.Team{}, err
	}
	renamed, err := c.UpdateService(ctx, ServiceRef{OrganizationID: here.OrganizationID, ID: here.ID}, org.ServicePatch{Name: &name})
	return teamOf(renamed.Service), err
}

// DeleteTeam ends the caller's team: seats, keys and links at once, and all
// that it keeps with its service and database. Sessions go on in another team
// of their user. The last team of an organization is a Conflict, as is one whose
// service keeps the data of others; another name than the team's is Invalid.
func (c *Cloud) DeleteTeam(ctx context.Context, name string) error {
	here, err := c.serviceOfCaller(ctx)
	if err != nil {
		return err
	}
	_, err = c.changeService(ctx, access.ServicesManage, ServiceRef{OrganizationID: here.OrganizationID, ID: here.ID}, func(ctx context.Context, s org.Service) (org.Service, []org.ActivityType, error) {
		if err := c.closeTeam(ctx, s, name); err != nil {
			return s, nil, err
		}
		return s.End(c.Now()), []org.ActivityType{org.ActivityServiceDelete}, nil
	})
	return err
}

// closeTeam lets nobody into the team of a service any more, if it can be
// deleted.
func (c *Cloud) closeTeam(ctx context.Context, s org.Service, name string) error {
	services, err := c.Store.ServicesOf(ctx, s.OrganizationID)
	if err != nil {
		return err
	}
	if err := org.CheckTeamEnd(s, services); err != nil {
		return err
	}
	if name != s.Name {
		return fault.InvalidAt("name", "conflict", "must be the name of the team")
	}
	return c.Store.CloseTeam(ctx, s.TeamID)
}

// serviceOfCaller returns the service of the team in which an admin of the
// organization acts.
func (c *Cloud) serviceOfCaller(ctx context.Context) (org.Service, error) {
	p, err := access.Require(ctx, access.OrganizationManage)
	if err != nil {
		return org.Service{}, err
	}
	s, err := c.Store.ServiceOfTeam(ctx, p.TeamID)
	if fault.KindOf(err) == fault.NotFound {
		return org.Service{}, fault.New(fault.NotFound, "Team not found")
	}
	return s, err
}

func teamOf(s org.Service) stack.Team {
	return stack.Team{ID: s.TeamID, Name: s.Name, CreatedAt: s.CreatedAt}
}
