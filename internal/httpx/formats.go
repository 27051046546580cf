package httpx

import "context"

// Formatted is an answer that its operation offers in several media types:
// the envelope with WithMeta in it where JSON is wanted, and Raw otherwise.
type Formatted[T, M any] struct {
	WithMeta[T, M]
	Raw *Raw
}

// RegisterFormats adds an operation that returns JSON in the family's envelope
// or one of the other media types of op.Produces, whichever the client
// accepts first. Handle is told the media type. It takes no Idempotency-Key.
func RegisterFormats[I, O, M any](api *API, op Operation, handle func(ctx context.Context, in *I, media string) (Formatted[O, M], error)) {
	op.NoIdempotency = true
	shape := replyShape{raw: true, content: contentSchema{
		value: schemaOf[O](api.schemas, op.ID+"Result"),
		meta:  schemaOf[M](api.schemas, op.ID+"Meta"),
		rows:  op.HasRows,
	}}
	register(api, op, shape, func(ctx context.Context, in *I) (*answer, error) {
		reply, err := handle(ctx, in, preferred(requestOf(ctx).call.Header("Accept"), op.Produces))
		if err != nil {
			return nil, err
		}
		if raw := reply.Raw; raw != nil {
			return &answer{status: op.status(), contentType: raw.ContentType, body: raw.Body, stream: raw.Write}, nil
		}
		return api.wrap(ctx, content{value: reply.Value, meta: reply.Meta, status: op.status()})
	})
}

// preferred returns the offered media type that an Accept header gives the
// most weight to, the first of those with the same weight.
func preferred(header string, offered []string) string {
	best, weight := offered[0], 0.0
	if header == "" {
		return best
	}
	for _, media := range offered {
		if q := quality(header, mediaName(media), mediaMatches); q > weight {
			best, weight = media, q
		}
	}
	return best
}
