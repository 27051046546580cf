package compile

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/ql"
)

// Expression returns an SQL expression.
func (c *Compiler) Expression(n ql.Node) Value {
	switch n := n.(type) {
	case *ql.Literal:
		return c.literal(n)
	case *ql.Column:
		return c.field(strings.Join(n.Path, "."), n.At())
	case *ql.Param:
		return c.param(n)
	case *ql.Index:
		return c.index(n)
	case *ql.Call:
		return c.call(n)
	case *ql.Negative:
		return Value{SQL: "negate(" + c.Expression(n.X).AsNumber() + ")", Kind: NumberKind}
	case *ql.Binary:
		return c.binary(n)
	case *ql.In:
		return c.in(n)
	case *ql.Between:
		return c.withinBounds(n)
	case *ql.IsNull:
		return Value{SQL: "isNull(" + c.Expression(n.X).SQL + ")", Kind: boolKind, Plain: true}
	case *ql.Case:
		return c.cases(n)
	case *ql.Cast:
		return c.cast(n)
	case *ql.And, *ql.Or, *ql.Not, *ql.All, *ql.Term, *ql.Compare, *ql.Range, *ql.Exists:
		return Value{SQL: "(" + c.Predicate(n) + ")", Kind: boolKind}
	default:
		return c.structure(n)
	}
}

// structure returns what is made of several values.
func (c *Compiler) structure(n ql.Node) Value {
	switch n := n.(type) {
	case *ql.Array:
		return Value{SQL: "[" + c.list(n.Items) + "]", Kind: ListKind}
	case *ql.Tuple:
		return Value{SQL: "tuple(" + c.list(n.Items) + ")"}
	case *ql.Interval:
		return Value{SQL: "toInterval" + unitName(n.Unit) + "(" + c.bindInt(n.N) + ")"}
	case *ql.Element:
		return c.element(n)
	case *ql.Lambda:
		return c.lambda(n, false)
	default:
		return c.Refuse(n.At(), "this can't stand here")
	}
}

func (c *Compiler) list(items []ql.Node) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = c.Expression(item).SQL
	}
	return strings.Join(parts, ", ")
}

// unitName returns the unit as the engine's functions spell it.
func unitName(unit string) string { return unit[:1] + strings.ToLower(unit[1:]) }

// literal binds a constant.
func (c *Compiler) literal(n *ql.Literal) Value {
	switch n.Kind {
	case ql.StringText:
		return Value{SQL: c.BindText(n.Text), Kind: TextKind, Plain: true}
	case ql.Integer, ql.Float:
		return Value{SQL: c.bindNumber(n), Kind: NumberKind, Plain: true}
	case ql.Bool:
		return Value{SQL: strconv.FormatBool(n.Text == "true"), Kind: boolKind, Plain: true}
	case ql.Null:
	}
	return Value{SQL: "NULL"}
}

func (c *Compiler) bindNumber(n *ql.Literal) string {
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
func (c *Compiler) param(n *ql.Param) Value {
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
func (c *Compiler) lambda(n *ql.Lambda, isCondition bool) Value {
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
func (c *Compiler) index(n *ql.Index) Value {
	if column, isColumn := n.X.(*ql.Column); isColumn {
		name := strings.Join(column.Path, ".")
		key, isLiteral := n.Key.(*ql.Literal)
		logical := c.Table.Column(name)
		if logical != nil && logical.Kind == MapKind && isLiteral && key.Kind == ql.StringText {
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

func (c *Compiler) element(n *ql.Element) Value {
	x := c.Expression(n.X)
	if n.Position > 0 {
		return Value{SQL: "tupleElement(" + x.SQL + ", " + strconv.Itoa(n.Position) + ")"}
	}
	return Value{SQL: "tupleElement(" + x.SQL + ", " + c.BindText(n.Name) + ")"}
}

// cases returns CASE as the function that it stands for.
func (c *Compiler) cases(n *ql.Case) Value {
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

func (c *Compiler) when(operand, is ql.Node) string {
	if operand == nil {
		return c.Predicate(is)
	}
	return c.relation(&ql.Binary{Pos: ql.Pos(is.At()), Op: ql.OpEqual, Left: operand, Right: is}).SQL
}

// cast returns a conversion to a type of the allow-list.
func (c *Compiler) cast(n *ql.Cast) Value {
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
