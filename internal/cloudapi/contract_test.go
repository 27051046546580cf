package cloudapi_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// node is a part of the OpenAPI document.
type node map[string]any

func (n node) at(path ...string) node {
	for _, step := range path {
		next, _ := n[step].(map[string]any)
		n = next
	}
	return n
}

func (n node) text(name string) string {
	text, _ := n[name].(string)
	return text
}

func (n node) list(name string) []string {
	var out []string
	items, _ := n[name].([]any)
	for _, item := range items {
		text, _ := item.(string)
		out = append(out, text)
	}
	return out
}

// types returns the types that a schema allows.
func (n node) types() []string {
	if text := n.text("type"); text != "" {
		return []string{text}
	}
	return n.list("type")
}

func loadDocument(t *testing.T) node {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "openapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var document node
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// resolve follows a reference.
func (n node) resolve(document node) node {
	ref := n.text("$ref")
	if ref == "" {
		return n
	}
	return document.at("components", "schemas", ref[strings.LastIndex(ref, "/")+1:])
}

// property is a line of a table of the contract. Enum and most are checked
// where the contract states them.
type property struct {
	name   string
	kind   string // "string", "array of string", "array of object", "object", …
	format string
	null   bool
	enum   []string
	most   int // characters
}

func (p property) check(t *testing.T, document, schema node) {
	t.Helper()
	field := schema.at("properties", p.name).resolve(document)
	if field == nil {
		t.Errorf("%s is missing", p.name)
		return
	}
	kind, of, _ := strings.Cut(p.kind, " of ")
	types := field.types()
	if !slices.Contains(types, kind) || slices.Contains(types, "null") != p.null {
		t.Errorf("%s has the types %v, want %s (null: %t)", p.name, types, kind, p.null)
	}
	if of != "" {
		item := field.at("items").resolve(document)
		if !slices.Contains(item.types(), of) {
			t.Errorf("%s has items of %v, want %s", p.name, item.types(), of)
		}
	}
	if p.format != "" && field.text("format") != p.format {
		t.Errorf("%s has the format %q, want %q", p.name, field.text("format"), p.format)
	}
	if length, _ := field["maxLength"].(uint64); p.most != 0 && length != uint64(p.most) {
		t.Errorf("%s has the maxLength %v, want %d", p.name, field["maxLength"], p.most)
	}
	for _, word := range p.enum {
		if !slices.Contains(field.list("enum"), word) {
			t.Errorf("%s does not know %s: %v", p.name, word, field.list("enum"))
		}
	}
}

// operation is an operation of the contract: where it is, what its body and
// its result are made of.
type operation struct {
	name, method, path string
	parameters         []string
	query              []string // required
	body               []property
	resultIsList       bool
	result             []property
	beta               bool
}

func contractOperations() []operation {
	const organization = "/v1/organizations/{organizationId}"
	const service = organization + "/services/{serviceId}"
	return []operation{
		{
			name: "A1 list reverse private endpoints", method: "get", path: service + "/pipesReversePrivateEndpoints",
			parameters: []string{"organizationId", "serviceId"}, resultIsList: true, beta: true,
			result: []property{
				{name: "id", kind: "string", format: "uuid"}, {name: "serviceId", kind: "string", format: "uuid"},
				{name: "description", kind: "string", most: 255},
				{name: "type", kind: "string", enum: []string{"VPC_ENDPOINT_SERVICE", "VPC_RESOURCE", "MSK_MULTI_VPC"}},
				{name: "status", kind: "string", enum: []string{
					"Unknown", "Provisioning", "Deleting", "Ready", "Failed", "PendingAcceptance", "Rejected", "Expired",
				}},
				{name: "endpointId", kind: "string"}, {name: "dnsNames", kind: "array of string"},
				{name: "privateDnsNames", kind: "array of string"},
				{name: "vpcEndpointServiceName", kind: "string", null: true},
				{name: "vpcResourceConfigurationId", kind: "string", null: true},
				{name: "vpcResourceShareArn", kind: "string", null: true},
				{name: "mskClusterArn", kind: "string", null: true},
				{name: "mskAuthentication", kind: "string", null: true, enum: []string{"SASL_IAM", "SASL_SCRAM"}},
			},
		},
		{
			name: "A2 update organization details", method: "patch", path: organization, parameters: []string{"organizationId"},
			body: []property{{name: "name", kind: "string"}, {name: "privateEndpoints", kind: "object"}},
			result: []property{
				{name: "id", kind: "string", format: "uuid"}, {name: "name", kind: "string"},
				{name: "createdAt", kind: "string", format: "date-time"},
				{name: "byocConfig", kind: "array of object"}, {name: "privateEndpoints", kind: "array of object"},
			},
		},
		{
			name: "A3 create private endpoint", method: "post", path: service + "/privateEndpoint",
			parameters: []string{"organizationId", "serviceId"},
			body:       []property{{name: "description", kind: "string"}, {name: "id", kind: "string"}},
			result: []property{
				{name: "id", kind: "string"}, {name: "description", kind: "string"},
				{name: "cloudProvider", kind: "string"}, {name: "region", kind: "string"},
			},
		},
		{
			name: "A4 get organization usage cost", method: "get", path: organization + "/usageCost", parameters: []string{"organizationId"},
			query:  []string{"from_date", "to_date"},
			result: []property{{name: "costs", kind: "array of object"}, {name: "grandTotalUnits", kind: "number"}},
		},
	}
}

func costRecord() []property {
	return []property{
		{name: "date", kind: "string", format: "date"}, {name: "entityId", kind: "string", format: "uuid"},
		{name: "entityName", kind: "string"}, {name: "serviceId", kind: "string", format: "uuid", null: true},
		{name: "dataWarehouseId", kind: "string", format: "uuid"}, {name: "locked", kind: "boolean"},
		{name: "totalUnits", kind: "number"}, {name: "metrics", kind: "object"},
	}
}

func TestCostRecordHoldsTheContract(t *testing.T) {
	t.Parallel()
	document := loadDocument(t)
	record := document.at("components", "schemas", "UsageCostRecord")
	for _, p := range costRecord() {
		p.check(t, document, record)
	}
	metrics := record.at("properties", "metrics").resolve(document)
	for _, name := range []string{
		"backupUnits", "computeUnits", "dataTransferUnits", "initialLoadUnits", "interRegionTier1DataTransferUnits",
		"interRegionTier2DataTransferUnits", "interRegionTier3DataTransferUnits", "interRegionTier4DataTransferUnits",
		"publicDataTransferUnits", "storageUnits",
	} {
		property{name: name, kind: "number"}.check(t, document, metrics)
	}
}

func TestDocumentHoldsTheContract(t *testing.T) {
	t.Parallel()
	document := loadDocument(t)
	if version := document.at("info").text("version"); version != "1.0" {
		t.Errorf("the description has version %s", version)
	}
	for _, want := range contractOperations() {
		t.Run(strings.ReplaceAll(want.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			want.check(t, document)
		})
	}
}

func (o operation) check(t *testing.T, document node) {
	t.Helper()
	got := document.at("paths", o.path, o.method)
	if got == nil {
		t.Fatalf("%s %s is missing", o.method, o.path)
	}
	if (got.text("x-stability") == "beta") != o.beta {
		t.Errorf("x-stability is %q", got.text("x-stability"))
	}
	for _, name := range o.parameters {
		if !hasParameter(got, name) {
			t.Errorf("the path parameter %s is missing", name)
		}
	}
	for _, name := range o.query {
		if !hasQuery(got, name) {
			t.Errorf("the query parameter %s is missing", name)
		}
	}
	body := got.at("requestBody", "content", "application/json", "schema").resolve(document)
	for _, p := range o.body {
		p.check(t, document, body)
	}
	envelope := got.at("responses", "200", "content", "application/json", "schema").resolve(document)
	for _, name := range []string{"requestId", "result", "status"} {
		if envelope.at("properties", name) == nil {
			t.Errorf("the envelope lacks %s", name)
		}
	}
	result := envelope.at("properties", "result").resolve(document)
	if o.resultIsList {
		result = result.at("items").resolve(document)
	}
	for _, p := range o.result {
		p.check(t, document, result)
	}
	if got.at("responses", "400") == nil {
		t.Error("400 is not documented")
	}
}

func hasParameter(operation node, name string) bool {
	list, _ := operation["parameters"].([]any)
	return slices.ContainsFunc(list, func(item any) bool {
		parameter := node(item.(map[string]any))
		return parameter.text("name") == name && parameter.text("in") == "path" &&
			parameter.at("schema").text("format") == "uuid"
	})
}

func hasQuery(operation node, name string) bool {
	list, _ := operation["parameters"].([]any)
	return slices.ContainsFunc(list, func(item any) bool {
		parameter := node(item.(map[string]any))
		return parameter.text("name") == name && parameter.text("in") == "query" && parameter["required"] == true
	})
}

func TestItemsOfTheContractArePrecise(t *testing.T) {
	t.Parallel()
	document := loadDocument(t)
	const organization = "/v1/organizations/{organizationId}"
	patch := document.at("paths", organization, "patch")
	body := patch.at("requestBody", "content", "application/json", "schema").resolve(document)
	endpoints := body.at("properties", "privateEndpoints").resolve(document)
	item := []property{{name: "description", kind: "string"}, {name: "id", kind: "string"}}
	for _, list := range []string{"add", "remove"} {
		for _, p := range item {
			p.check(t, document, endpoints.at("properties", list, "items").resolve(document))
		}
	}
	result := patch.at("responses", "200", "content", "application/json", "schema", "properties", "result").resolve(document)
	for _, p := range item {
		p.check(t, document, result.at("properties", "privateEndpoints", "items").resolve(document))
	}
	for _, p := range []property{{name: "accountName", kind: "string"}, {name: "id", kind: "string"}} {
		p.check(t, document, result.at("properties", "byocConfig", "items").resolve(document))
	}
}

func TestErrorBodyHoldsTheContract(t *testing.T) {
	t.Parallel()
	document := loadDocument(t)
	for _, p := range []property{{name: "error", kind: "string"}, {name: "status", kind: "integer"}} {
		p.check(t, document, document.at("components", "schemas", "Error"))
	}
}

func TestAliasesAreNotInTheDocument(t *testing.T) {
	t.Parallel()
	for path := range loadDocument(t).at("paths") {
		if strings.Contains(path, "click") {
			t.Errorf("%s is in the document", path)
		}
	}
}
