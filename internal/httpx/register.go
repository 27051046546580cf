package httpx

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Register adds an operation that returns one object. I is a struct whose
// fields carry huma's tags (path, query, header) and whose field Body, if
// any, is the request body.
func Register[I, O any](api *API, op Operation, handle func(context.Context, *I) (Reply[O], error)) {
	register(api, op, objectShape[O](api, op), func(ctx context.Context, in *I) (*answer, error) {
		reply, err := handle(ctx, in)
		if err != nil {
			return nil, err
		}
		return wrapObject(ctx, api, op, reply)
	})
}

func objectShape[O any](api *API, op Operation) replyShape {
	return replyShape{content: contentSchema{value: schemaOf[O](api.schemas, op.ID+"Result")}, tagged: true}
}

func wrapObject[O any](ctx context.Context, api *API, op Operation, reply Reply[O]) (*answer, error) {
	tag, value, err := tagged(reply)
	if err != nil {
		return nil, err
	}
	a, err := api.wrap(ctx, content{value: value, status: op.status()})
	if err != nil {
		return nil, err
	}
	a.etag = tag
	return a, nil
}

// RegisterList adds an operation that returns a whole list.
func RegisterList[I, O any](api *API, op Operation, handle func(context.Context, *I) ([]O, error)) {
	shape := replyShape{content: contentSchema{value: schemaOf[[]O](api.schemas, op.ID+"Result")}}
	register(api, op, shape, func(ctx context.Context, in *I) (*answer, error) {
		list, err := handle(ctx, in)
		if err != nil {
			return nil, err
		}
		return api.wrap(ctx, content{value: items(list), status: op.status()})
	})
}

// RegisterPage adds an operation that returns a part of a list.
func RegisterPage[I, O any](api *API, op Operation, handle func(context.Context, *I) (Page[O], error)) {
	shape := replyShape{counted: true, content: contentSchema{
		value: schemaOf[[]O](api.schemas, op.ID+"Result"),
		meta:  schemaOf[PageMeta](api.schemas, ""),
	}}
	register(api, op, shape, func(ctx context.Context, in *I) (*answer, error) {
		page, err := handle(ctx, in)
		if err != nil {
			return nil, err
		}
		meta := PageMeta{page.Total, page.Limit, page.Offset}
		a, err := api.wrap(ctx, content{value: items(page.Items), meta: meta, status: op.status()})
		if err != nil {
			return nil, err
		}
		a.total = strconv.Itoa(page.Total)
		return a, nil
	})
}

// RegisterWithMeta adds an operation whose answer says something about itself.
func RegisterWithMeta[I, O, M any](api *API, op Operation, handle func(context.Context, *I) (WithMeta[O, M], error)) {
	shape := replyShape{content: contentSchema{
		value: schemaOf[O](api.schemas, op.ID+"Result"),
		meta:  schemaOf[M](api.schemas, op.ID+"Meta"),
	}}
	register(api, op, shape, func(ctx context.Context, in *I) (*answer, error) {
		reply, err := handle(ctx, in)
		if err != nil {
			return nil, err
		}
		return api.wrap(ctx, content{value: reply.Value, meta: reply.Meta, status: op.status()})
	})
}

// RegisterEmpty adds an operation that returns no value, such as a DELETE.
func RegisterEmpty[I any](api *API, op Operation, handle func(context.Context, *I) error) {
	shape := replyShape{content: contentSchema{empty: true}}
	register(api, op, shape, func(ctx context.Context, in *I) (*answer, error) {
		if err := handle(ctx, in); err != nil {
			return nil, err
		}
		return api.wrap(ctx, content{empty: true, status: op.status()})
	})
}

// RegisterRaw adds an operation that returns one of the media types that it
// produces, whole or as a stream. It takes no Idempotency-Key.
func RegisterRaw[I any](api *API, op Operation, handle func(context.Context, *I) (Raw, error)) {
	op.NoIdempotency = true
	register(api, op, replyShape{raw: true}, func(ctx context.Context, in *I) (*answer, error) {
		raw, err := handle(ctx, in)
		if err != nil {
			return nil, err
		}
		if raw.ContentType == "" {
			raw.ContentType = op.Produces[0]
		}
		return &answer{status: op.status(), contentType: raw.ContentType, body: raw.Body, stream: raw.Write}, nil
	})
}

// RegisterBare adds an operation that returns one object as JSON without the
// family's envelope, as existing clients of it read it.
func RegisterBare[I, O any](api *API, op Operation, handle func(context.Context, *I) (O, error)) {
	op.NoIdempotency = true
	shape := replyShape{bare: schemaOf[O](api.schemas, op.ID+"Result"), tagged: true}
	register(api, op, shape, func(ctx context.Context, in *I) (*answer, error) {
		value, err := handle(ctx, in)
		if err != nil {
			return nil, err
		}
		body, err := marshal(value)
		return &answer{status: op.status(), contentType: mediaJSON, body: body, etag: contentTag(body)}, err
	})
}

// register hands the operation to huma, which reads and checks the input, and
// mounts it.
func register[I any](api *API, op Operation, shape replyShape, handle func(context.Context, *I) (*answer, error)) {
	o := api.newOperation(op, shape)
	_, isConditional := any(new(I)).(conditional)
	described := o.describe(shape, isConditional)
	described.SkipValidateBody = isVerbatim(reflect.TypeFor[I]())
	huma.Register(binder{o}, described, func(ctx context.Context, in *I) (*struct{}, error) {
		c := requestOf(ctx).call
		if c.err = c.refusal(in); c.err == nil {
			c.answer, c.err = c.run(ctx, within(c, in, handle))
		}
		return nil, nil
	})
	o.settle()
	api.mount(o)
}

func (a *API) newOperation(op Operation, shape replyShape) *operation {
	if a.gate.authenticator == nil && !op.Public {
		panic(op.ID + ": an operation that is not public needs an Authenticator")
	}
	if shape.raw && len(op.Produces) == 0 {
		panic(op.ID + ": a raw operation must say what it produces")
	}
	o := &operation{Operation: op, api: a, produces: []string{mediaJSON}, bodyBytesMax: op.BodyBytesMax, timeout: op.Timeout}
	if shape.raw {
		o.produces = op.Produces
	}
	o.streams = slices.Contains(o.produces, mediaEvent)
	o.idempotent = op.Method == http.MethodPost && !op.NoIdempotency && !op.Public
	fill(&o.bodyBytesMax, a.limits.BodyBytesMax)
	if !o.streams {
		fill(&o.timeout, a.limits.RequestTimeout)
	}
	for _, path := range op.Ignore {
		o.ignore = append(o.ignore, strings.Split(path, "."))
	}
	return o
}

// wrap puts a handler's content into the family's envelope.
func (a *API) wrap(ctx context.Context, c content) (*answer, error) {
	body, err := marshal(a.edge.dialect.success(RequestID(ctx), c))
	if err != nil {
		return nil, err
	}
	return &answer{status: c.status, contentType: mediaJSON, body: body}, nil
}

func (op Operation) status() int {
	if op.Status == 0 {
		return http.StatusOK
	}
	return op.Status
}
