package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

// member is a Member on the wire.
type member struct {
	UserID   string `json:"userId"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	Role     string `json:"role" enum:"admin,developer,billing,member" doc:"The system role, which is one of assignedRoles."`
	JoinedAt string `json:"joinedAt" format:"date-time"`

	AssignedRoles []assignedRole `json:"assignedRoles"`
}

func showMember(m org.Member) member {
	return member{
		UserID: m.UserID, Name: m.Name, Email: m.Email, Role: string(m.Role), JoinedAt: stamp(m.JoinedAt),
		AssignedRoles: showAssigned([]org.Role{m.Role}, m.CustomRoles),
	}
}

func (a *API) listMembers(ctx context.Context, in *InOrganization) ([]member, error) {
	members, err := a.cloud.Members(ctx, in.OrganizationID)
	return shown(members, showMember), err
}

func (a *API) getMember(ctx context.Context, in *InMember) (httpx.Reply[member], error) {
	return replyMember(a.cloud.Member(ctx, in.OrganizationID, in.UserID))
}

func replyMember(m org.Member, err error) (httpx.Reply[member], error) {
	return httpx.Reply[member]{Value: showMember(m), Version: m.Version}, err
}

type updateMemberInput struct {
	ChangeMember
	Body struct {
		Role            *string   `json:"role,omitempty" nullable:"false" enum:"admin,developer,billing,member" doc:"The system role; other roles stay, except beside admin."`
		AssignedRoleIDs *[]string `json:"assignedRoleIds,omitempty" nullable:"false" maxItems:"20" doc:"All roles, in place of the current ones. At most one system role; without one, Member. Not together with role."`
	}
}

func (a *API) updateMember(ctx context.Context, in *updateMemberInput) (httpx.Reply[member], error) {
	return replyMember(a.cloud.UpdateMember(ctx, in.ref(), cloud.MemberPatch{
		Role: (*org.Role)(in.Body.Role), RoleIDs: in.Body.AssignedRoleIDs,
	}))
}

func (a *API) deleteMember(ctx context.Context, in *ChangeMember) error {
	return a.cloud.DeleteMember(ctx, in.ref())
}

// invitation is an Invitation on the wire.
type invitation struct {
	ID        string `json:"id" format:"uuid"`
	Email     string `json:"email"`
	Role      string `json:"role" enum:"admin,developer,billing,member"`
	CreatedAt string `json:"createdAt" format:"date-time"`
	ExpireAt  string `json:"expireAt" format:"date-time"`

	AssignedRoles []assignedRole `json:"assignedRoles"`

	URL string `json:"url,omitempty" doc:"Anyone who has it can join the organization. Returned only when it is created."`
}

func showInvitation(i org.Invitation) invitation {
	return invitation{
		ID: i.ID, Email: i.Email, Role: string(i.Role), CreatedAt: stamp(i.CreatedAt), ExpireAt: stamp(i.ExpireAt),
		AssignedRoles: showAssigned([]org.Role{i.Role}, i.CustomRoles),
	}
}

func (a *API) listInvitations(ctx context.Context, in *InOrganization) ([]invitation, error) {
	invitations, err := a.cloud.Invitations(ctx, in.OrganizationID)
	return shown(invitations, showInvitation), err
}

type createInvitationInput struct {
	InOrganization
	Body struct {
		Email string `json:"email" minLength:"1" maxLength:"254"`
		Role  string `json:"role,omitempty" enum:"admin,developer,billing,member" doc:"Required without assignedRoleIds."`

		AssignedRoleIDs *[]string `json:"assignedRoleIds,omitempty" nullable:"false" maxItems:"20" doc:"As for members. Not together with role."`
	}
}

func (a *API) createInvitation(ctx context.Context, in *createInvitationInput) (httpx.Reply[invitation], error) {
	input := cloud.InvitationInput{Email: in.Body.Email, Role: org.Role(in.Body.Role), RoleIDs: in.Body.AssignedRoleIDs}
	made, err := a.cloud.CreateInvitation(ctx, in.OrganizationID, input)
	reply, err := replyInvitation(made, err)
	reply.Value.URL = a.cloud.JoinURL(made.Token)
	return reply, err
}

func (a *API) getInvitation(ctx context.Context, in *InInvitation) (httpx.Reply[invitation], error) {
	return replyInvitation(a.cloud.Invitation(ctx, in.OrganizationID, in.InvitationID))
}

func replyInvitation(i org.Invitation, err error) (httpx.Reply[invitation], error) {
	return httpx.Reply[invitation]{Value: showInvitation(i), Version: cloud.InvitationVersion}, err
}

type deleteInvitationInput struct {
	InInvitation
	httpx.Conditional
}

func (a *API) deleteInvitation(ctx context.Context, in *deleteInvitationInput) error {
	ref := cloud.InvitationRef{OrganizationID: in.OrganizationID, ID: in.InvitationID, Version: in.IfVersion()}
	return a.cloud.DeleteInvitation(ctx, ref)
}
