package clickhouse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
)

// rowsText is the whole query. The inner one finds the rows and reads whole
// columns of those alone; what is shown is computed from them afterwards.
const rowsText = `
SELECT %s
FROM (SELECT %s
FROM %s
WHERE %s
ORDER BY %s
LIMIT %d, %d)
ORDER BY %s`

// rowsPlan is a scan of rows on its way to SQL.
type rowsPlan struct {
	c     *compiler
	scan  observe.RowScan
	names []string // of the columns in the answer
	cells []cell
	reads []string // the physical columns of the cells
	where string
	order []string // expressions of an order that is not that of time
}

// planRows compiles what is asked for, but for the time.
func planRows(c *compiler, scan observe.RowScan) (*rowsPlan, error) {
	p := &rowsPlan{c: c, scan: scan}
	c.aliases = aliasesOf(scan.Columns)
	for _, column := range p.columns() {
		p.names = append(p.names, column.Name)
		p.cells = append(p.cells, cellOf(c.value(column.Expr)))
	}
	if scan.Digests {
		c.use(c.table.differing()...)
	}
	columns := c.reads
	p.where = both(c.condition(scan.Filter), c.condition(scan.Where))
	for _, o := range scan.Order {
		p.order = append(p.order, c.value(o.Expr).sql)
	}
	p.reads = slices.Clone(columns)
	return p, c.err
}

func aliasesOf(columns []observe.Column) map[string]search.Node {
	aliases := map[string]search.Node{}
	for _, column := range columns {
		aliases[column.Name] = column.Node
	}
	return aliases
}

// columns answers the columns that are asked for, or all.
func (p *rowsPlan) columns() []observe.Column {
	if len(p.scan.Columns) > 0 {
		return p.scan.Columns
	}
	var all []observe.Column
	for _, column := range p.c.table.columns {
		node := &search.Column{Path: []string{column.name}}
		all = append(all, observe.Column{Name: column.name, Expr: observe.Expr{Node: node, Path: "select"}})
	}
	return all
}

// page is a part of the rows: those in a time, that many.
type page struct {
	during   string
	offset   int
	limit    int
	byDigest bool // in the order of digests, which are read then
}

// sql answers the query of a page.
func (p *rowsPlan) sql(part page) string {
	inner := []string{p.c.table.instant + " AS at_"}
	for _, column := range p.reads {
		inner = append(inner, quoteName(column))
	}
	digest := "toUInt64(0)"
	switch {
	case part.byDigest:
		inner = append(inner, p.c.table.digest()+" AS digest_")
		digest = "digest_"
	case p.scan.Digests:
		digest = p.c.table.digest()
	}
	for i, key := range p.order {
		inner = append(inner, key+" AS o"+strconv.Itoa(i)+"_")
	}
	shown := []string{"toUnixTimestamp64Nano(at_) AS at", digest + " AS digest"}
	for i, cell := range p.cells {
		shown = append(shown, cell.sql+" AS c"+strconv.Itoa(i))
	}
	innerOrder, outerOrder := p.orders(part)
	return fmt.Sprintf(rowsText, strings.Join(shown, ",\n    "), strings.Join(inner, ", "), quoteName(p.c.table.name),
		both(part.during, p.where), innerOrder, part.offset, part.limit, outerOrder)
}

// orders answers the order in which rows are found and in which they are
// answered.
func (p *rowsPlan) orders(part page) (inner, outer string) {
	direction := directionOf(p.scan.Descending)
	switch {
	case part.byDigest:
		return "digest_", "digest_"
	case p.scan.Roughly:
		return "at_" + direction, "at_" + direction
	case len(p.order) == 0:
		return p.c.table.bucket + direction + ", " + p.c.table.instant + direction, "at_" + direction
	}
	var keys []string
	for i, o := range p.scan.Order {
		key := "o" + strconv.Itoa(i) + "_" + directionOf(o.Descending)
		if o.Nulls != search.NullsDefault {
			key += " NULLS " + string(o.Nulls)
		}
		keys = append(keys, key)
	}
	keys = append(keys, "at_ DESC")
	return strings.Join(keys, ", "), strings.Join(keys, ", ")
}

func directionOf(descending bool) string {
	if descending {
		return " DESC"
	}
	return " ASC"
}
