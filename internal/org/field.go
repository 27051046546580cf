package org

// Field is one member of a patch where absent, null and a value mean three
// different things. The zero value is absent.
type Field[T any] struct {
	Given bool
	Value *T // nil: null
}

// Null returns a field that was given as null.
func Null[T any]() Field[T] { return Field[T]{Given: true} }

// Given returns a field with a value.
func Given[T any](value T) Field[T] { return Field[T]{Given: true, Value: &value} }

// or returns what the field leaves behind: present when absent, reset when
// null, otherwise its value.
func (f Field[T]) or(present, reset T) T {
	if !f.Given {
		return present
	}
	if f.Value == nil {
		return reset
	}
	return *f.Value
}

// set stores *value in *target when value is given and reports whether that
// changed the target.
func set[T comparable](target, value *T) bool {
	if value == nil || *target == *value {
		return false
	}
	*target = *value
	return true
}
