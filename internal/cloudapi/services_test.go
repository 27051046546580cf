package cloudapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestCreateService(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		create := func(name, body string, status int, contains ...string) testkit.Scenario {
			return testkit.Scenario{
				Name: name, Method: http.MethodPost, Path: h.organization + "/services", Headers: h.admin, Body: body,
				Status: status, Contains: contains,
			}
		}
		full := `{"name":"logs-eu (prod)","provider":"gcp","region":"europe-west4","tags":[{"key":"team","value":"a"},{"key":"env","value":""}],
			"ipAccessList":[{"source":"10.0.0.0/8","description":"office"}],"numReplicas":3,"minReplicaMemoryGb":16,
			"maxReplicaMemoryGb":32,"idleScaling":false,"releaseChannel":"fast","complianceType":"hipaa",
			"privateEndpointIds":["123"],"endpoints":[{"protocol":"mysql","enabled":true}],"isReadonly":false,"tier":"production",
			"enableCoreDumps":true,"hasTransparentDataEncryption":false}`
		testkit.Run(t, h.base, []testkit.Scenario{
			create("least body is 200 and provisioning", plainService, 200,
				`"state":"provisioning"`, `"password":"`, `"name":"logs"`, `"source":"0.0.0.0/0"`, `"isPrimary":true`),
			create("every field is kept", full, 200, `"name":"logs-eu (prod)"`, `"provider":"gcp"`, `"region":"europe-west4"`,
				`"tags":[{"key":"team","value":"a"},{"key":"env","value":""}]`, `"ipAccessList":[{"source":"10.0.0.0/8","description":"office"}]`,
				`"numReplicas":3`, `"minReplicaMemoryGb":16`, `"maxReplicaMemoryGb":32`, `"idleScaling":false`,
				`"releaseChannel":"fast"`, `"complianceType":"hipaa"`, `"privateEndpointIds":["123"]`,
				`"availablePrivateEndpointIds":["123"]`, `"protocol":"mysql","host":"`, `"port":3306,"enabled":true`,
				`"enableCoreDumps":true`, `"tier":"production"`, `"currentScaling":{"effectiveAutoscalingMode":"vertical","effectiveMinReplicaMemoryGb":16,`+
					`"effectiveMaxReplicaMemoryGb":32,"effectiveMinReplicas":3,"effectiveMaxReplicas":3,"effectiveIdleScaling":false}`),
			create("no encryption that is not there", `{"name":"x","provider":"aws","region":"us-east-1","hasTransparentDataEncryption":true}`, 400, "hasTransparentDataEncryption: must be false"),
			create("unknown tier is 400", `{"name":"x","provider":"aws","region":"us-east-1","tier":"gold"}`, 400, "tier: "),
			create("empty ip list stays empty", `{"name":"x","provider":"aws","region":"us-east-1","ipAccessList":[]}`, 200, `"ipAccessList":[]`),
			create("nothing is 400 with every rule", `{}`, 400, "name: is required", "provider: is required", "region: is required"),
			create("region of another provider is 400", `{"name":"x","provider":"aws","region":"eastus"}`, 400, "region: must be a region of the provider"),
			create("unknown region is 400", `{"name":"x","provider":"aws","region":"mars"}`, 400, "region: must be a supported region"),
			create("name too long is 400", `{"name":"`+strings.Repeat("x", 51)+`","provider":"aws","region":"us-east-1"}`, 400, "name"),
			create("memory off the grid is 400", `{"name":"x","provider":"aws","region":"us-east-1","minReplicaMemoryGb":9}`, 400, "minReplicaMemoryGb: must be a multiple of 4"),
			create("least over most is 400", `{"name":"x","provider":"aws","region":"us-east-1","minReplicaMemoryGb":64,"maxReplicaMemoryGb":32}`, 400, "minReplicaMemoryGb"),
			create("tag twice is 400", `{"name":"x","provider":"aws","region":"us-east-1","tags":[{"key":"a"},{"key":"a"}]}`, 400, "tags.1.key: must be unique"),
			create("51 tags are 400", `{"name":"x","provider":"aws","region":"us-east-1","tags":[`+strings.Repeat(`{"key":"a"},`, 50)+`{"key":"a"}]}`, 400, "tags: must have at most 50 items"),
			create("one network twice is 400", `{"name":"x","provider":"aws","region":"us-east-1","ipAccessList":[{"source":"10.0.0.0/8"},{"source":"::1"},{"source":"10.1.2.3/8"}]}`, 400, "ipAccessList.2.source: must not repeat the network of item 0"),
			create("bad network is 400", `{"name":"x","provider":"aws","region":"us-east-1","ipAccessList":[{"source":"nowhere"}]}`, 400, "ipAccessList.0.source"),
			create("unknown warehouse is 400", `{"name":"x","provider":"aws","region":"us-east-1","dataWarehouseId":"`+unknownID+`"}`, 400, "dataWarehouseId"),
			create("readonly in a warehouse of its own is 400", `{"name":"x","provider":"aws","region":"us-east-1","isReadonly":true}`, 400, "isReadonly"),
			create("https can't be switched off", `{"name":"x","provider":"aws","region":"us-east-1","endpoints":[{"protocol":"https","enabled":false}]}`, 400, "endpoints.0.enabled"),
			create("encryption key is refused, not ignored", `{"name":"x","provider":"aws","region":"us-east-1","encryptionKey":"arn"}`, 400, "encryptionKey"),
		})
	})
}

