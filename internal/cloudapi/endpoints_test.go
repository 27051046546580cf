package cloudapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestCreatePrivateEndpoint(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		create := func(name, body string, status int, contains ...string) testkit.Scenario {
			return testkit.Scenario{
				Name: name, Method: http.MethodPost, Path: h.service + "/privateEndpoint", Headers: h.admin, Body: body,
				Status: status, Contains: contains,
			}
		}
		remove := func(name, item, contains string) testkit.Scenario {
			return testkit.Scenario{
				Name: "remove " + name, Method: http.MethodPatch, Path: h.organization, Headers: h.admin, Status: 200,
				Body: `{"privateEndpoints":{"remove":[` + item + `]}}`, Contains: []string{contains},
			}
		}
		attached := func(name, ids string) testkit.Scenario {
			return testkit.Scenario{Name: name, Path: h.service, Headers: h.admin, Status: 200, Contains: []string{`"privateEndpointIds":` + ids}}
		}
		shown := `{"id":"vpce-0123","description":"%s","cloudProvider":"aws","region":"us-east-1"}`
		testkit.Run(t, h.base, []testkit.Scenario{
			create("create takes provider and region from the service", `{"id":"vpce-0123","description":"one"}`, 200, fmt.Sprintf(shown, "one")),
			create("the same again is 200", `{"id":"vpce-0123","description":"one"}`, 200, fmt.Sprintf(shown, "one")),
			create("without a description it stays", `{"id":"vpce-0123"}`, 200, fmt.Sprintf(shown, "one")),
			create("another description changes it", `{"id":"vpce-0123","description":"two"}`, 200, fmt.Sprintf(shown, "two")),
			{
				Name: "it is attached to the service", Path: h.service, Headers: h.admin, Status: 200,
				Contains: []string{`"privateEndpointIds":["vpce-0123"]`, `"availablePrivateEndpointIds":["vpce-0123"]`},
			},
			{Name: "it is registered with the organization", Path: h.organization, Headers: h.admin, Status: 200, Contains: []string{fmt.Sprintf(shown, "two")}},
			create("no id is 400", `{"description":"x"}`, 400, "id: is required"),
			create("blank id is 400", `{"id":"  "}`, 400, "id: must not be blank"),
			create("long id is 400", `{"id":"`+strings.Repeat("x", 513)+`"}`, 400, "id: must be at most 512 characters"),
			create("long description is 400", `{"id":"a","description":"`+strings.Repeat("x", 256)+`"}`, 400, "description: must be at most 255 characters"),
			create("provider in the body is 400", `{"id":"a","cloudProvider":"aws"}`, 400, "cloudProvider"),
			remove("of another region stays", `{"id":"vpce-0123","cloudProvider":"aws","region":"eu-west-1"}`, fmt.Sprintf(shown, "two")),
			attached("what another region lost is still attached", `["vpce-0123"]`),
			{
				Name: "removed and added again is detached", Method: http.MethodPatch, Path: h.organization, Headers: h.admin, Status: 200,
				Body: `{"privateEndpoints":{"remove":[{"id":"vpce-0123"}],"add":[{"id":"vpce-0123"}]}}`, Contains: []string{fmt.Sprintf(shown, "")},
			},
			attached("and so it is", `[]`),
			{
				Name: "attached anew", Method: http.MethodPatch, Path: h.service, Headers: h.admin, Status: 200,
				Body: `{"privateEndpointIds":{"add":["vpce-0123"]}}`, Contains: []string{`"privateEndpointIds":["vpce-0123"]`},
			},
			remove("from the organization", `{"id":"vpce-0123"}`, `"privateEndpoints":[]`),
			attached("what the organization lost is detached", `[]`),
		})
	})
}

