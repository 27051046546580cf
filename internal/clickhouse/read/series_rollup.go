package read

import (
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/query"
)

// rollupSeconds is the width of the buckets that a table's projection counts.
const rollupSeconds = 60

// rollupText counts whole minutes, which the engine reads from the table's
// projection, and what is left of the time range at its ends, row by row.
const (
	rollupText     = `SELECT {{shown}} FROM ({{parts}})`
	rollupPartText = `
SELECT {{bucket}} AS t{{keys}}, count() AS n FROM {{table}} WHERE {{during}} GROUP BY t{{keys}}`
)

// minutes are conditions that together mean a time range. The first is about its
// whole minutes, which the projection holds; the second, if there is one, about
// what is left of it at its ends.
type minutes []string

// inMinutes returns the range of a plan in minutes, if the projection has
// all that is asked for: when it is grouped by every column that is read, and
// buckets are whole minutes.
func (p *seriesPlan) inMinutes() (minutes, bool) {
	first, last := ceilMinute(p.scan.Range.From), floorMinute(p.scan.Range.End())
	odd := p.scan.Step%(rollupSeconds*time.Second) != 0 || p.scan.Phase%(rollupSeconds*time.Second) != 0
	if odd || !p.countsOnly() || !first.Before(last) {
		return nil, false
	}
	for _, column := range p.reads {
		if !slices.Contains(p.c.Table.Counted, column) {
			return nil, false
		}
	}
	minute := p.minute()
	m := minutes{minute + " >= " + p.c.BindSecond(first.Unix()) + " AND " + minute + " < " + p.c.BindSecond(last.Unix())}
	if ends := p.ends(first, last); ends != "" {
		m = append(m, ends)
	}
	return m, true
}

func (p *seriesPlan) minute() string { return "toStartOfMinute(" + p.c.Table.Second + ")" }

// countParts returns queries that read rows and have nothing to do with each
// other: that of the whole minutes, which the engine reads from the projection as
// long as rows are only counted, and that of the ends.
func (p *seriesPlan) countParts() ([]rowsFrom, bool) {
	for _, a := range p.numbers {
		if a.of.Aggregate != query.Count || a.when != "" {
			return nil, false
		}
	}
	m, ok := p.inMinutes()
	if !ok {
		return nil, false
	}
	all := []rowsFrom{p.rowsWhere(p.minute(), m[0])}
	for _, ends := range m[1:] {
		all = append(all, p.rowsWhere(p.c.Table.Second, ends))
	}
	return all, true
}

// rollup returns the query that reads counts instead of rows, if it yields
// the same.
func (p *seriesPlan) rollup() (rowsFrom, bool) {
	m, ok := p.inMinutes()
	if !ok {
		return rowsFrom{}, false
	}
	keys := ""
	for _, column := range p.reads {
		keys += ", " + column
	}
	bucket := "toDateTime(" + bucketOf(p.minute(), p.scan) + ", 'UTC')"
	all := make([]string, len(m))
	for i, during := range m {
		all[i] = parts{"bucket": bucket, "keys": keys, "table": p.c.From(""), "during": compile.Both(during, p.where)}.into(rollupPartText)
	}
	shown := strings.Join(append([]string{"t", "n"}, p.inner...), ", ")
	return rowsOf(parts{"shown": shown, "parts": strings.Join(all, "\nUNION ALL")}.into(rollupText)), true
}

// countsOnly reports whether all numbers are counts of rows or of distinct
// keys.
func (p *seriesPlan) countsOnly() bool {
	for _, a := range p.numbers {
		isCount := a.of.Aggregate == query.Count && a.weight == ""
		if !isCount && a.of.Aggregate != query.CountDistinct {
			return false
		}
	}
	return len(p.c.Table.Counted) > 0
}

// ends returns the condition that a row is in the range but in none of the
// whole minutes; empty where none can be.
func (p *seriesPlan) ends(first, last time.Time) string {
	r := p.scan.Range
	var ends []string
	if last.Before(r.End()) {
		ends = append(ends, "("+p.c.During(query.TimeRange{From: last, To: r.To})+")")
	}
	if r.From.Before(first) {
		ends = append(ends, "("+p.c.During(query.Until(r.From, first))+")")
	}
	return strings.Join(ends, " OR ")
}

func floorMinute(t time.Time) time.Time { return t.Truncate(time.Minute) }

func ceilMinute(t time.Time) time.Time {
	if floor := floorMinute(t); floor.Before(t) {
		return floor.Add(time.Minute)
	}
	return t
}
