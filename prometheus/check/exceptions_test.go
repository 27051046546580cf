package check_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/prometheus/prometheus/promql"
)

// exceptionsShare is the share of evaluations that may differ from Prometheus.
const exceptionsShare = 0.01

const hintOfFirst = `Prometheus' storage knows of each histogram of a chunk that it follows the one before without a reset. ` +
	`Cairn knows what the sender says; this one says nothing, so that the first histogram of the range has no hint and the warning about two that contradict is missing. The value is the same.`

// exceptions are the expressions that have another result than in Prometheus, and
// why. One that has the same result fails the test.
var exceptions = map[string]string{
	`histogram_count(sum_over_time(mixed[2m]))`: hintOfFirst,
	`histogram_count(avg_over_time(mixed[2m]))`: hintOfFirst,
}

// pin is what the variants of an expression add to it.
var pin = regexp.MustCompile(` @ -?[0-9.]+`)

// except returns what is wanted in the place of what the API has, of which everything
// but the annotations has to be the same.
func (q *question) except(text string, got, want *promql.Result) *promql.Result {
	if got.Err != nil || want.Err != nil {
		return got
	}
	if got.Value.String() != want.Value.String() {
		return &promql.Result{Err: fmt.Errorf("the value differs too: %s, want %s", got.Value, want.Value)}
	}
	if len(got.Warnings) != len(want.Warnings) {
		q.engine.excepted.Store(text, true)
	}
	return want
}

// checkExceptions holds that each exception is one, and that they are few.
func (e *engine) checkExceptions(t *testing.T, evaluations int) {
	t.Helper()
	for _, text := range slices.Sorted(maps.Keys(exceptions)) {
		if _, found := e.excepted.Load(text); !found {
			t.Errorf("%s is no exception", text)
		}
		t.Logf("exception: %s: %s", text, exceptions[text])
	}
	if share := float64(len(exceptions)) / float64(evaluations); share > exceptionsShare {
		t.Errorf("%.1f %% are exceptions", 100*share)
	}
}
