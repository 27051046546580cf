package httpx

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// renderedDocument is the OpenAPI document as it is served.
type renderedDocument struct {
	json, yaml []byte
	err        error
}

func newDocument(o Options, schemas huma.Registry) *huma.OpenAPI {
	name, scheme := o.Dialect.security()
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info:    &huma.Info{Title: o.Title, Version: o.Version, Description: o.Description},
		// Operations that are public say so; all others need this.
		Security: []map[string][]string{{name: {}}},
		Components: &huma.Components{
			Schemas:         schemas,
			Responses:       map[string]*huma.Response{},
			SecuritySchemes: map[string]*huma.SecurityScheme{name: scheme},
		},
	}
}

// failureResponse returns a reference to the description of a failure, and
// adds the description where it is new.
func (a *API) failureResponse(status int) *huma.Response {
	name := responseName(status)
	if a.document.Components.Responses[name] == nil {
		schema := a.edge.dialect.describeFailure(a.schemas)
		a.document.Components.Responses[name] = &huma.Response{
			Description: meaning(status),
			Headers:     failureHeaders(status),
			Content:     map[string]*huma.MediaType{mediaJSON: {Schema: schema}},
		}
	}
	return &huma.Response{Ref: "#/components/responses/" + name}
}

// meaning tells what a status says about a request.
func meaning(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "The request breaks a rule."
	case http.StatusUnauthorized:
		return "The credential is missing or not valid."
	case http.StatusForbidden:
		return "The credential does not have the permission."
	case http.StatusNotFound:
		return "Not found, or it belongs to another tenant."
	case http.StatusNotAcceptable:
		return "The response is not available in a media type that the client accepts."
	case http.StatusRequestTimeout:
		return "The request body took too long to arrive."
	case http.StatusConflict:
		return "The current state does not allow it, or the Idempotency-Key was used for a different request."
	case http.StatusPreconditionFailed:
		return "The resource has changed since the client read it."
	case http.StatusRequestEntityTooLarge:
		return "The request body is too large."
	case http.StatusUnsupportedMediaType:
		return "The request body is not JSON in UTF-8."
	case http.StatusTooManyRequests:
		return "Too many requests; wait before the next one."
	case http.StatusServiceUnavailable:
		return "Part of the server is unavailable; try again later."
	case http.StatusInternalServerError:
		return "Internal error; the server's log has the request id."
	default:
		return http.StatusText(status)
	}
}

func failureHeaders(status int) map[string]*huma.Param {
	headers := map[string]*huma.Param{"X-Request-Id": {Schema: &huma.Schema{Type: huma.TypeString, Format: "uuid"}}}
	switch status {
	case http.StatusUnauthorized:
		headers["WWW-Authenticate"] = &huma.Param{Schema: text("The scheme to use.")}
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		headers["Retry-After"] = &huma.Param{Schema: &huma.Schema{Type: huma.TypeInteger, Description: "Seconds to wait."}}
	}
	return headers
}

// OpenAPIJSON returns the document as JSON. All operations must be registered.
func (a *API) OpenAPIJSON() ([]byte, error) {
	d := a.rendered()
	return d.json, d.err
}

// OpenAPIYAML returns the document as YAML, the same bytes each time. All
// operations must be registered.
func (a *API) OpenAPIYAML() ([]byte, error) {
	d := a.rendered()
	return d.yaml, d.err
}

func (a *API) render() *renderedDocument {
	d := &renderedDocument{}
	forgetLibraryErrors(a.schemas)
	if d.json, d.err = json.Marshal(a.document); d.err != nil {
		return d
	}
	d.yaml, d.err = a.document.YAML()
	return d
}

// serveDocument adds the routes of the document and of the reference page.
func (a *API) serveDocument(o Options) {
	a.serveRendered(o.Prefix+"/openapi.json", mediaJSON, a.OpenAPIJSON)
	a.serveRendered(o.Prefix+"/openapi.yaml", "application/yaml", a.OpenAPIYAML)
	a.serveReference(o)
}

// serveRendered serves a form of the document, which is made with the first
// request.
func (a *API) serveRendered(path, contentType string, load func() ([]byte, error)) {
	a.route(Route{Method: http.MethodGet, Pattern: path}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requestOf(r.Context()).route = path
		body, err := load()
		if err != nil {
			a.edge.fail(w, r, err)
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		a.edge.send(w, r, &answer{status: http.StatusOK, contentType: contentType, etag: contentTag(body), body: body})
	}))
}
