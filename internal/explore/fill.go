package explore

import (
	"strings"

	"github.com/cairnstack/cairn/internal/query"
)

// fill puts zeros where a series of the list has no number, for every bucket
// and every group that occurs; without groups, for every bucket. The points
// are in the order of time then.
func (l *pointList) fill(buckets query.Buckets, series int) {
	l.number()
	groups := l.groups()
	filled := make([]query.Point, 0, buckets.Count*len(groups))
	for i := range buckets.Count {
		for _, group := range groups {
			filled = append(filled, l.filled(query.Point{Bucket: buckets.At(i), Group: group}, series))
		}
	}
	l.points = filled
}

// groups returns the groups in the order of their first appearance.
func (l *pointList) groups() [][]string {
	if l.groupBy == "" {
		return [][]string{{}}
	}
	var groups [][]string
	seen := map[string]bool{}
	for _, point := range l.points {
		key := strings.Join(point.Group, "\x00")
		if !seen[key] {
			seen[key] = true
			groups = append(groups, point.Group)
		}
	}
	return groups
}

// filled returns the point that stands there, or an empty one, with zeros.
func (l *pointList) filled(point query.Point, series int) query.Point {
	point.Values = noValues(series)
	if at, known := l.index[keyOf(point)]; known {
		point = l.points[at]
	}
	for _, i := range l.series {
		if point.IsEmpty(i) {
			point.Values[i] = 0
		}
	}
	return point
}
