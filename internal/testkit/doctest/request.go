package doctest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

// NewRequest returns a request with a credential, and with a body unless it is
// empty.
func NewRequest(method, target, body, authorization string) *http.Request {
	r := httptest.NewRequestWithContext(context.Background(), method, target, strings.NewReader(body))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(body)), nil }
	r.Header.Set("Authorization", authorization)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// tell writes a request and its answer for who has to find out what went wrong.
func tell(r *http.Request, answer *httptest.ResponseRecorder) string {
	const bytesMax = 4 << 10
	var sent []byte
	if r.GetBody != nil {
		if body, err := r.GetBody(); err == nil {
			sent, _ = io.ReadAll(body)
		}
	}
	return fmt.Sprintf("%s %s %.*q: %d %.*q", r.Method, r.URL, bytesMax, sent, answer.Code, bytesMax, answer.Body)
}
