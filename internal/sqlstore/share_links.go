package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
)

const (
	insertShareLinkSQL = `
INSERT INTO share_links (id, team_id, dashboard_id, created_by, public_id, hash, created_at, expire_at, revoked_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

	shareLinkByPublicIDSQL = `
SELECT id, team_id, dashboard_id, created_by, public_id, hash, created_at, expire_at, revoked_at
FROM share_links
WHERE public_id = $1`

	shareLinkByIDSQL = `
SELECT id, team_id, dashboard_id, created_by, public_id, hash, created_at, expire_at, revoked_at
FROM share_links
WHERE team_id = $1 AND id = $2`

	shareLinksOfSQL = `
SELECT id, team_id, dashboard_id, created_by, public_id, hash, created_at, expire_at, revoked_at
FROM share_links
WHERE team_id = $1 AND dashboard_id = $2
ORDER BY created_at DESC, id DESC
LIMIT $3`

	shareLinksBySQL = `
SELECT id, team_id, dashboard_id, created_by, public_id, hash, created_at, expire_at, revoked_at
FROM share_links
WHERE team_id = $1 AND created_by = $2
ORDER BY id
LIMIT $3`

	revokeShareLinkSQL = `
UPDATE share_links
SET revoked_at = $3
WHERE team_id = $1 AND id = $2 AND revoked_at IS NULL`

	forgetShareLinksSQL = `
DELETE FROM share_links
WHERE id IN (
    SELECT id
    FROM share_links
    WHERE dashboard_id = $1 AND (revoked_at IS NOT NULL OR expire_at <= $2)
    ORDER BY created_at DESC, id DESC
    LIMIT 1000 OFFSET $3
)`
)

// CreateShareLink adds a link of a user who has a seat in its team; without
// the seat it is NotFound.
func (s *Store) CreateShareLink(ctx context.Context, l access.ShareLink) error {
	return s.insert(ctx, about("share link", insertShareLinkSQL, shareLinkFields(&l)...))
}

// ShareLinkByPublicID returns the link with the public id.
func (s *Store) ShareLinkByPublicID(ctx context.Context, publicID string) (access.ShareLink, error) {
	return one(ctx, s, scanShareLink, about("share link", shareLinkByPublicIDSQL, publicID))
}

// ShareLinkByID returns the team's link.
func (s *Store) ShareLinkByID(ctx context.Context, teamID, id string) (access.ShareLink, error) {
	return one(ctx, s, scanShareLink, about("share link", shareLinkByIDSQL, teamID, id))
}

// ShareLinksOf returns the links to the team's dashboard, newest first.
func (s *Store) ShareLinksOf(ctx context.Context, teamID, dashboardID string) ([]access.ShareLink, error) {
	return list(ctx, s, scanShareLink, about("share link", shareLinksOfSQL, teamID, dashboardID))
}

// ShareLinksBy returns the links that a member of the team has made.
func (s *Store) ShareLinksBy(ctx context.Context, teamID, userID string) ([]access.ShareLink, error) {
	return list(ctx, s, scanShareLink, about("share link", shareLinksBySQL, teamID, userID))
}

// RevokeShareLink ends a link of the team that was not revoked before.
func (s *Store) RevokeShareLink(ctx context.Context, teamID, id string, at time.Time) error {
	return s.touch(ctx, about("share link", revokeShareLinkSQL, teamID, id, instant{&at}))
}

// ForgetShareLinks removes the links to a dashboard that have ended, but for
// the newest ones.
func (s *Store) ForgetShareLinks(ctx context.Context, dashboardID string, now time.Time, keep int) error {
	_, err := s.change(ctx, about("share link", forgetShareLinksSQL, dashboardID, instant{&now}, keep))
	return err
}

func shareLinkFields(l *access.ShareLink) []any {
	return []any{
		&l.ID, &l.TeamID, &l.DashboardID, &l.CreatedBy, &l.PublicID, hexText{&l.Hash},
		instant{&l.CreatedAt}, instant{&l.ExpireAt}, instant{&l.RevokedAt},
	}
}

func scanShareLink(r row) (access.ShareLink, error) {
	var l access.ShareLink
	err := r.Scan(shareLinkFields(&l)...)
	return l, err
}
