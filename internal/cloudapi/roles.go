package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

// roleOperation takes what a role returns and drops what the server decides.
func roleOperation(op httpx.Operation) httpx.Operation {
	op.Ignore = []string{
		"id", "tenantId", "ownerId", "type", "createdAt", "updatedAt", "policies.*.id", "policies.*.roleId", "policies.*.tenantId",
	}
	return conflicts(op)
}

// organizationRole is a cloud role on the wire.
type organizationRole struct {
	ID        string       `json:"id" format:"uuid"`
	TenantID  string       `json:"tenantId" doc:"organization/ and its id."`
	OwnerID   string       `json:"ownerId" doc:"As tenantId."`
	Name      string       `json:"name"`
	Type      string       `json:"type" enum:"system,custom" doc:"System roles can't be changed."`
	Actors    []string     `json:"actors" doc:"Who has the role: user/ and the id of a member, apiKey/ and the id of a key."`
	Policies  []rolePolicy `json:"policies"`
	CreatedAt string       `json:"createdAt" format:"date-time"`
	UpdatedAt string       `json:"updatedAt" format:"date-time"`
}

// rolePolicy is a policy of a role on the wire.
type rolePolicy struct {
	ID          string      `json:"id" format:"uuid"`
	RoleID      string      `json:"roleId" format:"uuid"`
	TenantID    string      `json:"tenantId"`
	AllowDeny   string      `json:"allowDeny" enum:"ALLOW,DENY"`
	Permissions []string    `json:"permissions"`
	Resources   []string    `json:"resources"`
	Tags        *policyTags `json:"tags,omitempty"`
}

type policyTags struct {
	Grants []string `json:"grants,omitempty" maxItems:"50" doc:"Kept, without effect."`
	RoleV2 string   `json:"roleV2,omitempty" enum:"sql-console-readonly,sql-console-admin" doc:"Kept, without effect."`
}

// assignedRole is a role that a member, a key or an invitation has.
type assignedRole struct {
	RoleID   string `json:"roleId" format:"uuid"`
	RoleName string `json:"roleName"`
	RoleType string `json:"roleType" enum:"system,custom"`
}

func showRole(r org.CloudRole) organizationRole {
	tenant := org.OrganizationResource(r.OrganizationID)
	return organizationRole{
		ID: r.ID, TenantID: tenant, OwnerID: tenant, Name: r.Name, Type: string(r.Type()),
		Actors: shown(r.Actors, org.RoleActor.String), CreatedAt: stamp(r.CreatedAt), UpdatedAt: stamp(r.UpdatedAt),
		Policies: shown(r.Policies, func(p org.Policy) rolePolicy { return showPolicy(r, p) }),
	}
}

func showPolicy(r org.CloudRole, p org.Policy) rolePolicy {
	out := rolePolicy{
		ID: p.ID, RoleID: r.ID, TenantID: org.OrganizationResource(r.OrganizationID), AllowDeny: string(p.Effect),
		Permissions: shown(p.Permissions, func(perm org.CloudPermission) string { return string(perm) }),
		Resources:   append([]string{}, p.Resources...),
	}
	if p.Tags != nil {
		out.Tags = &policyTags{Grants: p.Tags.Grants, RoleV2: string(p.Tags.ConsoleRole)}
	}
	return out
}

func showAssigned(system []org.Role, custom []org.RoleRef) []assignedRole {
	out := shown(system, func(word org.Role) assignedRole {
		known := access.SystemRoleRef(word)
		return assignedRole{known.ID, known.Name, string(org.RoleOfSystem)}
	})
	return append(out, shown(custom, func(ref org.RoleRef) assignedRole { return assignedRole{ref.ID, ref.Name, string(org.RoleCustom)} })...)
}

func (a *API) listRoles(ctx context.Context, in *InOrganization) ([]organizationRole, error) {
	roles, err := a.cloud.Roles(ctx, in.OrganizationID)
	return shown(roles, showRole), err
}

func (a *API) getRole(ctx context.Context, in *InRole) (httpx.Reply[organizationRole], error) {
	return replyRole(a.cloud.Role(ctx, in.OrganizationID, in.RoleID))
}

func replyRole(r org.CloudRole, err error) (httpx.Reply[organizationRole], error) {
	return httpx.Reply[organizationRole]{Value: showRole(r), Version: r.Version}, err
}

// policyBody is a policy in a request.
type policyBody struct {
	AllowDeny   string      `json:"allowDeny" enum:"ALLOW,DENY" doc:"A denial wins over every allowance."`
	Permissions []string    `json:"permissions" minItems:"1" maxItems:"25" doc:"All on the organization or all on services."`
	Resources   []string    `json:"resources" minItems:"1" maxItems:"200" doc:"organization/ and the id of this organization; or instance/* for all services, instance/ and an id for one."`
	Tags        *policyTags `json:"tags,omitempty"`
}

func (b policyBody) policy() org.Policy {
	out := org.Policy{
		Effect: org.Effect(b.AllowDeny), Resources: b.Resources,
		Permissions: shown(b.Permissions, func(word string) org.CloudPermission { return org.CloudPermission(word) }),
	}
	if b.Tags != nil {
		out.Tags = &org.PolicyTags{Grants: b.Tags.Grants, ConsoleRole: org.ConsoleRole(b.Tags.RoleV2)}
	}
	return out
}

type createRoleInput struct {
	InOrganization
	Body struct {
		Name     string       `json:"name" minLength:"1" maxLength:"128" doc:"Unique in the organization, in any letter case."`
		Actors   []string     `json:"actors" maxItems:"500" doc:"user/ and the id of a member, apiKey/ and the id of a key."`
		Policies []policyBody `json:"policies" maxItems:"20"`
	}
}

func (a *API) createRole(ctx context.Context, in *createRoleInput) (httpx.Reply[organizationRole], error) {
	policies := shown(in.Body.Policies, policyBody.policy)
	return replyRole(a.cloud.CreateRole(ctx, in.OrganizationID, org.CloudRolePatch{
		Name: &in.Body.Name, Actors: &in.Body.Actors, Policies: &policies,
	}))
}

type updateRoleInput struct {
	ChangeRole
	Body struct {
		Name     *string       `json:"name,omitempty" nullable:"false" minLength:"1" maxLength:"128"`
		Actors   *[]string     `json:"actors,omitempty" nullable:"false" maxItems:"500" doc:"All of them, in place of the current ones."`
		Policies *[]policyBody `json:"policies,omitempty" nullable:"false" maxItems:"20" doc:"All of them, in place of the current ones."`
	}
}

func (a *API) updateRole(ctx context.Context, in *updateRoleInput) (httpx.Reply[organizationRole], error) {
	patch := org.CloudRolePatch{Name: in.Body.Name, Actors: in.Body.Actors}
	if in.Body.Policies != nil {
		policies := shown(*in.Body.Policies, policyBody.policy)
		patch.Policies = &policies
	}
	return replyRole(a.cloud.UpdateRole(ctx, in.ref(), patch))
}

func (a *API) deleteRole(ctx context.Context, in *ChangeRole) error {
	return a.cloud.DeleteRole(ctx, in.ref())
}
