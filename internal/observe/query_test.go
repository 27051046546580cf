package observe_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// recordedEngine returns one row to everything and keeps what it was asked.
type recordedEngine struct {
	mu     sync.Mutex
	rows   []observe.RowScan
	series []observe.SeriesScan
	more   bool
}

func (e *recordedEngine) Series(_ context.Context, scan observe.SeriesScan) (observe.SeriesResult, error) {
	e.series = append(e.series, scan)
	return observe.SeriesResult{}, nil
}

func (e *recordedEngine) SeriesSQL(context.Context, observe.SeriesScan) ([]string, error) {
	return nil, nil
}

func (e *recordedEngine) CheckSeries(observe.SeriesScan) error { return nil }

func (e *recordedEngine) Rows(_ context.Context, scan observe.RowScan) (observe.RowResult, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rows = append(e.rows, scan)
	return observe.RowResult{Columns: []string{"a"}, Rows: [][]telemetry.Cell{{{Text: "x"}}}, More: e.more}, nil
}

func (e *recordedEngine) Fields(context.Context, observe.FieldScan) (observe.FieldResult, error) {
	return observe.FieldResult{}, nil
}

func (e *recordedEngine) Values(context.Context, observe.ValueScan) (observe.ValueResult, error) {
	return observe.ValueResult{}, nil
}

func (e *recordedEngine) Metrics(context.Context, observe.MetricScan) (observe.MetricResult, error) {
	return observe.MetricResult{}, nil
}

type fixedSources []stack.Source

func (l fixedSources) SourceByID(_ context.Context, _, id string) (stack.Source, error) {
	at := slices.IndexFunc(l, func(s stack.Source) bool { return s.ID == id })
	if at < 0 {
		return stack.Source{}, fault.New(fault.NotFound, "source does not exist")
	}
	return l[at], nil
}

func (l fixedSources) SourcesOf(context.Context, string) ([]stack.Source, error) { return l, nil }

func newQueries(t *testing.T, engine *recordedEngine) (*observe.Queries, fixedSources, context.Context) {
	t.Helper()
	ids := []string{"aaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbb", "cccccccccccccccccccccccc"}
	next := 0
	sources, err := stack.DefaultSources(ids[0], func() (string, error) { next++; return ids[next-1], nil })
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 1, 15, 9, 0, 0, 0, time.UTC) }
	ctx := access.WithPrincipal(t.Context(), access.Principal{TeamID: "0123456789abcdef01234567", UserID: "u", OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}})
	return &observe.Queries{Sources: fixedSources(sources), Engine: engine, Now: now}, sources, ctx
}

func TestTraceReadsUpToItsLimits(t *testing.T) {
	t.Parallel()
	engine := &recordedEngine{more: true}
	queries, _, ctx := newQueries(t, engine)
	trace, err := queries.Trace(ctx, observe.TraceQuery{TraceID: "4bf92f3577b34da6a3ce929d0e0e4736"})
	if err != nil || !trace.Truncated {
		t.Errorf("truncated %t, %v", trace.Truncated, err)
	}
	for _, scan := range engine.rows {
		if want := map[string]int{stack.TableTraces: telemetry.SpansMax, stack.TableLogs: telemetry.TraceLogsMax}[scan.Table]; scan.Limit != want {
			t.Errorf("at most %d rows of %s, want %d", scan.Limit, scan.Table, want)
		}
	}
	if len(engine.rows) != 2 {
		t.Errorf("%d tables were read", len(engine.rows))
	}
}

