package httpx

import (
	"context"
	"crypto/sha256"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cairnstack/cairn/internal/fault"
)

// Operation describes one route of an API.
type Operation struct {
	ID          string // unique within the API, camelCase
	Method      string
	Path        string // with {parameters}
	Summary     string
	Description string
	Tags        []string

	Status   int      // of success; 0 is 200
	Errors   []int    // statuses of the handler beyond those that this package documents
	Produces []string // media types of a raw answer, the first is the usual one
	HasRows  bool     // the JSON of a raw answer has the number of rows beside its value

	Public        bool     // no credential is needed; counted by address
	Unlimited     bool     // not counted
	NoIdempotency bool     // a POST that changes nothing
	Ignore        []string // body fields that the server computes: accepted, dropped; dotted, * for each item
	Hidden        bool     // not in the document
	TextBody      bool     // JSON that says it is text/plain is taken too
	Form          bool     // of a GET: its parameters may also come as a form, by POST

	// Admits reports whether a page of the origin may send the request; the
	// handler calls AllowOrigin for those that may read the answer. Nil: no
	// page of another origin may.
	Admits func(r *http.Request, origin string) bool

	Scope *Scope // what the beginning of the path names; nil: nothing

	BodyBytesMax int64         // 0: the API's
	Timeout      time.Duration // 0: the API's, and none for streams

	Stability  string // x-stability in the document
	Deprecated Deprecation
}

// Deprecation announces that an operation will go. The zero value announces
// nothing.
type Deprecation struct {
	Since  time.Time
	Sunset time.Time
}

// operation is a registered Operation with what serving it needs.
type operation struct {
	Operation
	api          *API
	bind         func(huma.Context) // huma: decode, validate, run
	described    *huma.Operation
	produces     []string
	scalars      []string // query parameters that take one value
	ignore       [][]string
	takesBody    bool
	streams      bool
	idempotent   bool
	bodyBytesMax int64
	timeout      time.Duration
}

// ServeHTTP takes a request through the layers that depend on its operation.
func (o *operation) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req := requestOf(r.Context())
	req.route, req.op = o.Path, o.ID
	ctx, cancel := o.deadline(r.Context())
	defer cancel()
	o.Deprecated.announce(w.Header())
	if o.Admits != nil {
		w.Header().Add("Vary", "Origin")
	}
	a, err := o.perform(ctx, r)
	if o.Admits != nil && requestOf(ctx).originAllowed {
		welcome(w.Header(), r)
	}
	switch {
	case err != nil:
		o.api.edge.fail(w, r, err)
	case a.stream != nil:
		o.api.stream(w, r, a)
	default:
		o.api.edge.send(w, r, a)
	}
}

// perform authenticates, then checks the permission, then validates, then
// runs.
func (o *operation) perform(ctx context.Context, r *http.Request) (*answer, error) {
	ctx, identity, err := o.api.gate.admit(ctx, r, &o.Operation)
	if err != nil {
		return nil, err
	}
	if err := o.permit(ctx); err != nil {
		o.api.noteRefusal(ctx, err)
		return nil, err
	}
	query, err := o.screen(r)
	if err != nil {
		return nil, err
	}
	key, err := o.idempotencyKey(r)
	if err != nil {
		return nil, err
	}
	c := &call{ctx: ctx, r: r, op: o, query: query, identity: identity, key: key}
	c.body = bodyReader{source: r.Body, left: o.bodyBytesMax}
	if key != "" {
		c.body.digest = sha256.New()
	}
	requestOf(ctx).call = c
	if err := c.joinForm(); err != nil {
		return nil, err
	}
	o.locate(c)
	o.bind(c)
	o.api.noteRefusal(ctx, c.err)
	return c.answer, c.err
}

// noteRefusal says that a caller who is known may not do what it asked for.
func (a *API) noteRefusal(ctx context.Context, err error) {
	if a.refused != nil && fault.KindOf(err) == fault.Forbidden {
		a.refused(ctx, err)
	}
}

// readmit authenticates the sender of a request again and checks the
// permission, without counting a request.
func (o *operation) readmit(ctx context.Context, r *http.Request) error {
	if o.Public {
		return nil
	}
	now, _, err := o.api.gate.authenticate(ctx, r)
	if err != nil {
		return err
	}
	if rights, ok := o.api.perms.(changeable); ok && rights.Changed(ctx, now) {
		return fault.New(fault.Forbidden, "what you may do has changed; ask again")
	}
	return o.permit(now)
}

// changeable are permissions under which a caller can see more or less than
// before while they may use the same operations.
type changeable interface {
	Changed(before, now context.Context) bool
}

func (o *operation) permit(ctx context.Context) error {
	if o.Public || o.api.perms == nil {
		return nil
	}
	return o.api.perms.Check(ctx, o.ID)
}

func (o *operation) deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, o.timeout)
}

// run calls the handler, at most once for each Idempotency-Key.
func (c *call) run(ctx context.Context, handle func(context.Context) (*answer, error)) (*answer, error) {
	if c.key == "" {
		return handle(ctx)
	}
	return c.op.api.once(ctx, c, handle)
}

func (d Deprecation) announce(h http.Header) {
	if !d.Since.IsZero() {
		h.Set("Deprecation", unixDate(d.Since))
	}
	if !d.Sunset.IsZero() {
		h.Set("Sunset", d.Sunset.UTC().Format(http.TimeFormat))
	}
}
