package stackwire_test

import (
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/cloudapi"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackapi"
)

// node is a part of an OpenAPI document.
type node map[string]any

func (n node) at(path ...string) node {
	for _, step := range path {
		next, _ := n[step].(map[string]any)
		n = next
	}
	return n
}

func (n node) words(name string) []string {
	if text, ok := n[name].(string); ok {
		return []string{text}
	}
	items, _ := n[name].([]any)
	var out []string
	for _, item := range items {
		text, _ := item.(string)
		out = append(out, text)
	}
	return out
}

// follow resolves a reference to a component.
func (n node) follow(document node) node {
	ref, _ := n["$ref"].(string)
	if ref == "" {
		return n
	}
	return document.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
}

// deployment is a document and where the stack is in it.
type deployment struct {
	name     string
	document node
	prefix   string
	value    string   // name of the value in the envelope
	failure  []string // fields of an error body
	scheme   string
}

func deployments(t *testing.T) []deployment {
	t.Helper()
	edge := httpx.EdgeOptions{Logger: slog.New(slog.DiscardHandler)}
	parse := func(api *httpx.API) node {
		text, err := api.OpenAPIJSON()
		if err != nil {
			t.Fatal(err)
		}
		var document node
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		return document
	}
	return []deployment{
		{
			name: "self-hosted", prefix: "/api/v2", value: "data", failure: []string{"message"}, scheme: "bearer",
			document: parse(stackapi.New(httpx.Options{EdgeOptions: edge, Authenticator: stackapi.Bearer{}}, stackapi.Uses{})),
		},
		{
			name: "managed", prefix: "/v1/organizations/{organizationId}/services/{serviceId}/stack", value: "result",
			failure: []string{"error", "status"}, scheme: "basic",
			document: parse(cloudapi.New(httpx.Options{EdgeOptions: edge, Authenticator: cloudapi.Basic{}}, cloudapi.Uses{Cloud: &cloud.Cloud{}})),
		},
	}
}

// field is a line of a table of the contract. Words are those that the
// contract names; the document may have more.
type field struct {
	name, kind string
	words      []string
}

func (f field) check(t *testing.T, document, schema node) {
	t.Helper()
	got := schema.at("properties", f.name).follow(document)
	if got == nil {
		t.Errorf("%s is missing", f.name)
		return
	}
	if !slices.Contains(got.words("type"), f.kind) {
		t.Errorf("%s has the types %v, want %s", f.name, got.words("type"), f.kind)
	}
	for _, word := range f.words {
		if !slices.Contains(got.words("enum"), word) {
			t.Errorf("%s does not know %s: %v", f.name, word, got.words("enum"))
		}
	}
}

// alertBody is the contract's table of request fields.
func alertBody() []field {
	return []field{
		{name: "dashboardId", kind: "string"}, {name: "tileId", kind: "string"},
		{name: "source", kind: "string", words: []string{"tile", "search"}},
		{name: "threshold", kind: "number"}, {name: "thresholdType", kind: "string", words: []string{"above", "below"}},
		{name: "interval", kind: "string", words: []string{"15m", "1h"}}, {name: "channel", kind: "object"},
		{name: "name", kind: "string"}, {name: "message", kind: "string"},
	}
}

// alertRecord is the contract's list of response fields.
func alertRecord() []field {
	return []field{
		{name: "id", kind: "string"}, {name: "team", kind: "string"}, {name: "dashboard", kind: "string"},
		{name: "tileId", kind: "string"}, {name: "savedSearch", kind: "string"}, {name: "groupBy", kind: "string"},
		{name: "source", kind: "string", words: []string{"tile", "search"}}, {name: "threshold", kind: "number"},
		{name: "thresholdType", kind: "string", words: []string{"above", "below"}}, {name: "interval", kind: "string"},
		{name: "channel", kind: "object"}, {name: "name", kind: "string"}, {name: "message", kind: "string"},
		{name: "silenced", kind: "boolean"}, {name: "state", kind: "string", words: []string{"inactive"}},
		{name: "createdAt", kind: "string"}, {name: "updatedAt", kind: "string"},
	}
}

