package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// cairn runs the program beside the server, on its store.
func cairn(t *testing.T, s *apptest.Server, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	environment := map[string]string{
		"CAIRN_DATA_DIR": s.Config.DataDir, "CAIRN_DATABASE_URL": s.Config.DatabaseURL, "CAIRN_LOG_LEVEL": "error",
	}
	var out, failure bytes.Buffer
	code = app.Main(t.Context(), app.Process{
		Now:  time.Now,
		Args: args, Stdout: &out, Stderr: &failure,
		LookupEnv: func(name string) (string, bool) {
			value, ok := environment[name]
			return value, ok
		},
	})
	return code, out.String(), failure.String()
}

func TestLinkCommandsWorkBesideTheServer(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		keys := s.Installation
		path := "/v1/organizations/" + keys.OrganizationID + "/services/" + keys.ServiceID + "/pipesReversePrivateEndpoints"
		headers := basic(keys.KeyID, keys.KeySecret)
		pending := func() string {
			made := testkit.Scenario{
				Method: http.MethodPost, Path: path, Headers: headers,
				Body: `{"type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"com.amazonaws.vpce.us-east-1.vpce-svc-12345678901234567"}`,
			}.Send(t, s.URL(app.RoleCloud)).JSON(t)
			id := made["result"].(map[string]any)["id"].(string)
			testkit.Scenario{Path: path + "/" + id + "?waitFor=PendingAcceptance", Headers: headers}.Send(t, s.URL(app.RoleCloud))
			return id
		}
		status := func(id string) string {
			got := testkit.Scenario{Path: path + "/" + id, Headers: headers}.Send(t, s.URL(app.RoleCloud)).JSON(t)
			return got["result"].(map[string]any)["status"].(string)
		}
		first, second := pending(), pending()

		if code, out, failure := cairn(t, s, "link", "list"); code != app.ExitOK || !strings.Contains(out, first) || !strings.Contains(out, "PendingAcceptance") {
			t.Errorf("link list: %d %s %s", code, out, failure)
		}
		_, out, _ := cairn(t, s, "link", "list", "--json")
		var listed []map[string]any
		if err := json.Unmarshal([]byte(out), &listed); err != nil || len(listed) != 2 {
			t.Errorf("link list --json: %v %s", err, out)
		}
		if code, out, failure := cairn(t, s, "link", "accept", first); code != app.ExitOK || !strings.Contains(out, "is Ready") || status(first) != "Ready" {
			t.Errorf("link accept: %d %s %s", code, out, failure)
		}
		if code, out, failure := cairn(t, s, "link", "reject", second, "--reason", "not ours"); code != app.ExitOK || !strings.Contains(out, "is Rejected") || status(second) != "Rejected" {
			t.Errorf("link reject: %d %s %s", code, out, failure)
		}
		if code, _, failure := cairn(t, s, "link", "accept", second); code != app.ExitFail || !strings.Contains(failure, "can be accepted") {
			t.Errorf("accepting what is rejected: %d %s", code, failure)
		}
		if code, _, failure := cairn(t, s, "link", "accept", "nothing"); code != app.ExitFail || !strings.Contains(failure, "does not exist") {
			t.Errorf("accepting nothing: %d %s", code, failure)
		}
	})
}
