package explore_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// firstRow is when the rows of a recordedEngine begin.
const firstRow = 1_768_467_600_000_000_000

// recordedEngine returns one row to everything and keeps what it was asked.
type recordedEngine struct {
	mu     sync.Mutex
	rows   []explore.RowScan
	series []explore.SeriesScan
	values []explore.ValueScan
	more   bool
}

func (e *recordedEngine) Series(_ context.Context, scan explore.SeriesScan) (explore.SeriesResult, error) {
	e.series = append(e.series, scan)
	return explore.SeriesResult{}, nil
}

func (e *recordedEngine) SeriesSQL(context.Context, explore.SeriesScan) ([]string, error) {
	return nil, nil
}

func (e *recordedEngine) CheckSeries(explore.SeriesScan) error { return nil }

func (e *recordedEngine) Rows(_ context.Context, scan explore.RowScan) (explore.RowResult, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rows = append(e.rows, scan)
	return explore.RowResult{
		Columns: []string{"a"}, Rows: [][]query.Cell{{{Text: "x"}}}, Keys: []explore.RowKey{{Nanoseconds: firstRow}}, More: e.more,
	}, nil
}

func (e *recordedEngine) Fields(context.Context, explore.FieldScan) (explore.FieldResult, error) {
	return explore.FieldResult{}, nil
}

func (e *recordedEngine) Values(_ context.Context, scan explore.ValueScan) (explore.ValueResult, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.values = append(e.values, scan)
	return explore.ValueResult{Values: []explore.ValueCount{{Value: "x", Count: 12_345}}}, nil
}

func (e *recordedEngine) BareNames(context.Context, explore.NameScan) ([]explore.BareName, error) {
	return nil, nil
}

func (e *recordedEngine) HasName(context.Context, explore.Target, string) (bool, error) {
	return true, nil
}

func (e *recordedEngine) Metrics(context.Context, explore.MetricScan) (explore.MetricResult, error) {
	return explore.MetricResult{}, nil
}

func (e *recordedEngine) Exemplars(context.Context, explore.ExemplarScan) (explore.ExemplarResult, error) {
	return explore.ExemplarResult{}, nil
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

func newQueries(t *testing.T, engine *recordedEngine) (*explore.Queries, fixedSources, context.Context) {
	t.Helper()
	ids := []string{"aaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbb", "cccccccccccccccccccccccc"}
	next := 0
	sources, err := stack.DefaultSources(ids[0], func() (string, error) { next++; return ids[next-1], nil })
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 1, 15, 9, 0, 0, 0, time.UTC) }
	ctx := access.WithPrincipal(t.Context(), access.Principal{TeamID: "0123456789abcdef01234567", UserID: "u", OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}})
	return &explore.Queries{Sources: fixedSources(sources), Engine: engine, Now: now}, sources, ctx
}

func TestTraceReadsUpToItsLimits(t *testing.T) {
	t.Parallel()
	engine := &recordedEngine{more: true}
	queries, _, ctx := newQueries(t, engine)
	trace, err := queries.Trace(ctx, explore.TraceQuery{TraceID: "4bf92f3577b34da6a3ce929d0e0e4736"})
	if err != nil || !trace.Truncated {
		t.Errorf("truncated %t, %v", trace.Truncated, err)
	}
	for _, scan := range engine.rows {
		if want := map[string]int{stack.TableTraces: query.SpansMax, stack.TableLogs: query.TraceLogsMax}[scan.Table]; scan.Limit != want {
			t.Errorf("at most %d rows of %s, want %d", scan.Limit, scan.Table, want)
		}
	}
	if len(engine.rows) != 2 {
		t.Errorf("%d tables were read", len(engine.rows))
	}
}

func TestTraceCountsWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	f := func(more bool, count uint64, scans int) {
		t.Helper()
		engine := &recordedEngine{more: more}
		queries, _, ctx := newQueries(t, engine)
		trace, err := queries.Trace(ctx, explore.TraceQuery{TraceID: "4bf92f3577b34da6a3ce929d0e0e4736"})
		if err != nil || trace.SpanCount != count || trace.LogCount != count || len(engine.values) != scans {
			t.Errorf("%d spans and %d records, counted %d times, %v; want %d", trace.SpanCount, trace.LogCount, len(engine.values), err, count)
		}
		for _, scan := range engine.values {
			if scan.Range.From.UnixNano() != firstRow || !scan.Range.To.After(queries.Now()) {
				t.Errorf("counted from %s to %s", scan.Range.From, scan.Range.To)
			}
		}
	}
	f(true, 12_345, 2)
	f(false, 1, 0)
}

func TestSeriesShareScansWhereTheyCan(t *testing.T) {
	t.Parallel()
	const logs, traces, metrics = 0, 1, 2
	count := func(source int, change func(*query.Series)) query.Series {
		s := query.Series{SourceID: []string{"aaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbb", "cccccccccccccccccccccccc"}[source], Aggregate: query.Count}
		if change != nil {
			change(&s)
		}
		return s
	}
	metric := func(name, where string) query.Series {
		return count(metrics, func(s *query.Series) { s.MetricType, s.MetricName, s.Where = "gauge", name, where })
	}
	grouped := count(logs, func(s *query.Series) { s.GroupBy = []string{"ServiceName"} })
	for name, c := range map[string]struct {
		series []query.Series
		scans  int
	}{
		"same":                  {[]query.Series{count(logs, nil), count(logs, func(s *query.Series) { s.Where = "x" })}, 1},
		"other_source":          {[]query.Series{count(logs, nil), count(traces, nil)}, 2},
		"other_groups":          {[]query.Series{count(logs, nil), grouped, grouped}, 2},
		"own_aggregate":         {[]query.Series{count(logs, nil), count(logs, func(s *query.Series) { s.Aggregate, s.Field = query.None, "count()" })}, 2},
		"same_metric":           {[]query.Series{metric("a", ""), metric("a", "")}, 1},
		"other_metric_or_where": {[]query.Series{metric("a", ""), metric("b", ""), metric("a", "ServiceName:x")}, 3},
	} {
		engine := &recordedEngine{}
		queries, _, ctx := newQueries(t, engine)
		now := queries.Now()
		answer, err := queries.Series(ctx, query.SeriesQuery{Range: query.TimeRange{From: now.Add(-time.Hour), To: now}, Series: c.series})
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
		if _, err := queries.Search(ctx, query.RowsQuery{SourceID: sources[0].ID}); fault.KindOf(err) != fault.Invalid || len(engine.rows) != 0 {
			t.Errorf("%s: %v, want a refusal before the engine is asked", name, err)
		}
	}
}

func TestAnswerHoldsAsManyGroupsAsThereIsRoomFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		length      time.Duration
		asked, want int
		granularity query.Granularity
	}{
		{time.Hour, 0, query.GroupsMax, "1m"},
		{time.Hour, 7, 7, "1m"},
		{7 * 24 * time.Hour, 0, query.SeriesRowsMax / (7*24*60 + 1), "1m"},
	} {
		engine := &recordedEngine{}
		queries, sources, ctx := newQueries(t, engine)
		now := queries.Now()
		_, err := queries.Series(ctx, query.SeriesQuery{
			Range: query.TimeRange{From: now.Add(-c.length), To: now}, Granularity: c.granularity, Groups: c.asked,
			Series: []query.Series{{SourceID: sources[0].ID, Aggregate: query.Count, GroupBy: []string{"ServiceName"}}},
		})
		if err != nil || engine.series[0].GroupsMax != c.want {
			t.Errorf("%s: %d groups, %v; want %d", c.length, engine.series[0].GroupsMax, err, c.want)
		}
	}
}
