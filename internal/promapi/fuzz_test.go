package promapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/promapi"
)

// FuzzRequests sends any parameters to any path, in the address and as a form:
// every response is JSON, and none is our mistake.
func FuzzRequests(f *testing.F) {
	handler := newAPI().Handler()
	paths := []string{"/query", "/query_range", "/query_exemplars", "/format_query", "/parse_query", "/series", "/labels", "/label/job/values", "/metadata", "/rules"}
	for i, q := range questions() {
		f.Add(uint8(i), form(q.params), "")
		f.Add(uint8(i), "", form(q.params))
	}
	f.Fuzz(func(t *testing.T, path uint8, address, body string) {
		r := httptest.NewRequest(http.MethodPost, promapi.Prefix+paths[int(path)%len(paths)], strings.NewReader(body))
		r.URL.RawQuery = address
		r.Header.Set("Authorization", "Bearer "+secret)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		got := httptest.NewRecorder()
		handler.ServeHTTP(got, r)
		if got.Code >= http.StatusInternalServerError || !json.Valid(got.Body.Bytes()) {
			t.Errorf("%q, %q: %d %s", address, body, got.Code, got.Body)
		}
	})
}
