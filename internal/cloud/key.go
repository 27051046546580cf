package cloud

import (
	"context"
	"slices"

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
	keys, err := c.Store.CloudKeysOf(ctx, organizationID)
	if err != nil {
		return nil, err
	}
	book, err := c.roleBook(ctx, organizationID)
	for i, k := range keys {
		keys[i].CustomRoles = book.refs(keyActor(k))
	}
	return keys, err
}

func keyActor(k org.Key) org.RoleActor { return org.RoleActor{Kind: org.ActorOfKey, ID: k.ID} }

// Key returns the organization's key.
func (c *Cloud) Key(ctx context.Context, organizationID, id string) (org.Key, error) {
	if err := own(ctx, access.KeysRead, organizationID); err != nil {
		return org.Key{}, err
	}
	key, _, err := c.lookUpKey(ctx, KeyRef{OrganizationID: organizationID, ID: id})
	return key, err
}

// CreateKey makes a key of the organization, which may do no more than the
// caller: with the roles of the input, or with all those that the ids name.
func (c *Cloud) CreateKey(ctx context.Context, organizationID string, in org.KeyInput, roleIDs *[]string) (NewKey, error) {
	var made NewKey
	err := c.write(ctx, access.KeysCreate, organizationID, func(ctx context.Context) error {
		book, err := c.roleBook(ctx, organizationID)
		if err != nil {
			return err
		}
		if roleIDs != nil {
			if len(in.Roles) > 0 {
				return errBothRoles("roles")
			}
			wanted, err := book.resolveForKey(*roleIDs)
			if err != nil {
				return err
			}
			in.Roles, in.CustomRoles = wanted.system, wanted.custom
		}
		if err := book.checkActorCovers(ctx, in.Roles, in.CustomRoles); err != nil {
			return err
		}
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
	if err := c.setRoles(ctx, organizationID, keyActor(made.Key), nil, made.CustomRoles); err != nil {
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

// UpdateKey applies the patch to the key, with all roles that the ids name.
// Neither before nor after may it do more than the caller.
func (c *Cloud) UpdateKey(ctx context.Context, ref KeyRef, patch org.KeyPatch, roleIDs *[]string) (org.Key, error) {
	var after org.Key
	err := c.write(ctx, access.KeysUpdate, ref.OrganizationID, func(ctx context.Context) error {
		before, book, err := c.lookUpKey(ctx, ref)
		if err != nil {
			return err
		}
		if patch, err = book.keyPatch(patch, roleIDs); err != nil {
			return err
		}
		var updates []org.KeyUpdate
		if after, updates, err = before.Apply(patch, c.Now()); err != nil || len(updates) == 0 {
			return err
		}
		for _, key := range []org.Key{before, after} {
			if err := book.checkActorCovers(ctx, key.Roles, key.CustomRoles); err != nil {
				return err
			}
		}
		if err := c.Store.UpdateCloudKey(ctx, after); err != nil {
			return err
		}
		after.Version++
		if err := c.setRoles(ctx, ref.OrganizationID, keyActor(after), before.CustomRoles, after.CustomRoles); err != nil {
			return err
		}
		if err := c.revokeInvitationsOfKey(ctx, before, after); err != nil {
			return err
		}
		return c.recordKeyUpdates(ctx, before, after, updates)
	})
	return after, err
}

// keyPatch returns the patch with the roles that ids name. The deprecated field
// leaves cloud roles as they are, but for an admin's.
func (b roleBook) keyPatch(patch org.KeyPatch, roleIDs *[]string) (org.KeyPatch, error) {
	if roleIDs == nil {
		if patch.Roles != nil && slices.Contains(*patch.Roles, org.RoleAdmin) {
			patch.CustomRoles = &[]org.RoleRef{}
		}
		return patch, nil
	}
	if patch.Roles != nil {
		return patch, errBothRoles("roles")
	}
	wanted, err := b.resolveForKey(*roleIDs)
	patch.Roles, patch.CustomRoles = &wanted.system, &wanted.custom
	return patch, err
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
	return c.write(ctx, access.KeysDelete, ref.OrganizationID, func(ctx context.Context) error {
		before, book, err := c.lookUpKey(ctx, ref)
		if err != nil {
			return err
		}
		if err := book.checkActorCovers(ctx, before.Roles, before.CustomRoles); err != nil {
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
	isAdmin := func(k org.Key) bool { return k.State == org.KeyEnabled && k.HasAny(org.RoleAdmin) }
	loses := len(before.CustomRoles) > 0 && (after.State != org.KeyEnabled || !slices.Equal(before.CustomRoles, after.CustomRoles))
	if loses {
		book, err := c.roleBook(ctx, before.OrganizationID)
		if err != nil {
			return err
		}
		loses = book.invite(before.CustomRoles)
	}
	if loses || isAdmin(before) && !isAdmin(after) {
		if err := c.Store.RevokeInvitationsWithRoles(ctx, before.OrganizationID); err != nil {
			return err
		}
	}
	if !isAdmin(before) || isAdmin(after) {
		return nil
	}
	return c.Store.RevokeInvitations(ctx, before.OrganizationID, org.RoleAdmin)
}

func (c *Cloud) lookUpKey(ctx context.Context, ref KeyRef) (org.Key, roleBook, error) {
	key, err := c.Store.CloudKeyByID(ctx, ref.OrganizationID, ref.ID)
	if err != nil {
		return org.Key{}, roleBook{}, err
	}
	book, err := c.roleBook(ctx, ref.OrganizationID)
	if err != nil {
		return org.Key{}, roleBook{}, err
	}
	key.CustomRoles = book.refs(keyActor(key))
	return key, book, checkVersion("key", key.Version, ref.Version)
}
