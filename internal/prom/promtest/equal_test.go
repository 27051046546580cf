package promtest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/prompb"

	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// counted counts the reads of points, and calls before at each.
type counted struct {
	prom.Points
	reads  atomic.Int64
	before func()
}

func (c *counted) count() {
	c.reads.Add(1)
	if c.before != nil {
		c.before()
	}
}

func (c *counted) Numbers(ctx context.Context, scan prom.PointScan, take func(prom.Numbers) error) error {
	c.count()
	return c.Points.Numbers(ctx, scan, take)
}

func (c *counted) Lists(ctx context.Context, scan prom.PointScan, take func(prom.Lists) error) error {
	c.count()
	return c.Points.Lists(ctx, scan, take)
}

func (c *counted) Natives(ctx context.Context, scan prom.PointScan, take func(prom.Native) error) error {
	c.count()
	return c.Points.Natives(ctx, scan, take)
}

func (c *counted) Grid(ctx context.Context, scan prom.GridScan) (prom.GridResult, error) {
	c.count()
	return c.Points.Grid(ctx, scan)
}

// counting has a service count its reads.
func counting(c *counted) func(*prom.Service) {
	return func(s *prom.Service) { c.Points, s.Points = s.Points, c }
}

// repeated returns an expression with each of some parts so many times, in any order.
func repeated(rng *rand.Rand, parts []string, times int) string {
	var all []string
	for _, part := range parts {
		for range times {
			all = append(all, part)
		}
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return strings.Join(all, " + on() group_left() ")
}

// TestEqualPartsAreReadOnce asks for parts of expressions once and several times: as
// often there are reads, and the values are those of Prometheus.
func TestEqualPartsAreReadOnce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(testkit.Seed(t, 21), 1))
	f := newFixture(t)
	from := testkit.Today().Add(-time.Hour)
	all := randomSeries(rng, "plain_total", 1, from, 2*time.Hour, false)
	all = append(all, randomSeries(rng, "odd_total", 1, from, 2*time.Hour, true)...)
	f.insert(t, all...)
	// Each of the parts is read on its own.
	parts := []string{
		"plain_total", "odd_total", `plain_total{job="j0"}`, "plain_total offset 1m", "sum(plain_total)", "sum by (job) (odd_total)",
		"rate(plain_total[5m])", "rate(plain_total[6m])", "rate(odd_total[5m])", "sum(rate(plain_total[7m]))", "max(increase(odd_total[8m] offset 2m))",
		"max_over_time(plain_total[9m])", "changes(plain_total[3m])", "sum(plain_total @ end())", "avg_over_time(rate(plain_total[1m])[5m:1m])", `sum(plain_total{job="none"})`,
	}
	for way, adjust := range map[string]func(*prom.Service){
		"by the engine":     func(s *prom.Service) { s.NoPush = true },
		"beside the engine": func(s *prom.Service) { s.PushMin = 0 },
		"below the engine":  func(s *prom.Service) { s.PushMin, s.Far = 0, true },
	} {
		c := &counted{}
		s := f.service(t, func(s *prom.Service) { adjust(s); counting(c)(s) })
		for range 8 {
			rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			some := parts[:1+rng.IntN(4)]
			step := []time.Duration{0, time.Minute}[rng.IntN(2)]
			reads := map[int]int64{}
			for _, times := range []int{1, 2, 5} {
				q := prom.Question{Expr: repeated(rng, some, times), From: from.Add(30 * time.Minute), To: from.Add(30 * time.Minute), Step: step}
				if step > 0 {
					q.To = from.Add(100 * time.Minute)
				}
				before := c.reads.Load()
				compare(t, way, f.team, s, q, reference(t, all, q))
				reads[times] = c.reads.Load() - before
			}
			if reads[2] != reads[1] || reads[5] != reads[1] {
				t.Errorf("%s, %q, step %s: %v reads by how often each part is there", way, some, step, reads)
			}
		}
	}
}

