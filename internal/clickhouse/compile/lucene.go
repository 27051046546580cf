package compile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
)

// Predicate returns a condition of either language. A leaf of the Lucene-like
// language is never NULL, so that NOT matches exactly what it does not match.
func (c *Compiler) Predicate(n ql.Node) string {
	if spread, ok := c.Spread(n); ok {
		n = spread
	}
	switch n := n.(type) {
	case *ql.All:
		return always
	case *ql.And:
		return c.every(n.Items)
	case *ql.Or:
		return c.oneOf(n.Items)
	case *ql.Not:
		return "NOT (" + c.Predicate(n.X) + ")"
	case *ql.Term:
		return c.term(n)
	case *ql.Compare:
		return c.compare(n)
	case *ql.Range:
		return c.between(n)
	case *ql.Exists:
		return c.exists(n)
	default:
		return c.truth(n)
	}
}

// always is the condition that every row meets.
const always = "1"

// every asks for all conditions. Each is put in parentheses: the engine's
// precedence is not relied on. Those that always hold are left out: the engine
// loses columns where constants stand in conditions within conditions.
func (c *Compiler) every(items []ql.Node) string {
	var parts []string
	for _, item := range items {
		if sql := c.Predicate(item); sql != always {
			parts = append(parts, "("+sql+")")
		}
	}
	if len(parts) == 0 {
		return always
	}
	return strings.Join(parts, " AND ")
}

// oneOf asks for one of the conditions.
func (c *Compiler) oneOf(items []ql.Node) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = "(" + c.Predicate(item) + ")"
	}
	return strings.Join(parts, " OR ")
}

// truth returns an SQL expression as a condition.
func (c *Compiler) truth(n ql.Node) string {
	v := c.Expression(n)
	switch {
	case v.Kind == NumberKind, v.Kind == UnknownKind && mayBeNumber(n):
		return "(" + v.SQL + " != 0)" // the engine takes only numbers of one byte
	case v.Kind == UnknownKind, v.Kind == boolKind:
		return v.SQL
	default:
		c.Refuse(n.At(), "expected a condition, which is true or false, instead of a %s", v.Kind)
		return ""
	}
}

// mayBeNumber reports whether a node whose kind is not known can be a number
// that is wider than a truth value: what functions that test something return
// is none, and indices are used for them as they stand.
func mayBeNumber(n ql.Node) bool {
	call, isCall := n.(*ql.Call)
	return !isCall || slices.Contains([]string{"if", "multiIf", "ifNull", "coalesce", "nullIf"}, call.Name)
}

// term compares a field with a text.
func (c *Compiler) term(n *ql.Term) string {
	if n.Field == "" {
		return c.word(n)
	}
	v := c.field(n.Field, n.At())
	switch v.Kind {
	case NumberKind, boolKind, TimeKind:
		return v.sure(c.equal(v, n))
	case ListKind:
		return c.some(v, n)
	case MapKind:
		return c.some(Value{SQL: "mapValues(" + v.SQL + ")", Kind: ListKind, Elem: TextKind, Plain: true}, n)
	case UnknownKind, TextKind:
	}
	return v.sure(c.matchText(v, n))
}

// matchText compares a text with a text.
func (c *Compiler) matchText(v Value, n *ql.Term) string {
	if sql, ok := c.matchID(v, n); ok {
		return sql
	}
	if n.Match == ql.Exact {
		return c.equalTexts(v, []string{n.Text})
	}
	return v.asText() + " ILIKE " + c.BindText(pattern(n.Match, n.Text))
}

// pattern returns the pattern that matches a text where it has to stand.
func pattern(match ql.Match, text string) string {
	text = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
	switch match {
	case ql.Prefix:
		return text + "%"
	case ql.Suffix:
		return "%" + text
	case ql.Token, ql.Phrase, ql.Contains, ql.Exact, ql.Substring:
	}
	return "%" + text + "%"
}

// matchID compares a whole id by its bytes, which have an index.
func (c *Compiler) matchID(v Value, n *ql.Term) (string, bool) {
	if v.Column == nil || v.Column.IDBytes == 0 || len(n.Text) != 2*v.Column.IDBytes {
		return "", false
	}
	text := n.Text
	if n.Match != ql.Exact {
		text = strings.ToLower(text)
	}
	if !isLowerHex(text) || strings.Trim(text, "0") == "" {
		return "0", true // no id looks like this; zeros stand for none
	}
	return v.Column.Stored + " = " + c.bindID(text), true
}

// bindID binds an id by its bytes.
func (c *Compiler) bindID(hexadecimal string) string {
	c.ids++
	return "unhex(" + c.BindText(hexadecimal) + ")"
}

func isLowerHex(text string) bool { return strings.Trim(text, "0123456789abcdef") == "" }

// equal compares a number, a boolean or a time with a text that reads as one.
func (c *Compiler) equal(v Value, n *ql.Term) string {
	if n.Match != ql.Exact && n.Match != ql.Substring {
		return "toString(" + v.SQL + ") ILIKE " + c.BindText(pattern(n.Match, n.Text))
	}
	switch v.Kind {
	case NumberKind:
		number, ok := ql.Number(n.Text)
		if !ok {
			c.Refuse(n.At(), "expected a number: the field holds numbers")
		}
		return v.SQL + " = " + c.bindFloat(number)
	case boolKind:
		truth, err := strconv.ParseBool(n.Text)
		if err != nil {
			c.Refuse(n.At(), "expected true or false: the field holds booleans")
		}
		return v.SQL + " = " + strconv.FormatBool(truth)
	case TimeKind:
		return v.SQL + " = " + c.instant(n.Text, n.At())
	case UnknownKind, TextKind, MapKind, ListKind:
	}
	panic("compile: no comparison of a " + v.Kind.String())
}

// some asks whether an element of a list matches.
func (c *Compiler) some(v Value, n *ql.Term) string {
	element := Value{SQL: "x", Kind: v.Elem, Plain: true}
	switch v.Elem {
	case TextKind, UnknownKind:
		if n.Match == ql.Exact {
			return "has(" + v.SQL + ", " + c.BindText(n.Text) + ")"
		}
		return "arrayExists(x -> " + c.matchText(element, n) + ", " + v.SQL + ")"
	case NumberKind, boolKind, TimeKind:
		return "arrayExists(x -> " + c.equal(element, n) + ", " + v.SQL + ")"
	case MapKind, ListKind:
	}
	c.Refuse(n.At(), "the field is a list of maps; write the key too, as in Events.Attributes.key")
	return ""
}

// exists asks whether a field is present and not empty.
func (c *Compiler) exists(n *ql.Exists) string {
	v := c.field(n.Field, n.At())
	switch v.Kind {
	case NumberKind, boolKind, TimeKind:
		return v.sure("isNotNull(" + v.SQL + ")")
	case ListKind:
		if v.Elem == TextKind {
			return "arrayExists(x -> x != '', " + v.SQL + ")"
		}
		return "notEmpty(" + v.SQL + ")"
	case MapKind:
		return "notEmpty(" + v.SQL + ")"
	case UnknownKind, TextKind:
	}
	return v.sure(v.present())
}
