// Package doctest holds the responses of an API to its OpenAPI document: every
// status, media type and body must be one that the document names, and every
// status that it names must be answered.
package doctest

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Described is an API that has a document.
type Described interface {
	OpenAPIJSON() ([]byte, error)
}

// Document is the OpenAPI document of an API. Make it with Read.
type Document struct {
	Operations []*Operation // ordered by path and method
}

// Operation is what the document says of one operation.
type Operation struct {
	ID         string
	Method     string
	Path       string   // with {parameters}
	Statuses   []int    // that are documented, in order
	Idempotent bool     // takes an Idempotency-Key
	UUIDs      []string // path parameters that are UUIDs
	responses  map[int]response
	tree       node
	body       node // schema of the body; nil: it takes none
}

// HasBody reports whether the operation takes a body.
func (o *Operation) HasBody() bool { return o.body != nil }

// response is what the document says of one status: a schema for each media
// type, made when it is needed. One without media types has no body.
type response map[string]func() (*jsonschema.Schema, error)

// documentURL names the document among the schemas; nothing is fetched.
const documentURL = "file:///openapi.json"

// Read reads the document of an API.
func Read(t testing.TB, api Described) *Document {
	t.Helper()
	text, err := api.OpenAPIJSON()
	if err != nil {
		t.Fatal(err)
	}
	var tree node
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	seal(map[string]any(tree))
	r := reader{t: t, tree: tree, compiler: jsonschema.NewCompiler()}
	r.compiler.DefaultDraft(jsonschema.Draft2020)
	r.compiler.AssertFormat()
	if err := r.compiler.AddResource(documentURL, map[string]any(tree)); err != nil {
		t.Fatal(err)
	}
	return &Document{Operations: r.operations()}
}

// node is a part of a document.
type node map[string]any

func (n node) at(path ...string) node {
	for _, step := range path {
		next, _ := n[step].(map[string]any)
		n = next
	}
	return n
}

// seal forbids what the document does not name: additions are allowed to
// clients' eyes, but not to tests.
func seal(part any) {
	switch part := part.(type) {
	case map[string]any:
		_, isObject := part["properties"].(map[string]any)
		if _, isSaid := part["additionalProperties"]; isObject && part["type"] == "object" && !isSaid {
			part["additionalProperties"] = false
		}
		for _, inner := range part {
			seal(inner)
		}
	case []any:
		for _, inner := range part {
			seal(inner)
		}
	}
}

// reader makes operations of a document.
type reader struct {
	t        testing.TB
	tree     node
	compiler *jsonschema.Compiler
}

func (r reader) operations() []*Operation {
	r.t.Helper()
	var all []*Operation
	for _, path := range slices.Sorted(maps.Keys(r.tree.at("paths"))) {
		methods := r.tree.at("paths", path)
		for _, method := range slices.Sorted(maps.Keys(methods)) {
			all = append(all, r.operation(path, method, methods.at(method)))
		}
	}
	return all
}

func (r reader) operation(path, method string, described node) *Operation {
	r.t.Helper()
	id, _ := described["operationId"].(string)
	o := &Operation{ID: id, Method: strings.ToUpper(method), Path: path, responses: map[int]response{}, Idempotent: takesKey(described)}
	o.tree, o.UUIDs = r.tree, uuids(described)
	o.body = described.at("requestBody", "content", "application/json", "schema")
	for text := range described.at("responses") {
		status, err := strconv.Atoi(text)
		if err != nil {
			r.t.Fatalf("%s documents the status %s", id, text)
		}
		o.Statuses = append(o.Statuses, status)
		o.responses[status] = r.response([]string{"paths", path, method, "responses", text})
	}
	slices.Sort(o.Statuses)
	return o
}

// uuids returns the path parameters that are UUIDs.
func uuids(described node) []string {
	var names []string
	parameters, _ := described["parameters"].([]any)
	for _, parameter := range parameters {
		fields := node(parameter.(map[string]any))
		if fields["in"] == "path" && fields.at("schema")["format"] == "uuid" {
			names = append(names, fields["name"].(string))
		}
	}
	return names
}

func takesKey(described node) bool {
	parameters, _ := described["parameters"].([]any)
	return slices.ContainsFunc(parameters, func(parameter any) bool {
		fields, _ := parameter.(map[string]any)
		return fields["name"] == "Idempotency-Key"
	})
}

// response returns the schemas of a response, which may stand elsewhere.
func (r reader) response(place []string) response {
	r.t.Helper()
	if ref, ok := r.tree.at(place...)["$ref"].(string); ok {
		place = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	}
	media := response{}
	for name := range r.tree.at(place...).at("content") {
		pointer := "#"
		for _, step := range append(slices.Clone(place), "content", name, "schema") {
			pointer += "/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(step)
		}
		media[name] = func() (*jsonschema.Schema, error) { return r.compiler.Compile(documentURL + pointer) }
	}
	return media
}
