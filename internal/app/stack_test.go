package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

// idIn returns the id of the record in an answer of either family.
func idIn(t *testing.T, answer testkit.Answer) string {
	t.Helper()
	var body struct{ Data, Result struct{ ID string } }
	if err := json.Unmarshal([]byte(answer.Body), &body); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%d %s: %v", answer.Status, answer.Body, err)
	}
	return body.Data.ID + body.Result.ID
}

// TestBothDeploymentsShowOneStack makes things through one API and sees them
// in the other and in the interface's own.
func TestBothDeploymentsShowOneStack(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		keys := s.Installation
		managed := "/v1/organizations/" + keys.OrganizationID + "/services/" + keys.ServiceID + "/stack"
		webhook := testkit.Scenario{
			Method: http.MethodPost, Path: managed + "/webhooks", Headers: basic(keys.KeyID, keys.KeySecret),
			Body: `{"name":"w","service":"generic","url":"https://hooks.example.com/"}`,
		}
		id := idIn(t, webhook.Send(t, s.URL(app.RoleCloud)))
		testkit.Run(t, s.URL(app.RoleStack), []testkit.Scenario{
			{Name: "webhook of the managed API", Path: "/api/v2/webhooks/" + id, Headers: bearer(keys.AccessKey), Status: 200, Contains: []string{id}},
			{Name: "sources are there", Path: "/api/v2/sources", Headers: bearer(keys.AccessKey), Status: 200, Contains: []string{`"name":"Logs"`, `"name":"Traces"`, `"name":"Metrics"`}},
			{Name: "validation", Method: http.MethodPost, Path: "/api/v2/dashboards/validate", Headers: bearer(keys.AccessKey), Status: 200,
				Body: `{"name":"d","tiles":[]}`, Contains: []string{`"valid":true`}},
			{Name: "private address is refused", Method: http.MethodPost, Path: "/api/v2/webhooks", Headers: bearer(keys.AccessKey), Status: 400,
				Body: `{"name":"x","service":"generic","url":"http://127.0.0.1:1/"}`, Contains: []string{"must not be a private or reserved address"}},
			{Name: "database of nobody is refused", Method: http.MethodPost, Path: "/api/v2/connections", Headers: bearer(keys.AccessKey), Status: 400,
				Body: `{"name":"x","host":"http://127.0.0.1:1","username":""}`, Contains: []string{"host"}},
		})
		testkit.Run(t, s.URL(app.RoleCloud), []testkit.Scenario{
			{Name: "original spelling", Path: strings.Replace(managed, "/stack", "/clickstack", 1) + "/sources", Headers: basic(keys.KeyID, keys.KeySecret), Status: 200, Contains: []string{`"name":"Logs"`}},
			{Name: "unknown resource is an HTML 404", Path: managed + "/nothing", Headers: basic(keys.KeyID, keys.KeySecret), Status: 404, Answered: map[string]string{"Content-Type": "text/html; charset=utf-8"}},
			{Name: "unknown id is a JSON 404", Path: managed + "/alerts/0123456789abcdef01234567", Headers: basic(keys.KeyID, keys.KeySecret), Status: 404, Contains: []string{"NOT_FOUND: alert does not exist"}},
		})
	})
}

