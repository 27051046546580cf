package explore_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// seriesByName is PromQL whose expressions are names of series: a number for
// each instant that is asked for, counted from the value that it has first.
type seriesByName struct {
	series map[string][]explore.PromSeries
	asked  []explore.PromQuestion
	teams  []string
	err    error

	exemplars   map[string][]explore.PromExemplar
	noExemplars error
}

func (s *seriesByName) Query(_ context.Context, q explore.PromQuestion) (explore.PromAnswer, error) {
	s.asked = append(s.asked, q)
	var answer explore.PromAnswer
	for _, known := range s.series[q.Expr] {
		one, value := explore.PromSeries{Labels: known.Labels}, known.Points[0].Value
		for at := q.From; !at.After(q.To); at = at.Add(max(q.Step, time.Second)) {
			one.Points = append(one.Points, explore.PromPoint{At: at, Value: value})
			value++
		}
		answer.Series = append(answer.Series, one)
	}
	answer.Truncated = q.Expr == "many"
	if q.Expr == "odd" {
		answer.Warnings = []string{"metric might not be a counter"}
	}
	return answer, s.err
}

func (s *seriesByName) QueryTeam(ctx context.Context, teamID string, q explore.PromQuestion) (explore.PromAnswer, error) {
	s.teams = append(s.teams, teamID)
	return s.Query(ctx, q)
}

func (s *seriesByName) Exemplars(_ context.Context, q explore.PromExemplarQuestion) ([]explore.PromExemplar, error) {
	return s.exemplars[q.Expr], s.noExemplars
}

func promSeries(value float64, pairs ...string) explore.PromSeries {
	return explore.PromSeries{Labels: labels.FromStrings(pairs...), Points: []explore.PromPoint{{Value: value}}}
}

func newSeries() *seriesByName {
	return &seriesByName{series: map[string][]explore.PromSeries{
		"alike":      {promSeries(1, "__name__", "load1", "job", "a"), promSeries(2, "__name__", "load5", "job", "a"), promSeries(3, "__name__", "load5", "job", "b")},
		"up":         {promSeries(1, "__name__", "up", "job", "b"), promSeries(10, "__name__", "up", "job", "a", "zone", "z")},
		"sum(up)":    {promSeries(7)},
		"buckets":    {promSeries(9, "le", "+Inf"), promSeries(5, "le", "1"), promSeries(2, "le", "0.1"), promSeries(5, "le", "0.5"), promSeries(1)},
		"below_zero": {promSeries(2, "le", "-1"), promSeries(2, "le", "1")},
		"odd":        {promSeries(math.NaN(), "job", "a"), promSeries(math.Inf(1), "job", "b")},
		"topk(2, x)": {promSeries(5, "job", "b"), promSeries(4, "job", "a")},
		"many":       {promSeries(1, "job", "a")},
		`up{job=~"(a|b)"}`: {
			promSeries(3, "job", "a"),
		},
	}}
}

func promTile(display stack.DisplayType, expressions ...string) stack.PromQLQuery {
	tile := stack.PromQLQuery{ConfigType: stack.ConfigPromQL, DisplayType: display}
	for _, text := range expressions {
		expr, legend, _ := strings.Cut(text, " as ")
		tile.Queries = append(tile.Queries, stack.PromQLExpression{Expression: expr, Legend: legend})
	}
	return tile
}

// drawProm asks about a tile over a minute and a half from nine, in buckets of
// 30 s.
func drawProm(t *testing.T, engine explore.PromQL, config stack.Config, change func(*explore.TileQuestion)) (explore.TileAnswer, error) {
	t.Helper()
	queries, _, ctx := newQueries(t, &recordedEngine{})
	asked := explore.TileQuestion{Config: config, Granularity: "30s", Range: query.TimeRange{From: nine(), To: nine().Add(59 * time.Second)}}
	if change != nil {
		change(&asked)
	}
	return (&explore.Tiles{Queries: queries, PromQL: engine}).Draw(ctx, asked)
}

