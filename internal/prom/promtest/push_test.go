package promtest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/testkit"
)

// expressions are what is asked of the random series: NAME is one of theirs.
func expressions() []string {
	var all []string
	for _, function := range []string{
		"rate", "increase", "delta", "irate", "idelta", "sum_over_time", "avg_over_time", "min_over_time", "max_over_time", "count_over_time", "present_over_time",
	} {
		for _, form := range []string{
			"%s(NAME[5m])", "sum by (job) (%s(NAME[5m]))", "sum(%s(NAME[1m]))", "max without (instance) (%s(NAME[10m] offset 3m))",
			"min by (job, instance) (%s(NAME{job=~\"j[01]\"}[7m30s]))", "avg by (job) ((%s(NAME{instance!=\"i1\"}[2m])))", "count(%s(NAME[31s]))",
		} {
			all = append(all, fmt.Sprintf(form, function))
		}
	}
	return append(all,
		"sum by (job) (NAME)", "sum(NAME) / count(NAME)", "max without (instance) (NAME offset 1m)", "avg(NAME{job=\"j2\"})",
		"NAME", "topk(2, NAME)", "sum by (job) (rate(NAME[5m])) > 1", "histogram_quantile(0.9, sum by (le) (rate(NAME[5m])))",
		"absent(sum(rate(NAME{job=\"none\"}[5m])))", "sum_over_time(NAME[5m])", "max_over_time(sum(rate(NAME[1m]))[10m:1m])",
		"label_replace(rate(NAME[5m]), \"x\", \"$1\", \"job\", \"(.*)\")", "sum(NAME @ start())", "-sum(rate(NAME[5m]))", "changes(NAME[5m])",
	)
}

// TestAnswersAreThoseOfPrometheus compares what the engine of points computes,
// what Prometheus' engine computes of its samples, and what it computes of the
// same samples in memory.
func TestAnswersAreThoseOfPrometheus(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(testkit.Seed(t, 20), 1))
	f := newFixture(t)
	from := testkit.Today().Add(-time.Hour) // over midnight
	var all memory
	for name, odd := range map[string]bool{"plain_total": false, "odd_total": true, "level": false, "odd_level": true} {
		made := randomSeries(rng, name, 7, from, 2*time.Hour, odd)
		all = append(all, made...)
		for i, s := range made { // in two blocks, some samples twice
			half := len(s.samples) / 2
			f.insert(t, series{made[i].labels, s.samples[half:]})
			f.insert(t, series{made[i].labels, s.samples[:half+1]})
		}
	}
	far := f.service(t, func(s *prom.Service) { s.PushMin, s.Far = 0, true })
	near := f.service(t, func(s *prom.Service) { s.PushMin, s.NearMax = 0, 500 })
	plain := f.service(t, func(s *prom.Service) { s.NoPush = true })
	pieces := f.service(t, func(s *prom.Service) { s.Limits.Samples = 3000 })
	steps := []time.Duration{0, 17 * time.Second, 5 * time.Minute}
	names := []string{"plain_total", "odd_total", "level", "odd_level"}
	for i, expression := range expressions() {
		name, step := names[(i+rng.IntN(2)*2)%len(names)], steps[i%len(steps)]
		expr := strings.ReplaceAll(expression, "NAME", name)
		t.Run(expr, func(t *testing.T) { // apart, so that each shows that the test goes on
			q := prom.Question{Expr: expr, From: from.Add(25*time.Minute + 123*time.Millisecond), To: from.Add(110 * time.Minute), Step: step}
			if step == 0 {
				q.To = q.From
			}
			want := reference(t, all, q)
			compare(t, "below the engine", f.team, far, q, want)
			compare(t, "beside the engine", f.team, near, q, want)
			compare(t, "by the engine", f.team, plain, q, want)
			if step > 0 && i%4 == 0 {
				compare(t, "in pieces", f.team, pieces, q, want)
			}
			if step > 0 && i%4 == 1 { // by whole hours
				q.From, q.Step = q.From.Add(-12*time.Hour), 5*time.Minute
				compare(t, "beside the engine, half a day", f.team, near, q, reference(t, all, q))
			}
		})
	}
}

func reference(t *testing.T, all memory, q prom.Question) parser.Value {
	t.Helper()
	engine := promql.NewEngine(promql.EngineOpts{
		MaxSamples: 50_000_000, Timeout: time.Minute, LookbackDelta: 5 * time.Minute, NoStepSubqueryIntervalFn: func(int64) int64 { return 60_000 },
		EnableAtModifier: true, EnableNegativeOffset: true, EnableDelayedNameRemoval: true, UseStartTimestamps: true, Parser: promtext.NewParser(),
	})
	defer func() { _ = engine.Close() }()
	var query promql.Query
	var err error
	if q.Step > 0 {
		query, err = engine.NewRangeQuery(t.Context(), all, nil, q.Expr, q.From, q.To, q.Step)
	} else {
		query, err = engine.NewInstantQuery(t.Context(), all, nil, q.Expr, q.From)
	}
	if err != nil {
		t.Fatalf("%s: %v", q.Expr, err)
	}
	result := query.Exec(t.Context())
	if result.Err != nil {
		t.Fatalf("%s: %v", q.Expr, result.Err)
	}
	return result.Value
}

func compare(t *testing.T, how, team string, s *prom.Service, q prom.Question, want parser.Value) {
	t.Helper()
	result, err := s.QueryTeam(t.Context(), team, q)
	if err != nil {
		t.Errorf("%s, %s, step %s: %v", how, q.Expr, q.Step, err)
		return
	}
	got, wanted := points(t, result.Value), points(t, want)
	for key, v := range wanted {
		if g, ok := got[key]; !ok || !isClose(g, v) {
			t.Errorf("%s, %s, step %s: %s = %v (%t), want %v", how, q.Expr, q.Step, key, g, ok, v)
			return
		}
	}
	for key, v := range got {
		if _, ok := wanted[key]; !ok {
			t.Errorf("%s, %s, step %s: %s = %v, want nothing", how, q.Expr, q.Step, key, v)
			return
		}
	}
}

// points returns the numbers of a value by labels and time.
func points(t *testing.T, v parser.Value) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	add := func(of labels.Labels, at int64, f float64) { all[fmt.Sprint(of.String(), " @", at)] = f }
	switch v := v.(type) {
	case promql.Matrix:
		for _, series := range v {
			for _, p := range series.Floats {
				add(series.Metric, p.T, p.F)
			}
		}
	case promql.Vector:
		for _, p := range v {
			add(p.Metric, p.T, p.F)
		}
	case promql.Scalar:
		add(labels.EmptyLabels(), v.T, v.V)
	default:
		t.Fatalf("value %T", v)
	}
	return all
}

func isClose(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) || math.IsInf(a, 0) || math.IsInf(b, 0) {
		return math.IsNaN(a) && math.IsNaN(b) || a == b
	}
	return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b))
}
