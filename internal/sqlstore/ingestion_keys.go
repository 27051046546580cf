package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
)

const (
	insertIngestionKeySQL = `
INSERT INTO ingestion_keys (id, team_id, name, public_id, hash, created_at, used_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

	ingestionKeyByPublicIDSQL = `
SELECT id, team_id, name, public_id, hash, created_at, used_at
FROM ingestion_keys
WHERE public_id = $1`

	ingestionKeysOfSQL = `
SELECT id, team_id, name, public_id, hash, created_at, used_at
FROM ingestion_keys
WHERE team_id = $1
ORDER BY created_at, id
LIMIT $2`

	deleteIngestionKeySQL = `
DELETE FROM ingestion_keys
WHERE team_id = $1 AND id = $2`
)

// CreateIngestionKey adds a key of a team.
func (s *Store) CreateIngestionKey(ctx context.Context, k access.IngestionKey) error {
	return s.insert(ctx, about("ingestion key", insertIngestionKeySQL, ingestionKeyFields(&k)...))
}

// IngestionKeyByPublicID returns the key with the public id.
func (s *Store) IngestionKeyByPublicID(ctx context.Context, publicID string) (access.IngestionKey, error) {
	return one(ctx, s, scanIngestionKey, about("ingestion key", ingestionKeyByPublicIDSQL, publicID))
}

// IngestionKeysOf returns the team's keys, oldest first.
func (s *Store) IngestionKeysOf(ctx context.Context, teamID string) ([]access.IngestionKey, error) {
	return list(ctx, s, scanIngestionKey, about("ingestion key", ingestionKeysOfSQL, teamID))
}

// DeleteIngestionKey removes the team's key.
func (s *Store) DeleteIngestionKey(ctx context.Context, teamID, id string) error {
	return s.touch(ctx, about("ingestion key", deleteIngestionKeySQL, teamID, id))
}

func ingestionKeyFields(k *access.IngestionKey) []any {
	return []any{
		&k.ID, &k.TeamID, &k.Name, &k.PublicID, hexText{&k.Hash},
		instant{&k.CreatedAt}, instant{&k.UsedAt},
	}
}

func scanIngestionKey(r row) (access.IngestionKey, error) {
	var k access.IngestionKey
	err := r.Scan(ingestionKeyFields(&k)...)
	return k, err
}
