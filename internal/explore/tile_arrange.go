package explore

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// ArrangeAggregatesMax is how many aggregates of their own having and orderBy
// may name.
const ArrangeAggregatesMax = 10

// arrangement is which groups of a total are shown, and in which order. Both
// may name the columns, and aggregates that are read for them alone.
type arrangement struct {
	having     ql.Node // nil: all groups
	order      ql.OrderList
	places     map[string]cellPlace // of what can be named, by its text
	aggregates []string
}

// cellPlace is where a row has what is named: in its groups, its values, or
// behind these among the aggregates of the arrangement.
type cellPlace struct {
	isGroup bool
	at      int
}

// arrange reads having and orderBy of a chart.
func (c chart) arrange(groups []TileColumn, values []shownValue) (*arrangement, error) {
	a := &arrangement{places: c.places(groups, values)}
	var err error
	if strings.TrimSpace(c.having) != "" {
		options := ql.ParseOptions{Path: "having", Aggregates: true}
		if a.having, err = ql.ParseExpression(c.having, options); err == nil {
			err = a.resolve("having", a.having, len(values))
		}
	}
	if err != nil {
		return nil, err
	}
	a.order, err = ql.ParseOrderBy(c.orderBy, ql.ParseOptions{Path: "orderBy", Aggregates: true})
	for _, item := range a.order {
		if err == nil {
			err = a.resolve("orderBy", item.Expression, len(values))
		}
	}
	return a, err
}

// places returns what can be named: columns by their names, groups by their
// expressions, select items by what they aggregate.
func (c chart) places(groups []TileColumn, values []shownValue) map[string]cellPlace {
	places := map[string]cellPlace{}
	add := func(name string, place cellPlace) {
		if _, known := places[name]; !known && name != "" {
			places[name] = place
		}
	}
	for i, v := range values {
		add(columnText(v.column.Name), cellPlace{at: i})
	}
	list, _ := ql.ParseSelect(c.groupBy, ql.ParseOptions{}) // was read before
	for i := range groups {
		add(columnText(groups[i].Name), cellPlace{isGroup: true, at: i})
		add(list[i].Expression.String(), cellPlace{isGroup: true, at: i})
	}
	for i, v := range values {
		if v.item >= 0 {
			add(columnText(c.Select[v.item].ValueExpression), cellPlace{at: i})
		}
	}
	return places
}

// columnText returns the canonical text of an expression, or that of a column
// with the name.
func columnText(name string) string {
	if node, err := ql.ParseExpression(name, ql.ParseOptions{Aggregates: true}); err == nil {
		return node.String()
	}
	return (&ql.Column{Path: []string{name}}).String()
}

// resolve finds what an expression names, and returns an Invalid fault for
// what a table can't compute.
func (a *arrangement) resolve(path string, node ql.Node, values int) error {
	var rules fault.Rules
	ql.Walk(node, func(n ql.Node) bool {
		if _, known := a.places[n.String()]; known {
			return false
		}
		switch n := n.(type) {
		case *ql.Column:
			rules.Break(path, "reference", "%s is not a column of the tile", n.String())
		case *ql.Call:
			a.call(&rules, path, n, values)
			return false
		case *ql.All, *ql.And, *ql.Or, *ql.Not, *ql.Literal, *ql.Negative, *ql.Between, *ql.In, *ql.IsNull:
		case *ql.Binary:
			rules.Check(n.Op != ql.OpLike && n.Op != ql.OpILike && n.Op != ql.OpConcat, path, "format", "can't use %s", n.Op)
		default:
			rules.Break(path, "format", "can only compare and compute with columns, aggregates and numbers")
		}
		return true
	})
	return rules.Err()
}

// call lets an aggregate be read that the tile does not show.
func (a *arrangement) call(rules *fault.Rules, path string, n *ql.Call, values int) {
	if function, known := ql.Lookup(n.Name); !known || function.Class != ql.Aggregate {
		rules.Break(path, "format", "can't use the function %s", n.Name)
		return
	}
	rules.Check(len(a.aggregates) < ArrangeAggregatesMax, path, "limit", "can use at most %d aggregates", ArrangeAggregatesMax)
	a.places[n.String()] = cellPlace{at: values + len(a.aggregates)}
	a.aggregates = append(a.aggregates, n.String())
}

// isEmpty reports whether all groups are shown, in the order that a tile has
// otherwise.
func (a *arrangement) isEmpty() bool { return a.having == nil && len(a.order) == 0 }

// series returns the aggregates that are read for the arrangement.
func (a *arrangement) series(c chart) []query.Series {
	var list []query.Series
	for _, text := range a.aggregates {
		item := stack.SelectItem{AggFn: query.None, ValueExpression: text}
		if len(c.Select) > 0 {
			item.MetricType, item.MetricName = c.Select[0].MetricType, c.Select[0].MetricName
		}
		list = append(list, seriesOf(c.SourceID, item, GroupTexts(c.groupBy)))
	}
	return list
}

// apply returns the rows that are shown, in order: as orderBy says, else the
// largest first value first. Rows that are equal are in the order of groups.
func (a *arrangement) apply(rows []TileRow) []TileRow {
	if a.having != nil {
		rows = slices.DeleteFunc(rows, func(row TileRow) bool { return !a.eval(a.having, row).isTrue() })
	}
	slices.SortStableFunc(rows, func(one, other TileRow) int {
		return cmp.Or(a.compare(one, other), slices.Compare(one.Group, other.Group))
	})
	return rows
}

func (a *arrangement) compare(one, other TileRow) int {
	if len(a.order) == 0 {
		return compareScalars(numberScalar(one.Values[0]), numberScalar(other.Values[0]), ql.OrderItem{Descending: true})
	}
	for _, item := range a.order {
		if c := compareScalars(a.eval(item.Expression, one), a.eval(item.Expression, other), item); c != 0 {
			return c
		}
	}
	return 0
}
