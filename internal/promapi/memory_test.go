package promapi_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/prometheus/model/exemplar"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/prom"
)

// memory is questions to series in memory, evaluated by Prometheus' engine.
type memory struct {
	series []storage.Series
	engine *promql.Engine
	parser parser.Parser
	fails  error // what every question returns instead; nil: a result
}

// noon is when the tests take place.
func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// newMemory has an hour of samples before noon, every 15 seconds.
func newMemory() *memory {
	m := &memory{parser: promtext.NewParser()}
	m.engine = promql.NewEngine(promql.EngineOpts{
		MaxSamples: 100_000, Timeout: time.Minute, EnableAtModifier: true, EnableNegativeOffset: true, Parser: m.parser,
	})
	for _, text := range []string{`up{job="api",instance="1"}`, `up{job="api",instance="2"}`, `up{job="db",instance="1"}`, `http_requests_total{job="api",code="200"}`} {
		set, err := m.parser.ParseMetric(text)
		if err != nil {
			panic(err)
		}
		m.add(set, func(i int) chunks.Sample { return sample{value: float64(i)} })
	}
	m.add(labels.FromStrings("__name__", "latency", "job", "api"), func(i int) chunks.Sample {
		return sample{histogram: &histogram.FloatHistogram{
			Schema: 0, ZeroThreshold: 0.5, ZeroCount: 1, Count: float64(i + 3), Sum: float64(i),
			PositiveSpans: []histogram.Span{{Offset: 0, Length: 2}}, PositiveBuckets: []float64{2, float64(i)},
		}}
	})
	m.add(labels.FromStrings("__name__", "disk.free", "host/name", "a\"b\nc"), func(int) chunks.Sample { return sample{value: 1e21} })
	return m
}

func (m *memory) add(set labels.Labels, at func(i int) chunks.Sample) {
	var list []chunks.Sample
	for i := range 241 {
		s := at(i).(sample)
		s.ms = noon().Add(time.Duration(i-240) * 15 * time.Second).UnixMilli()
		list = append(list, s)
	}
	m.series = append(m.series, storage.NewListSeries(set, list))
}

func (m *memory) Query(ctx context.Context, q prom.Question) (prom.Result, error) {
	if m.fails != nil {
		return prom.Result{}, m.fails
	}
	if _, err := m.parser.ParseExpr(q.Expr); err != nil {
		return prom.Result{}, &prom.ParseError{Err: err}
	}
	query, err := m.newQuery(ctx, q)
	if err != nil {
		return prom.Result{}, &prom.ParseError{Err: err}
	}
	answer := query.Exec(ctx)
	result := prom.Result{Value: answer.Value, Warnings: answer.Warnings, Samples: int(query.Stats().Samples.TotalSamples)}
	if matrix, ok := answer.Value.(promql.Matrix); ok && q.Limit > 0 && len(matrix) > q.Limit {
		result.Value, result.Truncated = matrix[:q.Limit], true
	}
	if vector, ok := answer.Value.(promql.Vector); ok && q.Limit > 0 && len(vector) > q.Limit {
		result.Value, result.Truncated = vector[:q.Limit], true
	}
	return result, refusal(answer.Err)
}

// refusal returns an Invalid fault for an expression that can't be evaluated.
func refusal(err error) error {
	var samples promql.ErrTooManySamples
	if err == nil || errors.As(err, &samples) {
		return err
	}
	return fault.New(fault.Invalid, "%s", err)
}

func (m *memory) newQuery(ctx context.Context, q prom.Question) (promql.Query, error) {
	options := promql.NewPrometheusQueryOpts(false, q.LookBack)
	if q.Step == 0 {
		return m.engine.NewInstantQuery(ctx, m, options, q.Expr, q.From)
	}
	return m.engine.NewRangeQuery(ctx, m, options, q.Expr, q.From, q.To, q.Step)
}

func (m *memory) selected(sets [][]*labels.Matcher) []labels.Labels {
	var found []labels.Labels
	for _, s := range m.series {
		isSelected := func(set []*labels.Matcher) bool { return labels.Selector(set).Matches(s.Labels()) }
		if len(sets) == 0 || slices.ContainsFunc(sets, isSelected) {
			found = append(found, s.Labels())
		}
	}
	slices.SortFunc(found, labels.Compare)
	return found
}

