package httpx

import (
	"bytes"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Verbatim is a request body that is handed on as it came, for a domain that
// reads and checks it itself. D describes it in the document. Only the media
// type, the size and the encoding are checked here.
type Verbatim[D any] struct{ text []byte }

// Bytes returns the body.
func (v Verbatim[D]) Bytes() []byte { return v.text }

// Schema describes the body as D.
func (v Verbatim[D]) Schema(r huma.Registry) *huma.Schema { return schemaOf[D](r, "") }

// take keeps a copy: the buffer goes back to its pool.
func (v *Verbatim[D]) take(text []byte) { v.text = bytes.Clone(text) }

// verbatim is a *Verbatim of any description.
type verbatim interface{ take(text []byte) }

// isVerbatim reports whether the body of the input is handed on as it came.
func isVerbatim(input reflect.Type) bool {
	body, ok := input.FieldByName("Body")
	return ok && reflect.PointerTo(body.Type).Implements(reflect.TypeFor[verbatim]())
}
