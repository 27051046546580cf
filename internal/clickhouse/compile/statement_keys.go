package compile

import (
	"math"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
)

// keys returns what a SELECT groups by.
func (p *selectPlan) keys() string {
	var keys []string
	for _, key := range p.statement.GroupBy {
		keys = append(keys, p.key(key))
	}
	return strings.Join(keys, ", ")
}

// key returns an expression behind the rows: a column of the answer by its
// place or by what it is, or anything else.
func (p *selectPlan) key(n ql.Node) string {
	if literal, ok := n.(*ql.Literal); ok && literal.Kind == ql.Integer {
		place, err := strconv.Atoi(literal.Text)
		if err != nil || place < 1 || place > len(p.columns) {
			return p.c.Refuse(n.At(), "expected the place of a column, from 1 to %d", len(p.columns)).SQL
		}
		return p.columns[place-1].SQL
	}
	for i, item := range p.items {
		if ql.Equal(item.Expression, n) {
			return p.columns[i].SQL
		}
	}
	return p.c.Expression(n).SQL
}

// order returns what a SELECT is ordered by.
func (p *selectPlan) order() string {
	var keys []string
	for _, o := range p.statement.Order {
		key := p.key(o.Expression) + DirectionOf(o.Descending)
		if o.Nulls != ql.NullsDefault {
			key += " NULLS " + string(o.Nulls)
		}
		keys = append(keys, key)
	}
	return strings.Join(keys, ", ")
}

// keyed returns the condition on the table's key that follows from the bounds
// of time that a condition has, so that only those granules are read.
func (c *Compiler) keyed(where ql.Node) string {
	if c.Table.Bucket == "" {
		return ""
	}
	items := []ql.Node{where}
	if and, ok := where.(*ql.And); ok {
		items = and.Items
	}
	var bounds []string
	for _, item := range items {
		if bound := c.keyBound(item); bound != "" {
			bounds = append(bounds, bound)
		}
	}
	return strings.Join(bounds, " AND ")
}

// keyBound returns the bound of the key that a comparison of the time with a
// constant means.
func (c *Compiler) keyBound(n ql.Node) string {
	relation, ok := n.(*ql.Binary)
	if !ok || !c.isTime(relation.Left) {
		return ""
	}
	second, ok := secondOf(relation.Right)
	if !ok {
		return ""
	}
	bucket := second - second%c.Table.width
	switch relation.Op {
	case ql.OpGreater, ql.OpGreaterEqual:
		return c.Table.Bucket + " >= " + c.BindSecond(bucket)
	case ql.OpLess, ql.OpLessEqual:
		return c.Table.Bucket + " <= " + c.BindSecond(bucket)
	case ql.OpEqual, ql.OpNotEqual, ql.OpLike, ql.OpILike, ql.OpConcat, ql.OpAdd, ql.OpSubtract, ql.OpMultiply,
		ql.OpDivide, ql.OpModulo:
	}
	return ""
}

func (c *Compiler) isTime(n ql.Node) bool {
	column, ok := n.(*ql.Column)
	if !ok {
		return false
	}
	logical := c.Table.Column(strings.Join(column.Path, "."))
	return logical != nil && (logical.Stored == c.Table.Instant || logical.Stored == c.Table.Second)
}

// secondOf returns the second that a constant time falls into.
func secondOf(n ql.Node) (int64, bool) {
	if IsText(n) {
		nanoseconds, ok := readInstant(n.(*ql.Literal).Text)
		return nanoseconds / 1e9, ok
	}
	call, ok := n.(*ql.Call)
	if !ok || len(call.Args) != 1 {
		return 0, false
	}
	literal, ok := call.Args[0].(*ql.Literal)
	if !ok || literal.Kind != ql.Integer {
		return 0, false
	}
	number, err := strconv.ParseInt(literal.Text, 10, 64)
	switch call.Name {
	case "fromUnixTimestamp64Nano":
		number /= 1e9
	case "fromUnixTimestamp64Milli":
		number /= 1e3
	case "toDateTime", "fromUnixTimestamp":
	default:
		return 0, false
	}
	return number, err == nil && number >= 0 && number <= math.MaxUint32
}
