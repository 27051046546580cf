package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
)

const (
	insertPasswordLinkSQL = `
INSERT INTO password_links (id, user_id, origin, organization_id, created_by, public_id, hash, created_at, expire_at, used_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

	passwordLinkByPublicIDSQL = `
SELECT id, user_id, origin, organization_id, created_by, public_id, hash, created_at, expire_at, used_at
FROM password_links
WHERE public_id = $1`

	passwordLinkByIDSQL = `
SELECT id, user_id, origin, organization_id, created_by, public_id, hash, created_at, expire_at, used_at
FROM password_links
WHERE id = $1`

	takePasswordLinkSQL = `
UPDATE password_links
SET used_at = $2
WHERE id = $1 AND used_at IS NULL`

	countPasswordLinksSQL = `
SELECT count(*)
FROM password_links
WHERE user_id = $1 AND origin = $2 AND created_at > $3`

	deletePasswordLinkSQL = `
DELETE FROM password_links
WHERE id = $1`

	endPasswordLinksSQL = `
DELETE FROM password_links
WHERE user_id = $1 AND used_at IS NULL AND origin <> $2`

	deletePasswordLinksBeforeSQL = `
DELETE FROM password_links
WHERE id IN (
    SELECT id
    FROM password_links
    WHERE expire_at < $1
    ORDER BY id
    LIMIT $2
)`
)

// CreatePasswordLink adds a link of an account; without the account it is
// NotFound.
func (s *Store) CreatePasswordLink(ctx context.Context, l access.PasswordLink) error {
	return s.insert(ctx, about("link", insertPasswordLinkSQL, passwordLinkFields(&l)...))
}

// PasswordLinkByPublicID returns the link with the public id.
func (s *Store) PasswordLinkByPublicID(ctx context.Context, publicID string) (access.PasswordLink, error) {
	return one(ctx, s, scanPasswordLink, about("link", passwordLinkByPublicIDSQL, publicID))
}

// PasswordLinkByID returns the link with the id.
func (s *Store) PasswordLinkByID(ctx context.Context, id string) (access.PasswordLink, error) {
	return one(ctx, s, scanPasswordLink, about("link", passwordLinkByIDSQL, id))
}

// TakePasswordLink marks a link as used that was not used before.
func (s *Store) TakePasswordLink(ctx context.Context, id string, at time.Time) error {
	return s.touch(ctx, about("link", takePasswordLinkSQL, id, instant{&at}))
}

// CountPasswordLinks returns how many links of the origin the account got
// since a time.
func (s *Store) CountPasswordLinks(ctx context.Context, userID string, origin access.LinkOrigin, since time.Time) (int, error) {
	n, err := one(ctx, s, scanInt64, about("link", countPasswordLinksSQL, userID, string(origin), instant{&since}))
	return int(n), err
}

// DeletePasswordLink removes a link; one that is gone is no failure.
func (s *Store) DeletePasswordLink(ctx context.Context, id string) error {
	_, err := s.change(ctx, about("link", deletePasswordLinkSQL, id))
	return err
}

// EndPasswordLinks removes the links of the account that were not used, but for
// those of an origin; empty: all.
func (s *Store) EndPasswordLinks(ctx context.Context, userID string, except access.LinkOrigin) error {
	_, err := s.change(ctx, about("link", endPasswordLinksSQL, userID, string(except)))
	return err
}

// DeletePasswordLinksBefore forgets links that expired before a time, at most
// SweepRowsMax, and returns how many.
func (s *Store) DeletePasswordLinksBefore(ctx context.Context, expired time.Time) (int, error) {
	return s.change(ctx, about("link", deletePasswordLinksBeforeSQL, instant{&expired}, SweepRowsMax))
}

func passwordLinkFields(l *access.PasswordLink) []any {
	return []any{
		&l.ID, &l.UserID, &l.Origin, &l.OrganizationID, &l.CreatedBy, &l.PublicID, hexText{&l.Hash},
		instant{&l.CreatedAt}, instant{&l.ExpireAt}, instant{&l.UsedAt},
	}
}

func scanPasswordLink(r row) (access.PasswordLink, error) {
	var l access.PasswordLink
	err := r.Scan(passwordLinkFields(&l)...)
	return l, err
}
