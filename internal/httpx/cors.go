package httpx

import (
	"context"
	"net/http"
)

// The responses to a page of an allowed origin that asks what it may do.
const (
	corsMethods = "GET, HEAD, POST, PUT, PATCH, DELETE"
	corsAccepts = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
	corsExposes = "ETag, Idempotent-Replayed, Retry-After, X-Request-Id, X-Total-Count"
	corsMaxAge  = "600"
)

// AllowOrigin lets the page that sent the request of ctx read the answer. It is
// for operations with Admits, whose handlers judge the origin; before it, no
// page reads anything.
func AllowOrigin(ctx context.Context) {
	if req := requestOf(ctx); req != nil {
		req.originAllowed = true
	}
}

// welcome lets the page that asks read the answer.
func welcome(h http.Header, r *http.Request) {
	if origin := r.Header.Get("Origin"); origin != "" {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", corsExposes)
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
}

// preflight tells a page of an admitted origin which requests it may send, and
// others nothing.
func (o *operation) preflight(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Origin")
	ctx, cancel := o.deadline(r.Context())
	defer cancel()
	if !o.Admits(r.WithContext(ctx), r.Header.Get("Origin")) {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	welcome(w.Header(), r)
	grant(w)
}

// grant says what pages may do.
func grant(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", corsMethods)
	h.Set("Access-Control-Allow-Headers", corsAccepts)
	h.Set("Access-Control-Max-Age", corsMaxAge)
	w.WriteHeader(http.StatusNoContent)
}
