package metric

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// StartAtZero makes a counter for every combination of the labels' values, so
// that it is exposed, and can be watched, before anything was counted.
func StartAtZero(counter *prometheus.CounterVec, values ...[]string) {
	combinations := [][]string{{}}
	for _, choices := range values {
		var longer [][]string
		for _, begun := range combinations {
			for _, choice := range choices {
				longer = append(longer, append(begun[:len(begun):len(begun)], choice))
			}
		}
		combinations = longer
	}
	for _, labels := range combinations {
		counter.WithLabelValues(labels...)
	}
}

// Names returns the values of a label by their names.
func Names[T fmt.Stringer](list []T) []string {
	names := make([]string, len(list))
	for i, v := range list {
		names[i] = v.String()
	}
	return names
}

// Texts returns the values of a label.
func Texts[T ~string](list []T) []string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = string(v)
	}
	return texts
}
