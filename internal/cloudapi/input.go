package cloudapi

import (
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/httpx"
)

// The types below are exported because the reader of inputs looks into
// embedded types that are. The nil uuid names nothing and is refused like any
// other text that is no id.

// InOrganization is the path of an operation on an organization.
type InOrganization struct {
	OrganizationID string `path:"organizationId" format:"uuid" pattern:"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-9a-fA-F][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$" patternDescription:"a UUID other than the nil UUID" doc:"The organization."`
}

// InService is the path of an operation on a service.
type InService struct {
	InOrganization
	ServiceID string `path:"serviceId" format:"uuid" pattern:"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-9a-fA-F][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$" patternDescription:"a UUID other than the nil UUID" doc:"The service."`
}

// InReverse is the path of an operation on a reverse private endpoint.
type InReverse struct {
	InService
	ID string `path:"reversePrivateEndpointId" format:"uuid" pattern:"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-9a-fA-F][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$" patternDescription:"a UUID other than the nil UUID" doc:"The reverse private endpoint."`
}

// InBackup is the path of an operation on a backup.
type InBackup struct {
	InService
	ID string `path:"backupId" format:"uuid" pattern:"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-9a-fA-F][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$" patternDescription:"a UUID other than the nil UUID" doc:"The backup."`
}

// InKey is the path of an operation on a key.
type InKey struct {
	InOrganization
	KeyID string `path:"keyId" format:"uuid" pattern:"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-9a-fA-F][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$" patternDescription:"a UUID other than the nil UUID" doc:"The id of the key; not the key id that it signs in with."`
}

// InInvitation is the path of an operation on an invitation.
type InInvitation struct {
	InOrganization
	InvitationID string `path:"invitationId" format:"uuid" pattern:"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-9a-fA-F][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$" patternDescription:"a UUID other than the nil UUID" doc:"The invitation."`
}

// InRole is the path of an operation on a role.
type InRole struct {
	InOrganization
	RoleID string `path:"roleId" format:"uuid" pattern:"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-9a-fA-F][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$" patternDescription:"a UUID other than the nil UUID" doc:"The role."`
}

// InMember is the path of an operation on a member.
type InMember struct {
	InOrganization
	UserID string `path:"userId" pattern:"^[0-9a-f]{24}$" patternDescription:"24 lower-case hexadecimal digits" doc:"The member."`
}

// InActivity is the path of an operation on an activity.
type InActivity struct {
	InOrganization
	ActivityID string `path:"activityId" pattern:"^[0-9a-f]{24}$" patternDescription:"24 lower-case hexadecimal digits" doc:"The activity."`
}

// ChangeService is the input of a change to a service.
type ChangeService struct {
	InService
	httpx.Conditional
}

func (in *ChangeService) ref() cloud.ServiceRef {
	return cloud.ServiceRef{OrganizationID: in.OrganizationID, ID: in.ServiceID, Version: in.IfVersion()}
}

// ChangeReverse is the input of a change to a reverse private endpoint.
type ChangeReverse struct {
	InReverse
	httpx.Conditional
}

func (in *InReverse) ref() cloud.ReverseRef {
	return cloud.ReverseRef{OrganizationID: in.OrganizationID, ServiceID: in.ServiceID, ID: in.ID}
}

func (in *ChangeReverse) ref() cloud.ReverseRef {
	ref := in.InReverse.ref()
	ref.Version = in.IfVersion()
	return ref
}

// ChangeKey is the input of a change to a key.
type ChangeKey struct {
	InKey
	httpx.Conditional
}

func (in *ChangeKey) ref() cloud.KeyRef {
	return cloud.KeyRef{OrganizationID: in.OrganizationID, ID: in.KeyID, Version: in.IfVersion()}
}

// ChangeRole is the input of a change to a role.
type ChangeRole struct {
	InRole
	httpx.Conditional
}

func (in *ChangeRole) ref() cloud.RoleRef {
	return cloud.RoleRef{OrganizationID: in.OrganizationID, ID: in.RoleID, Version: in.IfVersion()}
}

// ChangeMember is the input of a change to a member.
type ChangeMember struct {
	InMember
	httpx.Conditional
}

func (in *ChangeMember) ref() cloud.MemberRef {
	return cloud.MemberRef{OrganizationID: in.OrganizationID, UserID: in.UserID, Version: in.IfVersion()}
}
