package prom

import (
	"math"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/util/kahansum"
)

// column is the results of a group of series, step by step.
type column struct {
	of     labels.Labels
	values []float64
	rest   []float64 // what the roundings of sums left
	count  []uint32  // series with a value; zero: there is no result
}

func newColumn(of labels.Labels, steps int) *column {
	return &column{of: of, values: make([]float64, steps), rest: make([]float64, steps), count: make([]uint32, steps)}
}

// add puts the value of a series at a step to those of the others.
func (c *column) add(aggregate string, step int, v float64) {
	c.count[step]++
	if c.count[step] == 1 {
		c.values[step] = v
		return
	}
	held := &c.values[step]
	switch aggregate {
	case "sum", "avg":
		*held, c.rest[step] = kahansum.Inc(v, *held, c.rest[step])
	case "min":
		if v < *held || math.IsNaN(*held) {
			*held = v
		}
	case "max":
		if v > *held || math.IsNaN(*held) {
			*held = v
		}
	}
}

// result returns what there is at a step.
func (c *column) result(aggregate string, step int) (v float64, ok bool) {
	if c.count[step] == 0 {
		return 0, false
	}
	switch aggregate {
	case "sum":
		return total(c.values[step], c.rest[step]), true
	case "avg":
		return total(c.values[step], c.rest[step]) / float64(c.count[step]), true
	case "count":
		return float64(c.count[step]), true
	}
	return c.values[step], true
}

// isTooLarge reports whether a mean has a sum that is too large for a number.
func (c *column) isTooLarge(aggregate string) bool {
	for _, v := range c.values {
		if aggregate == "avg" && math.IsInf(v, 0) {
			return true
		}
	}
	return false
}

// samples returns the results as the samples of a series: a number, or the end of what
// was there before.
func (c *column) samples(aggregate string, first, step int64) (*floats, bool) {
	found, hasAny := &floats{}, false
	for i := range c.values {
		v, ok := c.result(aggregate, i)
		if !ok {
			v = math.Float64frombits(value.StaleNaN)
		}
		hasAny = hasAny || ok
		found.add(first+int64(i)*step, 0, false, v)
	}
	return found, hasAny
}
