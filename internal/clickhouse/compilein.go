package clickhouse

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/search"
)

// in returns x IN (items). Items of one kind are bound as one list.
func (c *compiler) in(n *search.In) value {
	texts, allTexts := literalTexts(n.Items, search.StringText)
	if column := c.idColumnOf(n.X); column != nil && allTexts {
		return value{sql: c.idIn(column, texts), kind: boolKind, plain: true}
	}
	x := c.expression(n.X)
	numbers, allNumbers := literalNumbers(n.Items)
	switch {
	case x.kind == timeKind && allTexts:
		return c.inInstants(x, n.Items)
	case allTexts && x.kind != numberKind:
		return value{sql: "(" + x.asText() + " IN " + c.bindTexts(texts) + ")", kind: boolKind}
	case allNumbers && (x.kind == textKind || x.kind == numberKind):
		return value{sql: "(" + x.asNumber() + " IN " + c.bindNumbers(numbers) + ")", kind: boolKind}
	default:
		return value{sql: "(" + x.sql + " IN (" + c.list(n.Items) + "))", kind: boolKind}
	}
}

func (c *compiler) inInstants(x value, items []search.Node) value {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = x.sql + " = " + c.instantOf(item)
	}
	return value{sql: "(" + strings.Join(parts, " OR ") + ")", kind: boolKind}
}

// literalTexts returns the texts of literals that are all of a kind.
func literalTexts(items []search.Node, want search.LiteralKind) ([]string, bool) {
	texts := make([]string, len(items))
	for i, item := range items {
		literal, ok := item.(*search.Literal)
		if !ok || literal.Kind != want {
			return nil, false
		}
		texts[i] = literal.Text
	}
	return texts, true
}

func literalNumbers(items []search.Node) ([]float64, bool) {
	numbers := make([]float64, len(items))
	for i, item := range items {
		literal, ok := item.(*search.Literal)
		if !ok || literal.Kind != search.Integer && literal.Kind != search.Float {
			return nil, false
		}
		number, err := strconv.ParseFloat(literal.Text, 64)
		if err != nil || literal.Kind == search.Integer && !exact(number) {
			return nil, false
		}
		numbers[i] = number
	}
	return numbers, true
}

// exact reports whether a whole number of this size has no neighbours that
// read as the same one.
func exact(number float64) bool { return number > -1<<53 && number < 1<<53 }

// bindNumbers binds a list of numbers.
func (c *compiler) bindNumbers(numbers []float64) string {
	texts := make([]string, len(numbers))
	for i, number := range numbers {
		texts[i] = printNumber(number)
	}
	return c.bind("Array(Float64)", func(name string) Param {
		return Param{name, "[" + strings.Join(texts, ",") + "]"}
	})
}

func printNumber(number float64) string { return strconv.FormatFloat(number, 'g', -1, 64) }
