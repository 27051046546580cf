package compile

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/stack"
)

// StatementCompiler turns a statement into SQL over the team's tables, each
// SELECT of it by a compiler of its own. All names that the user gave are
// replaced by ours.
type StatementCompiler struct {
	Tables  func(name string) (*Table, error)
	Path    string
	Scope   explore.Scope
	Open    explore.Tables
	Params  []clickhouse.Param
	selects int
	Err     error
}

// Statement returns the SQL of a SELECT and the columns of its answer. It is
// limited to rowsMax rows, unless that is 0.
func (s *StatementCompiler) Statement(n *ql.Statement, rowsMax int) (string, []LogicalColumn) {
	from, t := s.relation(n.From)
	if s.Err != nil {
		return "", nil
	}
	name := "s" + strconv.Itoa(s.selects)
	s.selects++
	p := &selectPlan{c: New(t, explore.Target{}), statement: n, name: name}
	p.c.Params, p.c.Path, p.c.Exact = s.Params, s.Path, true
	sql := p.sql(from, rowsMax)
	s.Params, s.Err = p.c.Params, p.c.Err
	return sql, p.columns
}

// relation returns what a SELECT reads, empty for nothing, and the columns
// there.
func (s *StatementCompiler) relation(r ql.Relation) (string, *Table) {
	if r.Empty() {
		return "", &Table{}
	}
	if r.Select != nil {
		sql, columns := s.Statement(r.Select, 0)
		return "(" + sql + ")", &Table{Columns: columns}
	}
	path := r.Table
	if len(path) == 2 && path[0] == stack.OwnDatabase {
		path = path[1:]
	}
	t, err := s.Tables(strings.Join(path, "."))
	if err == nil && (t == nil || len(path) != 1 || !s.Open.Has(path[0])) {
		refusing := &Compiler{Path: s.Path}
		refusing.Refuse(r.At(), "the team has no such table; its tables are those of its own sources, such as %s", stack.TableLogs)
		err = refusing.Err
	}
	if err != nil {
		s.Err = err
		return "", nil
	}
	c := &Compiler{Table: t, Params: s.Params, Computes: []string{s.Path}}
	c.restrict(s.Open.Within(s.Scope, path[0]))
	s.Params, s.Err = c.Params, c.Err
	return c.From(""), t
}

// selectPlan is one SELECT on its way to SQL.
type selectPlan struct {
	c         *Compiler
	statement *ql.Statement
	name      string // begins the names of its columns
	items     ql.SelectList
	columns   []LogicalColumn // of its answer
}

func (p *selectPlan) sql(from string, rowsMax int) string {
	shown := p.shown()
	parts := []string{"SELECT " + distinct(p.statement) + strings.Join(shown, ", ")}
	if from != "" {
		parts = append(parts, "FROM "+from)
	}
	where := p.c.Condition(explore.Expr{Node: p.statement.Where, Path: p.c.Path})
	if where = Both(p.c.keyed(p.statement.Where), where); where != "" {
		parts = append(parts, "WHERE "+where)
	}
	// Behind the rows, the names of the answer come before those of the table.
	p.c.Table = p.answered()
	if keys := p.keys(); keys != "" {
		parts = append(parts, "GROUP BY "+keys)
	}
	if having := p.c.Condition(explore.Expr{Node: p.statement.Having, Path: p.c.Path}); having != "" {
		parts = append(parts, "HAVING "+having)
	}
	if order := p.order(); order != "" {
		parts = append(parts, "ORDER BY "+order)
	}
	return strings.Join(append(parts, p.limit(rowsMax)), "\n")
}

func distinct(n *ql.Statement) string {
	if n.Distinct {
		return "DISTINCT "
	}
	return ""
}

// shown returns the columns of the answer under names of our own.
func (p *selectPlan) shown() []string {
	p.items = p.statement.Items
	if len(p.items) == 0 {
		p.items = everything(p.c.Table)
	}
	p.c.Aliases = map[string]ql.Node{}
	for _, item := range p.items {
		if _, taken := p.c.Aliases[item.Name()]; taken {
			p.c.Refuse(item.Expression.At(), "another column has this name; give one of them another with AS")
		}
		p.c.Aliases[item.Name()] = item.Expression
	}
	var shown []string
	for i, item := range p.items {
		v := p.c.Expression(item.Expression)
		column := answeredColumn(item, v, p.name+"c"+strconv.Itoa(i))
		p.columns = append(p.columns, column)
		shown = append(shown, v.SQL+" AS "+column.SQL)
	}
	return shown
}

// everything returns all columns of a table.
func everything(t *Table) ql.SelectList {
	var list ql.SelectList
	for _, column := range t.Columns {
		list = append(list, ql.SelectItem{Expression: &ql.Column{Path: []string{column.Name}}, Alias: column.Name})
	}
	return list
}

// answeredColumn returns the column that a value becomes for the reader of the
// answer.
func answeredColumn(item ql.SelectItem, v Value, name string) LogicalColumn {
	if call, ok := item.Expression.(*ql.Call); ok && v.Kind == UnknownKind && roundsTime(call.Name) {
		v.Kind = TimeKind
	}
	return LogicalColumn{
		Name: item.Name(), Kind: v.Kind, elem: v.Elem, SQL: name, Stored: name,
		Derive: func(*Compiler) Value {
			return Value{SQL: name, Kind: v.Kind, Elem: v.Elem, Plain: v.Plain}
		},
	}
}

// roundsTime reports whether a function returns a date or a time of day,
// according to its arguments.
func roundsTime(name string) bool {
	switch name {
	case "toStartOfInterval", "toStartOfWeek", "toStartOfMonth", "toStartOfYear", "toDate", "dateTrunc", "today", "yesterday":
		return true
	}
	return false
}

// answered returns the table with the columns of the answer before its own.
func (p *selectPlan) answered() *Table {
	t := *p.c.Table
	t.Columns = append(append([]LogicalColumn{}, p.columns...), t.Columns...)
	for _, column := range p.columns {
		if column.Name == t.Attributes {
			t.Attributes, t.Hot = "", nil
		}
	}
	return &t
}

// limit returns the smaller one of the user's limit and ours.
func (p *selectPlan) limit(rowsMax int) string {
	rows := p.statement.Limit
	if rows == 0 || rowsMax > 0 && rows > rowsMax {
		rows = rowsMax
	}
	if rows == 0 {
		rows = ql.LimitMax
	}
	return "LIMIT " + strconv.Itoa(p.statement.Offset) + ", " + strconv.Itoa(rows)
}
