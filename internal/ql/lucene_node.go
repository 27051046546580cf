package ql

import (
	"strconv"
	"strings"
)

// Match says how the text of a Term is compared. All but Exact ignore case.
type Match string

// The ways to match. Token and Phrase occur only on the implicit column,
// Exact and Substring only on a named field.
const (
	Token     Match = "token"     // the text is one whole token of the column
	Phrase    Match = "phrase"    // all tokens occur, and the text is a substring
	Prefix    Match = "prefix"    // the column's entire text starts with it
	Suffix    Match = "suffix"    // the column's entire text ends with it
	Contains  Match = "contains"  // the text is a substring, whatever the column's type
	Exact     Match = "exact"     // equal, case-sensitive
	Substring Match = "substring" // strings: a substring; numbers and booleans: equal; arrays: some element
)

// Term compares a field with a text.
type Term struct {
	Pos
	Field string // "" is the implicit column
	Text  string
	Match Match
}

// Op is an operator between two operands.
type Op string

// The operators. A Compare uses the four of order only.
const (
	OpEqual        Op = "="
	OpNotEqual     Op = "!="
	OpLess         Op = "<"
	OpLessEqual    Op = "<="
	OpGreater      Op = ">"
	OpGreaterEqual Op = ">="
	OpLike         Op = "LIKE"
	OpILike        Op = "ILIKE"
	OpConcat       Op = "||"
	OpAdd          Op = "+"
	OpSubtract     Op = "-"
	OpMultiply     Op = "*"
	OpDivide       Op = "/"
	OpModulo       Op = "%"
)

// Value is one end of a comparison as it was written. Quoted text is text;
// other text is a number where it reads as one.
type Value struct {
	Text   string
	Quoted bool
}

// Number returns the number that an unquoted value reads as.
func (v Value) Number() (float64, bool) {
	if v.Quoted {
		return 0, false
	}
	return Number(v.Text)
}

// Number returns the decimal number that text reads as. Hexadecimal, infinite
// and not-a-number forms are text.
func Number(text string) (float64, bool) {
	if text == "" || strings.Trim(text, "0123456789+-.eE") != "" {
		return 0, false
	}
	number, err := strconv.ParseFloat(text, 64)
	return number, err == nil
}

// Compare orders a field and a value: numbers where the value is a number,
// texts otherwise.
type Compare struct {
	Pos
	Field string
	Op    Op
	Value Value
}

// Bound is one end of a Range. An open bound has no value.
type Bound struct {
	Value     Value
	Exclusive bool
	Open      bool
}

// Range holds a field between two bounds, at least one of which is not open.
type Range struct {
	Pos
	Field  string
	Lo, Hi Bound
}

// Exists matches where the field is present and not empty.
type Exists struct {
	Pos
	Field string
}

func (n *Term) String() string    { return text(n) }
func (n *Compare) String() string { return text(n) }
func (n *Range) String() string   { return text(n) }
func (n *Exists) String() string  { return text(n) }

// Tokens returns the tokens of a text: its maximal runs of ASCII letters,
// ASCII digits and characters beyond ASCII.
func Tokens(text string) []string { return strings.FieldsFunc(text, separates) }

func separates(r rune) bool { return r < 0x80 && !isLetter(byte(r)) && !isDigit(byte(r)) }

// bareMatch returns how text matches the implicit column.
func bareMatch(text string) Match {
	if strings.IndexFunc(text, separates) >= 0 {
		return Phrase
	}
	return Token
}
