package httpx

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// replyShape is what the document says of a success.
type replyShape struct {
	content contentSchema
	tagged  bool // carries an ETag
	counted bool // carries X-Total-Count
	raw     bool
	bare    *huma.Schema // of an object without the envelope
}

// describe makes huma's description of an operation. huma adds the parameters
// and the body that it finds in the input.
func (o *operation) describe(shape replyShape, isConditional bool) huma.Operation {
	d := huma.Operation{
		OperationID: o.ID, Method: o.Method, Path: o.Path, Summary: o.Summary, Description: o.Description,
		Tags: o.Tags, Hidden: o.Hidden, DefaultStatus: o.status(), Deprecated: !o.Deprecated.Since.IsZero(),
		MaxBodyBytes: -1, // bodyReader limits
		Responses:    map[string]*huma.Response{strconv.Itoa(o.status()): o.describeSuccess(shape)},
	}
	if o.Public {
		d.Security = []map[string][]string{}
	}
	if o.Stability != "" {
		d.Extensions = map[string]any{"x-stability": o.Stability}
	}
	if shape.tagged && o.Method == http.MethodGet {
		d.Parameters = append(d.Parameters, headerParam("If-None-Match", "The ETag of the version that the client has. If it is still current, the response is 304."))
		d.Responses["304"] = &huma.Response{Description: "The client has the current version."}
	}
	if o.idempotent {
		d.Parameters = append(d.Parameters, idempotencyParam())
	}
	if o.Scope != nil {
		d.Parameters = append(d.Parameters, o.Scope.params...)
	}
	if isConditional {
		o.Errors = slices.Concat(o.Errors, []int{http.StatusPreconditionFailed})
	}
	return d
}

func (o *operation) describeSuccess(shape replyShape) *huma.Response {
	r := &huma.Response{
		Description: http.StatusText(o.status()),
		Headers:     map[string]*huma.Param{"X-Request-Id": {Schema: &huma.Schema{Type: huma.TypeString, Format: "uuid"}}},
		Content:     map[string]*huma.MediaType{},
	}
	if shape.tagged {
		r.Headers["ETag"] = &huma.Param{Schema: text("The version of the object.")}
	}
	if shape.counted {
		r.Headers["X-Total-Count"] = &huma.Param{Schema: &huma.Schema{Type: huma.TypeInteger}}
	}
	for _, media := range o.produces {
		schema := &huma.Schema{Type: huma.TypeString}
		switch {
		case shape.bare != nil:
			schema = shape.bare
		case !shape.raw || media == mediaJSON && shape.content.value != nil:
			schema = o.api.edge.dialect.describe(o.api.schemas, shape.content)
		}
		r.Content[media] = &huma.MediaType{Schema: schema}
	}
	return r
}

// settle completes the operation with what huma found in its input.
func (o *operation) settle() {
	o.takesBody = o.described.RequestBody != nil
	for _, p := range o.described.Parameters {
		if p.In == "query" && p.Schema.Type != huma.TypeArray {
			o.scalars = append(o.scalars, p.Name)
		}
	}
	delete(o.described.Responses, "default") // of huma's, when it sees no failures
	for _, status := range o.failures() {
		o.described.Responses[strconv.Itoa(status)] = o.api.failureResponse(status)
	}
	o.api.settleSchemas()
}

// settleSchemas completes the schemas that came with the last operation.
func (a *API) settleSchemas() {
	for name, s := range a.schemas.Map() {
		if a.settled[name] == s {
			continue
		}
		a.settled[name] = s
		refuseUniqueItems(name, s)
		admitNull(s)
	}
}

// admitNull adds null to the words of every text that may be null: a schema
// asks for one of its words whatever the type.
func admitNull(s *huma.Schema) {
	for _, property := range s.Properties {
		if property.Nullable && len(property.Enum) > 0 && !slices.Contains(property.Enum, nil) {
			property.Enum = append(slices.Clone(property.Enum), nil)
		}
	}
}

// refuseUniqueItems stops a program that asks huma for a check in which it
// panics when a client sends objects.
func refuseUniqueItems(name string, s *huma.Schema) {
	for field, property := range s.Properties {
		if property.UniqueItems {
			panic(fmt.Sprintf("%s.%s: uniqueItems can't be checked here, check it in the domain", name, field))
		}
	}
}

// failures lists the statuses that the operation can answer besides success,
// whatever the configuration, so that the document is always the same.
func (o *operation) failures() []int {
	list := append([]int{400, 406, 500, 503}, o.Errors...)
	add := func(applies bool, statuses ...int) {
		if applies {
			list = append(list, statuses...)
		}
	}
	add(!o.Public, 401)
	add(!o.Public && o.api.perms != nil && o.api.perms.Refuses(o.ID), 403)
	add(strings.Contains(o.Path, "{"), 404)
	add(o.idempotent, 409)
	add(o.takesBody, 408, 413, 415)
	add(!o.Unlimited, 429)
	slices.Sort(list)
	return slices.Compact(list)
}

// forgetLibraryErrors removes the error bodies that huma describes and never
// sends. It writes nothing once they are gone, so that requests can be served
// beside it.
func forgetLibraryErrors(schemas huma.Registry) {
	for _, t := range []reflect.Type{reflect.TypeFor[huma.ErrorModel](), reflect.TypeFor[huma.ErrorDetail]()} {
		_, there := schemas.Map()[t.Name()]
		if there && schemas.TypeFromRef("#/components/schemas/"+t.Name()) == t {
			delete(schemas.Map(), t.Name())
		}
	}
}

func headerParam(name, doc string) *huma.Param {
	return &huma.Param{Name: name, In: "header", Description: doc, Schema: &huma.Schema{Type: huma.TypeString}}
}

func unixDate(t time.Time) string { return "@" + strconv.FormatInt(t.Unix(), 10) }