func TestPromQLTilesShowTheirSeries(t *testing.T) {
	t.Parallel()
	f := func(config stack.Config, columns string, want ...string) {
		t.Helper()
		answer, err := drawProm(t, newSeries(), config, nil)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range answer.Columns {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != columns {
			t.Errorf("columns %s, want %s", got, columns)
		}
		if diff := cmp.Diff(want, rowTexts(answer.Rows)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", config, diff)
		}
	}
	line := func(expressions ...string) stack.Config {
		return stack.PromQLLineConfig{PromQLQuery: promTile(stack.DisplayLine, expressions...)}
	}
	const over = "time series value"
	f(line("up"), over, `0 up{job="a",zone="z"} 10`, `0 up{job="b"} 1`, `30 up{job="a",zone="z"} 11`, `30 up{job="b"} 2`)
	f(line("up as {{job}}"), over, "0 a 10", "0 b 1", "30 a 11", "30 b 2")
	f(line("sum(up)", "sum(up)", "up as all"), over, "0 sum(up) 7", "0 sum(up) (2) 7", "0 all 10", `0 all up{job="b"} 1`,
		"30 sum(up) 8", "30 sum(up) (2) 8", "30 all 11", `30 all up{job="b"} 2`)
	f(stack.PromQLStackedBarConfig{PromQLQuery: promTile(stack.DisplayStackedBar, "sum(up)")}, over, "0 sum(up) 7", "30 sum(up) 8")
	f(stack.PromQLTableConfig{PromQLQuery: promTile(stack.DisplayTable, "up")}, "__name__ job zone value", "up a z 10", "up b  1")
	f(stack.PromQLTableConfig{PromQLQuery: promTile(stack.DisplayTable, "topk(2, x) as most")}, "job most", "b 5", "a 4")
	f(stack.PromQLTableConfig{PromQLQuery: promTile(stack.DisplayTable, "up", "topk(2, x)")}, "job zone up topk(2, x)", "a z 10 -", "b  1 5", "a  - 4")
	f(stack.PromQLTableConfig{PromQLQuery: promTile(stack.DisplayTable, "sum(up)", "sum( up)", "sum(up) as all", "sum(up) as {{job}}")},
		"sum(up) sum( up) all sum(up) (2)", "7 7 7 7")
	f(stack.PromQLNumberConfig{PromQLQuery: promTile(stack.DisplayNumber, "sum(up)", "up")}, "value", "10")
	f(stack.PromQLNumberConfig{PromQLQuery: promTile(stack.DisplayNumber, "gone")}, "value")
	heat := func(expressions ...string) stack.Config {
		return stack.PromQLHeatmapConfig{PromQLQuery: promTile(stack.DisplayHeatmap, expressions...)}
	}
	const cells = "time row from to count"
	f(heat("up"), cells)
	f(heat("buckets"), cells, "0 0 0 0.1 2", "0 1 0.1 0.5 3", "0 3 1 +Inf 4", "30 0 0 0.1 3", "30 1 0.1 0.5 3", "30 3 1 +Inf 4")
	f(heat("buckets", "buckets"), cells, "0 0 0 0.1 4", "0 1 0.1 0.5 6", "0 3 1 +Inf 8", "30 0 0 0.1 6", "30 1 0.1 0.5 6", "30 3 1 +Inf 8")
	f(heat("below_zero"), cells, "0 0 -3 -1 2", "30 0 -3 -1 3")
	f(stack.PromQLCategoryConfig{PromQLQuery: promTile(stack.DisplayPie, "up as {{job}}", "sum(up)")}, "series value", "a 10", "sum(up) 7", "b 1")
}

func TestPromQLIsAskedForTheTimeOfItsTile(t *testing.T) {
	t.Parallel()
	f := func(config stack.Config, want string) {
		t.Helper()
		engine := newSeries()
		if _, err := drawProm(t, engine, config, nil); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, q := range engine.asked {
			got = append(got, fmt.Sprintf("%s %s-%s/%s", q.Expr, q.From.Sub(nine()), q.To.Sub(nine()), q.Step))
		}
		if diff := cmp.Diff(want, strings.Join(got, "; ")); diff != "" {
			t.Error(diff)
		}
	}
	instant, line := true, promTile(stack.DisplayLine, "rate(x[$__rate_interval])", "y[$__range:$__interval]")
	line.Queries[1].Expression, line.Queries[1].Instant = "avg_over_time(y[$__range:$__interval])", &instant
	f(stack.PromQLLineConfig{PromQLQuery: line}, "rate(x[1m]) 0s-30s/30s; avg_over_time(y[59s:30s]) 59s-59s/0s")
	f(stack.PromQLLineConfig{PromQLQuery: promTile(stack.DisplayLine, "up"), LineShape: stack.LineShape{CompareToPreviousPeriod: &instant}},
		"up 0s-30s/30s; up -1m0s-0s/30s")
	f(stack.PromQLNumberConfig{PromQLQuery: promTile(stack.DisplayNumber, "up")}, "up 59s-59s/0s")
}

func TestPromQLTilesHeedVariables(t *testing.T) {
	t.Parallel()
	tile := stack.PromQLNumberConfig{PromQLQuery: promTile(stack.DisplayNumber, `up{job=~"$job"}`)}
	answer, err := drawProm(t, newSeries(), tile, func(q *explore.TileQuestion) {
		q.SQL = true
		q.Variables = []explore.SQLVariable{{Name: "job", Values: []string{"a", "b"}, Expression: "ServiceName"}}
		q.Filters = []explore.TileFilter{{Expression: "ServiceName", Values: []string{"a", "b"}}, {Expression: "Host", Values: []string{"h"}}, {Expression: "Pod"}}
	})
	if err != nil || answer.Statements[0] != `up{job=~"(a|b)"}` || answer.Rows[0].Values[0] != 3 {
		t.Errorf("%+v, %v", answer, err)
	}
	if len(answer.Warnings) != 1 || answer.Warnings[0].Path != "filters.1" || !answer.Warnings[0].LeftOut {
		t.Errorf("warnings %+v", answer.Warnings)
	}
}

func TestPromQLTilesSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	f := func(engine explore.PromQL, source, text, want string) {
		t.Helper()
		tile := promTile(stack.DisplayNumber, "up", text)
		tile.SourceID = source
		_, err := drawProm(t, engine, stack.PromQLNumberConfig{PromQLQuery: tile}, nil)
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	f(newSeries(), "", "sum(", "tile.config.queries.1.expression: 1:5: unclosed left parenthesis")
	f(newSeries(), "", "sum($x)", "tile.config.queries.1.expression: $x is not a variable")
	f(&seriesByName{err: fault.New(fault.Invalid, "too many samples")}, "", "up", "tile.config.queries.0.expression: too many samples")
	f(nil, "", "up", "no PromQL tiles")
	f(newSeries(), logSource, "up", "tile.config.sourceId: must be a PromQL source")
	answer, err := drawProm(t, newSeries(), stack.PromQLTableConfig{PromQLQuery: promTile(stack.DisplayTable, "odd", "many")}, nil)
	if err != nil || answer.NonFinite != 2 || !answer.Truncated || answer.Warnings[0].Path != "tile.config.queries.0.expression" {
		t.Errorf("%+v, %v", answer, err)
	}
}

// oneDashboard is a store of a dashboard with a tile.
type oneDashboard struct {
	explore.WatchStore
	spec stack.DashboardSpec
}

func (o oneDashboard) DashboardVersion(context.Context, string, string) (int64, error) { return 1, nil }

func (o oneDashboard) DashboardByID(context.Context, string, string) (stack.Dashboard, error) {
	return stack.Dashboard{Record: stack.Record{Version: 1}, DashboardSpec: o.spec}, nil
}

// watch reads three windows of a minute from half past nine.
func watch(t *testing.T, engine *seriesByName, config stack.Config) explore.AlertAnswer {
	t.Helper()
	tile := stack.Tile{Placement: stack.Placement{ID: "t", Name: "T"}, Config: config}
	store := oneDashboard{spec: stack.DashboardSpec{Name: "D", Tiles: []stack.Tile{tile}}}
	alert := stack.Alert{Record: stack.Record{TeamID: "team"}, AlertSpec: stack.AlertSpec{Source: stack.AlertOnTile, DashboardID: "d", TileID: "t", Interval: "1m"}}
	from := nine().Add(30*time.Minute + 20*time.Second)
	question := explore.AlertQuestion{Alert: alert, Range: query.Until(from, from.Add(3*time.Minute)), Step: time.Minute, Phase: 20 * time.Second}
	var answers []explore.AlertAnswer
	(&explore.AlertReads{Store: store, PromQL: engine}).Read(t.Context(), []explore.AlertQuestion{question}, func(read []explore.AlertAnswer) {
		answers = append(answers, read...)
	})
	if len(answers) != 1 {
		t.Fatalf("%d answers", len(answers))
	}
	return answers[0]
}

func pointTexts(points []explore.AlertPoint) []string {
	var texts []string
	for _, p := range points {
		var group []string
		for i, name := range p.Names {
			group = append(group, name+"="+p.Group[i])
		}
		texts = append(texts, fmt.Sprintf("%s %s %g", p.Window.Format(time.TimeOnly), strings.Join(group, ","), p.Value))
	}
	return texts
}

func TestAlertsOnPromQLTakeTheValueAtTheEndOfAWindow(t *testing.T) {
	t.Parallel()
	f := func(config stack.Config, groupBy string, want ...string) {
		t.Helper()
		engine := newSeries()
		answer := watch(t, engine, config)
		if answer.Err != nil || strings.Join(answer.Watch.GroupBy, ",") != groupBy || answer.Watch.Tile != "T" || answer.Watch.Counts {
			t.Errorf("%v: %+v, %v", config, answer.Watch, answer.Err)
		}
		if diff := cmp.Diff(want, pointTexts(answer.Points)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", config, diff)
		}
		if q := engine.asked[0]; engine.teams[0] != "team" || !q.From.Equal(nine().Add(31*time.Minute+20*time.Second)) || q.Step != time.Minute {
			t.Errorf("asked %+v of %v", q, engine.teams)
		}
	}
	f(stack.PromQLLineConfig{PromQLQuery: promTile(stack.DisplayLine, "gone", "sum(up) as x")}, "", "09:30:20  7", "09:31:20  8", "09:32:20  9")
	f(stack.PromQLStackedBarConfig{PromQLQuery: promTile(stack.DisplayStackedBar, "up as x")}, "series",
		`09:30:20 job=a,zone=z 10`, `09:31:20 job=a,zone=z 11`, `09:32:20 job=a,zone=z 12`,
		`09:30:20 job=b 1`, `09:31:20 job=b 2`, `09:32:20 job=b 3`)
	f(stack.PromQLLineConfig{PromQLQuery: promTile(stack.DisplayLine, "alike")}, "series", // by the name alone
		`09:30:20 __name__=load1,job=a 1`, `09:31:20 __name__=load1,job=a 2`, `09:32:20 __name__=load1,job=a 3`,
		`09:30:20 __name__=load5,job=a 2`, `09:31:20 __name__=load5,job=a 3`, `09:32:20 __name__=load5,job=a 4`,
		`09:30:20 job=b 3`, `09:31:20 job=b 4`, `09:32:20 job=b 5`)
	f(stack.PromQLNumberConfig{PromQLQuery: promTile(stack.DisplayNumber, "up")}, "", "09:30:20  10", "09:31:20  11", "09:32:20  12")
	f(stack.PromQLLineConfig{PromQLQuery: promTile(stack.DisplayLine, "gone")}, "series")
	f(stack.PromQLLineConfig{PromQLQuery: promTile(stack.DisplayLine, "odd")}, "series",
		`09:30:20 job=b +Inf`, `09:31:20 job=b +Inf`, `09:32:20 job=b +Inf`)
	if odd := watch(t, newSeries(), stack.PromQLLineConfig{PromQLQuery: promTile(stack.DisplayLine, "odd")}); odd.NonFinite[nine().Add(30*time.Minute+20*time.Second).Unix()] != 2 {
		t.Errorf("not finite: %v", odd.NonFinite)
	}
}

func TestAlertsOnPromQLFailAndAreNotLost(t *testing.T) {
	t.Parallel()
	f := func(engine *seriesByName, text, want string) {
		t.Helper()
		answer := watch(t, engine, stack.PromQLLineConfig{PromQLQuery: promTile(stack.DisplayLine, text)})
		if answer.Err == nil || !strings.Contains(answer.Err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, answer.Err, want)
		}
	}
	f(newSeries(), "sum($x)", "$x is not a variable")
	f(newSeries(), "many", "more than 1000 groups")
	f(&seriesByName{err: fault.New(fault.Unavailable, "the engine is away")}, "up", "the engine is away")
}
