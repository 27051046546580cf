package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
)

// plainRowsText is the query for rows of columns as they are stored.
const plainRowsText = `
SELECT %s
FROM %s
ORDER BY %s
LIMIT %d, %d`

// rowsText is the query for all others. The inner one finds the rows and
// reads whole columns of those alone; what is shown is computed from them
// afterwards.
const rowsText = `
SELECT {{shown}}
FROM (SELECT {{inner}}
FROM {{found}}
ORDER BY {{innerOrder}}
LIMIT {{offset}}, {{limit}})
ORDER BY {{outerOrder}}`

// rowsPlan is a scan of rows on its way to SQL.
type rowsPlan struct {
	c     *compile.Compiler
	scan  explore.RowScan
	names []string // of the columns in the answer
	cells []cell
	reads []string // the physical columns that are needed of a row that was found
	raw   []string // those that are answered as they are stored
	first string   // what rows have to meet before anything else is read of them
	where string
	order []string // expressions of an order that is not that of time
}

// planRows compiles what is asked for, but for the time.
func planRows(c *compile.Compiler, scan explore.RowScan) (*rowsPlan, error) {
	p := &rowsPlan{c: c, scan: scan}
	c.NameColumns(scan.Columns)
	c.Use(c.Table.Instant)
	for _, column := range p.columns() {
		p.names = append(p.names, column.Name)
		p.cells = append(p.cells, cellFor(c, column.Expr))
	}
	p.raw = rawColumns(c.Table, p.cells)
	if scan.Digests {
		c.Use(c.Table.Differing()...)
	}
	columns := c.Reads
	first, rest := c.ConditionByID(scan.Where)
	p.first, p.where = first, compile.Both(c.Condition(scan.Filter), rest)
	for _, o := range scan.Order {
		p.order = append(p.order, c.Value(o.Expr).SQL)
	}
	p.reads = slices.Clone(columns)
	return p, c.Err
}

// rawColumns returns the physical columns of the cells that are made here, and
// the one that tells a row's place.
func rawColumns(t *compile.Table, cells []cell) []string {
	raw := []string{t.Instant}
	for _, cell := range cells {
		if cell.column == nil {
			continue
		}
		raw = append(raw, cell.column.Stored)
		if cell.column.Name == t.Attributes {
			raw = append(raw, t.HotNames()...)
		}
	}
	slices.Sort(raw)
	return slices.Compact(raw)
}

// ofInstants returns the plan of the same rows that reads their times alone.
func (p *rowsPlan) ofInstants() *rowsPlan {
	times := *p
	times.names, times.cells, times.raw = nil, nil, rawColumns(p.c.Table, nil)
	times.scan.Digests = false
	return &times
}

// columns returns the columns that are asked for, or all.
func (p *rowsPlan) columns() []explore.Column {
	if len(p.scan.Columns) > 0 {
		return p.scan.Columns
	}
	return compile.EveryColumn(p.c.Table)
}

// page is a part of the rows: those in a time, that many.
type page struct {
	during   string
	offset   int
	limit    int
	byDigest bool // in the order of digests, which are read then
}

// plain reports whether all that is answered of a page's rows is columns.
func (p *rowsPlan) plain(part page) bool {
	isExpression := func(c cell) bool { return c.column == nil }
	return !p.withDigest(part) && len(p.order) == 0 && !slices.ContainsFunc(p.cells, isExpression)
}

// withDigest reports whether a page's rows come with their digests.
func (p *rowsPlan) withDigest(part page) bool { return part.byDigest || p.scan.Digests }

// sql returns the query of a page.
func (p *rowsPlan) sql(part page) string {
	found, shown := p.found(part), p.shown(part)
	innerOrder, outerOrder := p.orders(part)
	if p.plain(part) {
		return fmt.Sprintf(plainRowsText, shown, found, innerOrder, part.offset, part.limit)
	}
	var inner []string
	for _, column := range p.reads {
		inner = append(inner, clickhouse.QuoteName(column))
	}
	if part.byDigest {
		inner = append(inner, p.c.Table.Digest()+" AS digest_")
	}
	for i, key := range p.order {
		inner = append(inner, key+" AS o"+strconv.Itoa(i)+"_")
	}
	return parts{
		"shown": shown, "inner": strings.Join(inner, ", "), "found": found, "innerOrder": innerOrder, "outerOrder": outerOrder,
		"offset": fmt.Sprint(part.offset), "limit": fmt.Sprint(part.limit),
	}.into(rowsText)
}

// found returns the table and the conditions on a page's rows.
func (p *rowsPlan) found(part page) string {
	text := p.c.From(p.first)
	if where := compile.Both(part.during, p.where); where != "" {
		text += "\nWHERE " + where
	}
	return text
}

// shown returns what is answered of a row, in the order of a rowReader.
func (p *rowsPlan) shown(part page) string {
	var shown []string
	for _, column := range p.raw {
		shown = append(shown, clickhouse.QuoteName(column))
	}
	switch {
	case part.byDigest:
		shown = append(shown, "digest_ AS digest")
	case p.scan.Digests:
		shown = append(shown, p.c.Table.Digest()+" AS digest")
	}
	for i, cell := range p.cells {
		if cell.column == nil {
			shown = append(shown, cell.sql+" AS c"+strconv.Itoa(i))
		}
	}
	return strings.Join(shown, ",\n    ")
}

// orders returns the order in which rows are found and in which they are
// answered.
func (p *rowsPlan) orders(part page) (inner, outer string) {
	direction := compile.DirectionOf(p.scan.Descending)
	instant := p.c.Table.Instant + direction
	switch {
	case part.byDigest:
		return "digest_", "digest_"
	case p.scan.Roughly:
		return instant, instant
	case len(p.order) == 0:
		return p.c.Table.Bucket + direction + ", " + instant, instant
	}
	var keys []string
	for i, o := range p.scan.Order {
		keys = append(keys, "o"+strconv.Itoa(i)+"_"+compile.OrderOf(o))
	}
	keys = append(keys, p.c.Table.Instant+" DESC")
	return strings.Join(keys, ", "), strings.Join(keys, ", ")
}