func TestSeriesShareScansWhereTheyCan(t *testing.T) {
	t.Parallel()
	const logs, traces, metrics = 0, 1, 2
	count := func(source int, change func(*telemetry.Series)) telemetry.Series {
		s := telemetry.Series{SourceID: []string{"aaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbb", "cccccccccccccccccccccccc"}[source], Aggregate: telemetry.Count}
		if change != nil {
			change(&s)
		}
		return s
	}
	metric := func(name, where string) telemetry.Series {
		return count(metrics, func(s *telemetry.Series) { s.MetricType, s.MetricName, s.Where = "gauge", name, where })
	}
	grouped := count(logs, func(s *telemetry.Series) { s.GroupBy = []string{"ServiceName"} })
	for name, c := range map[string]struct {
		series []telemetry.Series
		scans  int
	}{
		"same":                  {[]telemetry.Series{count(logs, nil), count(logs, func(s *telemetry.Series) { s.Where = "x" })}, 1},
		"other_source":          {[]telemetry.Series{count(logs, nil), count(traces, nil)}, 2},
		"other_groups":          {[]telemetry.Series{count(logs, nil), grouped, grouped}, 2},
		"own_aggregate":         {[]telemetry.Series{count(logs, nil), count(logs, func(s *telemetry.Series) { s.Aggregate, s.Field = telemetry.None, "count()" })}, 2},
		"same_metric":           {[]telemetry.Series{metric("a", ""), metric("a", "")}, 1},
		"other_metric_or_where": {[]telemetry.Series{metric("a", ""), metric("b", ""), metric("a", "ServiceName:x")}, 3},
	} {
		engine := &recordedEngine{}
		queries, _, ctx := newQueries(t, engine)
		now := queries.Now()
		answer, err := queries.Series(ctx, telemetry.SeriesQuery{Range: telemetry.TimeRange{From: now.Add(-time.Hour), To: now}, Series: c.series})
		if err != nil || len(engine.series) != c.scans || len(answer.Scans) != c.scans {
			t.Errorf("%s: %d scans, %v; want %d", name, len(engine.series), err, c.scans)
		}
	}
}

func TestSourcesThatCanNotBeReadAreRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*stack.Source){
		"other_database":     func(s *stack.Source) { s.From.DatabaseName = "system" },
		"session":            func(s *stack.Source) { s.Kind = stack.KindSession },
		"promql":             func(s *stack.Source) { s.Kind = stack.KindPromQL },
		"mistyped_implicit":  func(s *stack.Source) { s.ImplicitColumnExpression = "lower(" },
		"mistyped_filter":    func(s *stack.Source) { s.TableFilterExpression = "SELECT 1" },
		"mistyped_sample":    func(s *stack.Source) { s.SampleRateExpression = "file('/etc/passwd')" },
		"mistyped_columns":   func(s *stack.Source) { s.DefaultTableSelectExpression = "a;" },
		"mistyped_order":     func(s *stack.Source) { s.OrderByExpression = "a b" },
		"aggregate_in_order": func(s *stack.Source) { s.OrderByExpression = "count()" },
	} {
		engine := &recordedEngine{}
		queries, sources, ctx := newQueries(t, engine)
		change(&sources[0])
		if _, err := queries.Search(ctx, telemetry.RowsQuery{SourceID: sources[0].ID}); fault.KindOf(err) != fault.Invalid || len(engine.rows) != 0 {
			t.Errorf("%s: %v, want a refusal before the engine is asked", name, err)
		}
	}
}

func TestAnswerHoldsAsManyGroupsAsThereIsRoomFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		length      time.Duration
		asked, want int
		granularity telemetry.Granularity
	}{
		{time.Hour, 0, telemetry.GroupsMax, "1m"},
		{time.Hour, 7, 7, "1m"},
		{7 * 24 * time.Hour, 0, telemetry.SeriesRowsMax / (7*24*60 + 1), "1m"},
	} {
		engine := &recordedEngine{}
		queries, sources, ctx := newQueries(t, engine)
		now := queries.Now()
		_, err := queries.Series(ctx, telemetry.SeriesQuery{
			Range: telemetry.TimeRange{From: now.Add(-c.length), To: now}, Granularity: c.granularity, Groups: c.asked,
			Series: []telemetry.Series{{SourceID: sources[0].ID, Aggregate: telemetry.Count, GroupBy: []string{"ServiceName"}}},
		})
		if err != nil || engine.series[0].GroupsMax != c.want {
			t.Errorf("%s: %d groups, %v; want %d", c.length, engine.series[0].GroupsMax, err, c.want)
		}
	}
}
