package check_test

import (
	"fmt"
	"slices"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
)

// differ returns by what a value differs from another, nil where they are the same
// within the tolerance. The order of a vector does not count.
func differ(got, want parser.Value) error {
	if got.Type() != want.Type() {
		return fmt.Errorf("a %s, want a %s", got.Type(), want.Type())
	}
	a, b := flat(got), flat(want)
	if len(a) != len(b) {
		return fmt.Errorf("%d series, want %d:\n%s\nwant\n%s", len(a), len(b), got, want)
	}
	for i := range a {
		if !labels.Equal(a[i].Metric, b[i].Metric) || len(a[i].Floats) != len(b[i].Floats) {
			return fmt.Errorf("%s\nwant %s", a[i], b[i])
		}
		for j, p := range a[i].Floats {
			if q := b[i].Floats[j]; p.T != q.T || !same(p.F, q.F) {
				return fmt.Errorf("%s has %v at %d, want %v at %d", a[i].Metric, p.F, p.T, q.F, q.T)
			}
		}
	}
	return nil
}

// flat returns any value as sorted series.
func flat(value parser.Value) promql.Matrix {
	var all promql.Matrix
	switch value := value.(type) {
	case promql.Scalar:
		all = promql.Matrix{{Floats: []promql.FPoint{{T: value.T, F: value.V}}}}
	case promql.String:
		all = promql.Matrix{{Metric: labels.FromStrings("text", value.V)}}
	case promql.Vector:
		for _, s := range value {
			all = append(all, promql.Series{Metric: s.Metric, Floats: []promql.FPoint{{T: s.T, F: s.F}}})
		}
	case promql.Matrix:
		all = value
	}
	slices.SortFunc(all, func(a, b promql.Series) int { return labels.Compare(a.Metric, b.Metric) })
	return all
}
