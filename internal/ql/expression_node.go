package ql

// LiteralKind says what a Literal's text is.
type LiteralKind string

// The kinds of literals.
const (
	Integer    LiteralKind = "integer" // decimal, within Int64 or UInt64
	Float      LiteralKind = "float"   // finite, shortest form, with a point or an exponent
	StringText LiteralKind = "string"  // the text itself, without quotes
	Bool       LiteralKind = "bool"    // true or false
	Null       LiteralKind = "null"    // NULL
)

// Literal is a constant.
type Literal struct {
	Pos
	Kind LiteralKind
	Text string
}

// Column is a column by its name; `a.b` has the parts a and b, a name quoted
// as a whole has one part with a dot in it.
type Column struct {
	Pos
	Path []string
}

// Param is a parameter of an enclosing Lambda.
type Param struct {
	Pos
	Name string
}

// Array is [a, b].
type Array struct {
	Pos
	Items []Node
}

// Tuple is (a, b) with at least two items.
type Tuple struct {
	Pos
	Items []Node
}

// Interval is INTERVAL n unit. Unit is one of the upper-case unit names.
type Interval struct {
	Pos
	N    int64
	Unit string
}

// Index is x[key]: an array element or a map value.
type Index struct {
	Pos
	X, Key Node
}

// Element is x.name, or x.1 where Position is not 0.
type Element struct {
	Pos
	X        Node
	Name     string
	Position int
}

// Call applies a function of the table. Params are the first parentheses of
// a parametric aggregate such as quantile(0.95)(x).
type Call struct {
	Pos
	Name   string
	Params []Node
	Args   []Node
}

// Negative is -x for any x but a literal that is not negative.
type Negative struct {
	Pos
	X Node
}

// Binary applies an operator to two operands.
type Binary struct {
	Pos
	Op          Op
	Left, Right Node
}

// In is x IN (items). Items are literals, or tuples and arrays of them.
type In struct {
	Pos
	X     Node
	Items []Node
}

// Between is x BETWEEN lo AND hi.
type Between struct {
	Pos
	X, Lo, Hi Node
}

// IsNull is x IS NULL.
type IsNull struct {
	Pos
	X Node
}

// When is one branch of a Case.
type When struct{ If, Then Node }

// Case is CASE … END. Operand and Else may be nil.
type Case struct {
	Pos
	Operand Node
	Whens   []When
	Else    Node
}

// Cast is CAST(x AS type).
type Cast struct {
	Pos
	X    Node
	Type Type
}

// Lambda is (params) -> body, the first argument of a function that needs one.
type Lambda struct {
	Pos
	Params []string
	Body   Node
}

func (n *Literal) String() string  { return text(n) }
func (n *Column) String() string   { return text(n) }
func (n *Param) String() string    { return text(n) }
func (n *Array) String() string    { return text(n) }
func (n *Tuple) String() string    { return text(n) }
func (n *Interval) String() string { return text(n) }
func (n *Index) String() string    { return text(n) }
func (n *Element) String() string  { return text(n) }
func (n *Call) String() string     { return text(n) }
func (n *Negative) String() string { return text(n) }
func (n *Binary) String() string   { return text(n) }
func (n *In) String() string       { return text(n) }
func (n *Between) String() string  { return text(n) }
func (n *IsNull) String() string   { return text(n) }
func (n *Case) String() string     { return text(n) }
func (n *Cast) String() string     { return text(n) }
func (n *Lambda) String() string   { return text(n) }
