package cloudapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/httpx"
)

// witness notes for the audit log where an authenticated request came from.
type witness struct{ of httpx.Authenticator }

// Authenticate answers the context with the caller and its origin in it.
func (w witness) Authenticate(ctx context.Context, r *http.Request) (context.Context, httpx.Identity, error) {
	ctx, identity, err := w.of.Authenticate(ctx, r)
	if err != nil {
		return ctx, identity, err
	}
	origin := cloud.Origin{UserAgent: r.UserAgent()}
	if addr := httpx.ClientAddr(ctx); addr.IsValid() {
		origin.Address = addr.String()
	}
	return cloud.WithOrigin(ctx, origin), identity, nil
}
