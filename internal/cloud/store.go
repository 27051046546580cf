package cloud

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Store keeps what the cloud's use cases change. A look-up of something that
// is not there, or that belongs to another organization, is NotFound; a
// write of an old version is Stale.
type Store interface {
	OrganizationStore
	ServiceStore
	TeamSeats
	ReverseStore
	KeyStore
	ActivityStore
	MemberStore
	InvitationStore
	BackupStore
	RoleStore
}

// OrganizationStore keeps organizations.
type OrganizationStore interface {
	// InTx runs fn in one transaction that rides in the context; a call
	// inside another joins it.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// LockOrganization makes every other transaction that locks the
	// organization wait until the transaction of ctx ends.
	LockOrganization(ctx context.Context, id string) error
	OrganizationByID(ctx context.Context, id string) (org.Organization, error)
	UpdateOrganization(ctx context.Context, o org.Organization) error
}

// ServiceStore keeps services.
type ServiceStore interface {
	CreateService(ctx context.Context, s org.Service) error
	ServiceByID(ctx context.Context, organizationID, id string) (org.Service, error)
	// ServiceOfAny does not know whom it acts for: show nothing of its answer.
	ServiceOfAny(ctx context.Context, id string) (org.Service, error)
	ServicesOf(ctx context.Context, organizationID string) ([]org.Service, error)
	UpdateService(ctx context.Context, s org.Service) error
	// ServiceOfTeam returns the service that owns the team.
	ServiceOfTeam(ctx context.Context, teamID string) (org.Service, error)
	SetServicePassword(ctx context.Context, serviceID string, p org.PasswordHashes, at time.Time) error
}

// TeamSeats keeps the team of a service and who sits in it.
type TeamSeats interface {
	CreateTeam(ctx context.Context, t stack.Team) error
	RenameTeam(ctx context.Context, id, name string) error
	AddTeamMember(ctx context.Context, teamID, userID, roleID string, at time.Time) error
	MembershipsOf(ctx context.Context, userID string) ([]access.Membership, error)
	// CloseTeam ends the seats of a team with its keys, links and invitations;
	// sessions go on in another team of their user.
	CloseTeam(ctx context.Context, id string) error
}

// ReverseStore keeps reverse private endpoints.
type ReverseStore interface {
	CreateReverseEndpoint(ctx context.Context, e org.ReverseEndpoint) error
	ReverseEndpointByID(ctx context.Context, organizationID, serviceID, id string) (org.ReverseEndpoint, error)
	ReverseEndpointsOf(ctx context.Context, organizationID string) ([]org.ReverseEndpoint, error)
	ReverseEndpointsOfService(ctx context.Context, organizationID, serviceID string) ([]org.ReverseEndpoint, error)
	UpdateReverseEndpoint(ctx context.Context, e org.ReverseEndpoint) error
}

// KeyStore keeps cloud keys.
type KeyStore interface {
	CreateCloudKey(ctx context.Context, k org.Key) error
	CloudKeyByID(ctx context.Context, organizationID, id string) (org.Key, error)
	CloudKeysOf(ctx context.Context, organizationID string) ([]org.Key, error)
	UpdateCloudKey(ctx context.Context, k org.Key) error
	DeleteCloudKey(ctx context.Context, organizationID, id string) error
}

// ActivityStore keeps the audit log.
type ActivityStore interface {
	AppendActivity(ctx context.Context, a org.Activity) error
	LastActivity(ctx context.Context, organizationID string) (org.Activity, error)
	ActivityByID(ctx context.Context, organizationID, id string) (org.Activity, error)
	ActivitiesOf(ctx context.Context, organizationID string, r org.TimeRange, below int64, limit int) ([]org.Activity, error)
}

// MemberStore keeps the members of organizations.
type MemberStore interface {
	CreateUser(ctx context.Context, u access.User) error
	MembersOf(ctx context.Context, organizationID string) ([]org.Member, error)
	MemberByID(ctx context.Context, organizationID, userID string) (org.Member, error)
	AddOrganizationMember(ctx context.Context, organizationID, userID string, role org.Role, at time.Time) error
	UpdateMember(ctx context.Context, m org.Member) error
	DeleteMember(ctx context.Context, organizationID, userID string) error
}

// InvitationStore keeps invitations to organizations.
type InvitationStore interface {
	CreateOrganizationInvitation(ctx context.Context, i org.Invitation) error
	OrganizationInvitationByID(ctx context.Context, organizationID, id string) (org.Invitation, error)
	OrganizationInvitationsOf(ctx context.Context, organizationID string) ([]org.Invitation, error)
	OrganizationInvitationByToken(ctx context.Context, token string) (org.Invitation, error)
	DeleteOrganizationInvitation(ctx context.Context, organizationID, id string) error
	// RevokeInvitations ends the invitations that grant the role, those to the
	// organization and those to its teams.
	RevokeInvitations(ctx context.Context, organizationID string, role org.Role) error
	// RevokeInvitationsTo ends those of an address.
	RevokeInvitationsTo(ctx context.Context, organizationID, email string) error
}
