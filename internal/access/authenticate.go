package access

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// How long a session lives without use, and at all.
const (
	SessionIdleMax = 24 * time.Hour
	SessionAgeMax  = 30 * 24 * time.Hour
)

// Basic authenticates a cloud key by its key id and secret, as called from
// addr. Every failure is Unauthenticated, or Limited after too many guesses; an
// unknown key id costs as much as a wrong secret.
func (s *Service) Basic(ctx context.Context, keyID, secret string, addr netip.Addr) (Principal, error) {
	p, err := s.basic(ctx, keyID, secret, addr)
	if err != nil {
		s.refused(ctx, p, err)
		p = Principal{}
	}
	return p, s.Refused(ctx, keyID+"\x00"+secret, err)
}

// basic returns whose key it is even when it is refused.
func (s *Service) basic(ctx context.Context, keyID, secret string, addr netip.Addr) (Principal, error) {
	key, err := s.Store.CloudKeyByKeyIDHash(ctx, HashSecret(keyID))
	known, err := foundOr(err)
	if err != nil {
		return Principal{}, err
	}
	same := SameHash(HashSecret(secret), orDummy(key.SecretHash))
	p := Principal{KeyID: key.ID, Kind: TokenCloud, OrganizationID: key.OrganizationID, Roles: key.Roles}
	switch {
	case !known:
		return Principal{}, refuse("Key is not found" + misplacedHint(secret, TokenCloud))
	case !same:
		return p, refuse("Invalid credentials.")
	case !key.Active(s.Now()):
		return p, refuse("Key is not active")
	case !org.AllowsAddr(key.IPAccessList, addr):
		return p, refuse("Key is not allowed from this address")
	}
	p.Policies, err = s.Store.PoliciesOf(ctx, key.OrganizationID, org.RoleActor{Kind: org.ActorOfKey, ID: key.ID})
	return p, err
}

// Bearer authenticates a personal API access key. The principal has the role
// of the key's owner in the organization behind the team.
func (s *Service) Bearer(ctx context.Context, token string) (Principal, error) {
	p, err := s.bearer(ctx, token)
	if err != nil {
		s.refused(ctx, p, err)
		p = Principal{}
	}
	return p, s.Refused(ctx, token, err)
}

// bearer returns whose key it is even when it is refused.
func (s *Service) bearer(ctx context.Context, token string) (Principal, error) {
	publicID, err := s.publicID(token, TokenAccess)
	if err != nil {
		return Principal{}, err
	}
	key, err := s.Store.AccessKeyByPublicID(ctx, publicID)
	p := Principal{KeyID: key.ID, Kind: TokenAccess, UserID: key.UserID, TeamID: key.TeamID}
	if err := s.matches(err, token, key.Hash); err != nil {
		return p, err
	}
	if !key.ExpireAt.IsZero() && !s.Now().Before(key.ExpireAt) {
		return p, refuse("the access key has expired")
	}
	p, err = s.seated(ctx, p)
	if err == nil && key.Role != nil {
		// What its owner may do in the organization is not the key's.
		p.Grants, p.Roles, p.limited = append(p.roles(), *key.Role), []org.Role{org.RoleMember}, true
		p.Policies = nil
	}
	return p, err
}

// Ingestion authenticates an ingestion key. Its verdict may be kept, so that
// the caller counts refusals with Refused.
func (s *Service) Ingestion(ctx context.Context, token string) (Principal, error) {
	publicID, err := s.publicID(token, TokenIngestion)
	if err != nil {
		return Principal{}, err
	}
	key, err := s.Store.IngestionKeyByPublicID(ctx, publicID)
	if err := s.matches(err, token, key.Hash); err != nil {
		return Principal{}, err
	}
	return Principal{KeyID: key.ID, Kind: TokenIngestion, TeamID: key.TeamID}, nil
}

// Session authenticates a browser by its session token. The principal also
// acts for the organization behind the team, with the user's role there.
func (s *Service) Session(ctx context.Context, token string) (Principal, error) {
	publicID, err := s.publicID(token, TokenSession)
	if err != nil {
		return Principal{}, err
	}
	session, err := s.Store.SessionByPublicID(ctx, publicID)
	if err := s.matches(err, token, session.Hash); err != nil {
		return Principal{}, err
	}
	if s.sessionOver(session) {
		return Principal{}, refuse("the session has expired; sign in again")
	}
	p, err := s.seated(ctx, Principal{KeyID: session.ID, Kind: TokenSession, UserID: session.UserID, TeamID: session.TeamID})
	if err != nil {
		s.refused(ctx, p, err)
		p = Principal{}
	}
	return p, err
}

func (s *Service) sessionOver(session Session) bool {
	now := s.Now()
	return now.Sub(session.SeenAt) >= SessionIdleMax || now.Sub(session.CreatedAt) >= SessionAgeMax
}

