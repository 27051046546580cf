package access

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Store keeps accounts and credentials. Every look-up of something that is
// not there is a NotFound fault; a value that must be unique and is
// taken is a Conflict fault.
type Store interface {
	AccountStore
	KeyStore
	SessionStore
	InstallStore
	ShareLinkStore
	PasswordLinkStore
	SecondFactorStore
	IdentityStore
	PolicyStore
	// InTx runs fn in one transaction that rides in the context; a call
	// inside another joins it.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// AccountStore keeps users, teams and who sits where.
type AccountStore interface {
	CreateUser(ctx context.Context, u User) error
	UserByEmail(ctx context.Context, email string) (User, error)
	UserByID(ctx context.Context, id string) (User, error)
	CountUsers(ctx context.Context) (int, error)
	// Users returns all users, oldest first.
	Users(ctx context.Context) ([]User, error)
	CreateTeam(ctx context.Context, t stack.Team) error
	AddTeamMember(ctx context.Context, teamID, userID, roleID string, at time.Time) error
	MembershipsOf(ctx context.Context, userID string) ([]Membership, error)
	SeatOf(ctx context.Context, teamID, userID string) (Seat, error)
	SetPassword(ctx context.Context, userID, hash string) error
	// RenameUser replaces the address and the name of a user; an address that is
	// taken is a Conflict.
	RenameUser(ctx context.Context, userID, email, name string) error
	SetDisabled(ctx context.Context, userID string, since time.Time) error
	PeopleStore
}

// PolicyStore knows what cloud roles say.
type PolicyStore interface {
	// PoliciesOf returns the policies of all cloud roles of the actor.
	PoliciesOf(ctx context.Context, organizationID string, actor org.RoleActor) (org.Policies, error)
	// GiveInvitedRoles gives the user, who is a new member, the cloud roles of
	// the invitation.
	GiveInvitedRoles(ctx context.Context, organizationID, invitationID, userID string) error
	// RevokeInvitationsWithRoles ends the invitations to the organization that
	// give cloud roles.
	RevokeInvitationsWithRoles(ctx context.Context, organizationID string) error
}

// PeopleStore keeps who is a member of which organization.
type PeopleStore interface {
	// LockOrganization makes every other transaction that locks the
	// organization wait until the transaction of ctx ends.
	LockOrganization(ctx context.Context, id string) error
	OrganizationsOfUser(ctx context.Context, userID string) ([]string, error)
	TeamsOfOrganization(ctx context.Context, organizationID string) ([]string, error)
	MembersOf(ctx context.Context, organizationID string) ([]org.Member, error)
	MemberByID(ctx context.Context, organizationID, userID string) (org.Member, error)
	UpdateMember(ctx context.Context, m org.Member) error
	// DeleteMember also takes the user's seats in the teams of the
	// organization.
	DeleteMember(ctx context.Context, organizationID, userID string) error
	RemoveTeamMember(ctx context.Context, teamID, userID string) error
	SetMemberRole(ctx context.Context, teamID, userID, roleID string) error
	// RevokeInvitations ends the invitations that grant the role, those to the
	// organization and those to its teams.
	RevokeInvitations(ctx context.Context, organizationID string, role org.Role) error
	// RevokeInvitationsTo ends those of an address.
	RevokeInvitationsTo(ctx context.Context, organizationID, email string) error
}

// KeyStore keeps access, ingestion and cloud keys.
type KeyStore interface {
	CreateAccessKey(ctx context.Context, k AccessKey) error
	AccessKeyByPublicID(ctx context.Context, publicID string) (AccessKey, error)
	CreateIngestionKey(ctx context.Context, k IngestionKey) error
	IngestionKeyByPublicID(ctx context.Context, publicID string) (IngestionKey, error)
	CloudKeyByKeyIDHash(ctx context.Context, hash []byte) (org.Key, error)
	KeyListStore
}

// KeyListStore lists and ends keys, and notes their use.
type KeyListStore interface {
	AccessKeysOf(ctx context.Context, userID string) ([]AccessKey, error)
	IngestionKeysOf(ctx context.Context, teamID string) ([]IngestionKey, error)
	DeleteAccessKey(ctx context.Context, userID, id string) error
	DeleteIngestionKey(ctx context.Context, teamID, id string) error
	NoteKeyUse(ctx context.Context, kind TokenKind, id string, at time.Time) error
}

// SessionStore keeps signed-in browsers.
type SessionStore interface {
	CreateSession(ctx context.Context, s Session) error
	SessionByPublicID(ctx context.Context, publicID string) (Session, error)
	SessionListStore
	TouchSession(ctx context.Context, id string, at time.Time) error
	DeleteSession(ctx context.Context, id string) error
	DeleteSessionsOf(ctx context.Context, userID, exceptID string) error
	DeleteSessionsBefore(ctx context.Context, created, seen time.Time) (int, error)
}

// SessionListStore lists and ends the sessions of a user.
type SessionListStore interface {
	// SessionsOf returns the sessions that were opened after created and used
	// after seen, the last used first.
	SessionsOf(ctx context.Context, userID string, created, seen time.Time) ([]Session, error)
	// EndSession ends a session of the user.
	EndSession(ctx context.Context, userID, id string) error
}
