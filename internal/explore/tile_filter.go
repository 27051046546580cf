package explore

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
)

func filterPath(i int) string { return fmt.Sprintf("filters.%d", i) }

// appliesTo reports whether the filter narrows the tiles of a source.
func (f TileFilter) appliesTo(sourceID string) bool {
	return len(f.SourceIDs) == 0 || slices.Contains(f.SourceIDs, sourceID)
}

// conditions returns what the filters say about the rows of a source, each in
// its own language. A dashboard mixes sources, so a filter that this one has no
// field for is left out, with a warning.
func (t *Tiles) conditions(ctx context.Context, asked TileQuestion, sourceID string, target Target) ([]Expr, []query.Warning, error) {
	var all []Expr
	var left []query.Warning
	for i, f := range asked.Filters {
		if !f.appliesTo(sourceID) {
			continue
		}
		exprs, err := f.exprs(filterPath(i))
		if err != nil {
			return nil, nil, err
		}
		if warning := t.Queries.unanswerable(ctx, target, exprs); warning != nil {
			left = append(left, *warning)
			continue
		}
		all = append(all, exprs...)
	}
	return all, left, nil
}

// unanswerable returns why a filter can't narrow the rows of a target: its names
// or types are not those of the table, or no record of the time has a name. Nil:
// it can.
func (q *Queries) unanswerable(ctx context.Context, target Target, filter []Expr) *query.Warning {
	if len(filter) == 0 {
		return nil
	}
	scan := NameScan{Target: target, Exprs: filter}
	if _, err := q.Engine.BareNames(ctx, scan); fault.KindOf(err) == fault.Invalid {
		return &query.Warning{Path: filter[0].Path, LeftOut: true, Reason: reasonOf(err)}
	}
	for _, unknown := range q.warnings(ctx, scan) {
		unknown.LeftOut = true
		return &unknown
	}
	return nil
}

// reasonOf returns what a refusal says without where it says it.
func reasonOf(err error) string {
	details := fault.From(err).Details
	if len(details) == 0 {
		return fault.From(err).Message
	}
	return details[0].Message
}

func (f TileFilter) exprs(path string) ([]Expr, error) {
	var exprs []Expr
	if len(f.Values) > 0 {
		chosen, err := f.chosen(path + ".expression")
		if err != nil {
			return nil, err
		}
		exprs = append(exprs, chosen)
	}
	if strings.TrimSpace(f.Where) == "" {
		return exprs, nil
	}
	typed, err := condition(path+".where", f.Where, f.Language)
	return append(exprs, typed), err
}

// chosen returns the condition that the expression has one of the values.
func (f TileFilter) chosen(path string) (Expr, error) {
	field, err := expression(path, f.Expression, false)
	if err != nil {
		return Expr{}, err
	}
	items := make([]ql.Node, len(f.Values))
	for i, value := range f.Values {
		items[i] = &ql.Literal{Kind: ql.StringText, Text: value}
	}
	return Expr{Node: &ql.In{X: field.Node, Items: items}, Path: path}, nil
}

// sqlConditions returns what the filters say, as SQL. What is written in the
// Lucene-like language can't be said to a statement, and is left out.
func (q TileQuestion) sqlConditions(sourceID string) ([]string, error) {
	var texts []string
	for i, f := range q.Filters {
		if !f.appliesTo(sourceID) {
			continue
		}
		if f.Language != query.SQL {
			f.Where = ""
		}
		exprs, err := f.exprs(filterPath(i))
		if err != nil {
			return nil, err
		}
		for _, e := range exprs {
			texts = append(texts, exprText(e))
		}
	}
	return texts, nil
}

// ofSeries finds the places of a question about series.
var ofSeries = regexp.MustCompile(`^series\.(\d+)\.(\w+)`)

// inTile names the places of a question by the fields of the tile that they
// come from.
func inTile(err error) error {
	if fault.KindOf(err) != fault.Invalid {
		return err
	}
	details := slices.Clone(fault.From(err).Details)
	if len(details) == 0 {
		return err
	}
	for i := range details {
		details[i].Path = tilePath(details[i].Path)
	}
	return fault.InvalidDetails(details)
}

func tilePath(path string) string {
	const config = "tile.config."
	if slices.Contains([]string{"select", "where", "orderBy", "having", "sqlTemplate", "sourceId", "connectionId"}, path) {
		return config + path
	}
	if strings.HasPrefix(path, "queries.") {
		return config + path
	}
	parts := ofSeries.FindStringSubmatch(path)
	if parts == nil {
		return path
	}
	switch parts[2] {
	case "groupBy", "sourceId":
		return config + parts[2]
	case "field":
		parts[2] = "valueExpression"
	case "metricDataType":
		parts[2] = "metricType"
	}
	return config + "select." + parts[1] + "." + parts[2]
}

// groupColumns returns the columns of a list of SQL expressions.
func groupColumns(text string) ([]TileColumn, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	list, err := ql.ParseSelect(text, ql.ParseOptions{Path: "series.0.groupBy"})
	if err != nil {
		return nil, err
	}
	if len(list) > query.GroupByMax {
		return nil, fault.InvalidAt("series.0.groupBy", "max_items", "must have at most "+strconv.Itoa(query.GroupByMax)+" items")
	}
	columns := make([]TileColumn, len(list))
	for i, item := range list {
		columns[i] = TileColumn{Name: item.Name(), Role: RoleGroup, Type: typeText}
	}
	return columns, nil
}