func TestSecondServiceSharesAWarehouse(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	first := h.runningService(t, plainService)
	warehouse := h.must(t, http.MethodGet, first, "")["dataWarehouseId"].(string)
	second := h.newService(t, `{"name":"reader","provider":"aws","region":"us-east-1","isReadonly":true,"dataWarehouseId":"`+warehouse+`"}`)
	got := h.must(t, http.MethodGet, second, "")
	if got["isPrimary"] != false || got["isReadonly"] != true || got["dataWarehouseId"] != warehouse {
		t.Errorf("the second service is %v", got)
	}
	elsewhere := h.send(t, http.MethodPost, h.organization+"/services",
		`{"name":"x","provider":"aws","region":"eu-west-1","dataWarehouseId":"`+warehouse+`"}`)
	if elsewhere.Status != http.StatusBadRequest {
		t.Errorf("another region: %d %s", elsewhere.Status, elsewhere.Body)
	}
	h.must(t, http.MethodPatch, first+"/state", `{"command":"stop"}`)
	h.awaitState(t, first, "stopped")
	if answer := h.send(t, http.MethodDelete, first, ""); answer.Status != http.StatusConflict {
		t.Errorf("deleting the primary: %d %s", answer.Status, answer.Body)
	}
}

func TestUpdateService(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		do := func(name, path, body string, status int, contains ...string) testkit.Scenario {
			return testkit.Scenario{
				Name: name, Method: http.MethodPatch, Path: h.service + path, Headers: h.admin, Body: body, Status: status, Contains: contains,
			}
		}
		hash := "lhHh4wyU2jMxwIRXDwWuYxWl5/Sl1nDHGSVx2vWsoVI="
		testkit.Run(t, h.base, []testkit.Scenario{
			do("empty patch is 200", "", `{}`, 200, `"name":"Default"`),
			do("rename", "", `{"name":"Renamed"}`, 200, `"name":"Renamed"`),
			do("tags: remove before add", "", `{"tags":{"add":[{"key":"a","value":"2"}],"remove":[{"key":"a"}]}}`, 200, `"tags":[{"key":"a","value":"2"}]`),
			do("tags: remove", "", `{"tags":{"remove":[{"key":"a"}]}}`, 200, `"tags":[]`),
			do("ip list: another way to keep the caller", "", `{"ipAccessList":{"add":[{"source":"127.0.0.0/8"}],"remove":[{"source":"0.0.0.0/0"}]}}`, 200, `{"source":"127.0.0.0/8"}`),
			do("ip list: and back", "", `{"ipAccessList":{"add":[{"source":"0.0.0.0/0"}],"remove":[{"source":"127.0.0.0/8"}]}}`, 200, `{"source":"0.0.0.0/0"}`),
			do("ip list: add", "", `{"ipAccessList":{"add":[{"source":"192.0.2.1"}],"remove":[{"source":"0.0.0.0/0"},{"source":"::/0"}]}}`, 200, `"ipAccessList":[{"source":"192.0.2.1"}]`),
			do("ip list: removing what is absent is no error", "", `{"ipAccessList":{"remove":[{"source":"198.51.100.1"}]}}`, 200),
			do("ip list: another description replaces that of the source", "", `{"ipAccessList":{"add":[{"source":"192.0.2.1/32","description":"office"}]}}`, 200, `"ipAccessList":[{"source":"192.0.2.1/32","description":"office"}]`),
			do("ip list: the same again changes nothing", "", `{"ipAccessList":{"add":[{"source":"192.0.2.1/32","description":"office"}]}}`, 200, `"ipAccessList":[{"source":"192.0.2.1/32","description":"office"}]`),
			do("ip list: one network twice is 400", "", `{"ipAccessList":{"add":[{"source":"10.0.0.0/8"},{"source":"10.1.2.3/8","description":"b"}]}}`, 400, "ipAccessList.add.1.source: must not repeat the network of item 0"),
			do("ip list: remove by another spelling", "", `{"ipAccessList":{"remove":[{"source":"192.0.2.1","description":"stale"}]}}`, 200, `"ipAccessList":[]`),
			do("attach", "", `{"privateEndpointIds":{"add":["vpce-9"]}}`, 200, `"privateEndpointIds":["vpce-9"]`, `"availablePrivateEndpointIds":["vpce-9"]`),
			do("detach", "", `{"privateEndpointIds":{"remove":["vpce-9"]}}`, 200, `"privateEndpointIds":[]`, `"availablePrivateEndpointIds":["vpce-9"]`),
			do("mysql on", "", `{"endpoints":[{"protocol":"mysql","enabled":true}]}`, 200, `"port":3306,"enabled":true`),
			do("unknown channel is 400", "", `{"releaseChannel":"never"}`, 400, "releaseChannel"),
			do("unknown field is 400", "", `{"id":"x"}`, 400, `"path":"id"`),
			do("scale", "/replicaScaling", `{"numReplicas":2,"minReplicaMemoryGb":12,"maxReplicaMemoryGb":24}`, 200, `"numReplicas":2`, `"minReplicaMemoryGb":12`),
			do("scale horizontally", "/replicaScaling", `{"autoscalingMode":"horizontal","minReplicas":1,"maxReplicas":3}`, 200, `"minReplicas":1`, `"maxReplicas":3`),
			do("scale out of range is 400", "/replicaScaling", `{"numReplicas":21}`, 400, "numReplicas: must be between 1 and 20"),
			do("idle timeout too short is 400", "/replicaScaling", `{"idleScaling":true,"idleTimeoutMinutes":4}`, 400, "idleTimeoutMinutes"),
			do("password is made", "/password", `{}`, 200, `"password":"`),
			do("password by hash is not shown", "/password", `{"newPasswordHash":"`+hash+`"}`, 200, `"result":{}`),
			do("password by something else is 400", "/password", `{"newPasswordHash":"secret"}`, 400, "newPasswordHash"),
			do("backup", "/backupConfiguration", `{"backupPeriodInHours":48,"backupRetentionPeriodInHours":48,"backupStartTime":"03:00"}`, 200, `"backupStartTime":"03:00"`),
			do("backup: null resets", "/backupConfiguration", `{"backupStartTime":null,"backupPeriodInHours":null}`, 200, `"backupPeriodInHours":24`),
			do("backup: retention off the grid is 400", "/backupConfiguration", `{"backupRetentionPeriodInHours":25}`, 400, "backupRetentionPeriodInHours"),
			do("unknown command is 400", "/state", `{"command":"explode"}`, 400, "command"),
			do("awake on a running service changes nothing", "/state", `{"command":"awake"}`, 200, `"state":"running"`),
			{
				Name: "scaling by total memory is announced to go", Method: http.MethodPatch, Path: h.service + "/scaling", Headers: h.admin,
				Body: `{"minTotalMemoryGb":24,"maxTotalMemoryGb":48}`, Status: 200, Contains: []string{`"minReplicaMemoryGb":8`, `"maxReplicaMemoryGb":16`},
				Answered: map[string]string{"Deprecation": "*", "Sunset": "*"},
			},
			{
				Name: "delete of a running service is 409 and names the states", Method: http.MethodDelete, Path: h.service, Headers: h.admin,
				Status: 409, Contains: []string{"CONFLICT: Only instance in one of the following states: provisioning, starting", "Current state: running"},
			},
			{Name: "query endpoint is a JSON 404", Path: h.service + "/serviceQueryEndpoint", Headers: h.admin, Status: 404, Contains: []string{"NOT_FOUND"}},
			{Name: "endpoint config", Path: h.service + "/privateEndpointConfig", Headers: h.admin, Status: 200, Contains: []string{"com.amazonaws.vpce.us-east-1.vpce-svc-", `"privateDnsHostname":"`}},
			{Name: "endpoint config of the organization", Path: h.organization + "/privateEndpointConfig?cloud_provider=aws&region_id=us-east-1", Headers: h.admin, Status: 200, Contains: []string{"com.amazonaws.vpce.us-east-1.vpce-svc-"}},
			{Name: "endpoint config where no service is", Path: h.organization + "/privateEndpointConfig?cloud_provider=gcp&region_id=us-east1", Headers: h.admin, Status: 400, Contains: []string{"organization has no created instances in gcp us-east1"}},
			{Name: "endpoint config without a place", Path: h.organization + "/privateEndpointConfig", Headers: h.admin, Status: 400, Contains: []string{"cloud_provider", "region_id"}},
		})
	})
}

