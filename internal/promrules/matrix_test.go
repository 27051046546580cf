package promrules_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"

	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/promrules"
	"github.com/cairnstack/cairn/internal/stack"
)

// TestNotificationsSayWhatPrometheusSays evaluates rules of every operator, with
// constants of several forms on both sides, as Prometheus does and as what they
// become: the same series fire in each window, also those that are gone, and the
// text of each says the same value, or the import has said that it does not.
func TestNotificationsSayWhatPrometheusSays(t *testing.T) {
	t.Parallel()
	x := newEngine(t)
	for _, op := range []string{"==", "!=", "<", "<=", ">", ">="} {
		for _, constant := range []string{"0", "1", "-1", "2 * 3", "-(2 ^ 3) + 9", "5 % 3 / 2", "1e3", "5 > bool 4", "1 / 0", "NaN"} {
			for _, form := range []string{
				"x %s (%s)", "x %s %s and y", "x %s (%s) unless y", "sum(x) %s %s", "sum by (i) (x) + 1 %s (%s) and on (i) y", "x > bool 0 %s %s",
				"(x or y) %s (%s) unless on (i) y == 1", "x %[1]s %[2]s or y", "x %s on (i) y + (%s)", "x %s bool (%s)",
			} {
				x.check(t, fmt.Sprintf(form, op, constant))
			}
			x.check(t, fmt.Sprintf("(%s) %s x", constant, op))
			x.check(t, fmt.Sprintf("-(%s) %s x and y", constant, op))
		}
	}
	for _, expr := range []string{"absent(x)", "absent(none)", "vector(5)", "7", "vector(2) and vector(1)", "group(x)", "group by (i) (x) unless y", "x", "x and y", "time() > bool 5", "-x", "vector(1 / 0)", "vector(NaN)"} {
		x.check(t, expr)
	}
}

// minutes are the windows of the test, at whose ends everything is evaluated.
const minutes = 6

// engine is Prometheus' own, with a series for each course of values.
type engine struct {
	*promql.Engine
	series []storage.Series
}

func newEngine(t *testing.T) *engine {
	t.Helper()
	x := &engine{Engine: promql.NewEngine(promql.EngineOpts{MaxSamples: 100_000, Timeout: time.Minute, Parser: promtext.NewParser(), LookbackDelta: 30 * time.Second})}
	gone := math.MaxFloat64
	for i, course := range [][]float64{
		{0, 1, 0, gone, gone, 0}, {1, 1, 6, 6, gone, 5}, {6, 1000, 1001, -1, -2, gone}, {0.5, 0.4, 1, 1, 1, 1}, {math.Inf(1), math.Inf(-1), 0, 1, gone, gone},
		{gone, gone, 1, 0, 7, 6}, {math.NaN(), gone, math.NaN(), 1, 2, math.NaN()},
	} {
		for _, name := range []string{"x", "y"} {
			var list []chunks.Sample
			for minute, value := range course {
				if name == "y" {
					value = float64((minute + i) % 2)
				}
				if value != gone && (name == "x" || i%3 > 0) {
					list = append(list, sample{int64(minute+1) * 60_000, value})
				}
			}
			x.series = append(x.series, storage.NewListSeries(labels.FromStrings("__name__", name, "i", strconv.Itoa(i)), list))
		}
	}
	return x
}

// ask returns the values of an expression by their labels, without a name as
// alerts of Prometheus have none.
func (x *engine) ask(t *testing.T, expr string, minute int) map[string]float64 {
	t.Helper()
	q, err := x.NewInstantQuery(t.Context(), x, nil, expr, time.UnixMilli(int64(minute)*60_000))
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	defer q.Close()
	result := q.Exec(t.Context())
	values := map[string]float64{}
	switch v := result.Value.(type) {
	case promql.Scalar:
		values["{}"] = v.V
	case promql.Vector:
		for _, s := range v {
			values[s.Metric.DropReserved(func(name string) bool { return name == "__name__" }).String()] = s.F
		}
	default:
		t.Fatalf("%s: %v", expr, result)
	}
	return values
}

