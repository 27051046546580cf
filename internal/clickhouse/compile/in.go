package compile

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/ql"
)

// in returns x IN (items). Items of one kind are bound as one list.
func (c *Compiler) in(n *ql.In) Value {
	texts, allTexts := LiteralTexts(n.Items, ql.StringText)
	if column := c.idColumnOf(n.X); column != nil && allTexts {
		return Value{SQL: c.idIn(column, texts), Kind: boolKind, Plain: true}
	}
	x := c.Expression(n.X)
	numbers, allNumbers := literalNumbers(n.Items)
	switch {
	case x.Kind == TimeKind && allTexts:
		return c.inInstants(x, n.Items)
	case allTexts && x.Kind != NumberKind:
		return Value{SQL: "(" + c.equalTexts(x, texts) + ")", Kind: boolKind}
	case allNumbers && (x.Kind == TextKind || x.Kind == NumberKind):
		return Value{SQL: "(" + x.AsNumber() + " IN " + c.BindNumbers(numbers) + ")", Kind: boolKind}
	default:
		return Value{SQL: "(" + x.SQL + " IN (" + c.list(n.Items) + "))", Kind: boolKind}
	}
}

func (c *Compiler) inInstants(x Value, items []ql.Node) Value {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = x.SQL + " = " + c.instantOf(item)
	}
	return Value{SQL: "(" + strings.Join(parts, " OR ") + ")", Kind: boolKind}
}

// LiteralTexts returns the texts of literals that are all of a kind.
func LiteralTexts(items []ql.Node, want ql.LiteralKind) ([]string, bool) {
	texts := make([]string, len(items))
	for i, item := range items {
		literal, ok := item.(*ql.Literal)
		if !ok || literal.Kind != want {
			return nil, false
		}
		texts[i] = literal.Text
	}
	return texts, true
}

func literalNumbers(items []ql.Node) ([]float64, bool) {
	numbers := make([]float64, len(items))
	for i, item := range items {
		literal, ok := item.(*ql.Literal)
		if !ok || literal.Kind != ql.Integer && literal.Kind != ql.Float {
			return nil, false
		}
		number, err := strconv.ParseFloat(literal.Text, 64)
		if err != nil || literal.Kind == ql.Integer && !exact(number) {
			return nil, false
		}
		numbers[i] = number
	}
	return numbers, true
}

// exact reports whether a whole number of this size has no neighbours that
// read as the same one.
func exact(number float64) bool { return number > -1<<53 && number < 1<<53 }

// BindNumbers binds a list of numbers.
func (c *Compiler) BindNumbers(numbers []float64) string {
	texts := make([]string, len(numbers))
	for i, number := range numbers {
		texts[i] = PrintNumber(number)
	}
	return c.bind("Array(Float64)", func(name string) clickhouse.Param {
		return clickhouse.Param{Name: name, Text: "[" + strings.Join(texts, ",") + "]"}
	})
}

// PrintNumber prints a number as the engine reads it.
func PrintNumber(number float64) string { return strconv.FormatFloat(number, 'g', -1, 64) }
