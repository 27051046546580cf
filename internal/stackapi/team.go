package stackapi

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackroutes"
	"github.com/cairnstack/cairn/internal/stackwire"
)

type team struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	CreatedAt string `json:"createdAt" format:"date-time"`
	// DefaultUserRole is that of those who are invited without one.
	DefaultUserRole *string `json:"defaultUserRole" doc:"Role of those who are invited without one; null: it follows from their role in the organization."`
}

func (a *API) getTeam(ctx context.Context, _ *stackroutes.Nothing) (httpx.Reply[team], error) {
	t, err := a.resources.Team(ctx)
	return httpx.Reply[team]{Value: showTeam(t), Version: t.Version}, err
}

func showTeam(t stack.Team) team {
	return team{ID: t.ID, Name: t.Name, CreatedAt: stamp(t.CreatedAt), DefaultUserRole: idOrNil(t.DefaultRoleID)}
}

type teamInput struct {
	Body struct {
		Name string `json:"name" doc:"Letters, digits, spaces and . _ - ( ) [ ], at most 50."`
	}
}

func (a *API) createTeam(ctx context.Context, in *teamInput) (httpx.Reply[team], error) {
	made, err := a.teams.CreateTeam(ctx, in.Body.Name)
	return httpx.Reply[team]{Value: showTeam(made)}, err
}

func (a *API) updateTeam(ctx context.Context, in *teamInput) (httpx.Reply[team], error) {
	if _, err := a.teams.RenameTeam(ctx, in.Body.Name); err != nil {
		return httpx.Reply[team]{}, err
	}
	return a.getTeam(ctx, nil)
}

type deleteTeamInput struct {
	Name string `query:"name" required:"true" doc:"The name of the team, so that no other one is meant."`
}

func (a *API) deleteTeam(ctx context.Context, in *deleteTeamInput) (httpx.Reply[done], error) {
	return httpx.Reply[done]{Value: done{true}}, a.teams.DeleteTeam(ctx, in.Name)
}

type member struct {
	ID            string `json:"id"`
	Email         string `json:"email"`
	Name          string `json:"name"`
	Role          string `json:"role" enum:"admin,developer,billing,member" doc:"Role in the organization that owns the team."`
	RoleID        string `json:"roleId" doc:"Role in the team; empty for somebody who has none."`
	RoleName      string `json:"roleName"`
	IsVirtual     bool   `json:"isVirtual" doc:"Always false: there are no members without an account."`
	IsCurrentUser bool   `json:"isCurrentUser"`
	TwoFactor     *bool  `json:"twoFactor" doc:"Whether signing in takes a code of an authenticator app too; null for callers who do not manage members."`
	CreatedAt     string `json:"createdAt" format:"date-time" doc:"When the member joined the team."`
}

func (a *API) listMembers(ctx context.Context, _ *stackroutes.Nothing) ([]member, error) {
	caller, _ := access.From(ctx)
	list, names, err := a.resources.MembersWithRoles(ctx)
	return stackwire.Shown(list, func(m org.TeamMember) member { return showMember(m, names, caller) }), err
}

// showMember returns a member, with the name of their role in the team.
func showMember(m org.TeamMember, names map[string]string, caller access.Principal) member {
	id := access.RoleIDOf(m)
	shown := member{
		ID: m.UserID, Email: m.Email, Name: m.Name, Role: string(m.Role), RoleID: id, RoleName: names[id],
		IsCurrentUser: m.UserID == caller.UserID, CreatedAt: stamp(m.JoinedAt),
	}
	// Who could be attacked more easily is not for everybody to know.
	if caller.May(access.On(stack.ActionUpdate, stack.SubjectUser)) {
		shown.TwoFactor = &m.HasSecondFactor
	}
	return shown
}

type memberRoleInput struct {
	stackroutes.One
	Body struct {
		RoleID string `json:"roleId"`
	}
}

