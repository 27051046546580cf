package resources

import (
	"context"
	"io"
	"net/netip"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Resources is the use cases over what a team keeps. The caller of the
// context acts in its team; what belongs to others does not exist. Store,
// Accounts, Now and Random are required.
type Resources struct {
	Store     ResourceStore
	Accounts  Accounts
	Now       func() time.Time
	Random    io.Reader
	Allowed   []netip.Prefix    // networks that webhooks and connections may reach although they are not public
	Databases ConnectionChecker // nil: connections can't be tested
	Queryable SourceChecker     // nil: sources are saved unasked
	Watched   AlertChecker      // nil: alerts are saved whatever they watch
	SQL       SQLTileChecker    // nil: raw SQL tiles are refused
	Scopes    ScopeChecker      // nil: conditions on data are saved unasked
	JoinURL   func(token string) string
	ShareURL  func(token string) string
	IDs       *stack.IDs // nil: only the ids of one change are in order
}

// ConnectionChecker asks a database elsewhere whether it lets a connection
// in.
type ConnectionChecker interface {
	// CheckConnection returns an Invalid fault that says what is wrong.
	CheckConnection(ctx context.Context, c stack.Connection) error
}

// SQLTileChecker compiles the templates of raw SQL tiles.
type SQLTileChecker interface {
	// CheckSQLTile returns an Invalid fault unless the template is a SELECT
	// over what the team may read.
	CheckSQLTile(ctx context.Context, teamID string, q stack.SQLQuery) error
}

// Ref names a thing that is to be changed. Version, if any, is the version
// that it must have.
type Ref struct {
	ID      string
	Version *int64
}

// Part is a part of a list.
type Part struct{ Limit, Offset int }

// turn is one change: who makes it and when. Others who would change the same
// team wait until it is over.
type turn struct {
	access.Principal
	now  time.Time
	mint stack.Minter
}

// change runs fn in a transaction in which nobody else changes what the team
// keeps, so that fn may look before it writes.
func (r *Resources) change(ctx context.Context, fn func(ctx context.Context, t turn) error) error {
	return r.changeAs(ctx, access.StackWrite, fn)
}

// changeAs is change for those who hold another permission than to write.
func (r *Resources) changeAs(ctx context.Context, perm access.Permission, fn func(ctx context.Context, t turn) error) error {
	p, err := access.Require(ctx, perm)
	if err != nil {
		return err
	}
	return r.inTurn(ctx, p, fn)
}

func (r *Resources) inTurn(ctx context.Context, p access.Principal, fn func(ctx context.Context, t turn) error) error {
	return r.Store.InTx(ctx, func(ctx context.Context) error {
		if err := r.Store.LockTeam(ctx, p.TeamID); err != nil {
			return err
		}
		now := r.now() // within the lock, so that what is made later has a later time
		return fn(ctx, turn{Principal: p, now: now, mint: r.IDs.MintAt(r.Random, now)})
	})
}

// team returns the team that the caller may read.
func (r *Resources) team(ctx context.Context) (string, error) { return teamAs(ctx, access.StackRead) }

// teamAs returns the team of a caller who holds the permission.
func teamAs(ctx context.Context, perm access.Permission) (string, error) {
	p, err := access.Require(ctx, perm)
	return p.TeamID, err
}

// now returns the time as it is stored.
func (r *Resources) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }

// newRecord returns the record of something new in the team.
func (t turn) newRecord() (stack.Record, error) {
	id, err := t.mint()
	return stack.Record{ID: id, TeamID: t.TeamID, CreatedAt: t.now, UpdatedAt: t.now, Version: 1}, err
}

// touched returns the record after a change.
func (t turn) touched(r stack.Record) stack.Record {
	r.UpdatedAt = t.now
	r.Version++
	return r
}

// check returns a Stale fault unless the thing has the version that the
// caller wants it to have.
func (ref Ref) check(noun string, version int64) error {
	if ref.Version == nil || *ref.Version == version {
		return nil
	}
	return fault.New(fault.Stale, "the %s changed since it was read", noun)
}

// missing returns err when something is not there, unless the body that was
// sent for it is not valid either: then it returns that, because the client
// has to fix its body first.
func missing(err, invalid error) error {
	if fault.KindOf(err) == fault.NotFound && invalid != nil {
		return invalid
	}
	return err
}

// SourceChecker asks the engine whether a source can be queried.
type SourceChecker interface {
	// CheckSource returns an Invalid fault with the engine's reason unless the
	// source of the team can be queried.
	CheckSource(ctx context.Context, s stack.Source) error
}
