package clickhouse

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
)

// compiler turns trees of internal/search into SQL over one table. Nothing of
// a tree becomes SQL text but the names of known columns, of functions of the
// allow-list and of types; values are bound, names that a user gave are
// replaced by our own. The first refusal sticks; what is printed after it is
// not used.
type compiler struct {
	table    *table
	implicit []observe.Expr
	aliases  map[string]search.Node // names of a select list
	params   []Param
	reads    []string // the physical columns that were read, in the order of their first use
	scope    []string // the parameters of the open lambdas, as users name them
	path     string   // of the text that is being compiled
	ids      int      // how many ids were bound
	err      error
}

func newCompiler(t *table, target observe.Target) *compiler {
	return &compiler{table: t, implicit: target.Implicit}
}

// condition returns the SQL of a condition, empty where it matches everything.
func (c *compiler) condition(e observe.Expr) string {
	if _, all := e.Node.(*search.All); e.Node == nil || all {
		return ""
	}
	c.path = e.Path
	return c.predicate(e.Node)
}

// conditionByID returns a condition in two parts of which a row has to meet
// both: first what is about ids, which few rows meet, then the rest.
func (c *compiler) conditionByID(e observe.Expr) (first, rest string) {
	var ofIDs, others []string
	for _, node := range conjuncts(e.Node) {
		before := c.ids
		sql := c.condition(observe.Expr{Node: node, Path: e.Path})
		if c.ids > before {
			ofIDs = append(ofIDs, sql)
		} else {
			others = append(others, sql)
		}
	}
	return all(ofIDs), all(others)
}

// conjuncts returns the conditions that all have to be met.
func conjuncts(node search.Node) []search.Node {
	if and, ok := node.(*search.And); ok {
		return and.Items
	}
	return []search.Node{node}
}

// value returns the SQL of an expression.
func (c *compiler) value(e observe.Expr) value {
	c.path = e.Path
	return c.expression(e.Node)
}

// use records that physical columns are read.
func (c *compiler) use(columns ...string) {
	for _, column := range columns {
		if !slices.Contains(c.reads, column) {
			c.reads = append(c.reads, column)
		}
	}
}

// bind returns the placeholder of a new parameter of a type.
func (c *compiler) bind(kind string, param func(name string) Param) string {
	name := "p" + strconv.Itoa(len(c.params))
	c.params = append(c.params, param(name))
	return "{" + name + ":" + kind + "}"
}

func (c *compiler) bindText(text string) string {
	return c.bind("String", func(name string) Param { return String(name, text) })
}

func (c *compiler) bindTexts(texts []string) string {
	return c.bind("Array(String)", func(name string) Param { return Strings(name, texts) })
}

func (c *compiler) bindInt(number int64) string {
	return c.bind("Int64", func(name string) Param { return Int(name, number) })
}

func (c *compiler) bindUint(number uint64) string {
	return c.bind("UInt64", func(name string) Param { return Uint(name, number) })
}

func (c *compiler) bindFloat(number float64) string {
	return c.bind("Float64", func(name string) Param { return Float(name, number) })
}

// bindSecond binds a whole second as a time of the key's type.
func (c *compiler) bindSecond(seconds int64) string {
	return "toDateTime(" + c.bind("UInt32", func(name string) Param { return Int(name, seconds) }) + ", 'UTC')"
}

// bindInstant binds a time in unix nanoseconds.
func (c *compiler) bindInstant(nanoseconds int64) string {
	return "fromUnixTimestamp64Nano(" + c.bindInt(nanoseconds) + ", 'UTC')"
}

// CodeField is the code of a refusal for a field that does not exist or can't
// be used that way.
const CodeField = "field"

// refuse records that the text is wrong at a place, and returns a value that
// nothing will use.
func (c *compiler) refuse(at int, format string, args ...any) value {
	if c.err != nil {
		return value{}
	}
	message := fmt.Sprintf(format, args...)
	if at > 0 {
		message = fmt.Sprintf("col %d: %s", at, message)
	}
	c.err = fault.InvalidDetails([]fault.Detail{{Path: c.path, Code: CodeField, Message: message}})
	return value{}
}
