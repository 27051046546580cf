package review

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/stack"
)

// A count of nothing is a value, and may be what the alert waits for.
func TestRehearsalTakesWhatTheWindowHolds(t *testing.T) {
	t.Parallel()
	below := stack.Alert{AlertSpec: stack.AlertSpec{Threshold: 1, ThresholdType: stack.ThresholdBelow, Interval: "1m"}}
	counts := explore.AlertWatch{Counts: true}
	grouped := explore.AlertWatch{Counts: true, GroupBy: []string{"ServiceName"}}
	f := func(name string, alert stack.Alert, answer explore.AlertAnswer, isExample bool) {
		t.Helper()
		made := rehearsal(alert, evaluate.Window{Start: time.Unix(0, 0), End: time.Unix(60, 0)}, answer)
		rule := alerting.RuleOf(alert.AlertSpec, answer.Watch)
		if made.Example != isExample || made.Notice.Value == nil || !rule.Breaches(*made.Notice.Value) {
			t.Errorf("%s: example %t, value %v", name, made.Example, made.Notice.Value)
		}
	}
	f("nothing was counted", below, explore.AlertAnswer{Watch: counts}, false)
	f("too much was counted", below, explore.AlertAnswer{Watch: counts, Points: []explore.AlertPoint{{Value: 7}}}, true)
	f("no group is there", below, explore.AlertAnswer{Watch: grouped}, true)
	f("a group breaches", below, explore.AlertAnswer{Watch: grouped, Points: []explore.AlertPoint{{Group: []string{"a"}, Value: 5}, {Group: []string{"b"}}}}, false)
	f("an average of nothing is nothing", below, explore.AlertAnswer{}, true)
}
