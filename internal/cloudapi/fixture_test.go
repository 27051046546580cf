package cloudapi_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// unknownID is a well-formed id that nothing has.
const unknownID = "0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a11"

// house is a running cloud with an organization, its default service and an
// admin key. The self-hosted API and the interface are off: to make them takes
// longer than most tests.
type house struct {
	*apptest.Server
	base         string // of the API
	organization string // path
	service      string // path of the default service
	admin        map[string]string
	store        backupStore // nil: that of the server
}

func newHouse(t *testing.T, options apptest.Options) *house {
	t.Helper()
	if options.Adjust == nil {
		// Backups may be asked for; none of them is made.
		options.Adjust = func(c *app.Config) { c.NoStack, c.NoUI, c.BackupDir, c.NoBackups = true, true, t.TempDir(), true }
	}
	s := apptest.Start(t, options)
	organization := "/v1/organizations/" + s.Installation.OrganizationID
	return &house{
		Server: s, base: s.URL(app.RoleCloud), organization: organization,
		service: organization + "/services/" + s.Installation.ServiceID,
		admin:   basic(s.Installation.KeyID, s.Installation.KeySecret),
	}
}

func basic(keyID, secret string) map[string]string {
	return map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(keyID+":"+secret))}
}

// with returns headers and one more.
func with(headers map[string]string, name, value string) map[string]string {
	more := maps.Clone(headers)
	more[name] = value
	return more
}

// send sends a request of the admin.
func (h *house) send(t testing.TB, method, path, body string) testkit.Answer {
	t.Helper()
	return testkit.Scenario{Method: method, Path: path, Body: body, Headers: h.admin}.Send(t, h.base)
}

// must sends a request of the admin that has to succeed, and returns its
// result.
func (h *house) must(t testing.TB, method, path, body string) map[string]any {
	t.Helper()
	answer := h.send(t, method, path, body)
	if answer.Status != http.StatusOK {
		t.Fatalf("%s %s: %d %s", method, path, answer.Status, answer.Body)
	}
	result, _ := answer.JSON(t)["result"].(map[string]any)
	return result
}

// list returns the result of a list.
func (h *house) list(t testing.TB, path string) []any {
	t.Helper()
	answer := h.send(t, http.MethodGet, path, "")
	if answer.Status != http.StatusOK {
		t.Fatalf("GET %s: %d %s", path, answer.Status, answer.Body)
	}
	return answer.JSON(t)["result"].([]any)
}

// newService makes a service and returns its path.
func (h *house) newService(t testing.TB, body string) string {
	t.Helper()
	made := h.must(t, http.MethodPost, h.organization+"/services", body)
	return h.organization + "/services/" + made["service"].(map[string]any)["id"].(string)
}

const plainService = `{"name":"logs","provider":"aws","region":"us-east-1"}`

// runningService makes a service, waits until it runs, and returns its path.
func (h *house) runningService(t testing.TB, body string) string {
	t.Helper()
	path := h.newService(t, body)
	h.awaitState(t, path, "running")
	return path
}

// patience is for machines that are busy; nothing is promised.
const patience = 2 * time.Minute

func (h *house) awaitState(t testing.TB, path, state string) {
	t.Helper()
	testkit.Eventually(t, patience, path+" is "+state, func() bool {
		return h.must(t, http.MethodGet, path, "")["state"] == state
	})
}

func (h *house) awaitGone(t testing.TB, path string) {
	t.Helper()
	testkit.Eventually(t, patience, path+" is gone", func() bool {
		return h.send(t, http.MethodGet, path, "").Status == http.StatusNotFound
	})
}

// newKey makes a key with the roles and returns its headers and id.
func (h *house) newKey(t testing.TB, roles ...string) (headers map[string]string, id string) {
	t.Helper()
	made := h.must(t, http.MethodPost, h.organization+"/keys",
		fmt.Sprintf(`{"name":"made","roles":["%s"]}`, strings.Join(roles, `","`)))
	return basic(made["keyId"].(string), made["keySecret"].(string)), made["key"].(map[string]any)["id"].(string)
}
