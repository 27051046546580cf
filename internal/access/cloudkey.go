package access

import (
	"context"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// CloudKey is a cloud key with the two texts that are shown once.
type CloudKey struct {
	Key       org.Key
	KeyID     string
	KeySecret string
}

// CreateCloudKey makes a key of its organization with the name, roles, expiry
// and list of addresses of key. Without a list it may be used from anywhere.
func (s *Service) CreateCloudKey(ctx context.Context, key org.Key) (CloudKey, error) {
	if err := s.checkNewCloudKey(key); err != nil {
		return CloudKey{}, err
	}
	id, err := uuid.NewRandomFromReader(s.Random)
	if err != nil {
		return CloudKey{}, err
	}
	keyID, err := NewCloudKeyID(s.Random)
	if err != nil {
		return CloudKey{}, err
	}
	secret, err := NewToken(s.Random, TokenCloud)
	if err != nil {
		return CloudKey{}, err
	}
	key.ID, key.State, key.CreatedAt, key.Version = id.String(), org.KeyEnabled, s.Now(), 1
	key.KeyIDHash, key.KeyIDSuffix = HashSecret(keyID), keyID[len(keyID)-org.KeyIDSuffixChars:]
	key.SecretHash = secret.Hash()
	if key.IPAccessList == nil {
		key.IPAccessList = org.AnywhereRules()
	}
	return CloudKey{Key: key, KeyID: keyID, KeySecret: secret.Text}, s.Store.CreateCloudKey(ctx, key)
}

func (s *Service) checkNewCloudKey(key org.Key) error {
	if err := checkKeyName(key.Name); err != nil {
		return err
	}
	var rules fault.Rules
	rules.Check(len(key.Roles) > 0, "roles", "required", "must name at least one role")
	for _, role := range key.Roles {
		rules.Check(role.Valid(), "roles", "enum", "must be one of admin, developer, billing")
	}
	if err := rules.Err(); err != nil {
		return err
	}
	return checkExpiry(key.ExpireAt, s.Now())
}
