package ql

import "strings"

type tokenKind uint8

const (
	endToken      tokenKind = iota
	nameToken               // an unquoted name or key word
	quotedToken             // a name in back-quotes or double quotes
	stringToken             // a string literal
	integerToken            // an integer in canonical text
	floatToken              // a float in canonical text
	signToken               // an operator or a bracket
	macroToken              // of a template: a macro without its $__, or a whole {placeholder}
	variableToken           // of a template: a variable, its format as keyword
)

// token is one word of an SQL expression, with escapes resolved and numbers
// in canonical text.
type token struct {
	kind    tokenKind
	text    string
	keyword string // of an unquoted key word: its lower-case text
	col     int
	end     int // offset of the byte behind it
}

func (t token) isSign(text string) bool { return t.kind == signToken && t.text == text }

// keywordOf returns the lower-case form of a key word, "" for other names. A
// key word is a column only in quotes.
func keywordOf(name string) string {
	if len(name) > len("intersect") {
		return ""
	}
	switch lower := strings.ToLower(name); lower {
	case "and", "or", "not", "in", "between", "like", "ilike", "is", "null", "true", "false",
		"case", "when", "then", "else", "end", "cast", "as", "interval",
		"asc", "desc", "nulls", "distinct":
		return lower
	default:
		if isStatementWord(lower) {
			return lower
		}
		return ""
	}
}

// isStatementWord says that a key word begins a statement or a clause, which
// no expression holds.
func isStatementWord(lower string) bool {
	switch lower {
	case "select", "from", "where", "prewhere", "with", "union", "except", "intersect", "join",
		"group", "order", "having", "limit", "settings", "format", "into", "over", "using",
		"insert", "alter", "create", "drop", "explain":
		return true
	}
	return false
}
