package read

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// seriesText is the query for all groups, in the order of time.
const seriesText = `
%sSELECT %s
FROM %s
GROUP BY %s
ORDER BY %s
LIMIT %d`

// rankedText is the query for the largest groups, with what is known of all.
const rankedText = `
SELECT point.1 AS b, {{shown}}
FROM (SELECT *, count() OVER () AS groups{{totals}}
FROM (SELECT {{grouped}}
FROM ({{with}}SELECT {{inner}} FROM {{from}} GROUP BY {{keys}})
GROUP BY {{groups}})
ORDER BY weight DESC, {{groups}}
LIMIT {{limit}})
ARRAY JOIN points AS point
ORDER BY b, {{groups}}`

// bucketOf returns the second in which a row's bucket begins.
func bucketOf(second string, scan explore.SeriesScan) string {
	step, phase := int64(scan.Step.Seconds()), int64(scan.Phase.Seconds())
	if phase == 0 {
		return fmt.Sprintf("toUInt32(intDiv(toUnixTimestamp(%s), %d) * %d)", second, step, step)
	}
	return fmt.Sprintf("toUInt32(intDiv(toUnixTimestamp(%s) - %d, %d) * %d + %d)", second, phase, step, step, phase)
}

// seriesColumns names the columns of a series query.
type seriesColumns struct {
	shown  []string // with their names
	keys   []string // what is grouped by
	groups []string // the names of the groups
	values []string // the names of the numbers
	faults []string // the names of the counts of values that were not finite
}

func (p *seriesPlan) columns() seriesColumns {
	s := seriesColumns{
		shown: []string{p.bucket() + " AS b"},
		keys:  []string{"b"},
	}
	for i, group := range p.groups {
		s.groups = append(s.groups, "g"+strconv.Itoa(i))
		s.shown = append(s.shown, group+" AS "+s.groups[i])
		s.keys = append(s.keys, "k"+strconv.Itoa(i))
	}
	for i, number := range p.numbers {
		s.values = append(s.values, "v"+strconv.Itoa(i))
		s.shown = append(s.shown, "CAST("+number.sql()+", 'Nullable(Float64)') AS "+s.values[i])
	}
	for i, number := range p.numbers {
		if number.countsNotFinite() {
			name := "f" + strconv.Itoa(i)
			s.faults = append(s.faults, name)
			s.shown = append(s.shown, "toUInt64("+number.notFiniteSQL()+") AS "+name)
		}
	}
	return s
}

// sql returns the query for all groups. It returns one row more than an
// answer may hold, so that too many show.
func (p *seriesPlan) sql(rows rowsFrom, rowsMax int) string {
	s := p.columns()
	rows = p.over(rows)
	return fmt.Sprintf(seriesText, rows.with, strings.Join(s.shown, ",\n    "), rows.from, strings.Join(s.keys, ", "),
		strings.Join(append([]string{"b"}, s.groups...), ", "), rowsMax+1)
}

// rankedSQL returns the query for the largest groups, and for each series the
// sum over all of them.
func (p *seriesPlan) rankedSQL(rows rowsFrom) string {
	s := p.columns()
	rows = p.over(rows)
	groups := strings.Join(s.groups, ", ")
	weight := "max(v0)"
	if p.scan.Series[0].Aggregate.Additive() {
		weight = "sum(v0)"
	}
	grouped := []string{groups, "groupArray((b, " + strings.Join(append(slices.Clone(s.values), s.faults...), ", ") + ")) AS points", weight + " AS weight"}
	shown, totals := append([]string{}, s.groups...), ""
	for i, name := range s.values {
		at := strconv.Itoa(i)
		grouped = append(grouped, "sum("+name+") AS sum"+at)
		totals += ", sum(sum" + at + ") OVER () AS total" + at
		shown = append(shown, "point."+strconv.Itoa(i+2)+" AS "+name)
	}
	for i, name := range s.faults {
		shown = append(shown, "point."+strconv.Itoa(i+2+len(s.values))+" AS "+name)
	}
	shown = append(shown, "toUInt64(groups) AS groups")
	for i := range s.values {
		shown = append(shown, "CAST(total"+strconv.Itoa(i)+", 'Nullable(Float64)') AS total"+strconv.Itoa(i))
	}
	return parts{
		"shown": strings.Join(shown, ", "), "totals": totals, "grouped": strings.Join(grouped, ", "), "groups": groups,
		"inner": strings.Join(s.shown, ", "), "with": rows.with, "from": rows.from, "keys": strings.Join(s.keys, ", "), "limit": strconv.Itoa(p.scan.GroupsMax),
	}.into(rankedText)
}

// additive returns which series may be added up.
func additive(p *seriesPlan) []bool {
	which := make([]bool, len(p.scan.Series))
	for i, s := range p.scan.Series {
		which[i] = s.Aggregate.Additive()
	}
	return which
}

// rowsMax is how many rows a series query may answer before only the largest
// groups are asked for.
func (r *Reads) rowsMax() int { return cmp.Or(r.opts.SeriesRows, query.SeriesRowsMax) }
