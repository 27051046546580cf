package app_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestRateLimitCountsExactly(t *testing.T) {
	t.Parallel()
	clock := testkit.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC))
	s := apptest.Start(t, apptest.Options{Now: clock.Now, Adjust: func(c *app.Config) {
		c.StackRateLimit, c.CloudRateLimit = 600, 40
	}})
	const over = 10_000
	call := testkit.Scenario{Path: "/api/v2", Headers: bearer(s.Installation.AccessKey)}
	for i := range 600 {
		got := call.Send(t, s.URL(app.RoleStack))
		if want := strconv.Itoa(599 - i); got.Status != http.StatusOK || got.Header.Get("RateLimit-Remaining") != want {
			t.Fatalf("request %d: status %d, remaining %q, want %s", i+1, got.Status, got.Header.Get("RateLimit-Remaining"), want)
		}
	}
	for i := range over {
		got := call.Send(t, s.URL(app.RoleStack))
		if got.Status != http.StatusTooManyRequests || got.Header.Get("RateLimit-Remaining") != "0" || got.Header.Get("Retry-After") == "" {
			t.Fatalf("request %d over the limit: %d %v", i+1, got.Status, got.Header)
		}
	}
	clock.Advance(time.Minute)
	if got := call.Send(t, s.URL(app.RoleStack)); got.Status != http.StatusOK || got.Header.Get("RateLimit-Remaining") != "599" {
		t.Errorf("after the window: %d, remaining %q", got.Status, got.Header.Get("RateLimit-Remaining"))
	}
}

func TestCloudRateLimitHeaders(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.CloudRateLimit = 1 }})
	right := basic(s.Installation.KeyID, s.Installation.KeySecret)
	testkit.Run(t, s.URL(app.RoleCloud), []testkit.Scenario{
		{Name: "first is served", Path: "/v1/organizations", Headers: right, Status: 200, Answered: map[string]string{
			"X-RateLimit-Limit": "1", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "*",
			"X-RateLimit-Policy": `1;w=10;comment="fixed window"`,
		}},
		{Name: "second is 429", Path: "/v1/organizations", Headers: right, Status: 429,
			Contains: []string{"TOO_MANY_REQUESTS"}, Answered: map[string]string{"Retry-After": "*"}},
	})
}

func TestGuessingIsLimitedByAddress(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.StackRateLimit = 5 }})
	for i := range 6 {
		got := testkit.Scenario{Path: "/api/v2", Headers: bearer("guess-" + strconv.Itoa(i))}.Send(t, s.URL(app.RoleStack))
		want := http.StatusUnauthorized
		if i == 5 {
			want = http.StatusTooManyRequests
		}
		if got.Status != want {
			t.Errorf("guess %d: %d, want %d", i+1, got.Status, want)
		}
	}
}

// A page asks for a dozen things at once, a wall of tiles for forty: people are not
// held to what keys of programs may do.
func TestSessionsHaveALimitOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.StackRateLimit, c.CloudRateLimit = 1, 1 }})
	session := signIn(t, s, "admin@localhost", apptest.Password)
	for path, header := range map[string]string{"/api/v2/team": "RateLimit-Limit", "/v1/organizations": "X-RateLimit-Limit"} {
		for i := range 3 {
			got := testkit.Scenario{Path: path, Headers: session}.Send(t, s.URL(app.RoleUI))
			if got.Status != http.StatusOK || got.Header.Get(header) != "6000" {
				t.Errorf("%s, request %d: status %d, limit %q", path, i+1, got.Status, got.Header.Get(header))
			}
		}
	}
}
