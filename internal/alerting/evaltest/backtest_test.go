package evaltest_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// source is a reader that makes values up, for at most so many windows at
// once.
type source struct {
	value func(start time.Time) (float64, bool)
	most  int
	reads int
}

// Read implements alerting.Reader.
func (s *source) Read(_ context.Context, questions []explore.AlertQuestion, answered func([]explore.AlertAnswer)) {
	q := questions[0]
	s.reads++
	var r explore.AlertAnswer
	if s.most > 0 && q.Range.Duration() > time.Duration(s.most)*q.Step {
		answered([]explore.AlertAnswer{{Err: fault.New(fault.Invalid, "too much")}})
		return
	}
	for at := q.Range.From; at.Before(q.Range.To); at = at.Add(q.Step) {
		if v, ok := s.value(at); ok {
			r.Points = append(r.Points, explore.AlertPoint{Window: at, Value: v})
		}
	}
	answered([]explore.AlertAnswer{r})
}

// Sample implements alerting.Reader.
func (s *source) Sample(context.Context, alerting.Notice) ([]map[string]string, error) {
	return nil, nil
}

// try back-tests an alert over the days before noon.
func try(t *testing.T, s *source, days int, change func(*stack.AlertSpec)) (review.TrialResult, []string, error) {
	t.Helper()
	spec := stack.AlertSpec{Threshold: 90, ThresholdType: stack.ThresholdAbove, Interval: "1m"}
	if change != nil {
		change(&spec)
	}
	to := noon().Truncate(time.Hour)
	reviewing := &review.Review{Reader: s, Now: func() time.Time { return to.Add(time.Hour) }}
	ctx := access.WithPrincipal(t.Context(), access.Principal{TeamID: id(1), UserID: id(5), OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}})
	var told []string
	result, err := reviewing.Backtest(ctx, review.Trial{Alert: stack.Alert{AlertSpec: spec}, From: to.Add(-time.Duration(days) * 24 * time.Hour), To: to},
		func(done, total int) { told = append(told, fmt.Sprint(done, "/", total)) })
	return result, told, err
}

// spikes has one spike a day: on day n of the month n*10 high, for n minutes.
func spikes(start time.Time) (float64, bool) {
	day := start.Day()
	if start.Hour() == 3 && start.Minute() < day%10+1 {
		return float64(day * 10), true
	}
	return float64(start.Minute() % 7), true
}

func TestBacktestTellsWhatWouldHaveHappened(t *testing.T) {
	t.Parallel()
	result, told, err := try(t, &source{value: spikes}, 7, func(a *stack.AlertSpec) { a.Threshold = 290 })
	if err != nil || result.Windows != 7*24*60 {
		t.Fatalf("%d windows, %v", result.Windows, err)
	}
	var lines []string
	for _, c := range result.Transitions {
		lines = append(lines, fmt.Sprintf("%s %s>%s %g", c.At.Format("02 15:04"), c.From, c.To, *c.Value))
	}
	want := []string{"29 03:01 inactive>firing 290", "29 03:11 firing>inactive 3", "30 03:01 inactive>firing 300", "30 03:02 firing>inactive 1",
		"31 03:01 inactive>firing 310", "31 03:03 firing>inactive 2"}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
	if result.Notifications != 6 || result.PerWeek != 6 || result.Firing != 13*time.Minute || len(told) != 1 {
		t.Errorf("%d notifications, %g a week, firing for %s, told %q", result.Notifications, result.PerWeek, result.Firing, told)
	}
	if first := result.FirstValue; first == nil || first.Format("02 15:04") != "25 12:00" {
		t.Errorf("the first value is at %v", first)
	}
	got := fmt.Sprint(result.Suggestions)
	if len(result.Suggestions) != 3 || result.Suggestions[0].Threshold != 310 || result.Suggestions[0].PerWeek != 2 {
		t.Errorf("suggestions: %s", got)
	}
	for i, target := range []float64{1, 5, 20} {
		if s := result.Suggestions[i]; math.Abs(math.Log(s.PerWeek/target)) > math.Log(4) {
			t.Errorf("for %g a week: %+v", target, s)
		}
	}
}

func TestBacktestReadsLongRangesInParts(t *testing.T) {
	t.Parallel()
	s := &source{value: spikes}
	long, told, err := try(t, s, 31, nil)
	if err != nil || long.Windows != 31*24*60 || s.reads != 5 || len(told) != 5 || told[4] != "44640/44640" {
		t.Errorf("%d windows, %d reads, told %q, %v", long.Windows, s.reads, told, err)
	}
	limited, _, err := try(t, &source{value: spikes, most: 2000}, 31, nil)
	if diff := cmp.Diff(long, limited); err != nil || diff != "" {
		t.Errorf("in smaller parts: %v\n%s", err, diff)
	}
	if _, _, err := try(t, &source{value: spikes, most: 1}, 1, nil); fault.KindOf(err) != fault.Invalid {
		t.Errorf("what can't be read: %v", err)
	}
	if _, _, err := try(t, s, 32, nil); fault.KindOf(err) != fault.Invalid {
		t.Errorf("more than 31 days: %v", err)
	}
}

func TestBacktestLimits(t *testing.T) {
	t.Parallel()
	flapping := &source{value: func(start time.Time) (float64, bool) { return float64(start.Minute() % 2 * 100), true }}
	result, _, err := try(t, flapping, 31, nil)
	if err != nil || len(result.Transitions) != review.BacktestTransitionsMax || !result.Truncated || result.Notifications != 31*24*60-1 {
		t.Errorf("%d transitions, %d notifications, %v", len(result.Transitions), result.Notifications, err)
	}
	nothing := &source{value: func(time.Time) (float64, bool) { return 0, false }}
	if result, _, err := try(t, nothing, 1, func(a *stack.AlertSpec) { a.NoData = stack.NoDataFire }); err != nil || result.Firing != 24*time.Hour || len(result.Suggestions) != 0 {
		t.Errorf("no data at all: %+v, %v", result, err)
	}
	if result, _, err := try(t, &source{value: spikes}, 7, func(a *stack.AlertSpec) { a.ThresholdType = stack.ThresholdEqual }); err != nil || len(result.Suggestions) != 0 {
		t.Errorf("equal has no better threshold: %+v, %v", result.Suggestions, err)
	}
}