func (a *API) setMemberRole(ctx context.Context, in *memberRoleInput) (httpx.Reply[member], error) {
	set, err := a.resources.SetMemberRole(ctx, in.ID, in.Body.RoleID)
	if err != nil {
		return httpx.Reply[member]{}, err
	}
	caller, _ := access.From(ctx)
	names, err := a.resources.RoleNames(ctx, caller.TeamID)
	return httpx.Reply[member]{Value: showMember(set, names, caller)}, err
}

type defaultRoleInput struct {
	Body struct {
		RoleID *string `json:"roleId" nullable:"true" doc:"Null: it follows from the role in the organization."`
	}
}

type defaultRole struct {
	DefaultUserRole *string `json:"defaultUserRole"`
}

func (a *API) setDefaultRole(ctx context.Context, in *defaultRoleInput) (httpx.Reply[defaultRole], error) {
	id := ""
	if in.Body.RoleID != nil {
		id = *in.Body.RoleID
	}
	return httpx.Reply[defaultRole]{Value: defaultRole{idOrNil(id)}}, a.resources.SetDefaultRole(ctx, id)
}

func idOrNil(id string) *string {
	if id == "" {
		return nil
	}
	return &id
}

// done is the answer of team operations that take something away, as existing
// clients of the family read it.
type done struct {
	Success bool `json:"success"`
}

func (a *API) removeMember(ctx context.Context, in *stackroutes.One) (httpx.Reply[done], error) {
	return httpx.Reply[done]{Value: done{true}}, a.resources.RemoveMember(ctx, in.ID)
}

type invitation struct {
	ID        string  `json:"id"`
	Email     string  `json:"email"`
	Name      string  `json:"name"`
	Role      string  `json:"role" enum:"admin,developer,billing,member" doc:"Role in the organization that owns the team."`
	RoleID    *string `json:"roleId" doc:"Role in the team; null: it follows from the one in the organization."`
	CreatedAt string  `json:"createdAt" format:"date-time"`
	ExpireAt  string  `json:"expireAt" format:"date-time"`
}

func showInvitation(i org.TeamInvitation) invitation {
	return invitation{
		ID: i.ID, Email: i.Email, Name: i.Name, Role: string(i.Role), RoleID: idOrNil(i.StackRoleID),
		CreatedAt: stamp(i.CreatedAt), ExpireAt: stamp(i.ExpireAt()),
	}
}

func (a *API) listInvitations(ctx context.Context, _ *stackroutes.Nothing) ([]invitation, error) {
	list, err := a.resources.Invitations(ctx)
	return stackwire.Shown(list, showInvitation), err
}

type newInvitation struct {
	InvitationID *string `json:"invitationId" doc:"Null when it needs no acceptance."`
	UserID       *string `json:"userId" doc:"The new member; null while the invitation is pending."`
	Email        string  `json:"email"`
	Role         string  `json:"role" enum:"admin,developer,billing,member"`
	RoleID       *string `json:"roleId"`
	Status       string  `json:"status" enum:"active,pending" doc:"Active at once for an address that has an account, otherwise pending."`
	URL          string  `json:"url,omitempty" doc:"Anyone who has it can join the team. Returned only here, and only while the invitation is pending."`
}

type invitationBody stack.InvitationBody

func (a *API) createInvitation(ctx context.Context, in *stackroutes.BodyOf[invitationBody]) (httpx.Reply[newInvitation], error) {
	i, err := a.resources.Invite(ctx, in.Body.Bytes())
	if err != nil {
		return httpx.Reply[newInvitation]{}, err
	}
	made := newInvitation{Email: i.Email, Role: string(i.Role), RoleID: idOrNil(i.StackRoleID), Status: "pending"}
	if i.UserID != "" {
		made.UserID, made.Status = &i.UserID, "active"
	} else {
		made.InvitationID, made.URL = &i.ID, a.resources.JoinURL(i.Token)
	}
	return httpx.Reply[newInvitation]{Value: made}, nil
}

func (a *API) deleteInvitation(ctx context.Context, in *stackroutes.One) (httpx.Reply[done], error) {
	return httpx.Reply[done]{Value: done{true}}, a.resources.Uninvite(ctx, in.ID)
}

func stampOrNil(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := stamp(t)
	return &text
}
