package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

const (
	insertIdentitySQL = `
INSERT INTO identities (issuer, subject, user_id, is_granted, created_at, used_at)
VALUES ($1, $2, $3, $4, $5, $6)`

	identityBySubjectSQL = `
SELECT issuer, subject, user_id, is_granted, created_at, used_at
FROM identities
WHERE issuer = $1 AND subject = $2`

	identitiesOfSQL = `
SELECT issuer, subject, user_id, is_granted, created_at, used_at
FROM identities
WHERE user_id = $1
ORDER BY created_at, issuer, subject
LIMIT $2`

	noteSignInSQL = `
UPDATE identities
SET is_granted = $3, used_at = $4
WHERE issuer = $1 AND subject = $2`

	insertProviderSessionSQL = `
INSERT INTO provider_sessions (session_id, issuer, id_token)
VALUES ($1, $2, $3)`

	providerSessionOfSQL = `
SELECT session_id, issuer, id_token
FROM provider_sessions
WHERE session_id = $1`

	insertSignInReturnSQL = `
INSERT INTO sign_in_returns (hash, expire_at)
VALUES ($1, $2)`

	deleteSignInReturnsBeforeSQL = `
DELETE FROM sign_in_returns
WHERE hash IN (
    SELECT hash
    FROM sign_in_returns
    WHERE expire_at < $1
    ORDER BY hash
    LIMIT $2
)`

	teamByNameSQL = `
SELECT id
FROM teams
WHERE id = $1 OR name = $1
ORDER BY CASE WHEN id = $1 THEN 0 ELSE 1 END, created_at, id
LIMIT 1`

	organizationInvitationsToSQL = `
SELECT id, organization_id, email, role, created_at, expire_at
FROM organization_invitations
WHERE email = $1
ORDER BY created_at, id
LIMIT $2`

	teamInvitationsToSQL = `
SELECT id, team_id, email, name, role, created_at
FROM team_invitations
WHERE email = $1
ORDER BY created_at, id
LIMIT $2`
)

// CreateIdentity ties an account to a person at a provider; one that is tied
// already is a Conflict.
func (s *Store) CreateIdentity(ctx context.Context, i access.Identity) error {
	return s.insert(ctx, about("identity", insertIdentitySQL, identityFields(&i)...).
		orTaken("the identity belongs to an account already"))
}

// IdentityBySubject returns the identity of a person at an issuer.
func (s *Store) IdentityBySubject(ctx context.Context, issuer, subject string) (access.Identity, error) {
	return one(ctx, s, scanIdentity, about("identity", identityBySubjectSQL, issuer, subject))
}

// IdentitiesOf returns the identities of an account, oldest first.
func (s *Store) IdentitiesOf(ctx context.Context, userID string) ([]access.Identity, error) {
	return list(ctx, s, scanIdentity, about("identity", identitiesOfSQL, userID))
}

// NoteSignIn writes when the identity was used, and whether rules gave the role.
func (s *Store) NoteSignIn(ctx context.Context, i access.Identity) error {
	return s.touch(ctx, about("identity", noteSignInSQL, i.Issuer, i.Subject, i.IsGranted, instant{&i.UsedAt}))
}

// CreateProviderSession keeps with what a session is ended at its provider.
func (s *Store) CreateProviderSession(ctx context.Context, p access.ProviderSession) error {
	return s.insert(ctx, about("session", insertProviderSessionSQL, s.providerSessionFields(&p)...))
}

// ProviderSessionOf returns with what a session is ended at its provider.
func (s *Store) ProviderSessionOf(ctx context.Context, sessionID string) (access.ProviderSession, error) {
	return one(ctx, s, s.scanProviderSession, about("session", providerSessionOfSQL, sessionID))
}

// TakeSignInReturn records that a sign-in came back from its provider; a second
// time is a Conflict. It is forgotten after expireAt.
func (s *Store) TakeSignInReturn(ctx context.Context, hash []byte, expireAt time.Time) error {
	return s.insert(ctx, about("sign-in", insertSignInReturnSQL, hexText{&hash}, instant{&expireAt}).
		orTaken("the sign-in was used already"))
}

// DeleteSignInReturnsBefore forgets sign-ins that expired before a time, at most
// SweepRowsMax, and returns how many.
func (s *Store) DeleteSignInReturnsBefore(ctx context.Context, expired time.Time) (int, error) {
	return s.change(ctx, about("sign-in", deleteSignInReturnsBeforeSQL, instant{&expired}, SweepRowsMax))
}

// TeamByName returns the id of the team with the id, otherwise of the oldest
// with the name.
func (s *Store) TeamByName(ctx context.Context, nameOrID string) (string, error) {
	return one(ctx, s, scanText, about("team", teamByNameSQL, nameOrID))
}

// OrganizationInvitationsTo returns the invitations of an address to
// organizations, expired ones too, oldest first.
func (s *Store) OrganizationInvitationsTo(ctx context.Context, email string) ([]org.Invitation, error) {
	return list(ctx, s, scanOrganizationInvitation, about("invitation", organizationInvitationsToSQL, email))
}

// TeamInvitationsTo returns the invitations of an address to teams, expired
// ones too, oldest first.
func (s *Store) TeamInvitationsTo(ctx context.Context, email string) ([]org.TeamInvitation, error) {
	return list(ctx, s, scanTeamInvitation, about("invitation", teamInvitationsToSQL, email))
}

// Seal returns a text that only Open of a store with the same key reads, and
// only for the same place.
func (s *Store) Seal(plain []byte, place string) (string, error) { return s.seal.seal(plain, place) }

// Open returns what Seal has sealed for the place.
func (s *Store) Open(sealed, place string) ([]byte, error) { return s.seal.open(sealed, place) }

func identityFields(i *access.Identity) []any {
	return []any{&i.Issuer, &i.Subject, &i.UserID, &i.IsGranted, instant{&i.CreatedAt}, instant{&i.UsedAt}}
}

func scanIdentity(r row) (access.Identity, error) {
	var i access.Identity
	err := r.Scan(identityFields(&i)...)
	return i, err
}

func (s *Store) providerSessionFields(p *access.ProviderSession) []any {
	return []any{&p.SessionID, &p.Issuer, sealedText{s.seal, "provider_sessions.id_token", &p.SessionID, &p.IDToken}}
}

func (s *Store) scanProviderSession(r row) (access.ProviderSession, error) {
	var p access.ProviderSession
	err := r.Scan(s.providerSessionFields(&p)...)
	return p, err
}
