package explore

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
)

// join puts the points of several scans together.
type join struct {
	query     query.SeriesQuery
	lists     []*pointList
	remainder *query.Remainder
}

// pointList is the points of the scans that are grouped by the same
// expressions, in the order of their first appearance.
type pointList struct {
	groupBy string
	series  []int
	points  []query.Point
	index   map[pointKey]int // of the points; nil until it is needed
}

// pointKey is what tells the points of a list apart.
type pointKey struct {
	second int64
	group  string
}

func keyOf(p query.Point) pointKey {
	return pointKey{p.Bucket.Unix(), strings.Join(p.Group, "\x00")}
}

// number makes the index of the points.
func (l *pointList) number() {
	if l.index != nil {
		return
	}
	l.index = make(map[pointKey]int, len(l.points))
	for i, point := range l.points {
		l.index[keyOf(point)] = i
	}
}

func newJoin(asked query.SeriesQuery) *join { return &join{query: asked} }

// add takes the points of a scan in.
func (j *join) add(s *plannedScan, result SeriesResult) {
	list := j.list(strings.Join(s.groupBy, "\x00"))
	j.leaveOut(s.series, result.Remainder)
	first := list.series == nil
	list.series = append(list.series, s.series...)
	if first && len(s.series) == len(j.query.Series) {
		list.points = result.Points // all numbers are in their places
		return
	}
	list.number()
	for _, point := range result.Points {
		j.put(list, s.series, point)
	}
}

func (j *join) list(groupBy string) *pointList {
	at := slices.IndexFunc(j.lists, func(l *pointList) bool { return l.groupBy == groupBy })
	if at < 0 {
		at = len(j.lists)
		j.lists = append(j.lists, &pointList{groupBy: groupBy})
	}
	return j.lists[at]
}

// put moves the values of a scan's point to their places in the query.
func (j *join) put(list *pointList, series []int, point query.Point) {
	key := keyOf(point)
	at, known := list.index[key]
	if !known {
		at = len(list.points)
		list.index[key] = at
		list.points = append(list.points, query.Point{
			Bucket: point.Bucket, Group: point.Group, Values: noValues(len(j.query.Series)),
		})
	}
	list.points[at].Put(series, point)
}

func noValues(count int) []float64 {
	values := make([]float64, count)
	for i := range values {
		values[i] = query.NoValue()
	}
	return values
}

func (j *join) leaveOut(series []int, left *query.Remainder) {
	if left == nil {
		return
	}
	if j.remainder == nil {
		j.remainder = &query.Remainder{Values: noValues(len(j.query.Series))}
	}
	j.remainder.Groups += left.Groups
	for i, value := range left.Values {
		j.remainder.Values[series[i]] = value
	}
}

// points returns all points, filled where the query wants that.
func (j *join) points() []query.Point {
	var lists [][]query.Point
	for _, list := range j.lists {
		if j.query.Fill == query.FillZero {
			list.fill(j.query.Buckets(), len(j.query.Series))
		}
		lists = append(lists, list.points)
	}
	if len(lists) == 1 {
		return lists[0] // there may be many
	}
	return slices.Concat(lists...)
}
