package clickhouse

import (
	"regexp"
	"strings"
)

// kind is what the compiler knows of a value's type.
type kind uint8

const (
	unknownKind kind = iota // only the engine knows
	textKind
	numberKind
	boolKind
	timeKind
	mapKind  // of texts by texts
	listKind // of elements of one kind
)

// String returns the kind in the words of the API.
func (k kind) String() string {
	switch k {
	case textKind:
		return "text"
	case numberKind:
		return "number"
	case boolKind:
		return "boolean"
	case timeKind:
		return "time"
	case mapKind:
		return "map"
	case listKind:
		return "list"
	default:
		return "any"
	}
}

// value is an expression as SQL.
type value struct {
	sql    string
	kind   kind
	elem   kind           // of a list
	column *logicalColumn // set where the value is a column and nothing else
	number string         // the same value as a number that may be NULL, where the table has one
	plain  bool           // known to be never NULL
}

// asText returns the value as text.
func (v value) asText() string {
	if v.kind == textKind {
		return v.sql
	}
	return "toString(" + v.sql + ")"
}

// asNumber returns the value as a number, NULL where it is none.
func (v value) asNumber() string {
	switch {
	case v.number != "":
		return v.number
	case v.kind == numberKind:
		return v.sql
	case v.kind == boolKind, v.kind == timeKind:
		return "toFloat64(" + v.sql + ")"
	case v.kind == textKind:
		return "toFloat64OrNull(" + v.sql + ")"
	default:
		return "toFloat64OrNull(toString(" + v.sql + "))"
	}
}

// asFloat returns the value as a number that does not wrap when it is added
// up, NULL where it is none.
func (v value) asFloat() string {
	if v.number == "" && v.kind == numberKind {
		return "toFloat64(" + v.sql + ")"
	}
	return v.asNumber()
}

// sure returns a condition on the value that is never NULL.
func (v value) sure(condition string) string {
	if v.plain {
		return condition
	}
	return "ifNull(" + condition + ", 0)"
}

// kindOfType returns the kind of a type of the engine as far as it is one of
// numbers or booleans, which may be NULL.
func kindOfType(name string) kind {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "LowCardinality("), "Nullable(")
	switch {
	case strings.HasPrefix(name, "Bool"):
		return boolKind
	case numberType.MatchString(name):
		return numberKind
	default:
		return unknownKind
	}
}

var numberType = regexp.MustCompile(`^(U?Int[0-9]|B?Float[0-9]|Decimal)`)
