package prom

import (
	"math"
	"time"

	"github.com/prometheus/prometheus/util/kahansum"
)

// window is the samples that a function sees at a step: those after one time until
// another, without stale markers.
type window struct {
	from, to int64 // milliseconds
	at       []int64
	values   []float64
	start    []int64 // empty: not known
}

func (w window) length() float64 { return float64(w.to-w.from) / millisPerSecond }

const millisPerSecond = float64(time.Second / time.Millisecond)

// overWindow returns the value of a function at a step, and whether there is one.
type overWindow func(w window) (float64, bool)

// windowFunction returns a function by its name in PromQL; the last sample for none.
func windowFunction(name string) overWindow {
	return map[string]overWindow{
		"":                  last,
		"rate":              func(w window) (float64, bool) { v, ok := w.increase(true); return v / w.length(), ok },
		"increase":          func(w window) (float64, bool) { return w.increase(true) },
		"delta":             func(w window) (float64, bool) { return w.increase(false) },
		"irate":             instantRate,
		"idelta":            instantDelta,
		"sum_over_time":     func(w window) (float64, bool) { return sum(w.values), true },
		"avg_over_time":     average,
		"min_over_time":     func(w window) (float64, bool) { return extreme(w.values, isLess), true },
		"max_over_time":     func(w window) (float64, bool) { return extreme(w.values, isMore), true },
		"count_over_time":   func(w window) (float64, bool) { return float64(len(w.values)), true },
		"present_over_time": func(window) (float64, bool) { return 1, true },
	}[name]
}

func last(w window) (float64, bool) { return w.values[len(w.values)-1], true }

// isCounterFunction reports whether a function looks at when counters begin anew.
func isCounterFunction(name string) bool {
	return name == "rate" || name == "increase" || name == "irate"
}

// increase returns by how much a series rises over a window, as far as its samples
// show; a counter never falls, but begins anew.
func (w window) increase(isCounter bool) (float64, bool) {
	count := len(w.at)
	first, end := w.at[0], w.at[count-1]
	risen := w.values[count-1] - w.values[0]
	if isCounter {
		risen += w.lost()
	}
	sampled := float64(end-first) / millisPerSecond
	before, after := float64(first-w.from)/millisPerSecond, float64(w.to-end)/millisPerSecond
	between := 0.0
	if count > 1 {
		between = sampled / float64(count-1)
	}
	switch began, ok := w.began(); {
	case isCounter && ok:
		before, sampled, risen = 0, float64(end-began)/millisPerSecond, risen+w.values[0]
	case count == 1:
		return 0, false
	default:
		before = within(before, between)
		if isCounter && risen > 0 && w.values[0] >= 0 {
			before = min(before, sampled*(w.values[0]/risen)) // where it was zero
		}
	}
	factor := 1.0
	if sampled != 0 {
		factor = (sampled + before + within(after, between)) / sampled
	}
	return risen * factor, true
}

// within returns how far a series is taken to reach beyond its samples: to the end of
// the window if the next sample would lie outside, else half the way to that sample.
func within(beyond, between float64) float64 {
	const nearly = 1.1
	if beyond >= between*nearly {
		return between / 2
	}
	return beyond
}

// lost returns what a counter had counted each time that it began anew.
func (w window) lost() (sum float64) {
	for i := 1; i < len(w.values); i++ {
		if w.values[i] < w.values[i-1] || w.isRestart(i) {
			sum += w.values[i-1]
		}
	}
	return sum
}

// isRestart reports whether a sample says that its counter began after the sample
// before it.
func (w window) isRestart(i int) bool {
	if len(w.start) == 0 {
		return false
	}
	before, now, at := w.start[i-1], w.start[i], w.at[i-1]
	switch {
	case now == before, now == 0, now >= w.at[i], now < at:
		return false
	case now > at:
		return true
	}
	// It began with the sample before it: one of differences, if that knew its own
	// beginning.
	return before != 0 && before < at
}

// began returns when the counter of the first sample began, if that was in the window.
func (w window) began() (int64, bool) {
	if len(w.start) == 0 || w.start[0] == 0 || w.start[0] <= w.from || w.start[0] >= w.at[0] {
		return 0, false
	}
	return w.start[0], true
}

func instantRate(w window) (float64, bool) {
	i := len(w.at) - 1
	if i < 1 {
		return 0, false
	}
	v := w.values[i]
	if !(v < w.values[i-1]) && !w.isRestart(i) {
		v -= w.values[i-1]
	}
	return v / (float64(w.at[i]-w.at[i-1]) / millisPerSecond), true
}

func instantDelta(w window) (float64, bool) {
	i := len(w.at) - 1
	if i < 1 {
		return 0, false
	}
	return w.values[i] - w.values[i-1], true
}

func sum(values []float64) float64 {
	var sum, rest float64
	for _, v := range values {
		sum, rest = kahansum.Inc(v, sum, rest)
	}
	return total(sum, rest)
}

// total returns a sum with what its roundings left.
func total(sum, rest float64) float64 {
	if math.IsInf(sum, 0) {
		return sum
	}
	return sum + rest
}

// average returns the mean. Where the sum is too large for a number, each value is
// divided before.
func average(w window) (float64, bool) {
	count := float64(len(w.values))
	if all := sum(w.values); !math.IsInf(all, 0) {
		return all / count, true
	}
	var mean, rest float64
	for _, v := range w.values {
		mean, rest = kahansum.Inc(v/count, mean, rest)
	}
	return total(mean, rest), true
}

func isLess(a, b float64) bool { return a < b }
func isMore(a, b float64) bool { return a > b }

// extreme returns the value that comes before all others; NaN only where there is
// nothing else.
func extreme(values []float64, isBefore func(a, b float64) bool) float64 {
	found := values[0]
	for _, v := range values[1:] {
		if isBefore(v, found) || math.IsNaN(found) {
			found = v
		}
	}
	return found
}
