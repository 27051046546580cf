package clickhouse

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
	"github.com/cairnstack/cairn/internal/stack"
)

// statementCompiler turns a statement into SQL over the team's tables, each
// SELECT of it by a compiler of its own. All names that the user gave are
// replaced by ours.
type statementCompiler struct {
	tables  func(name string) (*table, error)
	path    string
	params  []Param
	selects int
	err     error
}

// statement returns the SQL of a SELECT and the columns of its answer. It is
// limited to rowsMax rows, unless that is 0.
func (s *statementCompiler) statement(n *search.Statement, rowsMax int) (string, []logicalColumn) {
	from, t := s.relation(n.From)
	if s.err != nil {
		return "", nil
	}
	name := "s" + strconv.Itoa(s.selects)
	s.selects++
	p := &selectPlan{c: newCompiler(t, observe.Target{}), statement: n, name: name}
	p.c.params, p.c.path = s.params, s.path
	sql := p.sql(from, rowsMax)
	s.params, s.err = p.c.params, p.c.err
	return sql, p.columns
}

// relation returns what a SELECT reads, empty for nothing, and the columns
// there.
func (s *statementCompiler) relation(r search.Relation) (string, *table) {
	if r.Empty() {
		return "", &table{}
	}
	if r.Select != nil {
		sql, columns := s.statement(r.Select, 0)
		return "(" + sql + ")", &table{columns: columns}
	}
	path := r.Table
	if len(path) == 2 && path[0] == stack.OwnDatabase {
		path = path[1:]
	}
	t, err := s.tables(strings.Join(path, "."))
	if err == nil && (t == nil || len(path) != 1) {
		refusing := &compiler{path: s.path}
		refusing.refuse(r.At(), "the team has no such table; its tables are those of its own sources, such as %s", stack.TableLogs)
		err = refusing.err
	}
	if err != nil {
		s.err = err
		return "", nil
	}
	return quoteName(t.name), t
}

// selectPlan is one SELECT on its way to SQL.
type selectPlan struct {
	c         *compiler
	statement *search.Statement
	name      string // begins the names of its columns
	items     search.SelectList
	columns   []logicalColumn // of its answer
}

func (p *selectPlan) sql(from string, rowsMax int) string {
	shown := p.shown()
	parts := []string{"SELECT " + distinct(p.statement) + strings.Join(shown, ", ")}
	if from != "" {
		parts = append(parts, "FROM "+from)
	}
	where := p.c.condition(observe.Expr{Node: p.statement.Where, Path: p.c.path})
	if where = both(p.c.keyed(p.statement.Where), where); where != "" {
		parts = append(parts, "WHERE "+where)
	}
	// Behind the rows, the names of the answer come before those of the table.
	p.c.table = p.answered()
	if keys := p.keys(); keys != "" {
		parts = append(parts, "GROUP BY "+keys)
	}
	if having := p.c.condition(observe.Expr{Node: p.statement.Having, Path: p.c.path}); having != "" {
		parts = append(parts, "HAVING "+having)
	}
	if order := p.order(); order != "" {
		parts = append(parts, "ORDER BY "+order)
	}
	return strings.Join(append(parts, p.limit(rowsMax)), "\n")
}

func distinct(n *search.Statement) string {
	if n.Distinct {
		return "DISTINCT "
	}
	return ""
}

// shown returns the columns of the answer under names of our own.
func (p *selectPlan) shown() []string {
	p.items = p.statement.Items
	if len(p.items) == 0 {
		p.items = everything(p.c.table)
	}
	p.c.aliases = map[string]search.Node{}
	for _, item := range p.items {
		if _, taken := p.c.aliases[item.Name()]; taken {
			p.c.refuse(item.Expression.At(), "another column has this name; give one of them another with AS")
		}
		p.c.aliases[item.Name()] = item.Expression
	}
	var shown []string
	for i, item := range p.items {
		v := p.c.expression(item.Expression)
		column := answeredColumn(item, v, p.name+"c"+strconv.Itoa(i))
		p.columns = append(p.columns, column)
		shown = append(shown, v.sql+" AS "+column.sql)
	}
	return shown
}

// everything returns all columns of a table.
func everything(t *table) search.SelectList {
	var list search.SelectList
	for _, column := range t.columns {
		list = append(list, search.SelectItem{Expression: &search.Column{Path: []string{column.name}}, Alias: column.name})
	}
	return list
}

// answeredColumn returns the column that a value becomes for the reader of the
// answer.
func answeredColumn(item search.SelectItem, v value, name string) logicalColumn {
	if call, ok := item.Expression.(*search.Call); ok && v.kind == unknownKind && roundsTime(call.Name) {
		v.kind = timeKind
	}
	return logicalColumn{
		name: item.Name(), kind: v.kind, elem: v.elem, sql: name, stored: name,
		derive: func(*compiler) value {
			return value{sql: name, kind: v.kind, elem: v.elem, plain: v.plain}
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
func (p *selectPlan) answered() *table {
	t := *p.c.table
	t.columns = append(append([]logicalColumn{}, p.columns...), t.columns...)
	for _, column := range p.columns {
		if column.name == t.attributes {
			t.attributes, t.hot = "", nil
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
		rows = search.LimitMax
	}
	return "LIMIT " + strconv.Itoa(p.statement.Offset) + ", " + strconv.Itoa(rows)
}
