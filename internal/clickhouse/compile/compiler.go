package compile

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
)

// Compiler turns trees of internal/ql into SQL over one table. Nothing of
// a tree becomes SQL text but the names of known columns, of functions of the
// allow-list and of types; values are bound, names that a user gave are
// replaced by our own. The first refusal sticks; what is printed after it is
// not used.
type Compiler struct {
	Table    *Table
	Apart    bool // the rows are read of a shard's own table
	implicit []explore.Expr
	Aliases  map[string]ql.Node // names of a select list
	Params   []clickhouse.Param
	Reads    []string           // the physical columns that were read, in the order of their first use
	scope    []string           // the parameters of the open lambdas, as users name them
	Path     string             // of the text that is being compiled
	Exact    bool               // names are columns, or keys below them, and nothing else
	Bare     []explore.BareName // keys that were written without their maps
	Computes []string           // the paths of texts that the engine can fail to compute
	OnKey    func(key string)   // is told of keys that are looked for in the record's map; may be nil
	// Lacks reports that no record of the target has a key in a map; may be nil.
	Lacks    func(column *LogicalColumn, key string) bool
	ids      int    // how many ids were bound
	scopeSQL string // what all rows must meet; empty: nothing
	Err      error
}

// New returns a compiler for questions about a table.
func New(t *Table, target explore.Target) *Compiler {
	c := &Compiler{Table: t, implicit: target.Implicit, Exact: target.Exact}
	c.restrict(target.Scope.Of(target.Table))
	return c
}

// Condition returns the SQL of a condition, empty where it matches everything.
func (c *Compiler) Condition(e explore.Expr) string {
	if _, all := e.Node.(*ql.All); e.Node == nil || all {
		return ""
	}
	c.begin(e)
	return c.Predicate(e.Node)
}

// ConditionByID returns a condition in two parts of which a row has to meet
// both: first what is about ids, which few rows meet, then the rest.
func (c *Compiler) ConditionByID(e explore.Expr) (first, rest string) {
	var ofIDs, others []string
	for _, node := range conjuncts(e.Node) {
		before := c.ids
		sql := c.Condition(explore.Expr{Node: node, Path: e.Path})
		if c.ids > before {
			ofIDs = append(ofIDs, sql)
		} else {
			others = append(others, sql)
		}
	}
	return all(ofIDs), all(others)
}

// conjuncts returns the conditions that all have to be met.
func conjuncts(node ql.Node) []ql.Node {
	if and, ok := node.(*ql.And); ok {
		return and.Items
	}
	return []ql.Node{node}
}

// Value returns the SQL of an expression.
func (c *Compiler) Value(e explore.Expr) Value {
	c.begin(e)
	return c.Expression(e.Node)
}

// begin notes which text is compiled, and whether it computes anything.
func (c *Compiler) begin(e explore.Expr) {
	c.Path = e.Path
	if e.Path != "" && !slices.Contains(c.Computes, e.Path) && computes(e.Node) {
		c.Computes = append(c.Computes, e.Path)
	}
}

// computes reports whether the engine can fail on a value of a tree: it calls
// functions, converts or combines.
func computes(node ql.Node) bool {
	found := false
	ql.Walk(node, func(n ql.Node) bool {
		switch n.(type) {
		case *ql.Call, *ql.Cast, *ql.Binary, *ql.In, *ql.Case:
			found = true
		}
		return !found
	})
	return found
}

// Use records that physical columns are read.
func (c *Compiler) Use(columns ...string) {
	for _, column := range columns {
		if !slices.Contains(c.Reads, column) {
			c.Reads = append(c.Reads, column)
		}
	}
}

// bind returns the placeholder of a new parameter of a type.
func (c *Compiler) bind(kind string, param func(name string) clickhouse.Param) string {
	name := "p" + strconv.Itoa(len(c.Params))
	c.Params = append(c.Params, param(name))
	return "{" + name + ":" + kind + "}"
}

// BindText returns the place of a text among the values.
func (c *Compiler) BindText(text string) string {
	return c.bind("String", func(name string) clickhouse.Param { return clickhouse.String(name, text) })
}

// BindTexts returns the place of a list of texts among the values.
func (c *Compiler) BindTexts(texts []string) string {
	return c.bind("Array(String)", func(name string) clickhouse.Param { return clickhouse.Strings(name, texts) })
}

func (c *Compiler) bindInt(number int64) string {
	return c.bind("Int64", func(name string) clickhouse.Param { return clickhouse.Int(name, number) })
}

// BindUint returns the place of a whole number among the values.
func (c *Compiler) BindUint(number uint64) string {
	return c.bind("UInt64", func(name string) clickhouse.Param { return clickhouse.Uint(name, number) })
}

// BindUints returns the place of a list of whole numbers among the values.
func (c *Compiler) BindUints(numbers []uint64) string {
	return c.bind("Array(UInt64)", func(name string) clickhouse.Param { return clickhouse.Uints(name, numbers) })
}

func (c *Compiler) bindFloat(number float64) string {
	return c.bind("Float64", func(name string) clickhouse.Param { return clickhouse.Float(name, number) })
}

// BindSecond binds a whole second as a time of the key's type.
func (c *Compiler) BindSecond(seconds int64) string {
	return "toDateTime(" + c.bind("UInt32", func(name string) clickhouse.Param { return clickhouse.Int(name, seconds) }) + ", 'UTC')"
}

// BindInstant binds a time in unix nanoseconds.
func (c *Compiler) BindInstant(nanoseconds int64) string {
	return "fromUnixTimestamp64Nano(" + c.bindInt(nanoseconds) + ", 'UTC')"
}

// CodeField is the code of a refusal for a field that does not exist or can't
// be used that way.
const CodeField = "field"

// Refuse records that the text is wrong at a place, and returns a value that
// nothing will use.
func (c *Compiler) Refuse(at int, format string, args ...any) Value {
	if c.Err != nil {
		return Value{}
	}
	message := fmt.Sprintf(format, args...)
	if at > 0 {
		message = fmt.Sprintf("col %d: %s", at, message)
	}
	c.Err = fault.InvalidDetails([]fault.Detail{{Path: c.Path, Code: CodeField, Message: message}})
	return Value{}
}
