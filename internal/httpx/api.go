// Package httpx is what all HTTP listeners of Cairn share: the dialects of
// responses and errors, registration of operations with their OpenAPI document,
// request ids, recovery, access log, metrics, rate limits, conditional
// requests and Idempotency-Keys. huma and chi are used here and nowhere else;
// the packages above see this package and huma's struct tags.
package httpx

import (
	"context"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
)

// Options describes an API.
type Options struct {
	EdgeOptions
	Title         string
	Version       string
	Description   string
	Prefix        string // of the document and the reference page, as in /v1
	Limits        Limits
	Authenticator Authenticator    // may be nil when all operations are public
	Permissions   Permissions      // nil: everyone who is authenticated may use every operation
	Idempotency   IdempotencyStore // nil: Idempotency-Key is ignored
	// Refused is told of callers who are known and may not do what they asked
	// for; nil: nobody is.
	Refused   func(ctx context.Context, err error)
	Aliases   []Alias
	Reference fs.FS // the script of the reference page; nil: the page says that there is none
}

// Alias serves every route that has the path segment Of also with As in its
// place. Aliases are not in the document.
type Alias struct{ Of, As string }

// API is a set of operations in one dialect. Register all of them before the
// first request.
type API struct {
	edge       *Edge
	gate       *gate
	perms      Permissions
	limits     Limits
	store      IdempotencyStore
	refused    func(ctx context.Context, err error)
	aliases    []Alias
	router     *chi.Mux
	routes     []Route
	schemas    huma.Registry
	settled    map[string]*huma.Schema // of schemas, those that settleSchemas has seen
	document   *huma.OpenAPI
	rendered   func() *renderedDocument
	streamsEnd context.Context
	endStreams context.CancelFunc
}

// Route is one path that an API serves. OperationID is empty for routes that
// are not in the document.
type Route struct {
	Method      string
	Pattern     string
	OperationID string
}

// New makes an API without operations; only its document and its reference
// page are served.
func New(o Options) *API {
	settleLibrary()
	o.Limits = o.Limits.withDefaults()
	edge := NewEdge(o.EdgeOptions)
	edge.gzipBytesMin = o.Limits.GzipBytesMin
	o.Clock = edge.clock
	a := &API{
		edge: edge, gate: newGate(o), perms: o.Permissions, limits: o.Limits, store: o.Idempotency,
		refused: o.Refused, aliases: o.Aliases, router: chi.NewRouter(), settled: map[string]*huma.Schema{},
	}
	a.streamsEnd, a.endStreams = context.WithCancel(context.Background())
	a.schemas = huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	a.document = newDocument(o, a.schemas)
	a.rendered = sync.OnceValue(a.render)
	a.router.NotFound(a.missingRoute)
	a.router.MethodNotAllowed(a.missingMethod)
	a.serveDocument(o)
	return a
}

// Handler serves the API, of which all operations are registered.
func (a *API) Handler() http.Handler {
	forgetLibraryErrors(a.schemas)
	return a.edge.Wrap(a.router)
}

// Routes lists what is served, aliases included, ordered by path and method.
func (a *API) Routes() []Route {
	routes := slices.Clone(a.routes)
	slices.SortFunc(routes, func(x, y Route) int {
		return strings.Compare(x.Pattern+" "+x.Method, y.Pattern+" "+y.Method)
	})
	return routes
}

// CloseStreams ends the streams that are open and those to come, so that a
// server can shut down without waiting for clients that listen for ever.
func (a *API) CloseStreams() { a.endStreams() }

// mount serves an operation under its path and the aliases of it.
func (a *API) mount(o *operation) {
	a.route(Route{o.Method, o.Path, o.ID}, o)
	if o.Form {
		a.route(Route{Method: http.MethodPost, Pattern: o.Path}, o)
	}
	for _, alias := range a.aliases {
		if path := respell(o.Path, alias); path != o.Path {
			a.route(Route{Method: o.Method, Pattern: path}, o)
		}
	}
}

// route adds a handler; what can be read can also be asked for its headers.
func (a *API) route(route Route, h http.Handler) {
	a.routes = append(a.routes, route)
	a.router.Method(route.Method, route.Pattern, h)
	o, ok := h.(*operation)
	if ok && o.Admits != nil {
		a.router.Method(http.MethodOptions, route.Pattern, http.HandlerFunc(o.preflight))
	}
	isStream := ok && o.streams
	if route.Method == http.MethodGet && !isStream {
		a.router.Method(http.MethodHead, route.Pattern, h)
	}
}

func respell(path string, alias Alias) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if segment == alias.Of {
			segments[i] = alias.As
		}
	}
	return strings.Join(segments, "/")
}

func (a *API) missingRoute(w http.ResponseWriter, r *http.Request) {
	page := a.edge.dialect.quirks().missingRoutePage
	if page == "" {
		a.edge.fail(w, r, refuseRoute())
		return
	}
	a.edge.send(w, r, &answer{status: http.StatusNotFound, contentType: mediaHTML, body: []byte(page)})
}

// missingMethod also sees methods that the router does not know on paths that
// are no routes.
func (a *API) missingMethod(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{"DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"} {
		if a.router.Match(chi.NewRouteContext(), method, r.URL.EscapedPath()) {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		a.missingRoute(w, r)
		return
	}
	a.edge.fail(w, r, refuseMethod(allowed))
}
