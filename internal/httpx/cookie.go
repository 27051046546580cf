package httpx

import (
	"context"
	"net/http"
)

// SetCookie adds a cookie to the answer of the request that ctx belongs to.
// Call it before the handler returns.
func SetCookie(ctx context.Context, cookie *http.Cookie) {
	if req := requestOf(ctx); req != nil {
		http.SetCookie(req, cookie)
	}
}
