package cloudapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestOrganizations(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		patch := func(name, body string, status int, contains ...string) testkit.Scenario {
			return testkit.Scenario{
				Name: name, Method: http.MethodPatch, Path: h.organization, Headers: h.admin, Body: body,
				Status: status, Contains: contains,
			}
		}
		endpoint := `{"id":"vpce-1","description":"one","cloudProvider":"aws","region":"us-east-1"}`
		testkit.Run(t, h.base, []testkit.Scenario{
			{Name: "list has the one", Path: "/v1/organizations", Headers: h.admin, Status: 200, Contains: []string{h.Installation.OrganizationID}},
			{
				Name: "get has every field", Path: h.organization, Headers: h.admin, Status: 200, Answered: map[string]string{"ETag": `"1"`},
				Contains: []string{`"name":"Default"`, `"createdAt":"`, `"byocConfig":[]`, `"privateEndpoints":[]`, `"enableCoreDumps":false`},
			},
			{
				Name: "get of the present version is 304", Path: h.organization, Headers: with(h.admin, "If-None-Match", `"1"`), Status: 304,
			},
			patch("empty patch is 200 and changes nothing", `{}`, 200, `"name":"Default"`),
			patch("rename", `{"name":"Ümlaut & Söhne"}`, 200, `"name":"Ümlaut & Söhne"`),
			{
				Name: "stale version is 412", Method: http.MethodPatch, Path: h.organization, Body: `{"name":"lost"}`,
				Headers: with(h.admin, "If-Match", `"1"`), Status: 412, Contains: []string{"PRECONDITION_FAILED"},
			},
			{
				Name: "present version is 200", Method: http.MethodPatch, Path: h.organization, Body: `{"enableCoreDumps":true}`,
				Headers: with(h.admin, "If-Match", `"2"`), Status: 200, Answered: map[string]string{"ETag": `"3"`},
			},
			{
				Name: "malformed If-Match is 400", Method: http.MethodPatch, Path: h.organization, Body: `{}`,
				Headers: with(h.admin, "If-Match", "2"), Status: 400, Contains: []string{"If-Match"},
			},
			patch("add an endpoint", `{"privateEndpoints":{"add":[`+endpoint+`]}}`, 200, endpoint),
			patch("add it again changes nothing", `{"privateEndpoints":{"add":[{"id":"vpce-1"}]}}`, 200, `"privateEndpoints":[`+endpoint+`]`),
			patch("remove runs before add",
				`{"privateEndpoints":{"add":[{"id":"vpce-1","description":"new"}],"remove":[{"id":"vpce-1"}]}}`, 200,
				`{"id":"vpce-1","description":"new","cloudProvider":"aws","region":"us-east-1"}`),
			patch("remove", `{"privateEndpoints":{"remove":[{"id":"vpce-1","description":"x"}]}}`, 200, `"privateEndpoints":[]`),
			patch("remove it again changes nothing", `{"privateEndpoints":{"remove":[{"id":"vpce-1"}]}}`, 200, `"privateEndpoints":[]`),
			patch("blank name is 400", `{"name":" "}`, 400, "BAD_REQUEST: name: must not be blank", `"details":[{"path":"name","code":"required"`),
			patch("name too long is 400", `{"name":"`+strings.Repeat("x", 129)+`"}`, 400, "name: must be between 1 and 128 characters"),
			patch("null is 400", `{"name":null}`, 400, "name: must not be null"),
			patch("unknown field is 400 with its name", `{"nick":"x"}`, 400, "nick"),
			patch("wrong type is 400 with its place", `{"privateEndpoints":{"add":"x"}}`, 400, "privateEndpoints.add: must be an array"),
			patch("endpoint without id is 400", `{"privateEndpoints":{"add":[{}]}}`, 400, "privateEndpoints.add.0.id"),
			patch("endpoint with a blank id is 400", `{"privateEndpoints":{"add":[{"id":" "}]}}`, 400, "privateEndpoints.add.0.id"),
			patch("too long a description is 400", `{"privateEndpoints":{"add":[{"id":"a","description":"`+strings.Repeat("x", 256)+`"}]}}`, 400, "privateEndpoints.add.0.description"),
			patch("too many items are 400", `{"privateEndpoints":{"add":[`+strings.Repeat(`{"id":"a"},`, 256)+`{"id":"a"}]}}`, 400, "privateEndpoints.add: must have at most 256 items"),
			patch("not JSON is 400", `{`, 400, "not valid JSON"),
			{Name: "no body is 400", Method: http.MethodPatch, Path: h.organization, Headers: h.admin, Status: 400, Contains: []string{"the request body is required"}},
			patch("too large a body is 413", `{"name":"`+strings.Repeat("x", 2<<20)+`"}`, 413, "PAYLOAD_TOO_LARGE"),
			{
				Name: "nil id is 400", Path: "/v1/organizations/00000000-0000-0000-0000-000000000000", Headers: h.admin, Status: 400,
				Contains: []string{"organizationId"},
			},
			{Name: "document at the prefix", Path: "/v1", Status: 200, Contains: []string{`"openapi":"3.1`}},
		})
	})
}
