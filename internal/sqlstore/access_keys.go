package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
)

const (
	insertAccessKeySQL = `
INSERT INTO access_keys (id, user_id, team_id, name, public_id, hash, created_at, expire_at, used_at, role_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

	accessKeyByPublicIDSQL = `
SELECT access_keys.id, user_id, access_keys.team_id, name, public_id, hash, access_keys.created_at, expire_at, used_at, role_id, COALESCE(roles.spec, '')
FROM access_keys
LEFT JOIN roles ON roles.id = access_keys.role_id AND roles.team_id = access_keys.team_id
WHERE public_id = $1`

	accessKeysOfSQL = `
SELECT id, user_id, team_id, name, public_id, hash, created_at, expire_at, used_at, role_id
FROM access_keys
WHERE user_id = $1
ORDER BY created_at, id
LIMIT $2`

	deleteAccessKeySQL = `
DELETE FROM access_keys
WHERE user_id = $1 AND id = $2`
)

// CreateAccessKey adds a key of a user who has a seat in its team; without
// the seat it is NotFound.
func (s *Store) CreateAccessKey(ctx context.Context, k access.AccessKey) error {
	return s.insert(ctx, about("access key", insertAccessKeySQL, accessKeyFields(&k)...))
}

// AccessKeyByPublicID returns the key with the public id.
func (s *Store) AccessKeyByPublicID(ctx context.Context, publicID string) (access.AccessKey, error) {
	return one(ctx, s, scanUsedKey, about("access key", accessKeyByPublicIDSQL, publicID))
}

// AccessKeysOf returns the user's keys, oldest first.
func (s *Store) AccessKeysOf(ctx context.Context, userID string) ([]access.AccessKey, error) {
	return list(ctx, s, scanAccessKey, about("access key", accessKeysOfSQL, userID))
}

// DeleteAccessKey removes the user's key.
func (s *Store) DeleteAccessKey(ctx context.Context, userID, id string) error {
	return s.touch(ctx, about("access key", deleteAccessKeySQL, userID, id))
}

func accessKeyFields(k *access.AccessKey) []any {
	return []any{
		&k.ID, &k.UserID, &k.TeamID, &k.Name, &k.PublicID, hexText{&k.Hash},
		instant{&k.CreatedAt}, instant{&k.ExpireAt}, instant{&k.UsedAt}, &k.RoleID,
	}
}

// scanUsedKey reads a key with the content of its role.
func scanUsedKey(r row) (access.AccessKey, error) {
	var k access.AccessKey
	var spec string
	if err := r.Scan(append(accessKeyFields(&k), &spec)...); err != nil {
		return k, err
	}
	role, err := readRole(k.TeamID, k.RoleID, spec)
	k.Role = role
	return k, err
}

func scanAccessKey(r row) (access.AccessKey, error) {
	var k access.AccessKey
	err := r.Scan(accessKeyFields(&k)...)
	return k, err
}
