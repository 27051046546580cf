package clickhouse

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/search"
)

// expression returns an SQL expression.
func (c *compiler) expression(n search.Node) value {
	switch n := n.(type) {
	case *search.Literal:
		return c.literal(n)
	case *search.Column:
		return c.field(strings.Join(n.Path, "."), n.At())
	case *search.Param:
		return c.param(n)
	case *search.Index:
		return c.index(n)
	case *search.Call:
		return c.call(n)
	case *search.Negative:
		return value{sql: "negate(" + c.expression(n.X).asNumber() + ")", kind: numberKind}
	case *search.Binary:
		return c.binary(n)
	case *search.In:
		return c.in(n)
	case *search.Between:
		return c.withinBounds(n)
	case *search.IsNull:
		return value{sql: "isNull(" + c.expression(n.X).sql + ")", kind: boolKind, plain: true}
	case *search.Case:
		return c.cases(n)
	case *search.Cast:
		return c.cast(n)
	case *search.And, *search.Or, *search.Not, *search.All, *search.Term, *search.Compare, *search.Range, *search.Exists:
		return value{sql: "(" + c.predicate(n) + ")", kind: boolKind}
	default:
		return c.structure(n)
	}
}

// structure returns what is made of several values.
func (c *compiler) structure(n search.Node) value {
	switch n := n.(type) {
	case *search.Array:
		return value{sql: "[" + c.list(n.Items) + "]", kind: listKind}
	case *search.Tuple:
		return value{sql: "tuple(" + c.list(n.Items) + ")"}
	case *search.Interval:
		return value{sql: "toInterval" + unitName(n.Unit) + "(" + c.bindInt(n.N) + ")"}
	case *search.Element:
		return c.element(n)
	case *search.Lambda:
		return c.lambda(n, false)
	default:
		return c.refuse(n.At(), "this can't stand here")
	}
}

func (c *compiler) list(items []search.Node) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = c.expression(item).sql
	}
	return strings.Join(parts, ", ")
}

// unitName returns the unit as the engine's functions spell it.
func unitName(unit string) string { return unit[:1] + strings.ToLower(unit[1:]) }

// literal binds a constant.
func (c *compiler) literal(n *search.Literal) value {
	switch n.Kind {
	case search.StringText:
		return value{sql: c.bindText(n.Text), kind: textKind, plain: true}
	case search.Integer, search.Float:
		return value{sql: c.bindNumber(n), kind: numberKind, plain: true}
	case search.Bool:
		return value{sql: strconv.FormatBool(n.Text == "true"), kind: boolKind, plain: true}
	default:
		return value{sql: "NULL"}
	}
}

func (c *compiler) bindNumber(n *search.Literal) string {
	if whole, err := strconv.ParseUint(n.Text, 10, 64); err == nil {
		return c.bindUint(whole)
	}
	if whole, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
		return c.bindInt(whole)
	}
	number, err := strconv.ParseFloat(n.Text, 64)
	if err != nil {
		c.refuse(n.At(), "expected a number")
	}
	return c.bindFloat(number)
}

// param returns a parameter of a lambda under a name of our own.
func (c *compiler) param(n *search.Param) value {
	for i := len(c.scope) - 1; i >= 0; i-- {
		if c.scope[i] == n.Name {
			return value{sql: lambdaName(i)}
		}
	}
	return c.refuse(n.At(), "no such parameter")
}

func lambdaName(i int) string { return "v" + strconv.Itoa(i) }

// lambda returns a function of elements; of some functions its answer is a
// condition.
func (c *compiler) lambda(n *search.Lambda, isCondition bool) value {
	outer := len(c.scope)
	names := make([]string, len(n.Params))
	for i, param := range n.Params {
		names[i] = lambdaName(outer + i)
		c.scope = append(c.scope, param)
	}
	body := ""
	if isCondition {
		body = c.predicate(n.Body)
	} else {
		body = c.expression(n.Body).sql
	}
	c.scope = c.scope[:outer]
	return value{sql: "(" + strings.Join(names, ", ") + ") -> " + body}
}

// index returns x[key]. A constant key of a map column is an attribute; any
// other key reads the whole map.
func (c *compiler) index(n *search.Index) value {
	if column, isColumn := n.X.(*search.Column); isColumn {
		name := strings.Join(column.Path, ".")
		key, isLiteral := n.Key.(*search.Literal)
		logical := c.table.column(name)
		if logical != nil && logical.kind == mapKind && isLiteral && key.Kind == search.StringText {
			return c.attribute(logical, key.Text)
		}
	}
	x := c.expression(n.X)
	v := value{sql: x.sql + "[" + c.expression(n.Key).sql + "]"}
	if x.kind == mapKind {
		v.kind = textKind
	}
	if x.kind == listKind {
		v.kind = x.elem
	}
	return v
}

func (c *compiler) element(n *search.Element) value {
	x := c.expression(n.X)
	if n.Position > 0 {
		return value{sql: "tupleElement(" + x.sql + ", " + strconv.Itoa(n.Position) + ")"}
	}
	return value{sql: "tupleElement(" + x.sql + ", " + c.bindText(n.Name) + ")"}
}

// cases returns CASE as the function that it stands for.
func (c *compiler) cases(n *search.Case) value {
	var parts []string
	for _, when := range n.Whens {
		condition := c.when(n.Operand, when.If)
		parts = append(parts, condition, c.expression(when.Then).sql)
	}
	last := "NULL"
	if n.Else != nil {
		last = c.expression(n.Else).sql
	}
	return value{sql: "multiIf(" + strings.Join(append(parts, last), ", ") + ")"}
}

func (c *compiler) when(operand, is search.Node) string {
	if operand == nil {
		return c.predicate(is)
	}
	return c.relation(&search.Binary{Pos: search.Pos(is.At()), Op: search.OpEqual, Left: operand, Right: is}).sql
}

// cast returns a conversion to a type of the allow-list.
func (c *compiler) cast(n *search.Cast) value {
	v := value{sql: "CAST(" + c.expression(n.X).sql + ", " + quoteText(n.Type.String()) + ")"}
	switch {
	case n.Type.Name == "String":
		v.kind = textKind
	case strings.HasPrefix(n.Type.Name, "DateTime"):
		v.kind = timeKind
	case isNumberType(n.Type.Name):
		v.kind = numberKind
	}
	return v
}

func isNumberType(name string) bool {
	for _, prefix := range []string{"Int", "UInt", "Float", "Decimal"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