func TestPrivateEndpointsHaveALimit(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	ids := make([]string, org.PrivateEndpointsPerServiceMax)
	for i := range ids {
		ids[i] = fmt.Sprintf(`"vpce-%d"`, i)
	}
	h.must(t, http.MethodPatch, h.service, `{"privateEndpointIds":{"add":[`+strings.Join(ids, ",")+`]}}`)
	answer := h.send(t, http.MethodPost, h.service+"/privateEndpoint", `{"id":"one-more"}`)
	if answer.Status != http.StatusConflict || !strings.Contains(answer.Body, "at most 100 private endpoints of a service") {
		t.Errorf("one more: %d %s", answer.Status, answer.Body)
	}
	h.must(t, http.MethodPost, h.service+"/privateEndpoint", `{"id":"vpce-7"}`)
}

const (
	vpcService  = `{"description":"d","type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"com.amazonaws.vpce.us-east-1.vpce-svc-12345678901234567"}`
	vpcResource = `{"description":"d","type":"VPC_RESOURCE","vpcResourceConfigurationId":"rcfg-12345678901234567","vpcResourceShareArn":"arn:aws:ram:us-east-1:123456789012:resource-share/%s"}`
	mskCluster  = `{"description":"d","type":"MSK_MULTI_VPC","mskClusterArn":"arn:aws:kafka:us-east-1:123456789012:cluster/c/%s","mskAuthentication":"SASL_IAM"}`
)

func TestCreateReverseEndpoint(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		create := func(name, body string, status int, contains ...string) testkit.Scenario {
			return testkit.Scenario{
				Name: name, Method: http.MethodPost, Path: h.service + "/pipesReversePrivateEndpoints", Headers: h.admin, Body: body,
				Status: status, Contains: contains,
			}
		}
		testkit.Run(t, h.base, []testkit.Scenario{
			{Name: "none is an empty list", Path: h.service + "/pipesReversePrivateEndpoints", Headers: h.admin, Status: 200, Contains: []string{`"result":[]`}},
			create("endpoint service", vpcService, 200, `"status":"Provisioning"`, `"mskClusterArn":null`, `"dnsNames":[]`, `"privateDnsNames":[]`,
				`"vpcEndpointServiceName":"com.amazonaws`, `"serviceId":"`+h.Installation.ServiceID),
			create("resource", fmt.Sprintf(vpcResource, "one"), 200, `"vpcResourceConfigurationId":"rcfg-`, `"vpcEndpointServiceName":null`),
			create("cluster", fmt.Sprintf(mskCluster, "one"), 200, `"mskAuthentication":"SASL_IAM"`),
			create("with names", `{"type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"n.n","customPrivateDnsMappings":[{"privateDnsName":"*.db.example.com"}]}`,
				200, `"customPrivateDnsMappings":[{"privateDnsName":"*.db.example.com"}]`),
			create("attachments are for services on gcp", `{"type":"GCP_PSC_SERVICE_ATTACHMENT","gcpServiceAttachment":"projects/p/regions/us-east1/serviceAttachments/n"}`,
				400, "type: must be a type for services on aws"),
			create("a share serves one endpoint", fmt.Sprintf(vpcResource, "one"), 409, "vpcResourceShareArn"),
			create("a cluster serves one endpoint per sign-in", fmt.Sprintf(mskCluster, "one"), 409, "mskClusterArn"),
			create("a name leads to one endpoint", `{"type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"a.b","customPrivateDnsMappings":[{"privateDnsName":"x.db.example.com"}]}`,
				409, "customPrivateDnsMappings.0.privateDnsName"),
			create("no type is 400", `{"description":"d"}`, 400, "type: is required"),
			create("unknown type is 400", `{"type":"CARRIER_PIGEON"}`, 400, "type: must be one of"),
			create("fields of the type are required", `{"type":"VPC_RESOURCE"}`, 400, "vpcResourceConfigurationId: is required when type is VPC_RESOURCE", "vpcResourceShareArn: is required"),
			create("cluster needs its sign-in", `{"type":"MSK_MULTI_VPC","mskClusterArn":"arn:aws:kafka:us-east-1:123456789012:cluster/c"}`, 400, "mskAuthentication: is required"),
			create("fields of other types are refused", `{"type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"a.b","mskClusterArn":"x"}`, 400, "mskClusterArn: must not be given unless"),
			create("null for fields of other types is fine", `{"type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"c.d","mskClusterArn":null}`, 200),
			create("reserved suffix is 400", `{"type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"a.b","customPrivateDnsMappings":[{"privateDnsName":"db.internal"}]}`, 400, "must not end in one of"),
			create("description of 256 is 400", `{"type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"a.b","description":"`+strings.Repeat("x", 256)+`"}`, 400, "description: must be at most 255 characters"),
			create("description of 255 is 200", `{"type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"a.b","description":"`+strings.Repeat("x", 255)+`"}`, 200),
			create("status in the body is 400", `{"type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"a.b","status":"Ready"}`, 400, "status"),
			{Name: "all are listed", Path: h.service + "/pipesReversePrivateEndpoints", Headers: h.admin, Status: 200, Contains: []string{"VPC_RESOURCE", "MSK_MULTI_VPC"}},
			{Name: "the other spelling answers the same", Path: h.service + "/clickpipesReversePrivateEndpoints", Headers: h.admin, Status: 200, Contains: []string{"VPC_RESOURCE"}},
		})
	})
}

