package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/stack"
)

const (
	insertConnectionSQL = `
INSERT INTO connections (id, team_id, name, own, host, username, password, setting_prefix, is_prometheus,
    prometheus_endpoint, created_at, updated_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

	connectionByIDSQL = `
SELECT id, team_id, name, own, host, username, password, setting_prefix, is_prometheus,
    prometheus_endpoint, created_at, updated_at, version
FROM connections
WHERE team_id = $1 AND id = $2`

	connectionsOfSQL = `
SELECT id, team_id, name, own, host, username, password, setting_prefix, is_prometheus,
    prometheus_endpoint, created_at, updated_at, version
FROM connections
WHERE team_id = $1
ORDER BY created_at, id
LIMIT $2`

	updateConnectionSQL = `
UPDATE connections
SET name = $4, host = $5, username = $6, password = $7, setting_prefix = $8, is_prometheus = $9,
    prometheus_endpoint = $10, updated_at = $11, version = version + 1
WHERE team_id = $1 AND id = $2 AND version = $3`

	deleteConnectionSQL = `
DELETE FROM connections
WHERE team_id = $1 AND id = $2`
)

// CreateConnection adds a connection of a team.
func (s *Store) CreateConnection(ctx context.Context, c stack.Connection) error {
	return s.insert(ctx, about("connection", insertConnectionSQL, s.connectionFields(&c)...))
}

// ConnectionByID returns the team's connection with the id.
func (s *Store) ConnectionByID(ctx context.Context, teamID, id string) (stack.Connection, error) {
	return one(ctx, s, s.scanConnection, about("connection", connectionByIDSQL, teamID, id))
}

// ConnectionsOf returns the team's connections, oldest first.
func (s *Store) ConnectionsOf(ctx context.Context, teamID string) ([]stack.Connection, error) {
	return list(ctx, s, s.scanConnection, about("connection", connectionsOfSQL, teamID))
}

// UpdateConnection writes a connection. c.Version is the version that was
// read; the stored one is then one higher.
func (s *Store) UpdateConnection(ctx context.Context, c stack.Connection) error {
	st := about("connection", updateConnectionSQL, c.TeamID, c.ID, c.Version, c.Name, c.Host, c.Username,
		s.passwordOf(&c), c.SettingPrefix, c.IsPrometheusEndpoint, c.PrometheusEndpoint, instant{&c.UpdatedAt})
	return s.update(ctx, st, func() error {
		_, err := s.ConnectionByID(ctx, c.TeamID, c.ID)
		return err
	})
}

// DeleteConnection removes the team's connection.
func (s *Store) DeleteConnection(ctx context.Context, teamID, id string) error {
	return s.touch(ctx, about("connection", deleteConnectionSQL, teamID, id))
}

func (s *Store) connectionFields(c *stack.Connection) []any {
	return []any{
		&c.ID, &c.TeamID, &c.Name, &c.Own, &c.Host, &c.Username, s.passwordOf(c), &c.SettingPrefix,
		&c.IsPrometheusEndpoint, &c.PrometheusEndpoint, instant{&c.CreatedAt}, instant{&c.UpdatedAt}, &c.Version,
	}
}

func (s *Store) passwordOf(c *stack.Connection) sealedText {
	return sealedText{s.seal, "connections.password", &c.ID, &c.Password}
}

func (s *Store) scanConnection(r row) (stack.Connection, error) {
	var c stack.Connection
	err := r.Scan(s.connectionFields(&c)...)
	return c, err
}
