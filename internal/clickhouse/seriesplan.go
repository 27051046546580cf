package clickhouse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// seriesPlan is a scan on its way to SQL. The rows of the table are read once,
// as columns of our own names: t for the time, k0… for the groups, and for
// each series x0… for what is aggregated and w0… for its condition.
type seriesPlan struct {
	c       *compiler
	scan    observe.SeriesScan
	where   string   // for all rows
	inner   []string // what is read of a row besides its time
	groups  []string // the groups as texts, over k0…
	numbers []aggregation
	reads   []string // the physical columns that groups, conditions and fields need
}

// planSeries compiles a scan of events.
func planSeries(c *compiler, scan observe.SeriesScan) (*seriesPlan, error) {
	p := &seriesPlan{c: c, scan: scan}
	p.addGroups()
	p.addSeries()
	p.reads = c.reads
	return p, c.err
}

func (p *seriesPlan) addGroups() {
	for i, e := range p.scan.GroupBy {
		name := "k" + strconv.Itoa(i)
		v := p.c.value(e)
		p.inner = append(p.inner, v.sql+" AS "+name)
		p.groups = append(p.groups, groupText(name, v))
	}
}

// groupText returns a group as text; no value is the empty text.
func groupText(name string, v value) string {
	if v.plain {
		return "CAST(" + name + ", 'String')"
	}
	return "CAST(ifNull(toString(" + name + "), ''), 'String')"
}

// anyOfMax is how many different conditions are asked for before rows that
// meet none of them are left out. Of more, most rows meet one, and each would
// be computed twice. Groups are always left out: they would be too many.
const anyOfMax = 16

// addSeries compiles the conditions and what they let through. A condition
// that all series share is one for all rows; of different ones a row has to
// meet some.
func (p *seriesPlan) addSeries() {
	conditions, shared := p.conditions()
	p.where = p.c.condition(p.scan.Filter)
	switch {
	case shared:
		p.where = both(p.where, conditions[0])
	case len(p.groups) > 0 || len(conditions) <= anyOfMax:
		p.where = both(p.where, some(conditions))
	}
	weight := p.weight()
	for i, s := range p.scan.Series {
		a := aggregation{of: s, field: p.field(i, s), instant: "at", weight: weight}
		if !shared && conditions[i] != "" {
			a.when = "w" + strconv.Itoa(i)
			p.inner = append(p.inner, "("+conditions[i]+") AS "+a.when)
		}
		if s.Aggregate == telemetry.LastValue {
			p.addInstant()
		}
		p.numbers = append(p.numbers, a)
	}
}

func (p *seriesPlan) conditions() (conditions []string, shared bool) {
	shared = true
	for _, s := range p.scan.Series {
		shared = shared && search.Equal(s.Where.Node, p.scan.Series[0].Where.Node)
	}
	for _, s := range p.scan.Series {
		conditions = append(conditions, p.c.condition(s.Where))
		if shared {
			break
		}
	}
	return conditions, shared
}

// weight reads how many events a row stands for, if the source says so.
func (p *seriesPlan) weight() string {
	if p.scan.SampleRate.Node == nil {
		return ""
	}
	rate := p.c.value(p.scan.SampleRate).asNumber()
	p.inner = append(p.inner, "toUInt32("+atLeastOne(rate)+") AS s")
	return "s"
}

// field reads what a series aggregates. A field that already aggregates is
// put over the columns that it needs.
func (p *seriesPlan) field(i int, s observe.ScannedSeries) string {
	if s.Field.Node == nil {
		return ""
	}
	if s.Aggregate == telemetry.None {
		return p.ownAggregate(s)
	}
	name := "x" + strconv.Itoa(i)
	v := p.c.value(s.Field)
	sql := v.asFloat()
	if s.Aggregate == telemetry.CountDistinct {
		sql = distinctValue(v)
	}
	p.inner = append(p.inner, sql+" AS "+name)
	return name
}

func (p *seriesPlan) ownAggregate(s observe.ScannedSeries) string {
	before := p.c.reads
	p.c.reads = nil
	sql := p.c.value(s.Field).asNumber()
	for _, column := range p.c.reads {
		p.inner = append(p.inner, quoteName(column))
	}
	p.c.use(before...)
	return sql
}

// distinctValue returns a value to be counted, NULL where it is empty: a key
// that is missing is no value.
func distinctValue(v value) string {
	if v.kind == textKind {
		return "nullIf(" + v.sql + ", '')"
	}
	return v.sql
}

func (p *seriesPlan) addInstant() {
	item := p.c.table.instant + " AS at"
	if !slices.Contains(p.inner, item) {
		p.inner = append(p.inner, item)
	}
	p.c.use(p.c.table.instant)
}

// rows returns the query that reads the rows of the table.
func (p *seriesPlan) rows() string {
	var parts []string
	for _, during := range p.c.duringParts(p.scan.Range) {
		parts = append(parts, p.rowsWhere(p.c.table.second, during))
	}
	return strings.Join(parts, "\nUNION ALL ")
}

// rowsWhere reads the rows of a time, which they have in t.
func (p *seriesPlan) rowsWhere(t, during string) string {
	shown := strings.Join(append([]string{t + " AS t"}, p.inner...), ", ")
	return fmt.Sprintf("SELECT %s FROM %s WHERE %s", shown, quoteName(p.c.table.name), both(during, p.where))
}