func TestServicesByTag(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	h.must(t, http.MethodPatch, h.service, `{"tags":{"add":[{"key":"env","value":"prod"},{"key":"team","value":"a"}]}}`)
	h.newService(t, `{"name":"other","provider":"aws","region":"us-east-1","tags":[{"key":"env","value":"test"}]}`)
	count := func(query string, want int) {
		t.Helper()
		if got := len(h.list(t, h.organization+"/services"+query)); got != want {
			t.Errorf("%s returns %d services, want %d", query, got, want)
		}
	}
	count("", 2)
	count("?filter=tag:env=prod", 1)
	count("?filter=tag:env=prod&filter=tag:team=a", 1)
	count("?filter=tag:env=prod&filter=tag:env=test", 2)
	count("?filter=tag:env=none", 0)
	testkit.Run(t, h.base, []testkit.Scenario{
		{Name: "malformed filter is 400", Path: h.organization + "/services?filter=env", Headers: h.admin, Status: 400, Contains: []string{"filter: must have the form tag:Key=Value"}},
		{Name: "too many filters are 400", Path: h.organization + "/services?" + strings.Repeat("filter=tag:a=b&", 51), Headers: h.admin, Status: 400},
	})
}

// TestServiceLives takes a service through its whole life.
func TestServiceLives(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		path := h.runningService(t, plainService)
		h.must(t, http.MethodPatch, path+"/state", `{"command":"stop"}`)
		h.awaitState(t, path, "stopped")
		h.must(t, http.MethodPatch, path+"/state", `{"command":"start"}`)
		h.awaitState(t, path, "running")
		h.must(t, http.MethodPatch, path+"/state", `{"command":"stop"}`)
		h.awaitState(t, path, "stopped")
		answer := h.send(t, http.MethodDelete, path, "")
		if _, has := answer.JSON(t)["result"]; answer.Status != http.StatusOK || has {
			t.Errorf("DELETE: %d %s", answer.Status, answer.Body)
		}
		h.awaitGone(t, path)
		if again := h.send(t, http.MethodDelete, path, ""); again.Status != http.StatusNotFound {
			t.Errorf("DELETE again: %d %s", again.Status, again.Body)
		}
	})
}
