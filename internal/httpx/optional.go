package httpx

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// Optional is a body field for which absent, null and a value mean different
// things. Tag it omitzero, so that it is optional and left out when absent.
type Optional[T any] struct {
	Value T
	Given bool // the field was there, as null or as a value
	Null  bool
}

// IsZero reports whether the field is absent.
func (o Optional[T]) IsZero() bool { return !o.Given }

// UnmarshalJSON notes that the field is there.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	*o = Optional[T]{Given: true, Null: string(data) == "null"}
	if o.Null {
		return nil
	}
	return json.Unmarshal(data, &o.Value)
}

// MarshalJSON writes the value or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.Null || !o.Given {
		return []byte("null"), nil
	}
	return json.Marshal(o.Value)
}

// Schema describes the value; scalars may be null.
func (o Optional[T]) Schema(r huma.Registry) *huma.Schema {
	s := *schemaOf[T](r, "")
	s.Nullable = s.Ref == ""
	return &s
}
