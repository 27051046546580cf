package explore_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

func promExemplar(value float64, trace string, pairs ...string) explore.PromExemplar {
	return explore.PromExemplar{Exemplar: explore.Exemplar{Time: nine(), Value: value, TraceID: trace}, Series: labels.FromStrings(pairs...)}
}

func TestPromQLTilesHaveExemplars(t *testing.T) {
	t.Parallel()
	engine := newSeries()
	engine.exemplars = map[string][]explore.PromExemplar{
		"up":      {promExemplar(1, "t1", "job", "b", "zone", "y"), promExemplar(2, "t2", "job", "a", "zone", "z", "le", "5"), promExemplar(3, "t3", "job", "c")},
		"sum(up)": {promExemplar(1, "t1", "job", "b"), promExemplar(4, "t1", "job", "b")},
	}
	f := func(want string, config stack.Config, change func(*explore.TileQuestion)) {
		t.Helper()
		answer, err := drawProm(t, engine, config, func(q *explore.TileQuestion) {
			q.Exemplars = true
			change(q)
		})
		var got []string
		for _, e := range answer.Exemplars {
			got = append(got, fmt.Sprintf("%d %s %g %q %t", e.Item, e.TraceID, e.Value, e.Group, e.IsValue))
		}
		if err != nil || len(answer.Warnings) > 0 || strings.Join(got, "; ") != want {
			t.Errorf("%q, %v, %v, want %s", got, answer.Warnings, err, want)
		}
	}
	line := func(expressions ...string) stack.Config {
		return stack.PromQLLineConfig{PromQLQuery: promTile(stack.DisplayLine, expressions...)}
	}
	as := func(*explore.TileQuestion) {}
	f(`0 t3 3 [] false; 0 t2 2 ["a"] false; 0 t1 1 ["b"] false`, line("up as {{job}}"), as)
	f(`0 t1 4 ["total"] false`, line("sum(up) as total"), as)
	f(`1 t1 4 ["total"] false; 0 t3 3 [] false; 0 t2 2 ["a"] false; 0 t1 1 ["b"] false`, line("up as {{job}}", "sum(up) as total"), as)
	f("", line("many"), as)
	f("", line("up"), func(q *explore.TileQuestion) { q.Exemplars = false })
	f("", stack.PromQLNumberConfig{PromQLQuery: promTile(stack.DisplayNumber, "up")}, as)
}

// TestChartsDoNotFailBecauseOfExemplars holds that a chart is shown with a warning
// when its exemplars can't be read.
func TestChartsDoNotFailBecauseOfExemplars(t *testing.T) {
	t.Parallel()
	for _, err := range []error{fault.New(fault.Invalid, "secret"), errors.New("secret"), fault.New(fault.Forbidden, "secret")} {
		engine := newSeries()
		engine.noExemplars = err
		answer, err := drawProm(t, engine, stack.PromQLLineConfig{PromQLQuery: promTile(stack.DisplayLine, "up")}, func(q *explore.TileQuestion) { q.Exemplars = true })
		if err != nil || len(answer.Rows) == 0 || len(answer.Warnings) != 1 || answer.Warnings[0].Path != "exemplars" || strings.Contains(answer.Warnings[0].Reason, "secret") {
			t.Errorf("%+v, %v", answer.Warnings, err)
		}
	}
}

func TestExpressionsWithValuesLikeExemplars(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"histogram_quantile(0.9, sum by (le) (rate(x_bucket[5m])))": true,
		"max(histogram_quantile(0.9, x))":                           true,
		"(topk(3, histogram_avg(rate(x[5m]))))":                     true,
		"sort_desc(histogram_quantile(0.5, x))":                     true,
		"sum(histogram_quantile(0.9, x))":                           false,
		"histogram_quantile(0.9, x) * 1000":                         false,
		"rate(x_count[5m])":                                         false,
		"x":                                                         false,
		"1":                                                         false,
	} {
		expr, err := promtext.Parse(text)
		if err != nil || promtext.IsQuantile(expr) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
