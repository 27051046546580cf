package httpx

import (
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// binder is what huma sees of this package when it registers one operation.
// It keeps huma to reading and checking the input: huma's failures are
// translated, and nothing that huma writes reaches the client.
type binder struct{ op *operation }

var (
	_ huma.API     = binder{}
	_ huma.Adapter = binder{}
)

// Adapter returns the router, which is the binder itself.
func (b binder) Adapter() huma.Adapter { return b }

// OpenAPI returns the document that the operation is added to.
func (b binder) OpenAPI() *huma.OpenAPI { return b.op.api.document }

// Handle takes over the function with which huma reads and checks an input.
func (b binder) Handle(described *huma.Operation, bind func(huma.Context)) {
	b.op.described, b.op.bind = described, bind
}

// Transform takes a failed validation, on its way into a body of huma's.
func (b binder) Transform(ctx huma.Context, _ string, v any) (any, error) {
	c := ctx.(*call)
	if model, ok := v.(*huma.ErrorModel); ok {
		c.err = b.op.violations(c, model)
	}
	return v, nil
}

// Unmarshal decodes a body, first to check it and then to use it.
func (b binder) Unmarshal(_ string, data []byte, v any) error { return b.op.decode(data, v) }

// Negotiate has nothing to decide: screen did.
func (b binder) Negotiate(string) (string, error) { return mediaJSON, nil }

// Marshal writes nothing.
func (b binder) Marshal(io.Writer, string, any) error { return nil }

// UseMiddleware is not used.
func (b binder) UseMiddleware(...func(huma.Context, func(huma.Context))) {}

// Middlewares returns none.
func (b binder) Middlewares() huma.Middlewares { return nil }

// ServeHTTP is not used: the API routes.
func (b binder) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusNotFound)
}
