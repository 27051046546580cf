package stackroutes

import (
	"net/http"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// get, create, replace and remove begin the description of an operation.
func (r *routes) get(id, path, tag, summary string) httpx.Operation {
	return r.Place(httpx.Operation{ID: id, Method: http.MethodGet, Path: path, Tags: []string{tag}, Summary: summary})
}

func (r *routes) create(id, path, tag, summary string) httpx.Operation {
	op := r.get(id, path, tag, summary)
	op.Method, op.BodyBytesMax = http.MethodPost, stackwire.BodyBytesMax
	return op
}

func (r *routes) replace(id, path, tag, summary string) httpx.Operation {
	op := r.get(id, path, tag, summary)
	op.Method, op.BodyBytesMax = http.MethodPut, stackwire.BodyBytesMax
	op.Description = "Read-only fields are accepted and ignored, so that the response to a GET can be sent back unchanged."
	return op
}

func (r *routes) remove(id, path, tag, summary string) httpx.Operation {
	op := r.get(id, path, tag, summary)
	op.Method = http.MethodDelete
	return op
}

// withoutKey describes a POST that takes no Idempotency-Key: it changes
// nothing, or a transaction must not stay open while somebody else thinks.
func withoutKey(op httpx.Operation) httpx.Operation {
	op.NoIdempotency = true
	return op
}

// conflicts documents that the present state may not allow an operation:
// something else needs what it would take away, or there is no room.
func conflicts(op httpx.Operation) httpx.Operation {
	op.Errors = append(op.Errors, http.StatusConflict)
	return op
}

func large(op httpx.Operation) httpx.Operation {
	op.BodyBytesMax = stackwire.DashboardBodyBytesMax
	return op
}
