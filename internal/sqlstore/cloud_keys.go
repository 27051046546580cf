package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	insertCloudKeySQL = `
INSERT INTO cloud_keys (id, organization_id, name, roles, state, key_id_hash, key_id_suffix, secret_hash,
    ip_access_list, created_at, expire_at, used_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

	cloudKeyByKeyIDHashSQL = `
SELECT id, organization_id, name, roles, state, key_id_hash, key_id_suffix, secret_hash,
    ip_access_list, created_at, expire_at, used_at, version
FROM cloud_keys
WHERE key_id_hash = $1`

	cloudKeyByIDSQL = `
SELECT id, organization_id, name, roles, state, key_id_hash, key_id_suffix, secret_hash,
    ip_access_list, created_at, expire_at, used_at, version
FROM cloud_keys
WHERE organization_id = $1 AND id = $2`

	cloudKeysOfSQL = `
SELECT id, organization_id, name, roles, state, key_id_hash, key_id_suffix, secret_hash,
    ip_access_list, created_at, expire_at, used_at, version
FROM cloud_keys
WHERE organization_id = $1
ORDER BY created_at, id
LIMIT $2`

	// The last use is no change that a user makes: it is left as it stands.
	updateCloudKeySQL = `
UPDATE cloud_keys
SET name = $4, roles = $5, state = $6, ip_access_list = $7, expire_at = $8, version = version + 1
WHERE organization_id = $1 AND id = $2 AND version = $3`

	deleteCloudKeySQL = `
DELETE FROM cloud_keys
WHERE organization_id = $1 AND id = $2`
)

// CreateCloudKey adds a key of an organization.
func (s *Store) CreateCloudKey(ctx context.Context, k org.Key) error {
	return s.insert(ctx, about("key", insertCloudKeySQL, cloudKeyFields(&k)...))
}

// CloudKeyByKeyIDHash returns the key whose key id has the hash.
func (s *Store) CloudKeyByKeyIDHash(ctx context.Context, hash []byte) (org.Key, error) {
	return one(ctx, s, scanCloudKey, about("key", cloudKeyByKeyIDHashSQL, hexText{&hash}))
}

// CloudKeyByID returns the organization's key with the id.
func (s *Store) CloudKeyByID(ctx context.Context, organizationID, id string) (org.Key, error) {
	return one(ctx, s, scanCloudKey, about("key", cloudKeyByIDSQL, organizationID, id))
}

// CloudKeysOf returns the organization's keys, oldest first.
func (s *Store) CloudKeysOf(ctx context.Context, organizationID string) ([]org.Key, error) {
	return list(ctx, s, scanCloudKey, about("key", cloudKeysOfSQL, organizationID))
}

// UpdateCloudKey writes name, roles, state, addresses and expiry of the key.
// k.Version is the version that was read; the stored one is then one higher.
func (s *Store) UpdateCloudKey(ctx context.Context, k org.Key) error {
	st := about("key", updateCloudKeySQL, k.OrganizationID, k.ID, k.Version,
		k.Name, jsonText{k.Roles}, k.State, jsonText{k.IPAccessList}, instant{&k.ExpireAt})
	return s.update(ctx, st, func() error {
		_, err := s.CloudKeyByID(ctx, k.OrganizationID, k.ID)
		return err
	})
}

// DeleteCloudKey removes the organization's key.
func (s *Store) DeleteCloudKey(ctx context.Context, organizationID, id string) error {
	return s.touch(ctx, about("key", deleteCloudKeySQL, organizationID, id))
}

func cloudKeyFields(k *org.Key) []any {
	return []any{
		&k.ID, &k.OrganizationID, &k.Name, jsonText{&k.Roles}, &k.State,
		hexText{&k.KeyIDHash}, &k.KeyIDSuffix, hexText{&k.SecretHash}, jsonText{&k.IPAccessList},
		instant{&k.CreatedAt}, instant{&k.ExpireAt}, instant{&k.UsedAt}, &k.Version,
	}
}

func scanCloudKey(r row) (org.Key, error) {
	var k org.Key
	err := r.Scan(cloudKeyFields(&k)...)
	return k, err
}
