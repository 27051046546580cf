package clickhouse

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// rollupSeconds is the width of the buckets that a table's projection counts.
const rollupSeconds = 60

// rollupText counts whole minutes, which the engine answers from the table's
// projection, and the two ends of the time range row by row. Both yield the
// projection's keys and a count.
const rollupText = `SELECT %s FROM (
SELECT toStartOfMinute(%s) AS minute, %s, count() AS n FROM %s WHERE %s GROUP BY minute, %s
UNION ALL
SELECT toStartOfMinute(%s) AS minute, %s, count() AS n FROM %s WHERE %s GROUP BY minute, %s)`

// rollup answers the query that reads counts instead of rows, if it yields
// the same: when nothing is asked for but what the projection is grouped by,
// in whole minutes.
func (p *seriesPlan) rollup() (string, bool) {
	first, last := ceilMinute(p.scan.Range.From), floorMinute(p.scan.Range.To)
	if !p.countsOnly() || p.scan.Step%(rollupSeconds*time.Second) != 0 || !first.Before(last) {
		return "", false
	}
	for _, column := range p.reads {
		if !slices.Contains(p.c.table.counted, column) {
			return "", false
		}
	}
	t := p.c.table
	keys, name := strings.Join(t.counted, ", "), quoteName(t.name)
	minute := "toStartOfMinute(" + t.second + ")"
	inner := minute + " >= " + p.c.bindSecond(first.Unix()) + " AND " + minute + " < " + p.c.bindSecond(last.Unix())
	ends := p.ends(first, last)
	shown := strings.Join(append([]string{"minute AS t", "n"}, p.inner...), ", ")
	sql := fmt.Sprintf(rollupText, shown, t.second, keys, name, inner, keys, t.second, keys, name, ends, keys)
	if p.where != "" {
		sql += " WHERE " + p.where
	}
	return sql, true
}

// countsOnly reports whether all numbers are counts of rows or of distinct
// keys.
func (p *seriesPlan) countsOnly() bool {
	for _, a := range p.numbers {
		isCount := a.of.Aggregate == telemetry.Count && a.weight == ""
		if !isCount && a.of.Aggregate != telemetry.CountDistinct {
			return false
		}
	}
	return len(p.c.table.counted) > 0
}

// ends answers the condition that a row is in the range but in none of the
// whole minutes.
func (p *seriesPlan) ends(first, last time.Time) string {
	r := p.scan.Range
	ends := "(" + p.c.during(telemetry.TimeRange{From: last, To: r.To}) + ")"
	if r.From.Before(first) {
		ends += " OR (" + p.c.during(telemetry.TimeRange{From: r.From, To: first.Add(-time.Nanosecond)}) + ")"
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
