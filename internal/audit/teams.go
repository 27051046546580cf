package audit

import (
	"context"
	"reflect"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// team looks at a team itself.
func (s *Store) team(id string) subject {
	return reading(of(id, id), org.SubjectTeam, func(ctx context.Context, _, id string) (stack.Team, error) { return s.TeamByID(ctx, id) }, showTeam)
}

// CreateTeam adds a team, whose log begins with that.
func (s *Store) CreateTeam(ctx context.Context, t stack.Team) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.CreateTeam(ctx, t); err != nil {
			return err
		}
		return s.recordNew(ctx, s.team(t.ID))
	})
}

// RenameTeam gives the team another name.
func (s *Store) RenameTeam(ctx context.Context, id, name string) error {
	return s.change(ctx, s.team(id), func(ctx context.Context) error { return s.Store.RenameTeam(ctx, id, name) })
}

// SetDefaultRole sets the role of those who are invited without one.
func (s *Store) SetDefaultRole(ctx context.Context, teamID, roleID string) error {
	return s.change(ctx, s.team(teamID), func(ctx context.Context) error { return s.Store.SetDefaultRole(ctx, teamID, roleID) })
}

func (s *Store) role(r stack.Record) subject {
	return reading(r, org.SubjectRole, s.RoleByID, showRole)
}

// CreateRole adds a role of a team.
func (s *Store) CreateRole(ctx context.Context, v stack.Role) error {
	return s.change(ctx, s.role(v.Record), func(ctx context.Context) error { return s.Store.CreateRole(ctx, v) })
}

// UpdateRole replaces a role of a team.
func (s *Store) UpdateRole(ctx context.Context, v stack.Role) error {
	return s.change(ctx, s.role(v.Record), func(ctx context.Context) error { return s.Store.UpdateRole(ctx, v) })
}

// DeleteRole removes a role of a team.
func (s *Store) DeleteRole(ctx context.Context, teamID, id string) error {
	return s.change(ctx, s.role(of(teamID, id)), func(ctx context.Context) error { return s.Store.DeleteRole(ctx, teamID, id) })
}

// service looks at the service that the team belongs to.
func (s *Store) service(v org.Service) subject {
	find := func(ctx context.Context, _, id string) (org.Service, error) {
		return s.ServiceByID(ctx, v.OrganizationID, id)
	}
	return reading(of(v.TeamID, v.ID), org.SubjectService, find, showService)
}

// CreateService adds the service of a team.
func (s *Store) CreateService(ctx context.Context, v org.Service) error {
	return s.change(ctx, s.service(v), func(ctx context.Context) error { return s.Store.CreateService(ctx, v) })
}

// UpdateService records changes of from where the stack may be reached. All
// others are in the activities of the organization.
func (s *Store) UpdateService(ctx context.Context, v org.Service) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		sub := s.service(v)
		before, err := sub.look(ctx)
		if err != nil {
			return err
		}
		if err := s.Store.UpdateService(ctx, v); err != nil {
			return err
		}
		after, err := sub.look(ctx)
		if err != nil || reflect.DeepEqual(before.facts, after.facts) {
			return err
		}
		if access.IsForced(ctx) {
			after.facts["force"] = true
		}
		deed := sub.deed(before, after)
		deed.IsLocked = false
		return s.Trail.Record(ctx, deed)
	})
}

// recordNew records a thing that was just made.
func (s *Store) recordNew(ctx context.Context, sub subject) error {
	made, err := sub.look(ctx)
	if err != nil {
		return err
	}
	deed := sub.deed(seen{}, made)
	deed.IsLocked = false
	return s.Trail.Record(ctx, deed)
}
