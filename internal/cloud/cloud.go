// Package cloud arranges the use cases of the cloud API: organizations,
// services, keys, endpoints, members and activities, and the loops that bring
// services and endpoints to where their owners want them.
package cloud

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// Cloud is the use cases of the cloud API. Store, Now and Random are
// required.
type Cloud struct {
	Store  Store
	Now    func() time.Time
	Random io.Reader
	Domain string                    // host names of services end in it
	People People                    // makes accounts; nil: invitations can't be accepted
	Join   func(token string) string // the address at which an invitation is accepted; nil: none is told
	Meter  Meter                     // nil: storage is not known
	Costs  Costs                     // nil: cost is not known
	Wake   func()                    // called when a loop has something to do; nil: it finds out on its own
	Waits  Waiters                   // bounds the requests that wait for an endpoint

	MakesBackups bool // whether there is a place for backups
}

// JoinURL returns the address at which the invitation of a token is accepted.
func (c *Cloud) JoinURL(token string) string {
	if c.Join == nil {
		return ""
	}
	return c.Join(token)
}

// own returns nil if the caller holds the permission in the organization.
// What the caller may do elsewhere does not matter: elsewhere is not found.
func own(ctx context.Context, perm access.Permission, organizationID string) error {
	p, ok := access.From(ctx)
	if ok && p.OrganizationID != organizationID {
		return fault.New(fault.NotFound, "the organization does not exist")
	}
	_, err := access.Require(ctx, perm)
	return err
}

// ownAt returns nil if the caller holds a permission of services at one of the
// organization's; without an id, at those to come.
func ownAt(ctx context.Context, perm access.Permission, organizationID, serviceID string) error {
	if err := own(ctx, perm, organizationID); err != nil {
		return err
	}
	p, _ := access.From(ctx)
	return p.RequireAt(perm, serviceID)
}

// seen returns the things of services at which the caller holds a permission.
func seen[T any](ctx context.Context, perm access.Permission, things []T, serviceOf func(T) string) []T {
	p, _ := access.From(ctx)
	return slices.DeleteFunc(things, func(thing T) bool { return !p.MayAt(perm, serviceOf(thing)) })
}

func idOf(s org.Service) string { return s.ID }

// writeAt is write for a service.
func (c *Cloud) writeAt(ctx context.Context, perm access.Permission, organizationID, serviceID string, fn func(ctx context.Context) error) error {
	if err := ownAt(ctx, perm, organizationID, serviceID); err != nil {
		return err
	}
	return locked(ctx, c.Store, organizationID, fn)
}

// write runs fn in a transaction in which nobody else changes the
// organization or what it owns, so that fn may look before it writes.
func (c *Cloud) write(ctx context.Context, perm access.Permission, organizationID string, fn func(ctx context.Context) error) error {
	if err := own(ctx, perm, organizationID); err != nil {
		return err
	}
	return locked(ctx, c.Store, organizationID, fn)
}

// locker is a store that can keep others away from an organization.
type locker interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	LockOrganization(ctx context.Context, id string) error
}

func locked(ctx context.Context, store locker, organizationID string, fn func(ctx context.Context) error) error {
	return store.InTx(ctx, func(ctx context.Context) error {
		if err := store.LockOrganization(ctx, organizationID); err != nil {
			return err
		}
		return fn(ctx)
	})
}

func (c *Cloud) wake() {
	if c.Wake != nil {
		c.Wake()
	}
}

// newUUID makes a UUID of version 7: those of one millisecond sort by their
// creation, as lists do that are ordered by time and id.
func (c *Cloud) newUUID() (string, error) {
	id, err := uuid.NewV7FromReader(c.Random)
	return id.String(), err
}

// checkVersion returns a Stale fault unless the thing has the version that
// the caller wants it to have; nil wants any.
func checkVersion(noun string, version int64, wanted *int64) error {
	if wanted == nil || *wanted == version {
		return nil
	}
	return fault.New(fault.Stale, "the %s changed since it was read", noun)
}