func TestReverseEndpointLives(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		endpoints := h.service + "/pipesReversePrivateEndpoints"
		made := h.must(t, http.MethodPost, endpoints, fmt.Sprintf(vpcResource, "life"))
		path := endpoints + "/" + made["id"].(string)
		ready := h.must(t, http.MethodGet, path+"?waitFor=Ready&timeout=30s", "")
		if ready["status"] != "Ready" || ready["endpointId"] == "" || len(ready["dnsNames"].([]any)) != 1 {
			t.Errorf("after waiting: %v", ready)
		}
		named := h.must(t, http.MethodPatch, path, `{"customPrivateDnsMappings":[{"privateDnsName":"db.example.com"}]}`)
		if names := named["privateDnsNames"].([]any); len(names) != 1 || names[0] != "db.example.com" {
			t.Errorf("privateDnsNames are %v", names)
		}
		if cleared := h.must(t, http.MethodPatch, path, `{"customPrivateDnsMappings":[]}`); len(cleared["privateDnsNames"].([]any)) != 0 {
			t.Errorf("after clearing: %v", cleared)
		}
		deleted := h.send(t, http.MethodDelete, path, "")
		if _, has := deleted.JSON(t)["result"]; deleted.Status != http.StatusOK || has {
			t.Errorf("DELETE: %d %s", deleted.Status, deleted.Body)
		}
		h.awaitGone(t, path)
	})
}

func TestWaitForReverseEndpoint(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	made := h.must(t, http.MethodPost, h.service+"/pipesReversePrivateEndpoints", vpcService)
	path := h.service + "/pipesReversePrivateEndpoints/" + made["id"].(string)
	h.must(t, http.MethodGet, path+"?waitFor=PendingAcceptance", "")
	testkit.Run(t, h.base, []testkit.Scenario{
		{Name: "time is up", Path: path + "?waitFor=Ready&timeout=200ms", Headers: h.admin, Status: 200, Contains: []string{"PendingAcceptance"}},
		{Name: "zero looks once", Path: path + "?waitFor=Ready&timeout=0s", Headers: h.admin, Status: 200, Contains: []string{"PendingAcceptance"}},
		{Name: "too long is 400", Path: path + "?waitFor=Ready&timeout=46s", Headers: h.admin, Status: 400, Contains: []string{"timeout: must be a duration between 0s and 45s"}},
		{Name: "no duration is 400", Path: path + "?waitFor=Ready&timeout=soon", Headers: h.admin, Status: 400, Contains: []string{"timeout"}},
		{Name: "unknown status is 400", Path: path + "?waitFor=Happy", Headers: h.admin, Status: 400, Contains: []string{"waitFor: must be one of"}},
		{Name: "twice is 400", Path: path + "?waitFor=Ready&waitFor=Failed", Headers: h.admin, Status: 400, Contains: []string{"waitFor: must be given once"}},
	})
}
