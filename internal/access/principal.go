package access

import (
	"context"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// TeamHeader picks the team in which a person with several acts.
const TeamHeader = "X-Hdx-Team"

// Principal is an authenticated caller. A cloud key acts for an
// organization, an access key and a session act for a user in a team, an
// ingestion key for a team alone.
type Principal struct {
	KeyID          string // record id of the key or session; names the caller in logs
	Kind           TokenKind
	UserID         string
	TeamID         string
	OrganizationID string
	Roles          []org.Role // in OrganizationID, which owns the team; they decide on every door
}

// Manage returns the caller as it acts in a team that belongs to its
// organization.
func (p Principal) Manage(teamID string) Principal {
	p.TeamID = teamID
	return p
}

// Actor returns the id under which the caller's deeds are remembered: the
// user's, or that of a key without user.
func (p Principal) Actor() string {
	if p.UserID != "" {
		return p.UserID
	}
	return p.KeyID
}

type principalKey struct{}

// WithPrincipal returns a context that carries the caller.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// From returns the caller of the context.
func From(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(principalKey{}).(Principal)
	return p, ok
}

// Require returns the caller if it holds the permission: Unauthenticated
// without a caller, Forbidden without the permission.
func Require(ctx context.Context, perm Permission) (Principal, error) {
	p, ok := From(ctx)
	if !ok {
		return Principal{}, fault.New(fault.Unauthenticated, "no credential was given")
	}
	if !p.May(perm) {
		return Principal{}, fault.New(fault.Forbidden, "%s", perm.need())
	}
	return p, nil
}
