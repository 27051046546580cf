package cloudapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// declared is a resource that is changed by writing its fields: what it is
// made of, and the bodies that change it one after the other.
type declared struct {
	name   string
	path   string // of the resource; empty: the list, plus the id of what create returns
	list   string
	create string
	method string // of changes; PATCH unless it says otherwise
	states []string
}

func declaredResources(t *testing.T, h *house) []declared {
	t.Helper()
	service := h.newService(t, plainService)
	member := h.newMember(t, "declared@example.com", org.RoleDeveloper)
	reverses := service + "/pipesReversePrivateEndpoints"
	return []declared{
		{
			name: "key", list: h.organization + "/keys",
			create: `{"name":"declared","roles":["developer"],"state":"enabled","expireAt":"2099-01-02T03:04:05Z","ipAccessList":[{"source":"10.0.0.1/32","description":"a"}]}`,
			states: []string{
				`{"name":"Declared anew","roles":["billing","admin"]}`, `{"state":"disabled"}`, `{"state":"enabled"}`, `{"expireAt":null}`,
				`{"expireAt":"2099-01-02T03:04:05Z"}`, `{"ipAccessList":[]}`, `{"ipAccessList":[{"source":"2001:DB8::/32","description":"v6"},{"source":"anywhere"}]}`,
			},
		},
		{name: "member", path: h.organization + "/members/" + member.ID, states: []string{`{"role":"billing"}`, `{"role":"admin"}`, `{"role":"developer"}`}},
		{
			name: "reverse private endpoint", list: reverses, create: strings.TrimSuffix(vpcService, "}") + `,"customPrivateDnsMappings":[{"privateDnsName":"Kafka.Example.com"}]}`,
			states: []string{
				`{"customPrivateDnsMappings":[{"privateDnsName":"b.example.com"},{"privateDnsName":"*.a.example.com"}]}`, `{"customPrivateDnsMappings":[]}`,
			},
		},
		{
			name: "MSK endpoint", list: reverses, create: `{"description":"declared","type":"MSK_MULTI_VPC",
				"mskClusterArn":"arn:aws:kafka:us-east-1:123456789012:cluster/c","mskAuthentication":"SASL_SCRAM"}`,
		},
		{name: "backup configuration", path: service + "/backupConfiguration", states: []string{
			`{"backupPeriodInHours":24,"backupRetentionPeriodInHours":48,"backupStartTime":"04:00"}`, `{"backupRetentionPeriodInHours":1080}`,
		}},
		{name: "upgrade window", path: service + "/upgradeWindow", method: http.MethodPut, states: []string{
			`{"weekday":0,"startHourUtc":0}`, `{"weekday":6,"startHourUtc":18,"duration":6}`,
		}},
		{name: "query endpoint", path: service + "/serviceQueryEndpoint", method: http.MethodPost, states: []string{
			`{"roles":["sql_console_read_only"],"openApiKeys":["` + h.keyOf(t, h.Installation.KeyID) + `"],"allowedOrigins":"*"}`,
			`{"roles":["sql_console_admin","sql_console_read_only"],"openApiKeys":[],"allowedOrigins":""}`,
		}},
		{name: "organization", path: h.organization, states: []string{`{"name":"Declared"}`, `{"enableCoreDumps":true}`, `{"enableCoreDumps":false}`}},
	}
}

// TestDeclaredResourcesConverge holds of everything that a client writes field
// by field: what was written is what is read, reading again gives the same,
// and writing again changes nothing.
func TestDeclaredResourcesConverge(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	for _, d := range declaredResources(t, h) {
		t.Run(d.name, func(t *testing.T) { h.converge(t, d) })
	}
}

func (h *house) converge(t *testing.T, d declared) {
	t.Helper()
	if d.create != "" {
		made := h.must(t, http.MethodPost, d.list, d.create)
		if key, ok := made["key"].(map[string]any); ok {
			made = key
		}
		d.path = d.list + "/" + made["id"].(string)
		h.wantWritten(t, d.path, d.create)
	}
	if d.method == "" {
		d.method = http.MethodPatch
	}
	for _, fields := range d.states {
		h.must(t, d.method, d.path, fields)
		tag := h.wantWritten(t, d.path, fields)
		h.must(t, d.method, d.path, fields)
		if again := h.wantWritten(t, d.path, fields); again != tag {
			t.Errorf("writing %s again changed the tag from %s to %s", fields, tag, again)
		}
	}
}

// wantWritten holds that the fields are read as they were written, and returns
// the entity tag.
func (h *house) wantWritten(t *testing.T, path, fields string) string {
	t.Helper()
	answer := h.send(t, http.MethodGet, path, "")
	present, _ := answer.JSON(t)["result"].(map[string]any)
	for name, value := range decoded(t, fields) {
		if body(t, normal(value)) != body(t, normal(present[name])) {
			t.Errorf("%s was written as %s and is read as %s", name, body(t, value), body(t, present[name]))
		}
	}
	return answer.Header.Get("ETag")
}

// TestPrivateEndpointConverges registers and attaches a private endpoint again
// and again.
func TestPrivateEndpointConverges(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	item := `{"id":"vpce-1","description":"declared","cloudProvider":"aws","region":"us-east-1"}`
	tag := ""
	for range 2 {
		h.must(t, http.MethodPatch, h.organization, `{"privateEndpoints":{"add":[`+item+`]}}`)
		read := h.wantWritten(t, h.organization, `{"privateEndpoints":[`+item+`]}`)
		if tag != "" && tag != read {
			t.Errorf("registering again changed the tag from %s to %s", tag, read)
		}
		tag = read
		h.must(t, http.MethodPost, h.service+"/privateEndpoint", `{"id":"vpce-1","description":"declared"}`)
		h.wantWritten(t, h.service, `{"privateEndpointIds":["vpce-1"]}`)
	}
	for range 2 {
		h.must(t, http.MethodPatch, h.organization, `{"privateEndpoints":{"remove":[`+item+`]}}`)
		h.wantWritten(t, h.organization, `{"privateEndpoints":[]}`)
		h.wantWritten(t, h.service, `{"privateEndpointIds":[]}`)
	}
}

func decoded(t *testing.T, text string) map[string]any {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		t.Fatal(err)
	}
	return fields
}
