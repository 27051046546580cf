package receive

import (
	"net/http"
	"slices"
)

// The responses to a page that asks what it may send.
const (
	corsAccepts = "Authorization, Content-Encoding, Content-Type, X-Cairn-Ingestion-Key"
	corsExposes = "Retry-After, X-Request-Id"
	corsMaxAge  = "7200"
	anyOrigin   = "*"
)

// CORS lets pages of the listed origins send. Without any, browsers keep all
// pages out. No cookies are involved: the key is in a header.
func (r *Receiver) CORS(next http.Handler) http.Handler {
	if len(r.origins) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		h, origin := w.Header(), q.Header.Get("Origin")
		h.Add("Vary", "Origin")
		if origin == "" || !r.allows(origin) {
			next.ServeHTTP(w, q)
			return
		}
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", corsExposes)
		if q.Method != http.MethodOptions || q.Header.Get("Access-Control-Request-Method") == "" {
			next.ServeHTTP(w, q)
			return
		}
		h.Set("Access-Control-Allow-Methods", http.MethodPost)
		h.Set("Access-Control-Allow-Headers", corsAccepts)
		h.Set("Access-Control-Max-Age", corsMaxAge)
		w.WriteHeader(http.StatusNoContent)
	})
}

func (r *Receiver) allows(origin string) bool {
	return slices.Contains(r.origins, anyOrigin) || slices.Contains(r.origins, origin)
}
