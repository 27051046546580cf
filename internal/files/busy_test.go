package files_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// busyServer answers 429 to the first requests, asking for 7 seconds, and
// empty lists then.
func busyServer(t *testing.T, refusals int64) (url string, asked func() int64) {
	t.Helper()
	var count atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if count.Add(1) <= refusals {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = w.Write([]byte(`{"message":"slow down"}`))
			return
		}
		_, _ = w.Write([]byte(`{"data":[]}`))
	}))
	t.Cleanup(server.Close)
	return server.URL, count.Load
}
