package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// trusting starts a server that believes the proxies of the networks.
func trusting(t *testing.T, networks ...string) *apptest.Server {
	t.Helper()
	return apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.TrustedProxies = networks }})
}

// forwarding sends a request with the lines as its X-Forwarded-For.
func forwarding(t *testing.T, call testkit.Scenario, base string, lines []string) testkit.Answer {
	t.Helper()
	method := call.Method
	if method == "" {
		method = http.MethodGet
	}
	r, err := http.NewRequestWithContext(t.Context(), method, base+call.Path, strings.NewReader(call.Body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range call.Headers {
		r.Header.Set(name, value)
	}
	if call.Body != "" && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header["X-Forwarded-For"] = lines
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return testkit.Answer{Status: answer.StatusCode, Header: answer.Header, Body: string(body)}
}

// forwarded is a way to claim an address, and who the client then is if the
// proxy is trusted. Only 198.51.100.7 and 2001:db8::7 are in lists of the tests.
type forwarded struct {
	lines  []string
	client string
}

func forwardings() map[string]forwarded {
	return map[string]forwarded{
		"none":                {nil, "127.0.0.1"},
		"listed":              {[]string{"198.51.100.7"}, "198.51.100.7"},
		"listed with a port":  {[]string{"198.51.100.7:4711"}, "198.51.100.7"},
		"listed IPv6":         {[]string{"[2001:db8::7]:4711"}, "2001:db8::7"},
		"mapped":              {[]string{"::ffff:198.51.100.7"}, "198.51.100.7"},
		"another":             {[]string{"203.0.113.9"}, "203.0.113.9"},
		"a claim of a client": {[]string{"198.51.100.7, 203.0.113.9"}, "203.0.113.9"},
		"a claim in a line":   {[]string{"198.51.100.7", "203.0.113.9"}, "203.0.113.9"},
		"through two proxies": {[]string{"203.0.113.9, 198.51.100.7", "127.0.0.2"}, "198.51.100.7"},
		"garbage":             {[]string{"198.51.100.7, unknown"}, "127.0.0.1"},
		"empty":               {[]string{""}, "127.0.0.1"},
	}
}

// TestTrustedProxiesSayWhoTheClientIs holds that a proxy is believed exactly
// if the operator trusts its network, wherever an address counts.
func TestTrustedProxiesSayWhoTheClientIs(t *testing.T) {
	t.Parallel()
	for name, networks := range map[string][]string{"trusted": {"127.0.0.0/8"}, "nobody is trusted": nil, "others are trusted": {"10.0.0.0/8", "::1/128"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := trusting(t, networks...)
			key := listedKey(t, s)
			for what, f := range forwardings() {
				client := f.client
				if name != "trusted" {
					client = "127.0.0.1"
				}
				seen := forwarding(t, testkit.Scenario{Path: "/health"}, s.URL(app.RoleStack), f.lines)
				if !strings.Contains(seen.Body, `"ip":"`+client+`"`) {
					t.Errorf("%s: the client is %s, want %s", what, seen.Body, client)
				}
				want := http.StatusUnauthorized
				if client == "198.51.100.7" || client == "2001:db8::7" {
					want = http.StatusOK
				}
				if got := forwarding(t, testkit.Scenario{Path: "/v1/organizations", Headers: key}, s.URL(app.RoleCloud), f.lines); got.Status != want {
					t.Errorf("%s: the key with a list is %d, want %d: %s", what, got.Status, want, got.Body)
				}
			}
		})
	}
}

// listedKey makes a cloud key that may be used from two addresses alone.
func listedKey(t *testing.T, s *apptest.Server) map[string]string {
	t.Helper()
	call := testkit.Scenario{
		Method: http.MethodPost, Path: "/v1/organizations/" + s.Installation.OrganizationID + "/keys",
		Headers: basic(s.Installation.KeyID, s.Installation.KeySecret),
		Body:    `{"name":"listed","roles":["admin"],"ipAccessList":[{"source":"198.51.100.7","description":""},{"source":"2001:db8::/32","description":""}]}`,
	}
	made := call.Send(t, s.URL(app.RoleCloud))
	var answer struct {
		Result struct{ KeyID, KeySecret string }
	}
	if err := json.Unmarshal([]byte(made.Body), &answer); err != nil || answer.Result.KeyID == "" {
		t.Fatalf("%d %s: %v", made.Status, made.Body, err)
	}
	return basic(answer.Result.KeyID, answer.Result.KeySecret)
}

// TestProxySaysThatTheBrowserCameOverTLS holds that the session's cookie is
// Secure behind a trusted proxy that ends TLS.
func TestProxySaysThatTheBrowserCameOverTLS(t *testing.T) {
	t.Parallel()
	for name, networks := range map[string][]string{"trusted": {"127.0.0.0/8"}, "untrusted": nil} {
		s := trusting(t, networks...)
		call := testkit.Scenario{
			Method: http.MethodPost, Path: "/ui/api/session", Headers: map[string]string{"X-Forwarded-Proto": "https"},
			Body: `{"email":"admin@localhost","password":"` + apptest.Password + `"}`,
		}
		got := call.Send(t, s.URL(app.RoleUI))
		cookie := got.Header.Get("Set-Cookie")
		if isSecure := strings.HasPrefix(cookie, "__Host-") && strings.Contains(cookie, "Secure"); got.Status != 200 || isSecure != (name == "trusted") {
			t.Errorf("%s: %d, attributes %q", name, got.Status, cookie[strings.IndexByte(cookie, ';'):])
		}
		session := map[string]string{"X-Forwarded-Proto": "https", "Cookie": strings.SplitN(cookie, ";", 2)[0]}
		if got := (testkit.Scenario{Path: "/ui/api/session", Headers: session}).Send(t, s.URL(app.RoleUI)); got.Status != 200 {
			t.Errorf("%s: the session is %d %s", name, got.Status, got.Body)
		}
	}
}