// TestConnectionIsSavedWithoutItsDatabase holds that a connection can be saved
// while its database is away or refuses it, and that a test tells.
func TestConnectionIsSavedWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	database := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-ClickHouse-Key") != "right" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_, _ = w.Write([]byte("1\n"))
	}))
	t.Cleanup(database.Close)
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.WebhookAllowCIDRs = []string{"127.0.0.0/8"} }})
	connect := func(path, password string) testkit.Answer {
		return testkit.Scenario{
			Method: http.MethodPost, Path: "/api/v2/connections" + path, Headers: bearer(s.Installation.AccessKey),
			Body: `{"name":"x","host":"` + database.URL + `","username":"u","password":"` + password + `"}`,
		}.Send(t, s.URL(app.RoleStack))
	}
	if got := connect("/test", "wrong"); !strings.Contains(got.Body, `"success":false,"field":"password"`) {
		t.Errorf("a wrong password: %d %s", got.Status, got.Body)
	}
	if got := connect("/test", "right"); !strings.Contains(got.Body, `"success":true`) {
		t.Errorf("the right password: %d %s", got.Status, got.Body)
	}
	idIn(t, connect("", "wrong"))
	database.Close()
	if got := connect("/test", "right"); !strings.Contains(got.Body, `"success":false,"field":"host","message":"can't be reached"`) {
		t.Errorf("a database that is away: %d %s", got.Status, got.Body)
	}
	idIn(t, connect("", "right"))
}

func TestSecretKeyIsMadeOnceAndKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "secret.key")
	if got := clitest.Run(t, nil, "bootstrap", "--data-dir", dir); got.Code != cli.ExitOK {
		t.Fatalf("%d %s", got.Code, got.Stderr)
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if stat, err := os.Stat(path); err != nil || stat.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", stat.Mode(), err)
	}
	if got := clitest.Run(t, nil, "key", "list", "--kind", "access", "--data-dir", dir); got.Code != cli.ExitOK {
		t.Errorf("%d %s", got.Code, got.Stderr)
	}
	if again, err := os.ReadFile(path); err != nil || string(again) != string(first) {
		t.Errorf("the key changed: %v", err)
	}
	other := "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY="
	for value, want := range map[string]string{other: "is not the one that this database was sealed with", "short": "--secret-key: must be 32 random bytes in base64"} {
		got := clitest.Run(t, map[string]string{"CAIRN_SECRET_KEY": value}, "key", "list", "--kind", "access", "--data-dir", dir)
		if got.Code == cli.ExitOK || !strings.Contains(got.Stderr, want) || strings.Contains(got.Stderr, value) {
			t.Errorf("%d %s, want %q", got.Code, got.Stderr, want)
		}
	}
}

func TestExportAndApply(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	keys, dir := s.Installation, t.TempDir()
	selfHosted := map[string]string{"CAIRN_URL": s.URL(app.RoleStack), "CAIRN_TOKEN": keys.AccessKey}
	managed := []string{
		"--url", s.URL(app.RoleCloud), "--key-id", keys.KeyID, "--key-secret", keys.KeySecret,
		"--organization", keys.OrganizationID, "--service", keys.ServiceID,
	}
	if got := clitest.Run(t, selfHosted, "export", "-o", dir); got.Code != cli.ExitOK || !strings.Contains(got.Stdout, "sources/logs\n") {
		t.Fatalf("export: %+v", got)
	}
	webhook := filepath.Join(dir, "webhooks", "w.yaml")
	if err := os.MkdirAll(filepath.Dir(webhook), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(webhook, []byte("name: w\nservice: generic\nurl: https://hooks.example.com/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		env  map[string]string
		args []string
		want string
	}{
		{selfHosted, []string{"apply", "-f", dir, "--dry-run"}, "+ webhooks/w\n1 to create, 0 to update, 0 to delete, 3 unchanged\n"},
		{selfHosted, []string{"apply", "-f", dir}, "1 of 1 changes are made"},
		{nil, append([]string{"apply", "-f", dir}, managed...), "0 to create, 0 to update, 0 to delete, 4 unchanged"},
	} {
		if got := clitest.Run(t, step.env, step.args...); got.Code != cli.ExitOK || !strings.Contains(got.Stdout, step.want) {
			t.Errorf("%v: %+v, want %q", step.args, got, step.want)
		}
	}
	for _, args := range [][]string{{"apply", "-f", dir}, {"export", "--url", "x", "--token", "t"}, {"apply", "--url", "http://x", "--token", "t"}} {
		if got := clitest.Run(t, nil, args...); got.Code != cli.ExitUsage {
			t.Errorf("%v: %+v", args, got)
		}
	}
}
