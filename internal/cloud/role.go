package cloud

import (
	"context"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// RoleStore keeps the cloud roles of organizations, without system roles, and
// who has them.
type RoleStore interface {
	CreateCloudRole(ctx context.Context, r org.CloudRole) error
	CloudRolesOf(ctx context.Context, organizationID string) ([]org.CloudRole, error)
	UpdateCloudRole(ctx context.Context, r org.CloudRole) error
	DeleteCloudRole(ctx context.Context, organizationID, id string) error
	AssignmentsOf(ctx context.Context, organizationID string) ([]org.Assignment, error)
	Assign(ctx context.Context, organizationID string, assignments ...org.Assignment) error
	Unassign(ctx context.Context, organizationID string, assignments ...org.Assignment) error
	GiveInvitedRoles(ctx context.Context, organizationID, invitationID, userID string) error
	RevokeInvitationsWithRoles(ctx context.Context, organizationID string) error
}

// RoleRef names a cloud role and the version that it must have; nil means any.
type RoleRef struct {
	OrganizationID string
	ID             string
	Version        *int64
}

// Roles returns the cloud roles of the organization with their actors, system
// roles first.
func (c *Cloud) Roles(ctx context.Context, organizationID string) ([]org.CloudRole, error) {
	o, err := c.organization(ctx, access.OrganizationRead, organizationID)
	if err != nil {
		return nil, err
	}
	all, err := c.systemRoles(ctx, o)
	if err != nil {
		return nil, err
	}
	book, err := c.roleBook(ctx, organizationID)
	return append(all, book.roles...), err
}

// Role returns a cloud role of the organization with its actors.
func (c *Cloud) Role(ctx context.Context, organizationID, id string) (org.CloudRole, error) {
	roles, err := c.Roles(ctx, organizationID)
	if err != nil {
		return org.CloudRole{}, err
	}
	return roleIn(roles, id)
}

func roleIn(roles []org.CloudRole, id string) (org.CloudRole, error) {
	at := slices.IndexFunc(roles, func(r org.CloudRole) bool { return strings.EqualFold(r.ID, id) })
	if at < 0 {
		return org.CloudRole{}, fault.New(fault.NotFound, "role does not exist")
	}
	return roles[at], nil
}

func (c *Cloud) systemRoles(ctx context.Context, o org.Organization) ([]org.CloudRole, error) {
	members, err := c.Store.MembersOf(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	keys, err := c.Store.CloudKeysOf(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	var roles []org.CloudRole
	for _, word := range org.Roles() {
		role := access.SystemRole(word, o.ID, o.CreatedAt)
		for _, m := range members {
			if m.Role == word {
				role.Actors = append(role.Actors, org.RoleActor{Kind: org.ActorOfUser, ID: m.UserID})
			}
		}
		for _, k := range keys {
			if k.HasAny(word) {
				role.Actors = append(role.Actors, org.RoleActor{Kind: org.ActorOfKey, ID: k.ID})
			}
		}
		roles = append(roles, role)
	}
	return roles, nil
}

// CreateRole makes a cloud role and gives it to the actors.
func (c *Cloud) CreateRole(ctx context.Context, organizationID string, in org.CloudRolePatch) (org.CloudRole, error) {
	var made org.CloudRole
	err := c.write(ctx, access.OrganizationManage, organizationID, func(ctx context.Context) error {
		book, err := c.roleBook(ctx, organizationID)
		if err != nil {
			return err
		}
		id, err := c.newUUID()
		if err != nil {
			return err
		}
		blank := org.CloudRole{ID: id, OrganizationID: organizationID, CreatedAt: c.Now(), UpdatedAt: c.Now(), Version: 1}
		if made, err = c.patchRole(ctx, blank, in, book); err != nil {
			return err
		}
		if err := org.CheckRoom(len(book.roles), org.CloudRolesPerOrganizationMax, "roles of an organization"); err != nil {
			return err
		}
		if err := c.Store.CreateCloudRole(ctx, made); err != nil {
			return err
		}
		if err := c.Store.Assign(ctx, organizationID, assignmentsOf(made.ID, made.Actors)...); err != nil {
			return err
		}
		return c.ledger().record(ctx, entry{
			kind: org.ActivityRoleCreate, organizationID: organizationID, targetID: made.ID, after: roleFacts(made),
		})
	})
	return made, err
}

// UpdateRole applies the patch to a cloud role. A system role is a Conflict.
func (c *Cloud) UpdateRole(ctx context.Context, ref RoleRef, patch org.CloudRolePatch) (org.CloudRole, error) {
	var after org.CloudRole
	err := c.writeRole(ctx, ref, func(ctx context.Context, before org.CloudRole, book roleBook) error {
		var err error
		if after, err = c.patchRole(ctx, before, patch, book); err != nil {
			return err
		}
		if sameRole(before, after) {
			after = before
			return nil
		}
		after.UpdatedAt = c.Now()
		if err := c.Store.UpdateCloudRole(ctx, after); err != nil {
			return err
		}
		after.Version++
		if err := c.reassign(ctx, before, after, book); err != nil {
			return err
		}
		return c.ledger().record(ctx, entry{
			kind: org.ActivityRoleUpdate, organizationID: ref.OrganizationID, targetID: after.ID,
			before: roleFacts(before), after: roleFacts(after),
		})
	})
	return after, err
}

// reassign gives a changed role to its new actors and takes it from others. It
// ends invitations with roles that somebody may have sent who lost the right to.
func (c *Cloud) reassign(ctx context.Context, before, after org.CloudRole, book roleBook) error {
	taken, given := without(before.Actors, after.Actors), without(after.Actors, before.Actors)
	if err := c.Store.Unassign(ctx, after.OrganizationID, assignmentsOf(after.ID, taken)...); err != nil {
		return err
	}
	if err := c.Store.Assign(ctx, after.OrganizationID, assignmentsOf(after.ID, given)...); err != nil {
		return err
	}
	losing := taken
	if !slices.EqualFunc(before.Policies, after.Policies, samePolicy) {
		losing = before.Actors
	}
	if !book.anyInvites(losing) {
		return nil
	}
	return c.Store.RevokeInvitationsWithRoles(ctx, after.OrganizationID)
}

// DeleteRole takes a cloud role from all who have it. A system role is a
// Conflict.
func (c *Cloud) DeleteRole(ctx context.Context, ref RoleRef) error {
	return c.writeRole(ctx, ref, func(ctx context.Context, before org.CloudRole, book roleBook) error {
		if err := book.checkCovers(ctx, before, org.CloudRole{ID: before.ID}); err != nil {
			return err
		}
		if book.anyInvites(before.Actors) {
			if err := c.Store.RevokeInvitationsWithRoles(ctx, ref.OrganizationID); err != nil {
				return err
			}
		}
		if err := c.Store.DeleteCloudRole(ctx, ref.OrganizationID, before.ID); err != nil {
			return err
		}
		return c.ledger().record(ctx, entry{
			kind: org.ActivityRoleDelete, organizationID: ref.OrganizationID, targetID: before.ID, before: roleFacts(before),
		})
	})
}

// inheritPolicies lets what roles allow and deny on the service of a backup
// count for the one that is made of it: nobody sees more there.
func (c *Cloud) inheritPolicies(ctx context.Context, made org.Service) error {
	if made.RestoreFrom == "" {
		return nil
	}
	b, err := c.Store.BackupByID(ctx, made.OrganizationID, made.RestoreFrom)
	if err != nil {
		return err
	}
	roles, err := c.Store.CloudRolesOf(ctx, made.OrganizationID)
	if err != nil {
		return err
	}
	for _, before := range roles {
		after, inherits := before.Inherit(b.ServiceID, made.ID)
		if !inherits {
			continue
		}
		after.UpdatedAt = c.Now()
		if err := c.Store.UpdateCloudRole(ctx, after); err != nil {
			return err
		}
		if err := c.ledger().record(ctx, entry{
			kind: org.ActivityRoleUpdate, organizationID: made.OrganizationID, serviceID: made.ID, targetID: after.ID,
			before: roleFacts(before), after: roleFacts(after),
		}); err != nil {
			return err
		}
	}
	return nil
}

// writeRole runs fn with a role that can be changed.
func (c *Cloud) writeRole(ctx context.Context, ref RoleRef, fn func(ctx context.Context, r org.CloudRole, book roleBook) error) error {
	return c.write(ctx, access.OrganizationManage, ref.OrganizationID, func(ctx context.Context) error {
		if word, isSystem := access.SystemRoleOf(ref.ID); isSystem {
			return access.SystemRole(word, ref.OrganizationID, c.Now()).CheckChange()
		}
		book, err := c.roleBook(ctx, ref.OrganizationID)
		if err != nil {
			return err
		}
		role, err := roleIn(book.roles, ref.ID)
		if err != nil {
			return err
		}
		if err := checkVersion("role", role.Version, ref.Version); err != nil {
			return err
		}
		return fn(ctx, role, book)
	})
}

// patchRole returns the role after the patch, which nothing speaks against.
func (c *Cloud) patchRole(ctx context.Context, before org.CloudRole, patch org.CloudRolePatch, book roleBook) (org.CloudRole, error) {
	services, err := c.Store.ServicesOf(ctx, before.OrganizationID)
	if err != nil {
		return before, err
	}
	p, _ := access.From(ctx)
	after, err := before.Apply(patch, func(id string) bool {
		return slices.ContainsFunc(services, func(s org.Service) bool { return s.ID == id }) && p.MayAt(access.ServicesRead, id)
	})
	if err != nil {
		return before, err
	}
	if err := book.checkActors(after, before.Actors); err != nil {
		return before, err
	}
	if err := after.CheckName(book.roles); err != nil {
		return before, err
	}
	if err := book.checkCovers(ctx, before, after); err != nil {
		return before, err
	}
	return after, c.namePolicies(after.Policies, patch.Policies != nil)
}

// namePolicies gives ids to policies that are new.
func (c *Cloud) namePolicies(policies org.Policies, areNew bool) error {
	for i := range policies {
		if !areNew {
			return nil
		}
		id, err := c.newUUID()
		if err != nil {
			return err
		}
		policies[i].ID = id
	}
	return nil
}

func sameRole(a, b org.CloudRole) bool {
	return a.Name == b.Name && len(without(a.Actors, b.Actors)) == 0 && len(a.Actors) == len(b.Actors) &&
		slices.EqualFunc(a.Policies, b.Policies, samePolicy)
}

func samePolicy(a, b org.Policy) bool {
	sameTags := (a.Tags == nil) == (b.Tags == nil) &&
		(a.Tags == nil || a.Tags.ConsoleRole == b.Tags.ConsoleRole && slices.Equal(a.Tags.Grants, b.Tags.Grants))
	return sameTags && a.Effect == b.Effect && slices.Equal(a.Permissions, b.Permissions) && slices.Equal(a.Resources, b.Resources)
}

// without returns what is in list and not in others.
func without[T comparable](list, others []T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(item T) bool { return slices.Contains(others, item) })
}

func assignmentsOf(roleID string, actors []org.RoleActor) []org.Assignment {
	out := make([]org.Assignment, len(actors))
	for i, actor := range actors {
		out[i] = org.Assignment{RoleID: roleID, Actor: actor}
	}
	return out
}

func roleFacts(r org.CloudRole) facts {
	actors := make([]string, len(r.Actors))
	for i, actor := range r.Actors {
		actors[i] = actor.String()
	}
	policies := make([]facts, len(r.Policies))
	for i, p := range r.Policies {
		policies[i] = facts{"allowDeny": p.Effect, "permissions": p.Permissions, "resources": p.Resources}
	}
	return facts{"name": r.Name, "actors": actors, "policies": policies}
}
