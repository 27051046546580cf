package app_test

import (
	"encoding/base64"
	"net/http"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func basic(keyID, secret string) map[string]string {
	return map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(keyID+":"+secret))}
}

func bearer(token string) map[string]string {
	return map[string]string{"Authorization": "Bearer " + token}
}

func TestStackDoor(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		keys := s.Installation
		testkit.Run(t, s.URL(app.RoleStack), []testkit.Scenario{
			{
				Name: "no key is 401", Path: "/api/v2", Status: 401,
				Contains: []string{`"message"`, "Authorization: Bearer"},
				Answered: map[string]string{"WWW-Authenticate": `Bearer realm="cairn"`, "X-Request-Id": "*"},
			},
			{
				Name: "wrong key is 401", Path: "/api/v2", Headers: bearer("nonsense"), Status: 401,
				Contains: []string{`"message"`, "is not valid"}, Lacks: []string{"nonsense"},
			},
			{
				Name: "right key is 200", Path: "/api/v2", Headers: bearer(keys.AccessKey), Status: 200,
				Contains: []string{`"version":"v2"`, `"email":"admin@localhost"`, keys.TeamID}, Lacks: []string{"cairn_ak_", "argon2"},
			},
			{
				Name: "ingestion key is 401 and says where it belongs", Path: "/api/v2", Headers: bearer(keys.IngestionKey), Status: 401,
				Contains: []string{"ingestion key", "the telemetry collector", "personal API access key"},
			},
			{
				Name: "cloud secret is 401 and says where it belongs", Path: "/api/v2", Headers: bearer(keys.KeySecret), Status: 401,
				Contains: []string{"the cloud API"},
			},
			{
				Name: "cloud key by Basic is 401", Path: "/api/v2", Headers: basic(keys.KeyID, keys.KeySecret), Status: 401,
				Contains: []string{"Bearer"},
			},
			{Name: "unknown path is 404", Path: "/api/v2/nothing", Headers: bearer(keys.AccessKey), Status: 404, Contains: []string{`"message"`}},
			{
				Name: "wrong method is 405", Method: http.MethodPost, Path: "/api/v2", Headers: bearer(keys.AccessKey), Status: 405,
				Answered: map[string]string{"Allow": "GET, HEAD"},
			},
			{Name: "document needs no key", Path: "/api/v2/openapi.json", Status: 200, Contains: []string{`"openapi":"3.1`, `"version":"2.0.0"`}},
			{Name: "reference needs no key", Path: "/api/v2/docs", Status: 200, Answered: map[string]string{"Content-Security-Policy": "*"}},
		})
	})
}

func TestCloudDoor(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		keys := s.Installation
		right := basic(keys.KeyID, keys.KeySecret)
		testkit.Run(t, s.URL(app.RoleCloud), []testkit.Scenario{
			{
				Name: "no key is 401", Path: "/v1/organizations", Status: 401,
				Contains: []string{`"error":"UNAUTHORIZED: `, `"status":401`, `"requestId"`},
				Answered: map[string]string{"WWW-Authenticate": `Basic realm="cairn"`, "X-Request-Id": "*"},
			},
			{
				Name: "unknown key is 401", Path: "/v1/organizations", Headers: basic("nobody", "x"), Status: 401,
				Contains: []string{"UNAUTHORIZED: Key is not found"},
			},
			{
				Name: "wrong secret is 401", Path: "/v1/organizations", Headers: basic(keys.KeyID, "x"), Status: 401,
				Contains: []string{"UNAUTHORIZED: Invalid credentials."},
			},
			{
				Name: "right key is 200", Path: "/v1/organizations", Headers: right, Status: 200,
				Contains: []string{`"result":[{"id":"` + keys.OrganizationID, `"status":200`, `"privateEndpoints":[]`},
			},
			{
				Name: "access key is 401 and says where it belongs", Path: "/v1/organizations", Headers: bearer(keys.AccessKey), Status: 401,
				Contains: []string{"the stack API"},
			},
			{
				Name: "own organization is 200 with a tag", Path: "/v1/organizations/" + keys.OrganizationID, Headers: right, Status: 200,
				Contains: []string{keys.OrganizationID}, Answered: map[string]string{"ETag": `"1"`},
			},
			{
				Name: "another organization is 404", Path: "/v1/organizations/00000000-0000-4000-8000-000000000000", Headers: right, Status: 404,
				Contains: []string{`"error":"NOT_FOUND: `},
			},
			{Name: "malformed id is 400", Path: "/v1/organizations/7", Headers: right, Status: 400, Contains: []string{"BAD_REQUEST", "organizationId"}},
			{Name: "authentication comes before validation", Path: "/v1/organizations/7", Status: 401},
			{
				Name: "unknown route is an HTML 404", Path: "/v1/nothing", Headers: right, Status: 404,
				Answered: map[string]string{"Content-Type": "text/html; charset=utf-8"},
			},
			{Name: "document needs no key", Path: "/v1/openapi.json", Status: 200, Contains: []string{`"openapi":"3.1`, `"version":"1.0"`}},
		})
	})
}

func TestRevokedKeyIsDeadAtOnce(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	call := testkit.Scenario{Path: "/api/v2", Headers: bearer(s.Installation.AccessKey)}
	if got := call.Send(t, s.URL(app.RoleStack)); got.Status != http.StatusOK {
		t.Fatalf("before: %d", got.Status)
	}
	store := s.Access().Store
	keys, err := store.AccessKeysOf(t.Context(), s.Installation.User.ID)
	if err != nil || len(keys) != 1 {
		t.Fatalf("keys: %v, %v", keys, err)
	}
	if err := store.DeleteAccessKey(t.Context(), s.Installation.User.ID, keys[0].ID); err != nil {
		t.Fatal(err)
	}
	if got := call.Send(t, s.URL(app.RoleStack)); got.Status != http.StatusUnauthorized {
		t.Errorf("after: %d, want 401", got.Status)
	}
}
