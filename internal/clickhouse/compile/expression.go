package compile

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/search"
)

// Expression returns an SQL expression.
func (c *Compiler) Expression(n search.Node) Value {
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
		return Value{SQL: "negate(" + c.Expression(n.X).AsNumber() + ")", Kind: NumberKind}
	case *search.Binary:
		return c.binary(n)
	case *search.In:
		return c.in(n)
	case *search.Between:
		return c.withinBounds(n)
	case *search.IsNull:
		return Value{SQL: "isNull(" + c.Expression(n.X).SQL + ")", Kind: boolKind, Plain: true}
	case *search.Case:
		return c.cases(n)
	case *search.Cast:
		return c.cast(n)
	case *search.And, *search.Or, *search.Not, *search.All, *search.Term, *search.Compare, *search.Range, *search.Exists:
		return Value{SQL: "(" + c.Predicate(n) + ")", Kind: boolKind}
	default:
		return c.structure(n)
	}
}

// structure returns what is made of several values.
func (c *Compiler) structure(n search.Node) Value {
	switch n := n.(type) {
	case *search.Array:
		return Value{SQL: "[" + c.list(n.Items) + "]", Kind: ListKind}
	case *search.Tuple:
		return Value{SQL: "tuple(" + c.list(n.Items) + ")"}
	case *search.Interval:
		return Value{SQL: "toInterval" + unitName(n.Unit) + "(" + c.bindInt(n.N) + ")"}
	case *search.Element:
		return c.element(n)
	case *search.Lambda:
		return c.lambda(n, false)
	default:
		return c.Refuse(n.At(), "this can't stand here")
	}
}

func (c *Compiler) list(items []search.Node) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = c.Expression(item).SQL
	}
	return strings.Join(parts, ", ")
}

// unitName returns the unit as the engine's functions spell it.
func unitName(unit string) string { return unit[:1] + strings.ToLower(unit[1:]) }

// literal binds a constant.
func (c *Compiler) literal(n *search.Literal) Value {
	switch n.Kind {
	case search.StringText:
		return Value{SQL: c.BindText(n.Text), Kind: TextKind, Plain: true}
	case search.Integer, search.Float:
		return Value{SQL: c.bindNumber(n), Kind: NumberKind, Plain: true}
	case search.Bool:
		return Value{SQL: strconv.FormatBool(n.Text == "true"), Kind: boolKind, Plain: true}
	default:
		return Value{SQL: "NULL"}
	}
}

func (c *Compiler) bindNumber(n *search.Literal) string {
	if whole, err := strconv.ParseUint(n.Text, 10, 64); err == nil {
		return c.BindUint(whole)
	}
	if whole, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
		return c.bindInt(whole)
	}
	number, err := strconv.ParseFloat(n.Text, 64)
	if err != nil {
		c.Refuse(n.At(), "expected a number")
	}
	return c.bindFloat(number)
}

// param returns a parameter of a lambda under a name of our own.
func (c *Compiler) param(n *search.Param) Value {
	for i := len(c.scope) - 1; i >= 0; i-- {
		if c.scope[i] == n.Name {
			return Value{SQL: lambdaName(i)}
		}
	}
	return c.Refuse(n.At(), "no such parameter")
}

func lambdaName(i int) string { return "v" + strconv.Itoa(i) }

// lambda returns a function of elements; of some functions its answer is a
// condition.
func (c *Compiler) lambda(n *search.Lambda, isCondition bool) Value {
	outer := len(c.scope)
	names := make([]string, len(n.Params))
	for i, param := range n.Params {
		names[i] = lambdaName(outer + i)
		c.scope = append(c.scope, param)
	}
	body := ""
	if isCondition {
		body = c.Predicate(n.Body)
	} else {
		body = c.Expression(n.Body).SQL
	}
	c.scope = c.scope[:outer]
	return Value{SQL: "(" + strings.Join(names, ", ") + ") -> " + body}
}

// index returns x[key]. A constant key of a map column is an attribute; any
// other key reads the whole map.
func (c *Compiler) index(n *search.Index) Value {
	if column, isColumn := n.X.(*search.Column); isColumn {
		name := strings.Join(column.Path, ".")
		key, isLiteral := n.Key.(*search.Literal)
		logical := c.Table.Column(name)
		if logical != nil && logical.Kind == MapKind && isLiteral && key.Kind == search.StringText {
			return c.attribute(logical, key.Text)
		}
	}
	x := c.Expression(n.X)
	v := Value{SQL: x.SQL + "[" + c.Expression(n.Key).SQL + "]"}
	if x.Kind == MapKind {
		v.Kind = TextKind
	}
	if x.Kind == ListKind {
		v.Kind = x.Elem
	}
	return v
}

func (c *Compiler) element(n *search.Element) Value {
	x := c.Expression(n.X)
	if n.Position > 0 {
		return Value{SQL: "tupleElement(" + x.SQL + ", " + strconv.Itoa(n.Position) + ")"}
	}
	return Value{SQL: "tupleElement(" + x.SQL + ", " + c.BindText(n.Name) + ")"}
}

// cases returns CASE as the function that it stands for.
func (c *Compiler) cases(n *search.Case) Value {
	var parts []string
	for _, when := range n.Whens {
		condition := c.when(n.Operand, when.If)
		parts = append(parts, condition, c.Expression(when.Then).SQL)
	}
	last := "NULL"
	if n.Else != nil {
		last = c.Expression(n.Else).SQL
	}
	return Value{SQL: "multiIf(" + strings.Join(append(parts, last), ", ") + ")"}
}

func (c *Compiler) when(operand, is search.Node) string {
	if operand == nil {
		return c.Predicate(is)
	}
	return c.relation(&search.Binary{Pos: search.Pos(is.At()), Op: search.OpEqual, Left: operand, Right: is}).SQL
}

// cast returns a conversion to a type of the allow-list.
func (c *Compiler) cast(n *search.Cast) Value {
	v := Value{SQL: "CAST(" + c.Expression(n.X).SQL + ", " + clickhouse.QuoteText(n.Type.String()) + ")"}
	switch {
	case n.Type.Name == "String":
		v.Kind = TextKind
	case strings.HasPrefix(n.Type.Name, "DateTime"):
		v.Kind = TimeKind
	case isNumberType(n.Type.Name):
		v.Kind = NumberKind
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
