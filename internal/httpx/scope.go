package httpx

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// Scope is what the beginning of a path names, for operations that are mounted
// below it. Its parameters are read, checked and documented with those of the
// operation.
type Scope struct {
	params []*huma.Param
	bind   func(huma.Context)
}

// NewScope makes a scope with the path parameters of S, a struct with huma's
// tags. Enter returns the context for the handler; it is called when the whole
// input was found valid.
func NewScope[S any](enter func(ctx context.Context, in *S) (context.Context, error)) *Scope {
	settleLibrary()
	s := &Scope{}
	described := huma.Operation{Method: http.MethodGet, Path: "/", Hidden: true}
	huma.Register(scopeBinder{scope: s}, described, func(ctx context.Context, in *S) (*struct{}, error) {
		requestOf(ctx).call.enter = func(ctx context.Context) (context.Context, error) { return enter(ctx, in) }
		return nil, nil
	})
	return s
}

// scopeBinder is what huma sees of a scope.
type scopeBinder struct {
	binder
	scope *Scope
}

// Adapter returns the router, which is the binder itself.
func (b scopeBinder) Adapter() huma.Adapter { return b }

// OpenAPI returns a document that nobody reads.
func (b scopeBinder) OpenAPI() *huma.OpenAPI {
	schemas := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	return &huma.OpenAPI{Components: &huma.Components{Schemas: schemas}}
}

// Handle takes over the parameters, and the function that reads them.
func (b scopeBinder) Handle(described *huma.Operation, bind func(huma.Context)) {
	b.scope.params, b.scope.bind = described.Parameters, bind
}

// Transform keeps the violations until those of the operation are known.
func (b scopeBinder) Transform(ctx huma.Context, _ string, v any) (any, error) {
	if model, ok := v.(*huma.ErrorModel); ok {
		ctx.(*call).misplaced = model.Errors
	}
	return v, nil
}

// locate reads the parameters of the operation's scope.
func (o *operation) locate(c *call) {
	c.enter = func(ctx context.Context) (context.Context, error) { return ctx, nil }
	if o.Scope != nil {
		o.Scope.bind(c)
	}
}

// refusal returns what is wrong with an input that huma found valid; nil:
// nothing.
func (c *call) refusal(in any) error {
	if len(c.misplaced) > 0 {
		return c.op.violations(c, &huma.ErrorModel{})
	}
	if in, ok := in.(conditional); ok {
		return in.readCondition()
	}
	return nil
}

// within calls the handler in the operation's scope.
func within[I any](c *call, in *I, handle func(context.Context, *I) (*answer, error)) func(context.Context) (*answer, error) {
	return func(ctx context.Context) (*answer, error) {
		ctx, err := c.enter(ctx)
		if err != nil {
			return nil, err
		}
		return handle(ctx, in)
	}
}
