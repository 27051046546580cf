package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestInterfaceIsServedBelowAPath holds that a proxy may pass the path on or
// strip it, and that cookies stay below it.
func TestInterfaceIsServedBelowAPath(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.BasePath = "/cairn/" }})
	signIn := testkit.Scenario{Method: http.MethodPost, Path: "/ui/api/session", Body: `{"email":"admin@localhost","password":"` + apptest.Password + `"}`}
	for _, base := range []string{"/cairn", ""} {
		signedIn := signIn.Send(t, s.URL(app.RoleUI)+base)
		cookie, rest, _ := strings.Cut(signedIn.Header.Get("Set-Cookie"), ";")
		if !strings.HasPrefix(cookie, "cairn_session=") || !strings.Contains(rest, "Path=/cairn;") {
			t.Errorf("%q: the cookie is %q", base, signedIn.Header.Get("Set-Cookie"))
		}
		for _, path := range []string{"/ui/api/session", "/api/v2/dashboards", "/v1/organizations", "/dashboards/1", "/api/v2/docs"} {
			got := testkit.Scenario{Path: base + path, Headers: map[string]string{"Cookie": cookie}}.Send(t, s.URL(app.RoleUI))
			if got.Status != http.StatusOK {
				t.Errorf("%s: %d %s", base+path, got.Status, got.Body)
			}
		}
	}
	for _, path := range []string{"/cairn", "/cairn/", "/"} {
		if got := (testkit.Scenario{Path: path}).Send(t, s.URL(app.RoleUI)); got.Status != http.StatusOK || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") {
			t.Errorf("%s: %d %s", path, got.Status, got.Header)
		}
	}
	if got := (testkit.Scenario{Path: "/cairn/api/v2/dashboards", Headers: bearer(s.Installation.AccessKey)}).Send(t, s.URL(app.RoleStack)); got.Status != http.StatusNotFound {
		t.Errorf("the stack API below the path: %d", got.Status)
	}
}

func TestBasePathAndPublicURLAgree(t *testing.T) {
	t.Parallel()
	f := func(public, base, wrong, link string) {
		t.Helper()
		c := apptest.Config(t, apptest.Options{})
		c.PublicURL, c.BasePath, c.UIAddr, c.WALBytesMax = public, base, "127.0.0.1:8080", 1<<30
		c.PriceStorageGBMonth, c.PriceBackupGBMonth, c.PriceCPUHour, c.PriceReceivedGB, c.PriceAnsweredGB = "0", "0", "0", "0", "0"
		err := c.Check()
		if (err == nil) != (wrong == "") || err != nil && !strings.Contains(err.Error(), wrong) {
			t.Errorf("%q and %q: %v, want %q", public, base, err, wrong)
		}
		if got := c.PasswordURL("x"); wrong == "" && got != link+"/set-password?token=x" {
			t.Errorf("%q and %q: %s", public, base, got)
		}
	}
	f("", "", "", "http://127.0.0.1:8080")
	f("", "/cairn", "", "http://127.0.0.1:8080/cairn")
	f("https://example.org", "", "", "https://example.org")
	f("https://example.org/", "/cairn/", "", "https://example.org/cairn")
	f("https://example.org/a/b.c/", "", "", "https://example.org/a/b.c")
	f("https://example.org/cairn", "/cairn", "", "https://example.org/cairn")
	f("https://example.org/cairn", "/other", "--base-path: is not the path of --public-url", "")
	for _, broken := range []string{"cairn", "/../x", "/a//b", "/a b", "/a?b", `/"><script>`, "/" + strings.Repeat("a", 300)} {
		f("", broken, "--base-path: must be a path such as /cairn", "")
	}
	f("https://example.org/a%20b", "", "--public-url: the path must be a path such as /cairn", "")
}
