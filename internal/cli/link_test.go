package cli_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

func TestLinkCommandsWorkBesideTheServer(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		keys := s.Installation
		path := "/v1/organizations/" + keys.OrganizationID + "/services/" + keys.ServiceID + "/pipesReversePrivateEndpoints"
		headers := map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(keys.KeyID+":"+keys.KeySecret))}
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

		if got := clitest.Beside(t, s, "link", "list"); got.Code != cli.ExitOK || !strings.Contains(got.Stdout, first) || !strings.Contains(got.Stdout, "PendingAcceptance") {
			t.Errorf("link list: %d %s %s", got.Code, got.Stdout, got.Stderr)
		}
		out := clitest.Beside(t, s, "link", "list", "--json").Stdout
		var listed []map[string]any
		if err := json.Unmarshal([]byte(out), &listed); err != nil || len(listed) != 2 {
			t.Errorf("link list --json: %v %s", err, out)
		}
		if got := clitest.Beside(t, s, "link", "accept", first); got.Code != cli.ExitOK || !strings.Contains(got.Stdout, "is Ready") || status(first) != "Ready" {
			t.Errorf("link accept: %d %s %s", got.Code, got.Stdout, got.Stderr)
		}
		if got := clitest.Beside(t, s, "link", "reject", second, "--reason", "not ours"); got.Code != cli.ExitOK || !strings.Contains(got.Stdout, "is Rejected") || status(second) != "Rejected" {
			t.Errorf("link reject: %d %s %s", got.Code, got.Stdout, got.Stderr)
		}
		if got := clitest.Beside(t, s, "link", "accept", second); got.Code != cli.ExitFail || !strings.Contains(got.Stderr, "can be accepted") {
			t.Errorf("accepting what is rejected: %d %s", got.Code, got.Stderr)
		}
		if got := clitest.Beside(t, s, "link", "accept", "nothing"); got.Code != cli.ExitFail || !strings.Contains(got.Stderr, "does not exist") {
			t.Errorf("accepting nothing: %d %s", got.Code, got.Stderr)
		}
	})
}
