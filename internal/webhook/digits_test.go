package webhook_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// judged is a notice of a tile whose value is compared with a threshold.
func judged(how stack.ThresholdType, value float64, bounds ...float64) alerting.Notice {
	n := onTile()
	n.Alert.ThresholdType, n.Alert.Threshold, n.Alert.ThresholdMax, n.Value = how, bounds[0], nil, &value
	if len(bounds) > 1 {
		n.Alert.ThresholdMax = &bounds[1]
	}
	return n
}

func ceased(n alerting.Notice) alerting.Notice {
	n.From, n.To = stack.StateFiring, stack.StateInactive
	return n
}

// TestTextIsTrueNearTheThreshold holds that a value that differs from its
// thresholds is never written like one of them, by any service.
func TestTextIsTrueNearTheThreshold(t *testing.T) {
	t.Parallel()
	for want, n := range map[string]alerting.Notice{
		"The alert fires: 50.001 exceeds 50.":                         judged(stack.ThresholdAboveExclusive, 50.001, 50),
		"The alert fires: 49.999 is below 50.":                        judged(stack.ThresholdBelow, 49.999, 50),
		"The alert is resolved: 49.999 is below 50.":                  ceased(judged(stack.ThresholdAbove, 49.999, 50)),
		"The alert fires: 50.001 is not between 0 and 50.":            judged(stack.ThresholdNotBetween, 50.001, 0, 50),
		"The alert fires: -0.004 is not between 0 and 50.":            judged(stack.ThresholdNotBetween, -0.004, 0, 50),
		"The alert fires: 50 equals 50.":                              judged(stack.ThresholdEqual, 50, 50),
		"The alert fires: 50.26 does not equal 50.25.":                judged(stack.ThresholdNotEqual, 50.2599, 50.25),
		"The alert fires: 50.2500000001 does not equal 50.25.":        judged(stack.ThresholdNotEqual, 50.2500000001, 50.25),
		"The alert fires: 1e-300 exceeds 0.":                          judged(stack.ThresholdAboveExclusive, 1e-300, 0),
		"The alert fires: 51 meets or exceeds 50.":                    judged(stack.ThresholdAbove, 51.2, 50),
		"The alert fires: 51.2 meets or exceeds 50.5.":                judged(stack.ThresholdAbove, 51.2, 50.5),
		"The alert fires: 2 is between 1 and 2.5.":                    judged(stack.ThresholdBetween, 2.25, 1, 2.5),
		"The alert fires: 9007199254740992 exceeds 9007199254740991.": judged(stack.ThresholdAboveExclusive, 1<<53, 1<<53-1),
	} {
		for _, service := range stack.WebhookServices() {
			body := deliver(t, n, func(w *stack.Webhook) {
				w.Service, w.Secrets.QueryParams = service, map[string]string{stack.ServicePagerDuty.Rules().Key: "routing"}
			}).Body
			finding := strings.TrimSuffix(want[strings.Index(want, ": ")+2:], ".")
			if !strings.Contains(string(body), finding) {
				t.Errorf("%s: want %q in %s", service, finding, body)
			}
		}
	}
}

// TestWrittenValueStandsToThresholdsLikeTheValue tries values around a
// threshold.
func TestWrittenValueStandsToThresholdsLikeTheValue(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		bound := math.Round(random.Float64()*1e6) / math.Pow10(random.IntN(7))
		value := bound + (random.Float64()-0.5)*math.Pow10(-random.IntN(14))
		text := own(t, judged(stack.ThresholdAbove, value, bound), "{{body}}")
		_, after, _ := strings.Cut(text, "The alert fires: ")
		written, _, _ := strings.Cut(after, " ")
		if read, err := strconv.ParseFloat(written, 64); err != nil || read < bound != (value < bound) || read > bound != (value > bound) {
			t.Errorf("%v beside %v is written as %s: %v", value, bound, written, err)
		}
	}
}

func TestInfiniteValueIsAVariable(t *testing.T) {
	t.Parallel()
	for infinity, want := range map[alerting.Infinity]string{
		alerting.PlusInfinity: "+Inf yes", alerting.MinusInfinity: "-Inf yes", alerting.Finite: " no",
	} {
		n := withoutData()
		n.Infinite = infinity
		if got := own(t, n, "{{value}} {{#if value}}yes{{else}}no{{/if}}"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
