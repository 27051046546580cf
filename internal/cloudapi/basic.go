package cloudapi

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/peer"
)

// Basic authenticates requests by a cloud key: key id as user name, key
// secret as password. Note is told of every caller that got in.
type Basic struct {
	Keys interface {
		Basic(ctx context.Context, keyID, secret string, addr netip.Addr) (access.Principal, error)
	}
	Note func(access.Principal)
}

// Authenticate returns the context with the caller in it.
func (b Basic) Authenticate(ctx context.Context, r *http.Request) (context.Context, httpx.Identity, error) {
	keyID, secret, err := basicText(r)
	if err != nil {
		return ctx, httpx.Identity{}, err
	}
	principal, err := b.Keys.Basic(ctx, keyID, secret, peer.From(ctx).PublicClient())
	if err != nil {
		return ctx, httpx.Identity{}, err
	}
	b.Note(principal)
	identity := httpx.Identity{ID: "cloud:" + principal.KeyID, Label: principal.KeyID}
	return access.WithPrincipal(ctx, principal), identity, nil
}

func basicText(r *http.Request) (keyID, secret string, err error) {
	header := r.Header.Get("Authorization")
	if header == "" {
		return "", "", fault.New(fault.Unauthenticated, "No Authorization header provided.")
	}
	if token, err := access.BearerText(header); err == nil {
		return "", "", access.Misplaced(token, access.TokenCloud)
	}
	keyID, secret, ok := r.BasicAuth()
	if !ok {
		return "", "", fault.New(fault.Unauthenticated, "The Authorization header must be: Basic <key id:key secret in base64>")
	}
	return keyID, secret, nil
}
