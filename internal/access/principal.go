package access

import (
	"context"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// Principal is an authenticated caller. A cloud key acts for an
// organization, an access key and a session act for a user in a team, an
// ingestion key for a team alone.
type Principal struct {
	KeyID          string // record id of the key or session; names the caller in logs
	Kind           TokenKind
	UserID         string
	TeamID         string
	OrganizationID string
	Roles          []org.Role // in OrganizationID
}

type principalKey struct{}

// WithPrincipal answers a context that carries the caller.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// From answers the caller of the context.
func From(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(principalKey{}).(Principal)
	return p, ok
}

// Require answers the caller if it holds the permission: Unauthenticated
// without a caller, Forbidden without the permission.
func Require(ctx context.Context, perm Permission) (Principal, error) {
	p, ok := From(ctx)
	if !ok {
		return Principal{}, fault.New(fault.Unauthenticated, "no credential was given")
	}
	if !p.May(perm) {
		return Principal{}, fault.New(fault.Forbidden, "this needs the permission %q", perm)
	}
	return p, nil
}
