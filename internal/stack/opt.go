package stack

import (
	"encoding/json"
	"reflect"
)

// Opt is a body field that has three readings: not sent (keep what is
// stored), sent as null (clear it), sent with a value. The zero value is "not
// sent".
type Opt[T any] struct {
	Sent  bool
	Value *T // nil when null was sent
}

// Some returns a sent value.
func Some[T any](v T) Opt[T] { return Opt[T]{Sent: true, Value: &v} }

// Null returns a field that was sent as null.
func Null[T any]() Opt[T] { return Opt[T]{Sent: true} }

// OrElse returns what the field holds when it was sent, otherwise stored.
func (o Opt[T]) OrElse(stored *T) *T {
	if o.Sent {
		return o.Value
	}
	return stored
}

// IsZero reports whether the field was not sent; encoding leaves it out then.
func (o Opt[T]) IsZero() bool { return !o.Sent }

// MarshalJSON writes the value or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.Value) }

// UnmarshalJSON reads the value or null.
func (o *Opt[T]) UnmarshalJSON(body []byte) error {
	o.Sent, o.Value = true, nil
	return json.Unmarshal(body, &o.Value)
}

func (o *Opt[T]) readTree(d *decoder, p place, node any) {
	o.Sent, o.Value = true, nil
	if node != nil {
		o.Value = new(T)
		d.value(p, node, reflect.ValueOf(o.Value).Elem())
	}
}
