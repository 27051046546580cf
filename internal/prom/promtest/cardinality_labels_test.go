package promtest_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// someOf puts random attributes: keys that become one label are among them, and so
// are empty values.
func someOf(rng *rand.Rand, put func(key, value []byte), keys ...string) {
	for _, key := range keys {
		if rng.IntN(3) > 0 {
			put([]byte(key), []byte([]string{"", "a", "b", "ü\"\\"}[rng.IntN(4)]))
		}
	}
}

// randomOTLP writes gauges, each of a number that no other has.
func randomOTLP(rng *rand.Rand, count int) func(*telemetry.Writer) {
	return func(w *telemetry.Writer) {
		for i := range count {
			resource := w.BeginResource()
			put := func(key, value []byte) { resource.Text(key, value) }
			someOf(rng, put, "service.name", "service.namespace", "service.instance.id", "host.name", "process.pid", "job", "a.b")
			of := w.EndResource(nil)
			scope := w.BeginScope()
			someOf(rng, func(key, value []byte) { scope.Text(key, value) }, "name", "x.y", "x_y")
			origin := w.EndScope(of, telemetry.Scope{Name: []byte([]string{"", "s"}[rng.IntN(2)]), Version: []byte([]string{"", "1"}[rng.IntN(2)])})
			metric := w.Metric(&telemetry.MetricHead{Name: []byte("otlp.level")}, origin)
			point := w.BeginPoint(1)
			point.Text([]byte("number"), []byte(fmt.Sprint(i)))
			someOf(rng, func(key, value []byte) { point.Text(key, value) }, "a.b", "a/b", "a_b", "host_name", "instance", "__name__", "1st")
			w.EndNumber(telemetry.Gauge, &telemetry.NumberPoint{PointHead: telemetry.PointHead{Time: uint64(time.Now().UnixNano())}, Value: 1, HasValue: true}, metric)
		}
	}
}

// TestCountedLabelsAreThoseOfPromQL compares the counts with those of the series that
// PromQL has.
func TestCountedLabelsAreThoseOfPromQL(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(testkit.Seed(t, 20), 2))
	f := newFixture(t)
	f.insertRows(t, randomOTLP(rng, 60))
	for i := range 15 {
		builder := labels.NewBuilder(labels.FromStrings(model.MetricNameLabel, "written", "number", fmt.Sprint("w", i)))
		someOf(rng, func(key, value []byte) { builder.Set(string(key), string(value)) }, "a_b", "instance", "job", "otel_scope_x_y")
		f.insert(t, series{builder.Labels(), []sample{{at: time.Now().UnixMilli(), value: 1}}})
	}
	s := f.service(t, func(*prom.Service) {})
	for metric, selector := range map[string]string{"": `otlp_level|written`, "otlp.level": "otlp_level", "otlp_level": "otlp_level", "written": "written"} {
		named := []*labels.Matcher{labels.MustNewMatcher(labels.MatchRegexp, model.MetricNameLabel, selector)}
		shown, _, err := s.Series(f.asking(t), prom.Selection{Matchers: [][]*labels.Matcher{named}})
		if err != nil || len(shown) == 0 {
			t.Fatalf("%d series, %v", len(shown), err)
		}
		want := map[string]map[string]int{}
		for _, one := range shown {
			one.Range(func(l labels.Label) {
				if l.Name == model.MetricNameLabel {
					return
				}
				if want[l.Name] == nil {
					want[l.Name] = map[string]int{}
				}
				want[l.Name][l.Value]++
			})
		}
		counting := f.counting(0)
		counting.Page = []int{0, 1, 7, 25}[rng.IntN(4)]
		counted, err := counting.LabelSeries(f.asking(t), prom.CountQuestion{Metric: metric})
		if err != nil || counted.Partial {
			t.Fatal(counted.Partial, err)
		}
		compareCounts(t, metric, counted.Labels, want)
	}
}

func compareCounts(t *testing.T, metric string, counted []prom.LabelSeries, want map[string]map[string]int) {
	t.Helper()
	if len(counted) != len(want) {
		t.Errorf("%s: %d labels, want %d", metric, len(counted), len(want))
	}
	for _, l := range counted {
		got, series := map[string]int{}, 0
		for _, v := range l.Top {
			got[v.Value] = v.Series
		}
		for value, n := range want[l.Name] {
			series += n
			if l.Values > prom.TopValuesMax && n == 1 { // some of them are named
				got[value] = n
			}
		}
		if diff := cmp.Diff(want[l.Name], got); diff != "" || l.Values != len(want[l.Name]) || l.Series != series {
			t.Errorf("%s: %s: %d values of %d series, want %d of %d: %s", metric, l.Name, l.Values, l.Series, len(want[l.Name]), series, diff)
		}
	}
}
