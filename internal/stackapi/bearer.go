package stackapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
)

// Bearer authenticates requests by their personal API access key. Note is
// told of every caller that got in.
type Bearer struct {
	Keys interface {
		Bearer(ctx context.Context, token string) (access.Principal, error)
		ActIn(ctx context.Context, p access.Principal, teamID string) (access.Principal, error)
	}
	Note func(access.Principal)
}

// Authenticate returns the context with the caller in it.
func (b Bearer) Authenticate(ctx context.Context, r *http.Request) (context.Context, httpx.Identity, error) {
	token, err := access.BearerText(r.Header.Get("Authorization"))
	if err != nil {
		return ctx, httpx.Identity{}, err
	}
	principal, err := b.Keys.Bearer(ctx, token)
	if err != nil {
		return ctx, httpx.Identity{}, err
	}
	chosen := r.Header.Get(access.TeamHeader)
	principal, err = b.Keys.ActIn(ctx, principal, chosen)
	if err != nil {
		return ctx, httpx.Identity{}, err
	}
	b.Note(principal)
	identity := httpx.Identity{ID: "access:" + principal.KeyID, Label: principal.KeyID, Account: principal.TeamID, Place: chosen}
	return access.WithPrincipal(ctx, principal), identity, nil
}
