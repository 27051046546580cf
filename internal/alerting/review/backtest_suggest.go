package review

import (
	"math"
	"slices"

	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// How thresholds are suggested.
const (
	candidatesMax = 24        // thresholds that are tried
	candidatesMin = 4         // even where there are many values
	trialValues   = 6_000_000 // values that all tries may look at
	closeEnough   = 4         // a suggestion is at most this many times off its target
)

// targets returns how many notifications a week thresholds are suggested for.
func targets() []float64 { return []float64{1, 5, 20} }

// suggestions returns thresholds that would have made about as many
// notifications a week as each of the targets. Comparisons that have no better
// or worse threshold have none.
func (b *backtest) suggestions() []Suggestion {
	tried := []Suggestion{}
	for _, threshold := range b.candidates() {
		rule := b.rule
		rule.Threshold = threshold
		if told, firing := b.try(rule); firing <= b.count/2 { // what fires most of the time tells nothing
			tried = append(tried, Suggestion{Threshold: threshold, PerWeek: b.perWeek(told)})
		}
	}
	suggested := []Suggestion{}
	for _, target := range targets() {
		if best, ok := closest(tried, target); ok && !slices.Contains(suggested, best) {
			suggested = append(suggested, best)
		}
	}
	return suggested
}

// try returns how many notifications the rule would have made, and in how many
// windows it would have fired.
func (b *backtest) try(rule evaluate.Rule) (told, firing int) {
	b.run(rule, func(_ evaluate.Window, groups evaluate.Groups, outcomes []evaluate.Outcome) {
		if groups.Overall() == stack.StateFiring {
			firing++
		}
		for _, o := range outcomes {
			if o.Notified() {
				told++
			}
		}
	})
	return told, firing
}

// candidates returns thresholds from rare to frequent: the values that stand
// first, second, third, fifth … from the end that breaches.
func (b *backtest) candidates() []float64 {
	rising := []stack.ThresholdType{stack.ThresholdAbove, stack.ThresholdAboveExclusive}
	falling := []stack.ThresholdType{stack.ThresholdBelow, stack.ThresholdBelowOrEqual}
	isRising := slices.Contains(rising, b.rule.Comparison)
	if b.points == 0 || !isRising && !slices.Contains(falling, b.rule.Comparison) {
		return nil
	}
	values := make([]float64, 0, b.points)
	for _, window := range b.values {
		for _, v := range window {
			if query.HasValue(v) { // no threshold is infinite
				values = append(values, v)
			}
		}
	}
	slices.Sort(values)
	if isRising {
		slices.Reverse(values)
	}
	return spread(values, max(candidatesMin, min(candidatesMax, trialValues/max(b.points, b.count))))
}

// spread returns at most so many different values, closer together at the
// beginning.
func spread(values []float64, most int) []float64 {
	growth := math.Pow(float64(len(values)), 1/float64(most))
	var picked []float64
	for rank, next := 0, 1.0; rank < len(values); {
		if len(picked) == 0 || picked[len(picked)-1] != values[rank] {
			picked = append(picked, values[rank])
		}
		next = max(next*growth, next+1)
		rank = int(next) - 1
	}
	return picked
}

// closest returns the suggestion that is the fewest times off the target.
func closest(tried []Suggestion, target float64) (best Suggestion, ok bool) {
	distance := math.Log(closeEnough)
	for _, s := range tried {
		if s.PerWeek <= 0 {
			continue
		}
		if d := math.Abs(math.Log(s.PerWeek / target)); d <= distance {
			best, distance, ok = s, d, true
		}
	}
	return best, ok
}
