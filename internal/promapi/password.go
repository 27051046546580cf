package promapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/httpx"
)

// Password lets the key of a bearer come as the password of HTTP Basic too, with
// any user name: many clients of Prometheus know nothing else.
type Password struct{ Of httpx.Authenticator }

// Authenticate returns the context with the caller in it.
func (p Password) Authenticate(ctx context.Context, r *http.Request) (context.Context, httpx.Identity, error) {
	if _, password, ok := r.BasicAuth(); ok {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+password)
	}
	return p.Of.Authenticate(ctx, r)
}
