package read

import (
	"slices"
	"strconv"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// seriesPlan is a scan on its way to SQL. The rows of the table are read once,
// as columns of our own names: t for the time, k0… for the groups, and for
// each series x0… for what is aggregated and w0… for its condition.
type seriesPlan struct {
	c       *compile.Compiler
	scan    explore.SeriesScan
	where   string   // for all rows
	inner   []string // what is read of a row besides its time
	groups  []string // the groups as texts, over k0…
	numbers []aggregation
	reads   []string // the physical columns that groups, conditions and fields need

	isSharded bool     // the rows are those of several shards
	keys      []string // the names of what is grouped by besides time and groups
	states    *states  // what the shards compute, for one server to merge; nil: nothing
}

// planSeries compiles a scan of events.
func planSeries(c *compile.Compiler, scan explore.SeriesScan) (*seriesPlan, error) {
	p := &seriesPlan{c: c, scan: scan}
	p.addGroups()
	p.addSeries()
	p.reads = c.Reads
	return p, c.Err
}

func (p *seriesPlan) addGroups() {
	for i, e := range p.scan.GroupBy {
		name := "k" + strconv.Itoa(i)
		v := p.c.Value(e)
		p.inner = append(p.inner, v.SQL+" AS "+name)
		p.groups = append(p.groups, groupText(name, v))
	}
}

// groupText returns a group as text; no value is the empty text.
func groupText(name string, v compile.Value) string {
	if v.Plain {
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
	p.where = p.c.Condition(p.scan.Filter)
	switch {
	case shared:
		p.where = compile.Both(p.where, conditions[0])
	case len(p.groups) > 0 || len(conditions) <= anyOfMax:
		p.where = compile.Both(p.where, compile.Some(conditions))
	}
	weight := p.weight()
	for i, s := range p.scan.Series {
		a := aggregation{of: s, field: p.field(i, s), instant: "at", weight: weight}
		if !shared && conditions[i] != "" {
			a.when = "w" + strconv.Itoa(i)
			p.inner = append(p.inner, "("+conditions[i]+") AS "+a.when)
		}
		if s.Aggregate == query.LastValue {
			p.addInstant()
		}
		p.numbers = append(p.numbers, a)
	}
}

func (p *seriesPlan) conditions() (conditions []string, shared bool) {
	shared = true
	for _, s := range p.scan.Series {
		shared = shared && compile.Same(s.Where, p.scan.Series[0].Where)
	}
	for _, s := range p.scan.Series {
		conditions = append(conditions, p.c.Condition(s.Where))
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
	rate := p.c.Value(p.scan.SampleRate).AsNumber()
	p.inner = append(p.inner, "toUInt32("+compile.AtLeastOne(rate)+") AS s")
	return "s"
}

// field reads what a series aggregates. A field that already aggregates is
// put over the columns that it needs.
func (p *seriesPlan) field(i int, s explore.ScannedSeries) string {
	if s.Field.Node == nil {
		return ""
	}
	if s.Aggregate == query.None {
		return p.ownAggregate(s)
	}
	name := "x" + strconv.Itoa(i)
	v := p.c.Value(s.Field)
	sql := v.AsFloat()
	if s.Aggregate == query.CountDistinct {
		sql = distinctValue(v)
	}
	p.inner = append(p.inner, sql+" AS "+name)
	return name
}

func (p *seriesPlan) ownAggregate(s explore.ScannedSeries) string {
	before := p.c.Reads
	p.c.Reads = nil
	sql := p.c.Value(s.Field).AsNumber()
	for _, column := range p.c.Reads {
		p.inner = append(p.inner, clickhouse.QuoteName(column))
	}
	p.c.Use(before...)
	return sql
}

// distinctValue returns a value to be counted, NULL where it is empty: a key
// that is missing is no value.
func distinctValue(v compile.Value) string {
	if v.Kind == compile.TextKind {
		return "nullIf(" + v.SQL + ", '')"
	}
	return v.SQL
}

func (p *seriesPlan) addInstant() {
	item := p.c.Table.Instant + " AS at"
	if !slices.Contains(p.inner, item) {
		p.inner = append(p.inner, item)
	}
	p.c.Use(p.c.Table.Instant)
}
