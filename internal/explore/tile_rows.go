package explore

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
)

// cutGroups keeps the largest groups of a chart over time: by the sum of their
// first values where that makes sense, else by their peak.
func cutGroups(rows []TileRow, most int, additive bool) (kept []TileRow, left int) {
	sizes := map[string]float64{}
	var names []string
	for _, row := range rows {
		name, value := strings.Join(row.Group, "\x00"), row.Values[0]
		size, known := sizes[name]
		if !known {
			names, size = append(names, name), query.NoValue()
		}
		sizes[name] = grown(size, value, additive)
	}
	if len(names) <= most {
		return rows, 0
	}
	slices.SortStableFunc(names, func(a, b string) int { return largerFirst(sizes[a], sizes[b]) })
	for _, name := range names[most:] {
		delete(sizes, name)
	}
	rows = slices.DeleteFunc(rows, func(row TileRow) bool {
		_, stays := sizes[strings.Join(row.Group, "\x00")]
		return !stays
	})
	return rows, len(names) - most
}

func grown(size, value float64, additive bool) float64 {
	switch {
	case !query.HasNumber(value):
		return size
	case !query.HasNumber(size):
		return value
	case additive:
		return size + value
	}
	return max(size, value)
}

// largerFirst compares sizes; no size comes last.
func largerFirst(a, b float64) int {
	switch {
	case query.HasNumber(a) != query.HasNumber(b):
		if query.HasNumber(a) {
			return -1
		}
		return 1
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// fillRows puts a row into every bucket of every group where rows that are
// missing count as 0 for some value.
func fillRows(rows []TileRow, buckets query.Buckets, shown []shownValue) []TileRow {
	empty := make([]float64, len(shown))
	for i, v := range shown {
		empty[i] = v.empty
	}
	if !hasNumbers(empty) || len(rows) == 0 {
		return rows
	}
	known := map[pointKey]TileRow{}
	var groups [][]string
	seen := map[string]bool{}
	for _, row := range rows {
		key := row.key()
		known[key] = row
		if !seen[key.group] {
			seen[key.group] = true
			groups = append(groups, row.Group)
		}
	}
	filled := make([]TileRow, 0, buckets.Count*len(groups))
	for i := range buckets.Count {
		for _, group := range groups {
			row := TileRow{Bucket: buckets.At(i), Group: group, Values: empty}
			if found, ok := known[row.key()]; ok {
				row = found
			}
			filled = append(filled, row)
		}
	}
	return filled
}

func (r TileRow) key() pointKey { return pointKey{r.Bucket.Unix(), strings.Join(r.Group, "\x00")} }
