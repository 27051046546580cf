package read

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// rank is the groups of an answer by their size.
type rank struct {
	additive []bool // of the series
	weights  map[string]float64
	order    []string // the groups, largest first
}

func groupKey(p query.Point) string { return strings.Join(p.Group, "\x00") }

// rankGroups weighs the groups by their first series: by its sum where that
// makes sense, else by its greatest number.
func rankGroups(points []query.Point, additive []bool) *rank {
	r := &rank{additive: additive, weights: map[string]float64{}}
	for _, p := range points {
		r.weigh(groupKey(p), p.Values[0])
	}
	slices.SortFunc(r.order, func(a, b string) int {
		return cmp.Or(cmp.Compare(r.weights[b], r.weights[a]), cmp.Compare(a, b))
	})
	return r
}

func (r *rank) weigh(key string, number float64) {
	weight, known := r.weights[key]
	if !known {
		r.order = append(r.order, key)
	}
	switch {
	case !query.HasNumber(number):
	case r.additive[0]:
		weight += number
	case !known || number > weight:
		weight = number
	}
	r.weights[key] = weight
}

// largest returns the points of the largest groups, and what is left out.
func largest(points []query.Point, additive []bool, groupsMax int) ([]query.Point, *query.Remainder) {
	r := rankGroups(points, additive)
	if len(r.order) <= groupsMax {
		return points, nil
	}
	left := map[string]bool{}
	for _, key := range r.order[groupsMax:] {
		left[key] = true
	}
	remainder := &query.Remainder{Groups: len(left), Values: r.zeros()}
	kept := points[:0]
	for _, p := range points {
		if !left[groupKey(p)] {
			kept = append(kept, p)
			continue
		}
		addNumbers(remainder.Values, p.Values)
	}
	return kept, remainder
}

// zeros returns sums to begin with, none where sums make no sense.
func (r *rank) zeros() []float64 {
	sums := make([]float64, len(r.additive))
	for i, is := range r.additive {
		if !is {
			sums[i] = query.NoValue()
		}
	}
	return sums
}

func addNumbers(sums, numbers []float64) {
	for i, number := range numbers {
		if query.HasValue(number) {
			sums[i] += number
		}
	}
}

// remainderOf returns what is left out, given the sums over all groups.
func remainderOf(result explore.SeriesResult, additive []bool, groups int, totals []float64) *query.Remainder {
	r := rankGroups(result.Points, additive)
	remainder := &query.Remainder{Groups: groups - len(r.order), Values: r.zeros()}
	addNumbers(remainder.Values, totals)
	for _, p := range result.Points {
		for i, number := range p.Values {
			if query.HasValue(number) {
				remainder.Values[i] -= number
			}
		}
	}
	return remainder
}
