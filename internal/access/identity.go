package access

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Bounds of what a single sign-on provider says about people.
const (
	IdentityCharsMax = 255 // of a subject; more is refused
	IDTokenBytesMax  = 16 << 10
)

// Identity ties an account to a person at a single sign-on provider.
type Identity struct {
	Issuer    string
	Subject   string // who it is at the issuer, for ever
	UserID    string
	IsGranted bool // rules gave the role that the account has; it goes with them
	CreatedAt time.Time
	UsedAt    time.Time
}

// ProviderSession is with what a session is ended at its provider.
type ProviderSession struct {
	SessionID string
	Issuer    string
	IDToken   string // empty: it was too long to be kept
}

// IdentityStore keeps what ties accounts to single sign-on providers.
type IdentityStore interface {
	CreateIdentity(ctx context.Context, i Identity) error
	IdentityBySubject(ctx context.Context, issuer, subject string) (Identity, error)
	// IdentitiesOf returns those of an account, oldest first.
	IdentitiesOf(ctx context.Context, userID string) ([]Identity, error)
	// NoteSignIn writes when the identity was used, and whether rules gave the
	// role.
	NoteSignIn(ctx context.Context, i Identity) error
	CreateProviderSession(ctx context.Context, p ProviderSession) error
	ProviderSessionOf(ctx context.Context, sessionID string) (ProviderSession, error)
	InvitedStore
}

// InvitedStore finds what the rules and invitations of a person are about.
type InvitedStore interface {
	Organizations(ctx context.Context) ([]org.Organization, error)
	TeamByName(ctx context.Context, nameOrID string) (string, error)
	RolesOf(ctx context.Context, teamID string) ([]stack.Role, error)
	OrganizationInvitationsTo(ctx context.Context, email string) ([]org.Invitation, error)
	TeamInvitationsTo(ctx context.Context, email string) ([]org.TeamInvitation, error)
}

// Person is somebody for whom a single sign-on provider vouches.
type Person struct {
	Provider        string // its name, for people
	Issuer          string
	Subject         string
	Email           string // empty: the provider did not say
	IsEmailVerified bool
	Name            string
	IDToken         string
	Grants          []Grant // of the rules that match, or the default; empty: none
}

// Grant is what a rule gives: a role in the organization, and a seat in a team.
type Grant struct {
	Role     org.Role
	Team     string // name or id; empty: all teams of the organization
	TeamRole string // name of a role in the team; empty: it follows from Role
}

// SignInMethods are how the owner of an account can sign in.
type SignInMethods struct {
	HasPassword bool
	Identities  []Identity
}

// SignInMethods returns how the caller can sign in.
func (s *Service) SignInMethods(ctx context.Context) (SignInMethods, error) {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return SignInMethods{}, err
	}
	user, err := s.Store.UserByID(ctx, p.UserID)
	if err != nil {
		return SignInMethods{}, err
	}
	identities, err := s.Store.IdentitiesOf(ctx, user.ID)
	return SignInMethods{HasPassword: user.PasswordHash != "" && !s.SSOOnly, Identities: identities}, err
}

// ProviderSession returns with what the caller's session is ended at its
// provider; one that was opened with a password is NotFound.
func (s *Service) ProviderSession(ctx context.Context) (ProviderSession, error) {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return ProviderSession{}, err
	}
	return s.Store.ProviderSessionOf(ctx, p.KeyID)
}

// Provider is where people can sign in.
type Provider struct {
	ID     string // in addresses
	Name   string
	Issuer string
}

// Departure is where a person is sent to sign in, and what their browser keeps
// meanwhile.
type Departure struct {
	URL    string
	Ticket string
}

// Return is what a provider has sent back through the browser: a code, or why
// there is none.
type Return struct {
	Provider string // whose address it came back to
	State    string
	Code     string
	Error    string
	Issuer   string // empty: it did not say
}
