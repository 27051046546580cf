package app_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestStoppedServiceServesNoTelemetry holds that a stopped service neither
// takes telemetry nor answers questions about it, that its resources stay,
// and that it serves again when it is started.
func TestStoppedServiceServesNoTelemetry(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	service := "/v1/organizations/" + s.Installation.OrganizationID + "/services/" + s.Installation.ServiceID
	command := func(name, state string) {
		t.Helper()
		admin := map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(s.Installation.KeyID+":"+s.Installation.KeySecret))}
		call := testkit.Scenario{Method: http.MethodPatch, Path: service + "/state", Headers: admin, Body: `{"command":"` + name + `"}`}
		if got := call.Send(t, s.URL(app.RoleCloud)); got.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", name, got.Status, got.Body)
		}
		testkit.Eventually(t, 30*time.Second, "the service is "+state, func() bool {
			return strings.Contains(testkit.Scenario{Path: service, Headers: admin}.Send(t, s.URL(app.RoleCloud)).Body, `"state":"`+state+`"`)
		})
	}
	stack := func(path, body string) testkit.Answer {
		call := testkit.Scenario{Path: "/api/v2" + path, Body: body, Headers: map[string]string{"Authorization": "Bearer " + s.Installation.AccessKey}}
		if body != "" {
			call.Method = http.MethodPost
		}
		return call.Send(t, s.URL(app.RoleStack))
	}
	var sources struct{ Data []struct{ ID string } }
	if err := json.Unmarshal([]byte(stack("/sources", "").Body), &sources); err != nil || len(sources.Data) == 0 {
		t.Fatal(err)
	}
	search := fmt.Sprintf(`{"sourceId":"%s"}`, sources.Data[0].ID)

	command("stop", "stopped")
	sent := post(t, s, protoOf(t, "too early"), nil)
	if sent.Status != http.StatusServiceUnavailable || sent.Header.Get("Retry-After") != "30" {
		t.Errorf("telemetry: %d %v %q", sent.Status, sent.Header, sent.Body)
	}
	asked := stack("/search", search)
	if asked.Status != http.StatusServiceUnavailable || !strings.Contains(asked.Body, "it is stopped") {
		t.Errorf("a search: %d %s", asked.Status, asked.Body)
	}
	if got := stack("/dashboards", ""); got.Status != http.StatusOK {
		t.Errorf("dashboards: %d %s", got.Status, got.Body)
	}

	command("start", "running")
	if got := post(t, s, protoOf(t, "in time"), nil); got.Status != http.StatusOK {
		t.Errorf("telemetry of a started service: %d %q", got.Status, got.Body)
	}
	testkit.Eventually(t, time.Minute, "a search is answered", func() bool { return stack("/search", search).Status == http.StatusOK })
	if stored(t, s, "too early") != 0 {
		t.Error("what was refused is stored")
	}
}