func (m *memory) Series(_ context.Context, s prom.Selection) ([]labels.Labels, annotations.Annotations, error) {
	return cut(m.selected(s.Matchers), s.Limit, m.fails)
}

func (m *memory) LabelNames(_ context.Context, s prom.Selection) ([]string, annotations.Annotations, error) {
	names := map[string]bool{}
	for _, set := range m.selected(s.Matchers) {
		set.Range(func(l labels.Label) { names[l.Name] = true })
	}
	return cut(slices.Sorted(maps.Keys(names)), s.Limit, m.fails)
}

func (m *memory) LabelValues(_ context.Context, name string, s prom.Selection) ([]string, annotations.Annotations, error) {
	values := map[string]bool{}
	for _, set := range m.selected(s.Matchers) {
		if value := set.Get(name); value != "" {
			values[value] = true
		}
	}
	return cut(slices.Sorted(maps.Keys(values)), s.Limit, m.fails)
}

func (m *memory) Metadata(_ context.Context, q prom.MetadataQuestion) (map[string][]prom.Metadata, error) {
	all := map[string][]prom.Metadata{
		"up":                  {{Type: "gauge", Help: "Whether it is up."}},
		"http_requests_total": {{Type: "counter", Help: "Requests."}, {Type: "counter", Help: "All requests."}},
	}
	for name := range all {
		if q.Metric != "" && q.Metric != name || q.Limit == 0 {
			delete(all, name)
		} else if q.PerMetric > 0 {
			all[name] = first(all[name], q.PerMetric)
		}
	}
	return all, m.fails
}

func (m *memory) Exemplars(_ context.Context, expr string, _, _ time.Time) ([]exemplar.QueryResult, annotations.Annotations, error) {
	if _, err := m.parser.ParseExpr(expr); err != nil {
		return nil, nil, &prom.ParseError{Err: err}
	}
	if !strings.Contains(expr, "http_requests_total") {
		return nil, nil, m.fails
	}
	return []exemplar.QueryResult{{
		SeriesLabels: labels.FromStrings("__name__", "http_requests_total"),
		Exemplars:    []exemplar.Exemplar{{Labels: labels.FromStrings("trace_id", "4bf9"), Value: 0.25, Ts: noon().UnixMilli() + 7, HasTs: true}},
	}}, nil, m.fails
}

// cut returns at most so many items, and says so.
func cut[T any](all []T, limit int, err error) ([]T, annotations.Annotations, error) {
	if kept := first(all, limit); len(kept) < len(all) {
		return kept, annotations.New().Add(fmt.Errorf("%w: results truncated due to limit", annotations.PromQLWarning)), err
	}
	return all, nil, err
}

func first[T any](all []T, limit int) []T {
	if limit > 0 && len(all) > limit {
		return all[:limit]
	}
	return all
}

// Querier makes memory the storage of the engine.
func (m *memory) Querier(_, _ int64) (storage.Querier, error) {
	choose := func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
		set := &seriesSet{at: -1}
		for _, s := range m.series {
			if labels.Selector(matchers).Matches(s.Labels()) {
				set.series = append(set.series, s)
			}
		}
		slices.SortFunc(set.series, func(a, b storage.Series) int { return labels.Compare(a.Labels(), b.Labels()) })
		return set
	}
	return &storage.MockQuerier{SelectMockFunction: choose}, nil
}

type seriesSet struct {
	series []storage.Series
	at     int
}

func (s *seriesSet) Next() bool                        { s.at++; return s.at < len(s.series) }
func (s *seriesSet) At() storage.Series                { return s.series[s.at] }
func (s *seriesSet) Err() error                        { return nil }
func (s *seriesSet) Warnings() annotations.Annotations { return nil }

// sample is a float, or a histogram where it has one.
type sample struct {
	ms        int64
	value     float64
	histogram *histogram.FloatHistogram
}

func (s sample) T() int64                      { return s.ms }
func (s sample) ST() int64                     { return 0 }
func (s sample) F() float64                    { return s.value }
func (s sample) H() *histogram.Histogram       { return nil }
func (s sample) FH() *histogram.FloatHistogram { return s.histogram }
func (s sample) Copy() chunks.Sample           { return s }
func (s sample) Type() chunkenc.ValueType {
	if s.histogram != nil {
		return chunkenc.ValFloatHistogram
	}
	return chunkenc.ValFloat
}
