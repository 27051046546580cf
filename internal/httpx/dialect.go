package httpx

import (
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cairnstack/cairn/internal/fault"
)

// Dialect is how one API family wraps its responses and words its failures. The
// dialects are Cloud, Stack and Prometheus.
type Dialect interface {
	success(requestID string, c content) any
	failure(requestID string, p problem) any
	describe(r huma.Registry, c contentSchema) *huma.Schema
	describeFailure(r huma.Registry) *huma.Schema
	security() (name string, scheme *huma.SecurityScheme)
	challenge() string
	quirks() quirks
}

// content is what a handler answered, before it is wrapped.
type content struct {
	status int
	value  any
	meta   any
	empty  bool // there is no value, as after a DELETE
}

// contentSchema describes a content.
type contentSchema struct {
	value *huma.Schema
	meta  *huma.Schema
	empty bool
	rows  bool // the number of rows stands beside the value
}

// quirks are the smaller ways in which the families differ.
type quirks struct {
	missingRoutePage string // the HTML that a path without a route gets; empty: the family's error body
	rateHeaders      func(Rate) func(h http.Header, u usage)
}

// usage is what a bucket says of itself after a request was counted.
type usage struct {
	remaining int
	reset     time.Duration
}

// object makes the schema of an object from properties, all of them required
// except those named.
func object(properties map[string]*huma.Schema, required ...string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: properties, Required: required}
	s.PrecomputeMessages()
	return s
}

// described adds an object's schema to the components under a name and
// returns a reference to it.
func described(r huma.Registry, name string, s *huma.Schema) *huma.Schema {
	r.Map()[name] = s
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

func text(doc string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: doc}
}

// detailList describes the broken rules that go with a failed validation.
func detailList(r huma.Registry) *huma.Schema {
	item := described(r, "Detail", object(map[string]*huma.Schema{
		"path":    text("Where in the input: dotted for bodies, the name of a parameter otherwise."),
		"code":    text("Machine-readable code of the rule."),
		"message": text("Human-readable text of the rule."),
	}, "path", "code", "message"))
	return &huma.Schema{Type: huma.TypeArray, Items: item, Description: "The rules that the input breaks, and where."}
}

// shown keeps an empty list of details out of the body.
func shown(details []fault.Detail) []fault.Detail {
	if len(details) == 0 {
		return nil
	}
	return details
}

func schemaOf[T any](r huma.Registry, hint string) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, hint)
}
