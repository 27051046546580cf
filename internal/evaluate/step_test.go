package evaluate_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/stack"
)

func TestEveryComparison(t *testing.T) {
	t.Parallel()
	for comparison, want := range map[stack.ThresholdType]string{
		stack.ThresholdAbove: "0111", stack.ThresholdBelow: "1000", stack.ThresholdAboveExclusive: "0011", stack.ThresholdBelowOrEqual: "1100",
		stack.ThresholdEqual: "0100", stack.ThresholdNotEqual: "1011", stack.ThresholdBetween: "0110", stack.ThresholdNotBetween: "1001",
	} {
		got := ""
		for _, v := range []float64{9, 10, 15, 21} {
			breach := evaluate.Rule{Comparison: comparison, Threshold: 10, ThresholdMax: 20}.Breaches(v)
			got += map[bool]string{true: "1", false: "0"}[breach]
		}
		if got != want {
			t.Errorf("%s: %s, want %s", comparison, got, want)
		}
	}
}

// play runs windows of a minute through Step. Each word is a window: values
// by groups as in a=5,b=7; a number alone is the value without a group; -
// stands for no data. It returns the outcomes that changed or were told.
func play(rule evaluate.Rule, words string) string {
	schedule := evaluate.Schedule{Interval: time.Minute}
	groups, lines := evaluate.Groups{}, []string{}
	for i, word := range strings.Fields(words) {
		var outcomes []evaluate.Outcome
		groups, outcomes = evaluate.Step(rule, groups, schedule.Window(int64(i)), valuesOf(word))
		for _, o := range outcomes {
			if o.Changed() || o.Renotify {
				lines = append(lines, line(i, o))
			}
		}
	}
	return strings.Join(lines, " ")
}

func line(window int, o evaluate.Outcome) string {
	text := fmt.Sprintf("%d%s:%s", window, o.Key, map[stack.AlertState]string{
		stack.StateInactive: "ok", stack.StatePending: "pending", stack.StateFiring: "firing"}[o.To])
	if o.Notified() {
		text += "!"
	}
	return text
}

func valuesOf(word string) evaluate.Values {
	values := evaluate.Values{}
	if word == "-" {
		return values
	}
	for item := range strings.SplitSeq(word, ",") {
		key, number, grouped := strings.Cut(item, "=")
		if !grouped {
			key, number = "", item
		}
		var v float64
		if _, err := fmt.Sscan(number, &v); err != nil {
			panic(err)
		}
		values[key] = v
	}
	return values
}

func TestStates(t *testing.T) {
	t.Parallel()
	above := evaluate.Rule{Comparison: stack.ThresholdAbove, Threshold: 10, Windows: 1, NoData: stack.NoDataZero}
	with := func(change func(*evaluate.Rule)) evaluate.Rule {
		r := above
		change(&r)
		return r
	}
	slow := with(func(r *evaluate.Rule) { r.Windows = 3 })
	keep := with(func(r *evaluate.Rule) { r.NoData = stack.NoDataKeep })
	fire := with(func(r *evaluate.Rule) { r.NoData = stack.NoDataFire })
	below := with(func(r *evaluate.Rule) { r.Comparison = stack.ThresholdBelow })
	grouped := func(r evaluate.Rule) evaluate.Rule { r.Grouped = true; return r }
	again := with(func(r *evaluate.Rule) { r.Renotify = 2 * time.Minute })
	quiet := strings.Repeat(" b=1", 24*60)
	for name, c := range map[string]struct {
		rule        evaluate.Rule
		words, want string
	}{
		"fires at once and resolves":                       {above, "1 10 11 9", "1:firing! 3:ok!"},
		"waits for windows in a row":                       {slow, "10 10 9 10 10 10 10 1", "0:pending 2:ok 3:pending 5:firing! 7:ok!"},
		"a count without data is zero":                     {above, "10 - 10", "0:firing! 1:ok! 2:firing!"},
		"zero can breach":                                  {below, "20 - 20", "1:firing! 2:ok!"},
		"no data keeps the state":                          {keep, "10 - - 9 - 10", "0:firing! 3:ok! 5:firing!"},
		"no data keeps the count of breaches":              {with(func(r *evaluate.Rule) { r.NoData, r.Windows = stack.NoDataKeep, 2 }), "10 - 10", "0:pending 2:firing!"},
		"no data fires":                                    {fire, "1 - 1", "1:firing! 2:ok!"},
		"groups go their own ways":                         {grouped(above), "a=10,b=1 a=10,b=10 a=1,b=10 b=1", "0a:firing! 1b:firing! 2a:ok! 3b:ok!"},
		"a group that is gone counts zero":                 {grouped(above), "a=10,b=1 b=1", "0a:firing! 1a:ok!"},
		"a group that is gone keeps":                       {grouped(keep), "a=10,b=1 b=1 a=1", "0a:firing! 2a:ok!"},
		"a group that was seen fires when it is gone":      {grouped(fire), "a=1,b=1 b=1 a=1,b=1", "1a:firing! 2a:ok!"},
		"a group that is gone for a day is forgotten":      {grouped(keep), "a=10,b=1" + quiet, "0a:firing! 1440a:ok!"},
		"a group is not remembered for longer than a day":  {grouped(fire), "a=1,b=1" + quiet + " b=1", "1a:firing! 1440a:ok!"},
		"no groups at all are zero":                        {grouped(below), "a=20 - a=20", "1:firing! 2:ok!"},
		"no groups at all may mean nothing":                {grouped(keep), "a=1 - a=1", ""},
		"a lasting breach is told again":                   {again, "10 10 10 10 10 1 10 10", "0:firing! 2:firing! 4:firing! 5:ok! 6:firing!"},
		"a lasting breach without data is told again":      {with(func(r *evaluate.Rule) { r.NoData, r.Renotify = stack.NoDataKeep, 2*time.Minute }), "10 - -", "0:firing! 2:firing!"},
		"a pending group that never fired is silent":       {slow, "10 10 1", "0:pending 2:ok"},
		"an ungrouped alert is never forgotten by silence": {keep, "10" + strings.Repeat(" -", 1500) + " 1", "0:firing! 1501:ok!"},
	} {
		if got := play(c.rule, c.words); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestClosedGroupsCease(t *testing.T) {
	t.Parallel()
	groups := evaluate.Groups{"b": {State: stack.StatePending}, "a": {State: stack.StateFiring}, "c": {State: stack.StateInactive}, "": {State: stack.StateFiring}}
	kept, outcomes := groups.Close()
	if len(outcomes) != 2 || outcomes[0].Key != "a" || !outcomes[0].Notified() || outcomes[1].Key != "b" || outcomes[1].Notified() {
		t.Errorf("%+v", outcomes)
	}
	if len(kept) != 1 || kept.Overall() != stack.StateFiring || groups.Overall() != stack.StateFiring {
		t.Errorf("%+v", kept)
	}
}