// offered is the contract's table of what each deployment offers.
func offered() map[string][]string {
	return map[string][]string{
		"get /dashboards": {"self-hosted", "managed"}, "post /dashboards": {"self-hosted", "managed"},
		"get /dashboards/{id}": {"self-hosted", "managed"}, "put /dashboards/{id}": {"self-hosted", "managed"},
		"delete /dashboards/{id}": {"self-hosted", "managed"},
		"get /alerts":             {"self-hosted", "managed"}, "post /alerts": {"self-hosted", "managed"},
		"get /alerts/{id}": {"self-hosted", "managed"}, "put /alerts/{id}": {"self-hosted", "managed"},
		"delete /alerts/{id}": {"self-hosted", "managed"},
		"get /sources":        {"self-hosted", "managed"},
		"get /webhooks":       {"self-hosted"},
		"post /charts/series": {"self-hosted"},
	}
}

func TestDocumentsHoldTheContract(t *testing.T) {
	t.Parallel()
	for _, d := range deployments(t) {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			for call, where := range offered() {
				if slices.Contains(where, d.name) {
					d.operation(t, call)
				}
			}
			d.alerts(t)
			d.errors(t)
			scheme := d.document.at("components", "securitySchemes")
			for _, s := range scheme {
				if got := node(s.(map[string]any)).words("scheme"); !slices.Equal(got, []string{d.scheme}) {
					t.Errorf("the scheme is %v", got)
				}
			}
		})
	}
}

func (d deployment) operation(t *testing.T, call string) node {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	got := d.document.at("paths", d.prefix+path, method)
	if got == nil {
		t.Fatalf("%s is missing", call)
	}
	for _, status := range []string{"200", "400", "401"} {
		if got.at("responses", status) == nil {
			t.Errorf("%s does not document %s", call, status)
		}
	}
	return got
}

// content returns the schema of a JSON body.
func (d deployment) content(n node) node {
	return n.at("content", "application/json", "schema").follow(d.document)
}

func (d deployment) alerts(t *testing.T) {
	t.Helper()
	for _, call := range []string{"post /alerts", "put /alerts/{id}"} {
		op := d.operation(t, call)
		body := d.content(op.at("requestBody"))
		for _, f := range alertBody() {
			f.check(t, d.document, body)
		}
		channel := body.at("properties", "channel").follow(d.document)
		field{name: "type", kind: "string"}.check(t, d.document, channel)
		field{name: "webhookId", kind: "string"}.check(t, d.document, channel)
		record := d.content(op.at("responses", "200")).at("properties", d.value).follow(d.document)
		for _, f := range alertRecord() {
			f.check(t, d.document, record)
		}
		for _, at := range []string{"createdAt", "updatedAt"} {
			if got := record.at("properties", at).words("format"); !slices.Equal(got, []string{"date-time"}) {
				t.Errorf("%s has the format %v", at, got)
			}
		}
	}
	for _, status := range []string{"400", "401", "404"} {
		if d.operation(t, "put /alerts/{id}").at("responses", status) == nil {
			t.Errorf("the update does not document %s", status)
		}
	}
}

func (d deployment) errors(t *testing.T) {
	t.Helper()
	body := d.document.at("components", "schemas", "Error")
	for _, name := range d.failure {
		if body.at("properties", name) == nil || !slices.Contains(body.words("required"), name) {
			t.Errorf("the error body lacks %s", name)
		}
	}
}

func TestChartSeriesQueryHoldsTheContract(t *testing.T) {
	t.Parallel()
	d := deployments(t)[0]
	body := d.content(d.operation(t, "post /charts/series").at("requestBody"))
	for _, f := range []field{
		{name: "startTime", kind: "integer"}, {name: "endTime", kind: "integer"},
		{name: "granularity", kind: "string", words: []string{"1h"}}, {name: "series", kind: "array"},
	} {
		f.check(t, d.document, body)
	}
	item := body.at("properties", "series", "items").follow(d.document)
	for _, f := range []field{
		{name: "sourceId", kind: "string"}, {name: "aggFn", kind: "string", words: []string{"count"}},
		{name: "where", kind: "string"}, {name: "groupBy", kind: "array"},
	} {
		f.check(t, d.document, item)
	}
}

func TestVersionsHoldTheContract(t *testing.T) {
	t.Parallel()
	for _, d := range deployments(t) {
		want := map[string]string{"self-hosted": "2.0.0", "managed": "1.0"}[d.name]
		if got := d.document.at("info").words("version"); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: version %v, want %s", d.name, got, want)
		}
	}
}
