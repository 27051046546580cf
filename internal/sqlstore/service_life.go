package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	servicesAtWorkSQL = `
SELECT id, organization_id, team_id, warehouse_id, name, provider, region, state,
    settings, created_at, version
FROM services
WHERE state IN ('provisioning', 'starting', 'awaking', 'stopping', 'terminating')
ORDER BY created_at, id
LIMIT $1`

	servicesAtRestSQL = `
SELECT id, organization_id, team_id, warehouse_id, name, provider, region, state,
    settings, created_at, version
FROM services
WHERE state IN ('running', 'idle')
ORDER BY created_at, id
LIMIT $1`

	deleteServiceSQL = `
DELETE FROM services
WHERE organization_id = $1 AND id = $2`

	setServicePasswordSQL = `
INSERT INTO service_passwords (service_id, sha256, double_sha1, updated_at)
VALUES ($1, $2, $3, $4)
ON CONFLICT (service_id) DO UPDATE
SET sha256 = $2, double_sha1 = $3, updated_at = $4`

	servicePasswordSQL = `
SELECT sha256, double_sha1
FROM service_passwords
WHERE service_id = $1`

	teamsActiveAtSQL = `
SELECT team_id, MAX(used_at)
FROM (
    SELECT team_id, used_at FROM ingestion_keys
    UNION ALL
    SELECT team_id, used_at FROM access_keys
    UNION ALL
    SELECT team_id, seen_at AS used_at FROM sessions
) AS uses
WHERE used_at IS NOT NULL
GROUP BY team_id
ORDER BY team_id
LIMIT $1`

	serviceOfTeamSQL = `
SELECT id, organization_id, team_id, warehouse_id, name, provider, region, state,
    settings, created_at, version
FROM services
WHERE team_id = $1`
)

// ServicesAtWork returns all services whose state asks for work, oldest
// first.
func (s *Store) ServicesAtWork(ctx context.Context) ([]org.Service, error) {
	return list(ctx, s, scanService, about("service", servicesAtWorkSQL))
}

// ServicesAtRest returns all services that are running or idle, oldest first.
func (s *Store) ServicesAtRest(ctx context.Context) ([]org.Service, error) {
	return list(ctx, s, scanService, about("service", servicesAtRestSQL))
}

// DeleteService removes the organization's service and its password. Its team
// and its endpoints are the caller's to end.
func (s *Store) DeleteService(ctx context.Context, organizationID, id string) error {
	return s.touch(ctx, about("service", deleteServiceSQL, organizationID, id))
}

// SetServicePassword keeps the hashes of the service's password in place of
// those before.
func (s *Store) SetServicePassword(ctx context.Context, serviceID string, p org.PasswordHashes, at time.Time) error {
	return s.insert(ctx, about("service password", setServicePasswordSQL, serviceID, p.SHA256, p.DoubleSHA1, instant{&at}))
}

// ServiceOfTeam returns the service that owns the team.
func (s *Store) ServiceOfTeam(ctx context.Context, teamID string) (org.Service, error) {
	return one(ctx, s, scanService, about("service", serviceOfTeamSQL, teamID))
}

// ServicePassword returns the hashes of the service's password.
func (s *Store) ServicePassword(ctx context.Context, serviceID string) (org.PasswordHashes, error) {
	return one(ctx, s, scanPasswordHashes, about("service password", servicePasswordSQL, serviceID))
}

// TeamsActiveAt returns when a key or session of each team was last used. A
// team that nobody used is absent.
func (s *Store) TeamsActiveAt(ctx context.Context) (map[string]time.Time, error) {
	uses, err := list(ctx, s, scanTeamUse, about("team", teamsActiveAtSQL))
	active := make(map[string]time.Time, len(uses))
	for _, use := range uses {
		active[use.teamID] = use.at
	}
	return active, err
}

type teamUse struct {
	teamID string
	at     time.Time
}

func scanTeamUse(r row) (teamUse, error) {
	var u teamUse
	err := r.Scan(&u.teamID, instant{&u.at})
	return u, err
}

func scanPasswordHashes(r row) (org.PasswordHashes, error) {
	var p org.PasswordHashes
	err := r.Scan(&p.SHA256, &p.DoubleSHA1)
	return p, err
}
