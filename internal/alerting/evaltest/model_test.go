package evaltest_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/evaluator"
	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

// reference evaluates one alert the simple way: it is always awake, remembers
// everything, and looks at one window after the other.
type reference struct {
	alert       stack.Alert
	through     time.Time
	grouping    string
	groups      evaluate.Groups
	transitions []string
	told        []string
	windows     int
}

func (r *reference) schedule() evaluate.Schedule {
	return evaluate.Schedule{Interval: r.alert.Interval.Duration(), Offset: time.Duration(r.alert.ScheduleOffsetMinutes) * time.Minute}
}

func (r *reference) rule() evaluate.Rule {
	rule := evaluate.Rule{
		Comparison: r.alert.ThresholdType, Threshold: r.alert.Threshold, Windows: r.alert.Windows(),
		NoData: r.alert.NoData, Grouped: r.alert.GroupBy != "", Renotify: r.alert.RenotifyInterval.Duration(),
	}
	if rule.NoData == "" {
		rule.NoData = stack.NoDataZero
	}
	return rule
}

// catchUp looks at every window that is over.
func (r *reference) catchUp(now time.Time, telemetry func(stack.Alert, time.Time) map[string]float64) {
	for {
		w := r.schedule().First(r.alert.CreatedAt)
		if !r.through.IsZero() {
			w = r.schedule().After(r.through)
		}
		if w.End.Add(time.Duration(r.alert.DelaySeconds) * time.Second).After(now) {
			return
		}
		if r.grouping != r.alert.GroupBy {
			var closed []evaluate.Outcome
			r.groups, closed = r.groups.Close()
			r.note(w, closed)
		}
		var outcomes []evaluate.Outcome
		r.groups, outcomes = evaluate.Step(r.rule(), r.groups, w, r.values(telemetry(r.alert, w.Start)))
		r.note(w, outcomes)
		r.through, r.grouping = w.End, r.alert.GroupBy
		r.windows++
	}
}

// values puts what an alert is grouped by into the keys of its groups.
func (r *reference) values(read map[string]float64) evaluate.Values {
	values := evaluate.Values{}
	for group, value := range read {
		if r.alert.GroupBy != "" {
			group = r.alert.GroupBy + "/" + group
		}
		values[group] = value
	}
	return values
}

func (r *reference) note(w evaluate.Window, outcomes []evaluate.Outcome) {
	for _, o := range outcomes {
		line := fmt.Sprintf("%s %s %s>%s", w.End.Format(time.RFC3339), o.Key, o.From, o.To)
		if o.Changed() {
			r.transitions = append(r.transitions, line)
		}
		if o.Notified() {
			r.told = append(r.told, line)
		}
	}
}

func keyOf(g alerting.Group) string {
	if len(g.Values) == 0 {
		return ""
	}
	return g.Values[0].Name + "/" + g.Values[0].Value
}

// model drives an evaluator through a random history beside the reference.
type model struct {
	*world
	random     *rand.Rand
	references []*reference
	evaluator  *evaluator.Evaluator
	crashes    int
}

func newModel(t *testing.T, kind string, seed uint64) *model {
	t.Helper()
	m := &model{world: newWorld(t, kind), random: rand.New(rand.NewPCG(seed, 1))}
	m.telemetry = func(a stack.Alert, start time.Time) map[string]float64 { return madeUp(seed, a.GroupBy, start) }
	for n := range 4 {
		made := m.alert(20+n, func(a *stack.AlertSpec) { m.change(a) })
		m.references = append(m.references, &reference{alert: made, groups: evaluate.Groups{}})
	}
	m.evaluator = m.world.evaluator()
	return m
}

// madeUp returns telemetry that is always the same for a window.
func madeUp(seed uint64, groupBy string, start time.Time) map[string]float64 {
	random := rand.New(rand.NewPCG(seed, uint64(start.Unix())))
	values := map[string]float64{}
	groups := []string{""}
	if groupBy != "" {
		groups = []string{"a", "b", "c"}
	}
	for _, group := range groups {
		if random.IntN(4) > 0 {
			values[group] = float64(random.IntN(20))
		}
	}
	return values
}

func pick[T any](random *rand.Rand, from ...T) T { return from[random.IntN(len(from))] }

func (m *model) change(a *stack.AlertSpec) {
	a.Threshold, a.ThresholdType = float64(m.random.IntN(15)), pick(m.random, stack.ThresholdAbove, stack.ThresholdBelow)
	a.Interval = pick[stack.Interval](m.random, "1m", "1m", "5m", "15m")
	a.ScheduleOffsetMinutes = 0
	if a.Interval == "5m" {
		a.ScheduleOffsetMinutes = m.random.IntN(5)
	}
	a.NumConsecutiveWindows, a.DelaySeconds = m.random.IntN(4), m.random.IntN(60)
	a.NoData = pick(m.random, "", stack.NoDataZero, stack.NoDataKeep, stack.NoDataFire)
	a.GroupBy = pick(m.random, "", "host", "pod")
	a.RenotifyInterval = pick[stack.Interval](m.random, "", "5m", "1h")
}

