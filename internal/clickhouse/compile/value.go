package compile

import (
	"regexp"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
)

// Kind is what the compiler knows of a value's type.
type Kind uint8

// The kinds.
const (
	UnknownKind Kind = iota // only the engine knows
	TextKind
	NumberKind
	boolKind
	TimeKind
	MapKind  // of texts by texts
	ListKind // of elements of one kind
)

// String returns the kind in the words of the API.
func (k Kind) String() string {
	switch k {
	case TextKind:
		return "text"
	case NumberKind:
		return "number"
	case boolKind:
		return "boolean"
	case TimeKind:
		return "time"
	case MapKind:
		return "map"
	case ListKind:
		return "list"
	case UnknownKind:
	}
	return "any"
}

// Value is an expression as SQL.
type Value struct {
	SQL    string
	Kind   Kind
	Elem   Kind              // of a list
	Column *LogicalColumn    // set where the value is a column and nothing else
	number string            // the same value as a number that may be NULL, where the table has one
	hot    *tables.HotColumn // set where the value is a column of numbers and its misfits
	Plain  bool              // known to be never NULL
	masked string            // the message whose pattern the value is
}

// asText returns the value as text.
func (v Value) asText() string {
	if v.Kind == TextKind {
		return v.SQL
	}
	return "toString(" + v.SQL + ")"
}

// AsNumber returns the value as a number, NULL where it is none.
func (v Value) AsNumber() string {
	switch {
	case v.number != "":
		return v.number
	case v.Kind == NumberKind:
		return v.SQL
	case v.Kind == boolKind, v.Kind == TimeKind:
		return "toFloat64(" + v.SQL + ")"
	case v.Kind == TextKind:
		return "toFloat64OrNull(" + v.SQL + ")"
	default:
		return "toFloat64OrNull(toString(" + v.SQL + "))"
	}
}

// AsFloat returns the value as a number that does not wrap when it is added
// up, NULL where it is none.
func (v Value) AsFloat() string {
	if v.number == "" && v.Kind == NumberKind {
		return "toFloat64(" + v.SQL + ")"
	}
	return v.AsNumber()
}

// sure returns a condition on the value that is never NULL.
func (v Value) sure(condition string) string {
	if v.Plain {
		return condition
	}
	return "ifNull(" + condition + ", 0)"
}

// KindOfType returns the kind of a type of the engine as far as it is one of
// numbers or booleans, which may be NULL.
func KindOfType(name string) Kind {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "LowCardinality("), "Nullable(")
	switch {
	case strings.HasPrefix(name, "Bool"):
		return boolKind
	case numberType.MatchString(name):
		return NumberKind
	default:
		return UnknownKind
	}
}

var numberType = regexp.MustCompile(`^(U?Int[0-9]|B?Float[0-9]|Decimal)`)