// sentNatives writes a native histogram with fractional counts, a minute apart.
func sentNatives(t *testing.T, from time.Time, count int) func(*telemetry.Writer) {
	return func(w *telemetry.Writer) {
		under, ok := w.Labels([]telemetry.Label{{Name: []byte("job"), Value: []byte("j")}})
		if !ok {
			t.Fatal("labels were refused")
		}
		metric := w.Metric(&telemetry.MetricHead{Name: []byte("sizes"), Temporality: 2}, under.Origin)
		for i := range count {
			n := float64(i) + 1.5
			sent := prompb.FromFloatHistogram(0, &histogram.FloatHistogram{
				Count: 3 * n, Sum: 5 * n, ZeroCount: n, ZeroThreshold: 1e-128,
				PositiveSpans: []histogram.Span{{Offset: 1, Length: 2}}, PositiveBuckets: []float64{n, n},
			})
			native, err := sent.Marshal()
			if err != nil {
				t.Fatal(err)
			}
			point := telemetry.ExponentialPoint{Native: native}
			point.PointHead = telemetry.PointHead{Time: uint64(from.Add(time.Duration(i) * time.Minute).UnixNano()), Labels: &under}
			w.EndExponential(&point, metric)
		}
	}
}

// TestEqualSelectorsOfHistograms holds that nobody writes into samples that others read.
func TestEqualSelectorsOfHistograms(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	from := testkit.Today()
	f.insertRows(t, sentNatives(t, from, 40))
	c := &counted{}
	s := f.service(t, counting(c))
	value := func(expr string, step time.Duration) map[string]float64 {
		t.Helper()
		to := from.Add(30 * time.Minute)
		result, err := s.QueryTeam(t.Context(), f.team, prom.Question{Expr: "histogram_sum(" + expr + ") + on() histogram_count(" + expr + ")", From: to.Add(-step * 10), To: to, Step: step})
		if err != nil {
			t.Fatal(err)
		}
		return points(t, result.Value)
	}
	for _, part := range []string{"sizes", "rate(sizes[5m])", "sum_over_time(sizes[7m])", "sum(rate(sizes[5m]))", "-sizes"} {
		for _, step := range []time.Duration{0, time.Minute} {
			once, before := value(part, step), c.reads.Load()
			again := value(strings.TrimSuffix(strings.Repeat(part+" + ", 4), " + "), step)
			if reads := c.reads.Load() - before; reads != 1 || len(once) == 0 || len(again) != len(once) {
				t.Errorf("%s, step %s: %d reads, %d and %d values", part, step, reads, len(once), len(again))
			}
			for at, v := range once {
				if !isClose(again[at], 4*v) {
					t.Errorf("%s, step %s: %g is not four times %g", part, step, again[at], v)
				}
			}
		}
	}
}

// TestEqualPartsCountOnce holds an expression of equal selectors to the limits of
// one: of samples, and of time.
func TestEqualPartsCountOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	from := testkit.Today()
	one := series{labels: labels.FromStrings(model.MetricNameLabel, "level", "host", "a")}
	for i := range 1000 {
		one.samples = append(one.samples, sample{at: from.UnixMilli() + int64(i)*1000, value: float64(i)})
	}
	f.insert(t, one)
	c := &counted{}
	s := f.service(t, func(s *prom.Service) { s.Limits.Samples = 1500; counting(c)(s) })
	at := from.Add(999 * time.Second)
	q := prom.Question{Expr: strings.Repeat("sum_over_time(level[20m]) + ", 199) + "sum_over_time(level[20m])", From: at, To: at}
	result, err := s.QueryTeam(t.Context(), f.team, q)
	if err != nil {
		t.Fatal(err)
	}
	if result.Samples != 1000 || c.reads.Load() != 1 {
		t.Errorf("%d samples in %d reads", result.Samples, c.reads.Load())
	}
	for _, v := range points(t, result.Value) {
		if !isClose(v, 200*999*500) {
			t.Errorf("the value is %g", v)
		}
	}
	q.Expr = "sum_over_time(level[20m]) + max_over_time(level[19m])" // not equal
	if _, err := s.QueryTeam(t.Context(), f.team, q); !errors.Is(err, prom.ErrTooManySamples) {
		t.Errorf("two selectors of 1000 samples each: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c.before = cancel
	q.Expr = "level + level"
	if _, err := s.QueryTeam(ctx, f.team, q); err == nil {
		t.Error("there is a value for somebody who went away")
	}
	c.before = nil
	if result, err := s.QueryTeam(t.Context(), f.team, q); err != nil || fmt.Sprint(len(points(t, result.Value))) != "1" {
		t.Errorf("after it: %v, %v", result.Value, err)
	}
}
