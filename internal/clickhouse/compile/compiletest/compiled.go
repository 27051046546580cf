package compiletest

import (
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
)

// Compiled is a question as it goes to the engine.
type Compiled struct {
	SQL    string
	Params []string // name=text
}

// Of returns a text and its values.
func Of(sql string, params []clickhouse.Param) Compiled {
	c := Compiled{SQL: sql}
	for _, p := range params {
		c.Params = append(c.Params, p.Name+"="+p.Text)
	}
	return c
}

// Condition returns a condition on a team's table, given columns of
// attribute keys.
func Condition(target explore.Target, hot []tables.HotColumn, e explore.Expr) (Compiled, error) {
	c := compile.New(compile.Tables()[target.Table].With(hot), target)
	return Of(c.Condition(e), c.Params), c.Err
}

// Value returns an expression over a team's table.
func Value(target explore.Target, hot []tables.HotColumn, e explore.Expr) (Compiled, error) {
	c := compile.New(compile.Tables()[target.Table].With(hot), target)
	return Of(c.Value(e).SQL, c.Params), c.Err
}

// KnownWords returns the names of columns, physical and logical, of all
// tables.
func KnownWords() map[string]bool {
	words := map[string]bool{}
	for _, t := range compile.Tables() {
		words[t.Name] = true
		for _, c := range t.Columns {
			words[c.Stored], words[c.Words] = true, true
			for _, name := range c.Reads {
				words[name] = true
			}
		}
	}
	return words
}
