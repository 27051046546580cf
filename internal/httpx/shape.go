package httpx

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// DescribeAs makes the document describe values of type T as if they were of
// type D. Call it before the operations that use T are registered.
func DescribeAs[T, D any](api *API) {
	api.schemas.RegisterTypeAlias(reflect.TypeFor[T](), reflect.TypeFor[D]())
}

// Words lists the words that a text may be.
type Words interface{ Words() []string }

// Enum describes a text that is one of the words of W.
type Enum[W Words] string

// Schema describes the text.
func (Enum[W]) Schema(huma.Registry) *huma.Schema {
	var list W
	s := &huma.Schema{Type: huma.TypeString}
	for _, word := range list.Words() {
		s.Enum = append(s.Enum, word)
	}
	return s
}

// Shapes lists the types that a value may have.
type Shapes interface{ Shapes() []reflect.Type }

// AnyOf describes a value that has one of the types of S.
type AnyOf[S Shapes] struct{}

// Schema describes the value.
func (AnyOf[S]) Schema(r huma.Registry) *huma.Schema {
	var list S
	s := &huma.Schema{}
	for _, shape := range list.Shapes() {
		s.AnyOf = append(s.AnyOf, r.Schema(shape, true, ""))
	}
	return s
}

// Nullable is an object in an answer that may be null.
type Nullable[T any] struct{ Value *T }

// MarshalJSON writes the object or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.Value) }

// Schema describes the object, or null.
func (Nullable[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{schemaOf[T](r, ""), {Type: "null"}}}
}
