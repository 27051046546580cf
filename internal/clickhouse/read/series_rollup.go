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
// projection, and the two ends of the time range row by row.
const rollupText = `SELECT {{shown}} FROM (
SELECT {{bucket}} AS t{{keys}}, count() AS n FROM {{table}} WHERE {{whole}} GROUP BY t{{keys}}
UNION ALL
SELECT {{bucket}} AS t{{keys}}, count() AS n FROM {{table}} WHERE {{ends}} GROUP BY t{{keys}})`

// minutes is a time range as whole minutes and its two ends.
type minutes struct {
	whole string // a condition on minutes alone, which the projection holds
	ends  string
}

// wholeMinutes returns the range of a plan in minutes, if the projection has
// all that is asked for: when it is grouped by every column that is read, and
// buckets are whole minutes.
func (p *seriesPlan) wholeMinutes() (minutes, bool) {
	first, last := ceilMinute(p.scan.Range.From), floorMinute(p.scan.Range.To)
	odd := p.scan.Step%(rollupSeconds*time.Second) != 0 || p.scan.Phase%(rollupSeconds*time.Second) != 0
	if odd || !p.countsOnly() || !first.Before(last) {
		return minutes{}, false
	}
	for _, column := range p.reads {
		if !slices.Contains(p.c.Table.Counted, column) {
			return minutes{}, false
		}
	}
	minute := p.minute()
	return minutes{
		whole: minute + " >= " + p.c.BindSecond(first.Unix()) + " AND " + minute + " < " + p.c.BindSecond(last.Unix()),
		ends:  p.ends(first, last),
	}, true
}

func (p *seriesPlan) minute() string { return "toStartOfMinute(" + p.c.Table.Second + ")" }

// countParts returns two queries that read rows and have nothing to do with
// each other: that of the whole minutes, which the engine reads from the
// projection as long as rows are only counted, and that of the ends.
func (p *seriesPlan) countParts() ([]string, bool) {
	for _, a := range p.numbers {
		if a.of.Aggregate != query.Count || a.when != "" {
			return nil, false
		}
	}
	m, ok := p.wholeMinutes()
	return []string{p.rowsWhere(p.minute(), m.whole), p.rowsWhere(p.c.Table.Second, m.ends)}, ok
}

// rollup returns the query that reads counts instead of rows, if it yields
// the same.
func (p *seriesPlan) rollup() (string, bool) {
	m, ok := p.wholeMinutes()
	if !ok {
		return "", false
	}
	keys := ""
	for _, column := range p.reads {
		keys += ", " + column
	}
	bucket := "toDateTime(" + bucketOf(p.minute(), p.scan) + ", 'UTC')"
	shown := strings.Join(append([]string{"t", "n"}, p.inner...), ", ")
	return parts{
		"shown": shown, "bucket": bucket, "keys": keys, "table": p.c.From(""),
		"whole": compile.Both(m.whole, p.where), "ends": compile.Both(m.ends, p.where),
	}.into(rollupText), true
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
// whole minutes.
func (p *seriesPlan) ends(first, last time.Time) string {
	r := p.scan.Range
	ends := "(" + p.c.During(query.TimeRange{From: last, To: r.To}) + ")"
	if r.From.Before(first) {
		ends += " OR (" + p.c.During(query.TimeRange{From: r.From, To: first.Add(-time.Nanosecond)}) + ")"
	}
	return ends
}

func floorMinute(t time.Time) time.Time { return t.Truncate(time.Minute) }

func ceilMinute(t time.Time) time.Time {
	if floor := floorMinute(t); floor.Before(t) {
		return floor.Add(time.Minute)
	}
	return t
}
