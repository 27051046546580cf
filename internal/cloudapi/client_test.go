package cloudapi_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// declarative is a client that works as infrastructure tools do: it compares
// what it reads with what it was told, and writes the difference. It calls
// what such tools call, in their order, with the other spelling of routes.
type declarative struct {
	*house
	t *testing.T
}

// read returns all that such a client reads of a service.
func (d declarative) read(service string) map[string]any {
	d.t.Helper()
	state := map[string]any{
		"service": d.must(d.t, http.MethodGet, service, ""),
		"config":  d.must(d.t, http.MethodGet, service+"/privateEndpointConfig", ""),
		"backup":  d.must(d.t, http.MethodGet, service+"/backupConfiguration", ""),
	}
	query := d.send(d.t, http.MethodGet, service+"/serviceQueryEndpoint", "")
	if query.Status != http.StatusNotFound || query.JSON(d.t)["error"] == nil {
		d.t.Errorf("the query endpoint returns %d %s", query.Status, query.Body)
	}
	return state
}

// TestDeclarativeClient applies, plans again without a difference, changes
// and destroys.
func TestDeclarativeClient(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		d := declarative{newHouse(t, options), t}
		d.admin = with(d.admin, "Content-Type", "application/json; charset=utf-8")
		told := `{"isReadonly":false,"name":"declared","provider":"aws","region":"us-east-1","idleScaling":true,
			"ipAccessList":[{"source":"192.168.2.63","description":"bastion"}],"minReplicaMemoryGb":16,"maxReplicaMemoryGb":120,
			"numReplicas":2,"idleTimeoutMinutes":5,"tags":[{"key":"env","value":"prod"}]}`
		service := d.runningService(t, told)
		hash := `{"newPasswordHash":"n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg="}`
		d.must(t, http.MethodPatch, service+"/password", hash)
		d.must(t, http.MethodPatch, service+"/backupConfiguration", `{"backupPeriodInHours":24,"backupRetentionPeriodInHours":48}`)

		first := d.read(service)
		d.wantTold(first["service"].(map[string]any), told)
		if second := d.read(service); !reflect.DeepEqual(first, second) {
			t.Errorf("reading twice differs:\n%v\n%v", first, second)
		}

		d.must(t, http.MethodPatch, service, `{"name":"declared anew","ipAccessList":{"add":[{"source":"10.0.0.0/8","description":"office"}],"remove":[{"source":"192.168.2.63","description":"bastion"}]}}`)
		d.must(t, http.MethodPatch, service+"/replicaScaling", `{"idleScaling":false,"numReplicas":3,"minReplicaMemoryGb":16,"maxReplicaMemoryGb":120}`)
		d.wantTold(d.must(t, http.MethodGet, service, ""), `{"name":"declared anew","ipAccessList":[{"source":"10.0.0.0/8","description":"office"}],"numReplicas":3,"idleScaling":false}`)

		d.endpoints(service)
		d.reverse(service)
		d.destroy(service)
	})
}

func (d declarative) wantTold(got map[string]any, told string) {
	d.t.Helper()
	var want map[string]any
	if err := json.Unmarshal([]byte(told), &want); err != nil {
		d.t.Fatal(err)
	}
	for name, value := range want {
		if !reflect.DeepEqual(got[name], value) {
			d.t.Errorf("%s is %v, was told to be %v", name, got[name], value)
		}
	}
}

// endpoints registers a private endpoint with the organization and attaches
// it to the service, and takes both back.
func (d declarative) endpoints(service string) {
	d.t.Helper()
	item := `{"cloudProvider":"aws","id":"vpce-0123456789abcdef0","region":"us-east-1","description":"declared"}`
	o := d.must(d.t, http.MethodPatch, d.organization, `{"privateEndpoints":{"add":[`+item+`]}}`)
	if list := o["privateEndpoints"].([]any); len(list) != 1 {
		d.t.Errorf("the organization has the endpoints %v", list)
	}
	d.must(d.t, http.MethodPatch, service, `{"privateEndpointIds":{"add":["vpce-0123456789abcdef0"]}}`)
	d.wantTold(d.must(d.t, http.MethodGet, service, ""), `{"privateEndpointIds":["vpce-0123456789abcdef0"]}`)
	d.must(d.t, http.MethodPatch, service, `{"privateEndpointIds":{"remove":["vpce-0123456789abcdef0"]}}`)
	o = d.must(d.t, http.MethodPatch, d.organization, `{"privateEndpoints":{"remove":[`+item+`]}}`)
	if list := o["privateEndpoints"].([]any); len(list) != 0 {
		d.t.Errorf("the organization still has the endpoints %v", list)
	}
}

// reverse makes a reverse private endpoint and waits until it is gone again.
func (d declarative) reverse(service string) {
	d.t.Helper()
	list := service + "/clickpipesReversePrivateEndpoints"
	made := d.must(d.t, http.MethodPost, list, `{"description":"declared","type":"MSK_MULTI_VPC",
		"mskClusterArn":"arn:aws:kafka:us-east-1:123456789012:cluster/c","mskAuthentication":"SASL_SCRAM"}`)
	path := list + "/" + made["id"].(string)
	testkit.Eventually(d.t, patience, "provisioned", func() bool {
		return d.must(d.t, http.MethodGet, path, "")["status"] != "Provisioning"
	})
	d.must(d.t, http.MethodDelete, path, "")
	d.awaitGone(d.t, path)
}

// destroy stops, waits, deletes and waits, as tools do.
func (d declarative) destroy(service string) {
	d.t.Helper()
	d.must(d.t, http.MethodPatch, service+"/state", `{"command":"stop"}`)
	d.awaitState(d.t, service, "stopped")
	d.must(d.t, http.MethodDelete, service, "")
	testkit.Eventually(d.t, patience, "destroyed", func() bool {
		answer := d.send(d.t, http.MethodGet, service, "")
		return answer.Status == http.StatusNotFound && answer.JSON(d.t)["error"] != nil
	})
}
