package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// NewKey is a key with the two texts that are shown once; both are empty when
// the client made them.
type NewKey struct {
	org.Key
	KeyID     string
	KeySecret string
}

// KeyRef names a key and the version that it must have; nil means any.
type KeyRef struct {
	OrganizationID string
	ID             string
	Version        *int64
}

// Keys returns the organization's keys, oldest first.
func (c *Cloud) Keys(ctx context.Context, organizationID string) ([]org.Key, error) {
	if err := own(ctx, access.KeysRead, organizationID); err != nil {
		return nil, err
	}
	return c.Store.CloudKeysOf(ctx, organizationID)
}

// Key returns the organization's key.
func (c *Cloud) Key(ctx context.Context, organizationID, id string) (org.Key, error) {
	if err := own(ctx, access.KeysRead, organizationID); err != nil {
		return org.Key{}, err
	}
	return c.Store.CloudKeyByID(ctx, organizationID, id)
}

// CreateKey makes a key of the organization.
func (c *Cloud) CreateKey(ctx context.Context, organizationID string, in org.KeyInput) (NewKey, error) {
	var made NewKey
	err := c.write(ctx, access.KeysManage, organizationID, func(ctx context.Context) error {
		var err error
		made, err = c.createKey(ctx, organizationID, in)
		return err
	})
	return made, err
}

// createKey makes a key while nobody else changes the organization.
func (c *Cloud) createKey(ctx context.Context, organizationID string, in org.KeyInput) (NewKey, error) {
	keys, err := c.Store.CloudKeysOf(ctx, organizationID)
	if err != nil {
		return NewKey{}, err
	}
	made, err := c.newKey(organizationID, in)
	if err != nil {
		return NewKey{}, err
	}
	if err := org.CheckRoom(len(keys), org.KeysPerOrganizationMax, "keys of an organization"); err != nil {
		return NewKey{}, err
	}
	if err := c.Store.CreateCloudKey(ctx, made.Key); err != nil {
		return NewKey{}, err
	}
	return made, c.ledger().record(ctx, entry{
		kind: org.ActivityKeyCreate, keyUpdate: org.KeyCreated, organizationID: organizationID,
		targetID: made.ID, after: keyFacts(made.Key),
	})
}

func (c *Cloud) newKey(organizationID string, in org.KeyInput) (NewKey, error) {
	key, err := org.NewKey(in, c.Now())
	if err != nil {
		return NewKey{}, err
	}
	made := NewKey{Key: key}
	made.OrganizationID, made.Version = organizationID, 1
	if made.ID, err = c.newUUID(); err != nil || in.Hashes != nil {
		return made, err
	}
	if made.KeyID, err = access.NewCloudKeyID(c.Random); err != nil {
		return NewKey{}, err
	}
	secret, err := access.NewToken(c.Random, access.TokenCloud)
	made.KeySecret, made.SecretHash = secret.Text, secret.Hash()
	made.KeyIDHash = access.HashSecret(made.KeyID)
	made.KeyIDSuffix = made.KeyID[len(made.KeyID)-org.KeyIDSuffixChars:]
	return made, err
}

// UpdateKey applies the patch to the key.
func (c *Cloud) UpdateKey(ctx context.Context, ref KeyRef, patch org.KeyPatch) (org.Key, error) {
	var after org.Key
	err := c.write(ctx, access.KeysManage, ref.OrganizationID, func(ctx context.Context) error {
		before, err := c.lookUpKey(ctx, ref)
		if err != nil {
			return err
		}
		var updates []org.KeyUpdate
		if after, updates, err = before.Apply(patch, c.Now()); err != nil || len(updates) == 0 {
			return err
		}
		if err := c.Store.UpdateCloudKey(ctx, after); err != nil {
			return err
		}
		after.Version++
		if err := c.revokeInvitationsOfKey(ctx, before, after); err != nil {
			return err
		}
		return c.recordKeyUpdates(ctx, before, after, updates)
	})
	return after, err
}

func (c *Cloud) recordKeyUpdates(ctx context.Context, before, after org.Key, updates []org.KeyUpdate) error {
	for _, update := range updates {
		if err := c.ledger().record(ctx, entry{
			kind: org.ActivityKeyUpdate, keyUpdate: update, organizationID: after.OrganizationID,
			targetID: after.ID, before: keyFacts(before), after: keyFacts(after),
		}); err != nil {
			return err
		}
	}
	return nil
}

// DeleteKey ends the key at once. The key that signs the request can't be
// it.
func (c *Cloud) DeleteKey(ctx context.Context, ref KeyRef) error {
	return c.write(ctx, access.KeysManage, ref.OrganizationID, func(ctx context.Context) error {
		before, err := c.lookUpKey(ctx, ref)
		if err != nil {
			return err
		}
		p, _ := access.From(ctx)
		if err := org.CheckKeyDelete(before.ID, p.KeyID); err != nil {
			return err
		}
		return c.deleteKey(ctx, before)
	})
}

func (c *Cloud) deleteKey(ctx context.Context, key org.Key) error {
	// The entry comes first: it may name the key.
	if err := c.ledger().record(ctx, entry{
		kind: org.ActivityKeyDelete, keyUpdate: org.KeyDeleted, organizationID: key.OrganizationID,
		targetID: key.ID, before: keyFacts(key),
	}); err != nil {
		return err
	}
	if err := c.revokeInvitationsOfKey(ctx, key, org.Key{}); err != nil {
		return err
	}
	return c.Store.DeleteCloudKey(ctx, key.OrganizationID, key.ID)
}

// revokeInvitationsOfKey does for a key that could invite admins and can't any
// more what revokeInvitations does for a member.
func (c *Cloud) revokeInvitationsOfKey(ctx context.Context, before, after org.Key) error {
	invites := func(k org.Key) bool { return k.State == org.KeyEnabled && k.HasAny(org.RoleAdmin) }
	if !invites(before) || invites(after) {
		return nil
	}
	return c.Store.RevokeInvitations(ctx, before.OrganizationID, org.RoleAdmin)
}

func (c *Cloud) lookUpKey(ctx context.Context, ref KeyRef) (org.Key, error) {
	key, err := c.Store.CloudKeyByID(ctx, ref.OrganizationID, ref.ID)
	if err != nil {
		return org.Key{}, err
	}
	return key, checkVersion("key", key.Version, ref.Version)
}
