package evaluate_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

// naive tells the state of a group after a window from all windows up to it,
// anew each time. It remembers nothing, and says in words what the rules are.
type naive struct {
	rule    evaluate.Rule
	windows []evaluate.Values
}

// state returns the state of the group after the window with the number; of
// those before the first one it is inactive.
func (n naive) state(key string, last int) stack.AlertState {
	state, row := stack.StateInactive, 0
	for i := range last + 1 {
		breach, judged := n.reading(key, i, state)
		switch {
		case !judged:
		case !breach:
			state, row = stack.StateInactive, 0
		case row+1 >= n.rule.Windows || state == stack.StateFiring:
			state, row = stack.StateFiring, n.rule.Windows
		default:
			state, row = stack.StatePending, row+1
		}
	}
	return state
}

// reading reports whether the group breached in a window, and whether the
// window says anything about it.
func (n naive) reading(key string, window int, state stack.AlertState) (breach, judged bool) {
	if v, has := n.windows[window][key]; has {
		return n.rule.Breaches(v), true
	}
	if !n.applies(key, window, state) {
		return false, false
	}
	if key == "" && n.rule.Grouped && len(n.windows[window]) > 0 {
		return false, true
	}
	switch n.rule.NoData {
	case stack.NoDataZero:
		return n.rule.Breaches(0), true
	case stack.NoDataFire:
		return true, true
	case stack.NoDataOK:
		return false, true
	case stack.NoDataKeep:
	}
	return false, false
}

// applies reports whether a window without a value is about the group.
func (n naive) applies(key string, window int, state stack.AlertState) bool {
	switch {
	case !n.rule.Grouped:
		return key == ""
	case state != stack.StateInactive:
		return true
	case key == "":
		return len(n.windows[window]) == 0 && !n.anyKnown(window)
	default:
		return n.rule.NoData == stack.NoDataFire && n.seen(key, window)
	}
}

func (n naive) seen(key string, before int) bool {
	return slices.ContainsFunc(n.windows[:before], func(v evaluate.Values) bool { _, has := v[key]; return has })
}

func (n naive) anyKnown(window int) bool {
	for _, key := range keys() {
		if key != "" && (n.state(key, window-1) != stack.StateInactive || n.rule.NoData == stack.NoDataFire && n.seen(key, window)) {
			return true
		}
	}
	return false
}

func keys() []string { return []string{"", "a", "b", "c"} }

func TestStepAgreesWithTheNaiveReference(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+400; seed++ {
		random := rand.New(rand.NewPCG(seed, 7))
		n := naive{rule: randomRule(random)}
		groups := evaluate.Groups{}
		for i := range 40 {
			values := randomValues(random, n.rule.Grouped)
			n.windows = append(n.windows, values)
			before := maps.Clone(groups)
			next, outcomes := evaluate.Step(n.rule, groups, evaluate.Schedule{Interval: time.Minute}.Window(int64(i)), values)
			if diff := cmp.Diff(before, groups); diff != "" {
				t.Fatalf("seed %d: Step changed what it was given:\n%s", seed, diff)
			}
			if got, want := transitions(outcomes), n.transitions(i); got != want {
				t.Fatalf("seed %d, window %d of %+v: %s, want %s", seed, i, n.rule, got, want)
			}
			groups = next
		}
	}
}

func (n naive) transitions(window int) string {
	text := ""
	for _, key := range keys() {
		if from, to := n.state(key, window-1), n.state(key, window); from != to {
			text += fmt.Sprintf("%s:%s>%s ", key, from, to)
		}
	}
	return text
}

func transitions(outcomes []evaluate.Outcome) string {
	text := ""
	for _, o := range outcomes {
		if o.Changed() {
			text += fmt.Sprintf("%s:%s>%s ", o.Key, o.From, o.To)
		}
	}
	return text
}

func randomRule(random *rand.Rand) evaluate.Rule {
	comparisons := []stack.ThresholdType{stack.ThresholdAbove, stack.ThresholdBelow, stack.ThresholdAboveExclusive, stack.ThresholdBelowOrEqual,
		stack.ThresholdEqual, stack.ThresholdNotEqual, stack.ThresholdBetween, stack.ThresholdNotBetween}
	readings := []stack.NoData{stack.NoDataZero, stack.NoDataKeep, stack.NoDataFire, stack.NoDataOK}
	return evaluate.Rule{
		Comparison: comparisons[random.IntN(len(comparisons))], Threshold: float64(random.IntN(4)), ThresholdMax: 4,
		Windows: 1 + random.IntN(3), NoData: readings[random.IntN(len(readings))], Grouped: random.IntN(2) == 0,
	}
}

func randomValues(random *rand.Rand, grouped bool) evaluate.Values {
	values := evaluate.Values{}
	for _, key := range keys() {
		if grouped == (key != "") && random.IntN(3) > 0 {
			values[key] = float64(random.IntN(6))
		}
	}
	if random.IntN(6) == 0 {
		clear(values)
	}
	return values
}