// settle lets the evaluator finish and the reference catch up.
func (m *model) settle() {
	m.t.Helper()
	m.pass(m.evaluator)
	for _, r := range m.references {
		r.catchUp(m.clock.Now(), m.telemetry)
	}
}

func (m *model) step() {
	m.t.Helper()
	switch r := m.references[m.random.IntN(len(m.references))]; m.random.IntN(9) {
	case 0:
		m.clock.Advance(time.Duration(m.random.IntN(240)) * time.Minute) // nobody was there, or the clock jumped
	case 1:
		m.clock.Advance(-time.Duration(m.random.IntN(600)) * time.Second)
	case 2:
		m.change(&r.alert.AlertSpec)
		m.edit(r.alert)
	case 3:
		m.silence(r.alert)
	case 4:
		m.fail(r.alert.ID)
	case 5, 6:
		m.die()
	default:
		m.clock.Advance(time.Duration(m.random.IntN(300)) * time.Second)
	}
	m.settle()
}

func (m *model) silence(a stack.Alert) {
	now := m.clock.Now()
	a.Silence = &stack.Silence{By: id(9), At: now, Until: now.Add(time.Hour)}
	m.ok(m.Store.InTx(m.t.Context(), func(ctx context.Context) error { _, err := m.SilenceAlert(ctx, a); return err }))
}

// fail lets reads of an alert fail for a while.
func (m *model) fail(alertID string) {
	m.refuse[alertID] = unavailable()
	for range m.random.IntN(5) {
		m.clock.Advance(time.Duration(m.random.IntN(60)) * time.Second)
		m.pass(m.evaluator)
	}
	delete(m.refuse, alertID)
	m.clock.Advance(alerting.RetryMax)
}

// die ends the process before or after one of its commits; another takes
// over when the leases have expired.
func (m *model) die() {
	m.clock.Advance(time.Duration(m.random.IntN(600)) * time.Second)
	left, before := m.random.IntN(3), m.random.IntN(2) == 0
	m.crash = func(commit func() error) error {
		if left--; left >= 0 {
			return commit()
		}
		if !before {
			m.ok(commit())
		}
		return errCrash
	}
	ctx, cancel := context.WithCancel(m.t.Context())
	if err := m.evaluator.Pass(ctx); err != nil {
		m.crashes++
	}
	cancel()
	m.crash = nil
	if m.Kind() == sqlstore.KindPostgres { // whose clock is not the test's
		m.ok(m.ReleaseShards(m.t.Context(), m.evaluator.Owner))
	}
	m.evaluator = m.world.evaluator()
	m.clock.Advance(2 * evaluator.LeaseTTL)
}

// check compares what is stored and told with the reference.
func (m *model) check() {
	m.t.Helper()
	told := map[string][]string{}
	ids := map[string]int{}
	for _, n := range m.told {
		line := fmt.Sprintf("%s %s %s>%s", n.Window.End.Format(time.RFC3339), keyOf(n.Group), n.From, n.To)
		told[n.Alert.ID] = append(told[n.Alert.ID], line)
		ids[n.MessageID(id(3))]++
	}
	for _, r := range m.references {
		if diff := cmp.Diff(sorted(slices.Clone(r.transitions)), sorted(m.transitions(r.alert.ID))); diff != "" {
			m.t.Errorf("transitions of %s (-want +got):\n%s", r.alert.ID, diff)
		}
		if diff := cmp.Diff(sorted(slices.Clone(r.told)), sorted(told[r.alert.ID])); diff != "" {
			m.t.Errorf("notices of %s (-want +got):\n%s", r.alert.ID, diff)
		}
	}
	if most := slices.Max(append(slices.Collect(maps.Values(ids)), 1)); most > 1 {
		m.t.Errorf("a message id was used %d times", most)
	}
}

func (m *model) transitions(alertID string) []string {
	entries, err := m.AlertHistory(m.t.Context(), id(1), alertID, alerting.Span{Limit: 100_000})
	m.ok(err)
	var lines []string
	for _, h := range entries {
		if h.Kind == alerting.HistoryTransition {
			lines = append(lines, fmt.Sprintf("%s %s %s>%s", h.Window.End.Format(time.RFC3339), keyOf(h.Group), h.From, h.To))
		}
	}
	return lines
}

// run drives a model through so many steps.
func run(t *testing.T, kind string, seed uint64, steps int) *model {
	t.Helper()
	m := newModel(t, kind, testkit.Seed(t, seed))
	m.settle()
	for range steps {
		m.step()
	}
	m.check()
	return m
}

func TestRandomHistoriesAgreeWithTheReference(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind  string
		seeds int
	}{{sqlstore.KindSQLite, 12}, {sqlstore.KindPostgres, 2}} {
		for seed := range c.seeds {
			t.Run(fmt.Sprintf("%s %d", c.kind, seed), func(t *testing.T) {
				t.Parallel()
				m := run(t, c.kind, uint64(seed), 40)
				windows, transitions := 0, 0
				for _, r := range m.references {
					windows, transitions = windows+r.windows, transitions+len(r.transitions)
				}
				t.Logf("%d windows, %d transitions, %d notices, %d crashes", windows, transitions, len(m.told), m.crashes)
			})
		}
	}
}
