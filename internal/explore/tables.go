package explore

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Tables are the tables that raw SQL may name, by their logical names, each with
// the conditions of which one must hold for a row; without any, all rows are
// seen. nil: all tables of the team.
type Tables map[string][]ql.Node

// Has reports whether raw SQL may name the table.
func (t Tables) Has(table string) bool {
	_, has := t[table]
	return t == nil || has
}

// Within returns the condition on the rows of a table that raw SQL reads; nil:
// none.
func (t Tables) Within(scope Scope, table string) ql.Node {
	var all []ql.Node
	if some := t[table]; len(some) > 0 {
		all = append(all, joined(some, func(items []ql.Node) ql.Node { return &ql.Or{Items: items} }))
	}
	if node := scope.Of(table); node != nil {
		all = append(all, node)
	}
	if len(all) == 0 {
		return nil
	}
	return joined(all, func(items []ql.Node) ql.Node { return &ql.And{Items: items} })
}

// open adds the rows that a source shows of a table.
func (t Tables) open(table string, filter ql.Node) {
	before, known := t[table]
	switch _, isAll := filter.(*ql.All); {
	case filter == nil || isAll || known && len(before) == 0:
		t[table] = nil
	default:
		t[table] = append(before, filter)
	}
}

// tables returns what raw SQL of the caller may name: who may not read all
// sources reads the tables of those that they may, and there the rows that these
// show.
func (e ScopedEngine) tables(ctx context.Context, teamID string) (Tables, error) {
	p, isSomebody := access.From(ctx)
	if !isSomebody || p.MayAll(stack.ActionRead, stack.SubjectSource) {
		return nil, nil
	}
	tables := Tables{}
	if e.Sources == nil {
		return tables, nil
	}
	sources, err := e.Sources.SourcesOf(ctx, teamID)
	if err != nil {
		return nil, err
	}
	for _, source := range sources {
		filter, err := condition("source.tableFilterExpression", source.TableFilterExpression, query.SQL)
		if err != nil || checkOwn(source) != nil {
			continue // nothing can be read by it
		}
		for _, table := range tablesNamed(source) {
			tables.open(table, filter.Node)
		}
	}
	return tables, nil
}

// tablesNamed returns the tables that a source is about.
func tablesNamed(source stack.Source) []string {
	if source.Kind != stack.KindMetric {
		return []string{source.From.TableName}
	}
	var names []string
	for _, metricType := range query.MetricTypes() {
		if name := metricTable(source.MetricTables, metricType); name != "" {
			names = append(names, name)
		}
	}
	return names
}