func (x *engine) check(t *testing.T, expr string) {
	t.Helper()
	board := convert(t, inGroup("", `{alert: a, expr: "`+expr+`", annotations: {summary: "{{ $labels.i }} has {{ $value }}", url: "http://x/{{ $value }}"}}`))
	alert, verdict := board.Alerts[0], board.Verdicts[0]
	tile := board.Tiles[0]["config"].(map[string]any)["queries"].([]any)[0].(map[string]any)["expression"].(string)
	parsed, err := promtext.ParseNumbers(tile)
	if err != nil {
		t.Fatalf("%s: %s: %v", expr, tile, err)
	}
	rule := evaluate.Rule{
		Comparison: alert["thresholdType"].(stack.ThresholdType), Threshold: alert["threshold"].(float64),
		Windows: 1, NoData: alert["noData"].(stack.NoData), Grouped: !promtext.IsSingle(parsed),
	}
	groups := evaluate.Groups{}
	for minute := range minutes {
		end := time.UnixMilli(int64(minute+1) * 60_000)
		var outcomes []evaluate.Outcome
		groups, outcomes = evaluate.Step(rule, groups, evaluate.Window{Start: end.Add(-time.Minute), End: end}, x.values(t, tile, minute+1, rule.Grouped))
		got := map[string]string{}
		for _, o := range outcomes {
			if o.To == stack.StateFiring {
				got[cmp.Or(strings.TrimPrefix(o.Key, "#"), "{}")] = told(t, alert, o)
			}
		}
		want := wanted(x.ask(t, expr, minute+1), verdict)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s, as %s with %s %v, in minute %d (-want +got):\n%s", expr, tile, rule.Comparison, rule.Threshold, minute, diff)
		}
	}
}

// values returns those of a window by their groups; NaN is none.
func (x *engine) values(t *testing.T, tile string, minute int, isGrouped bool) evaluate.Values {
	t.Helper()
	values := evaluate.Values{}
	for key, value := range x.ask(t, tile, minute) {
		if key = "#" + key; !isGrouped {
			key = ""
		}
		if !math.IsNaN(value) {
			values[key] = value
		}
	}
	return values
}

// told returns what a notification says.
func told(t *testing.T, alert map[string]any, o evaluate.Outcome) string {
	t.Helper()
	text, err := stack.ParseTemplate(alert["message"].(string))
	if err != nil {
		t.Fatal(err)
	}
	said, err := text.Render(stack.TemplateView{BytesMax: 1000, Lookup: func(path string) string {
		if path == "value" {
			return strconv.FormatFloat(o.Value, 'g', -1, 64)
		}
		_, value, _ := strings.Cut(o.Key, `i="`)
		return strings.TrimSuffix(value, `"}`)
	}})
	if err != nil {
		t.Fatal(err)
	}
	return said
}

// wanted returns what Prometheus says of values, as far as the import has not
// said that it differs.
func wanted(values map[string]float64, verdict promrules.Verdict) map[string]string {
	want := map[string]string{}
	for key, value := range values {
		if math.IsNaN(value) && slices.Contains(verdict.Changed, "a series whose value is NaN does not fire") {
			continue
		}
		_, series, _ := strings.Cut(key, `i="`)
		said := strconv.FormatFloat(value, 'g', -1, 64)
		if slices.Contains(verdict.LeftOut, "the value in the annotation summary, where n/a stands") && slices.Contains(verdict.LeftOut, "the value in the annotation url, where n/a stands") {
			said = "n/a"
		}
		want[key] = strings.TrimSuffix(series, `"}`) + " has " + said + "\n\nurl: http://x/" + said
	}
	return want
}

type sample struct {
	ms    int64
	value float64
}

func (s sample) ST() int64                     { return 0 }
func (s sample) T() int64                      { return s.ms }
func (s sample) F() float64                    { return s.value }
func (s sample) H() *histogram.Histogram       { return nil }
func (s sample) FH() *histogram.FloatHistogram { return nil }
func (s sample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (s sample) Copy() chunks.Sample           { return s }

// Querier makes the series a storage.
func (x *engine) Querier(int64, int64) (storage.Querier, error) { return querier{x}, nil }

type querier struct{ *engine }

func (q querier) Close() error { return nil }

func (q querier) LabelValues(context.Context, string, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (q querier) LabelNames(context.Context, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (q querier) Select(_ context.Context, _ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
	var found []storage.Series
	for _, s := range q.series {
		if !slices.ContainsFunc(matchers, func(m *labels.Matcher) bool { return !m.Matches(s.Labels().Get(m.Name)) }) {
			found = append(found, s)
		}
	}
	return &set{series: found}
}

type set struct {
	series []storage.Series
	at     int
}

func (s *set) Next() bool                        { s.at++; return s.at <= len(s.series) }
func (s *set) At() storage.Series                { return s.series[s.at-1] }
func (s *set) Err() error                        { return nil }
func (s *set) Warnings() annotations.Annotations { return nil }
