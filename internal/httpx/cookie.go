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

// Cookie returns the value of a cookie that the client sent with the request
// that ctx belongs to; empty without one.
func Cookie(ctx context.Context, name string) string {
	req := requestOf(ctx)
	if req == nil {
		return ""
	}
	cookie, err := (&http.Request{Header: req.sent}).Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}
