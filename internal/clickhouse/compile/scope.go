package compile

import (
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
)

// restrict compiles the condition on all rows that a question may see. Neither
// the names that a question gives to columns nor what a source looks words up
// in have a meaning there.
func (c *Compiler) restrict(scope ql.Node) {
	if scope == nil {
		return
	}
	plain := &Compiler{Table: c.Table, Params: c.Params}
	c.scopeSQL = plain.Condition(explore.Expr{Node: scope})
	c.Params, c.Err = plain.Params, plain.Err
}

// From returns the table as a query reads it: the rows of the scope, and of
// those the ones that meet a condition, if there is one, before anything else is
// read of them. Only here the name of a table becomes SQL. The engine computes
// nothing of a row that PREWHERE leaves out, so that no failure tells of it.
func (c *Compiler) From(first string) string {
	name := c.Table.Name
	if c.Apart {
		name = tables.OfShard(name)
	}
	name = clickhouse.QuoteName(name)
	if before := Both(Both(c.scopeSQL, c.fromRows()), first); before != "" {
		return name + "\nPREWHERE " + before
	}
	return name
}

// fromRows returns a condition that every row meets, on a column that the
// table's projection does not have: there the engine computes what is asked for
// before it leaves rows out, and can fail on those of others.
func (c *Compiler) fromRows() string {
	if c.scopeSQL == "" || len(c.Computes) == 0 || len(c.Table.Counted) == 0 {
		return ""
	}
	return c.Table.Second + " >= toDateTime(0, 'UTC')"
}
