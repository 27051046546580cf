package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestSetUpIsAskedByKnownNames holds that a page that lets its own name lead
// to this machine can't take a fresh installation over through a browser here.
func TestSetUpIsAskedByKnownNames(t *testing.T) {
	t.Parallel()
	s := apptest.StartEmpty(t, apptest.Options{Adjust: func(c *app.Config) { c.PublicURL = "https://cairn.example.com" }})
	setUp := func(host string) int {
		t.Helper()
		body := `{"name":"Ada","email":"ada@example.com","password":"` + apptest.Password + `"}`
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL(app.RoleUI)+"/ui/api/setup", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	for _, host := range []string{"evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "cairn.example.com.evil.example"} {
		if got := setUp(host); got != http.StatusForbidden {
			t.Errorf("as %s: %d", host, got)
		}
	}
	if got := setUp("cairn.example.com"); got != http.StatusOK {
		t.Errorf("as the public name: %d", got)
	}
	for _, host := range []string{"127.0.0.1:8080", "localhost:8080", "[::1]"} {
		if got := setUp(host); got != http.StatusConflict {
			t.Errorf("as %s, once more: %d", host, got)
		}
	}
}