// seated returns the principal with the role that its user has in the
// organization behind the team. The account of somebody who is disabled, or
// has no role there any more, is refused, and the principal returned as it was.
func (s *Service) seated(ctx context.Context, p Principal) (Principal, error) {
	seat, err := s.Store.SeatOf(ctx, p.TeamID, p.UserID)
	found, err := foundOr(err)
	switch {
	case err != nil:
		return Principal{}, err
	case !found || seat.Role == "":
		return p, refuse("the account is no longer a member of the team")
	case !seat.DisabledAt.IsZero():
		return p, refuse(disabledMessage)
	}
	p.OrganizationID, p.Roles, p.Grants = seat.OrganizationID, []org.Role{seat.Role}, nil
	p.ServiceID, p.Policies = seat.ServiceID, nil
	if seat.HasCloudRoles {
		actor := org.RoleActor{Kind: org.ActorOfUser, ID: p.UserID}
		if p.Policies, err = s.Store.PoliciesOf(ctx, seat.OrganizationID, actor); err != nil {
			return Principal{}, err
		}
	}
	if seat.StackRole != nil && seat.Role != org.RoleAdmin {
		p.Grants = []stack.Role{*seat.StackRole}
	}
	return p, nil
}

// Enter returns the caller of the cloud API, who is at a service, as it acts in
// the team of it: a key as its roles in the organization say, a person as their
// seat does.
func (s *Service) Enter(ctx context.Context, p Principal, teamID string) (Principal, error) {
	if p.UserID == "" {
		return p.Manage(teamID), nil
	}
	return s.ActIn(ctx, p, teamID)
}

// ActIn returns the caller as it acts in a team of its user's choice. Somebody
// who is no member of it learns nothing of it. A key with a role stays in its
// own team, where the role is.
func (s *Service) ActIn(ctx context.Context, p Principal, teamID string) (Principal, error) {
	if teamID == "" || teamID == p.TeamID {
		return p, nil
	}
	if p.limited {
		return Principal{}, fault.New(fault.NotFound, "Team not found")
	}
	there := p
	there.TeamID = teamID
	there, err := s.seated(ctx, there)
	if IsRefusal(err) {
		return Principal{}, fault.New(fault.NotFound, "Team not found")
	}
	return there, err
}

// publicID returns the public part of a token of the wanted kind, and for
// another kind a refusal that says where that one belongs.
func (s *Service) publicID(token string, want TokenKind) (string, error) {
	kind, publicID, err := ParseToken(token)
	if err != nil {
		return "", refuse("the " + want.name() + " is not valid")
	}
	if kind != want {
		return "", refuse(misplaced(kind, want))
	}
	return publicID, nil
}

// matches judges a look-up and the stored hash; it compares even when nothing
// was found, so that both paths take as long.
func (s *Service) matches(lookup error, token string, stored []byte) error {
	known, err := foundOr(lookup)
	if err != nil {
		return err
	}
	if !SameHash(HashSecret(token), orDummy(stored)) || !known {
		kind, _, _ := ParseToken(token)
		return refuse("the " + kind.name() + " is not valid")
	}
	return nil
}

func foundOr(err error) (bool, error) {
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}

func orDummy(hash []byte) []byte {
	if hash == nil {
		return make([]byte, 32)
	}
	return hash
}

func refuse(message string) error { return fault.New(fault.Unauthenticated, "%s", message) }

// name returns the kind in the words of the glossary.
func (k TokenKind) name() string {
	switch k {
	case TokenAccess:
		return "personal API access key"
	case TokenIngestion:
		return "ingestion key"
	case TokenCloud:
		return "cloud key secret"
	case TokenSession:
		return "session"
	case TokenShare:
		return "share link"
	case TokenPassword:
		return "password link"
	case TokenFirst:
		return "link that sets up the installation"
	}
	return "key"
}

// named returns the name behind its article.
func (k TokenKind) named() string {
	if k == TokenIngestion {
		return "an " + k.name()
	}
	return "a " + k.name()
}

func (k TokenKind) place() string {
	switch k {
	case TokenAccess:
		return "the stack API (Authorization: Bearer)"
	case TokenIngestion:
		return "the telemetry collector"
	case TokenCloud:
		return "the cloud API (HTTP Basic)"
	case TokenSession:
		return "the web interface"
	case TokenShare:
		return "the page of a shared dashboard"
	case TokenPassword:
		return "the page that sets a password"
	case TokenFirst:
		return "the page that signs in with a link"
	}
	return "another API"
}

func misplaced(got, want TokenKind) string {
	return "wrong kind of key: " + got.named() + " belongs to " + got.place() +
		"; here " + want.named() + " is needed"
}

// Misplaced refuses a bearer token where a key of the wanted kind is needed,
// and says where that token belongs if it is one of ours.
func Misplaced(token string, want TokenKind) error {
	kind, _, err := ParseToken(token)
	if err != nil {
		return refuse("here " + want.named() + " is needed, sent to " + want.place())
	}
	return refuse(misplaced(kind, want))
}

func misplacedHint(secret string, want TokenKind) string {
	kind, _, err := ParseToken(secret)
	if err != nil || kind == want {
		return ""
	}
	return ": " + misplaced(kind, want)
}

// BearerText returns what follows the scheme "Bearer" in an Authorization
// header.
func BearerText(header string) (string, error) {
	scheme, token, ok := strings.Cut(header, " ")
	if header == "" {
		return "", refuse("no Authorization header was given; send Authorization: Bearer <personal API access key>")
	}
	if !ok || !strings.EqualFold(scheme, "Bearer") || strings.TrimSpace(token) == "" {
		return "", refuse("the Authorization header must be: Bearer <personal API access key>")
	}
	return strings.TrimSpace(token), nil
}

// IsRefusal reports whether err says that the credential is not good, as
// opposed to a failure to look it up.
func IsRefusal(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Kind == fault.Unauthenticated
}
