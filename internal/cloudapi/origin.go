package cloudapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/httpx"
)

// Witness notes for the audit log where an authenticated request came from.
type Witness struct{ Of httpx.Authenticator }

// Authenticate returns the context with the caller and its origin in it.
func (w Witness) Authenticate(ctx context.Context, r *http.Request) (context.Context, httpx.Identity, error) {
	ctx, identity, err := w.Of.Authenticate(ctx, r)
	if err != nil {
		return ctx, identity, err
	}
	origin := cloud.Origin{UserAgent: r.UserAgent()}
	if addr := httpx.ClientAddr(ctx); addr.IsValid() {
		origin.Address = addr.String()
	}
	return cloud.WithOrigin(ctx, origin), identity, nil
}
