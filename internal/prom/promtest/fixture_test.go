package promtest_test

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// sample is a number, or the end of a series.
type sample struct {
	at    int64 // milliseconds
	start int64
	value float64
}

// series is a series as it is sent.
type series struct {
	labels  labels.Labels
	samples []sample
}

// fixture is a team with PromQL over its points.
type fixture struct {
	store *tables.Store
	team  string
	reads *read.Reads
	batch byte
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	client := enginetest.Client(t)
	team := strings.TrimPrefix(enginetest.NewTeam(t, client), "cairn_")
	return &fixture{store: tables.NewStore(client, tables.StoreOptions{}), team: team, reads: read.New(client, read.Options{})}
}

func (f *fixture) service(t *testing.T, adjust func(*prom.Service)) *prom.Service {
	t.Helper()
	everything := func(context.Context, *explore.Target, string) error { return nil }
	s := prom.New(read.NewProm(f.reads, everything), prom.Limits{}, time.Now, slog.New(slog.DiscardHandler))
	s.Version = f.store.SeriesVersion
	adjust(s)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// insert stores series as remote write does, in a block of their own.
func (f *fixture) insert(t *testing.T, all ...series) {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for _, s := range all {
		f.write(t, w, s)
	}
	w.End()
	f.batch++
	for i, block := range rows.Blocks() {
		if err := f.store.InsertRows(t.Context(), f.team, block, telemetry.BatchID{f.batch}, fmt.Sprintf("%d.%d", f.batch, i)); err != nil {
			t.Fatal(err)
		}
	}
}

func (f *fixture) write(t *testing.T, w *telemetry.Writer, s series) {
	t.Helper()
	var sent []telemetry.Label
	s.labels.Range(func(l labels.Label) {
		if l.Name != model.MetricNameLabel {
			sent = append(sent, telemetry.Label{Name: []byte(l.Name), Value: []byte(l.Value)})
		}
	})
	under, ok := w.Labels(sent)
	if !ok {
		t.Fatal("labels were refused")
	}
	name := s.labels.Get(model.MetricNameLabel)
	kind := telemetry.Gauge
	if strings.HasSuffix(name, "_total") {
		kind = telemetry.Sum
	}
	metric := w.Metric(&telemetry.MetricHead{Name: []byte(name), Temporality: 2, Monotonic: kind == telemetry.Sum}, under.Origin)
	for _, p := range s.samples {
		point := telemetry.NumberPoint{
			PointHead: telemetry.PointHead{Time: uint64(p.at) * 1e6, Start: uint64(p.start) * 1e6, Labels: &under}, Value: p.value, HasValue: true,
		}
		if value.IsStaleNaN(p.value) {
			point.Flags = telemetry.FlagNoValue
		}
		w.EndNumber(kind, &point, metric)
	}
}

// memory is the storage that Prometheus' engine has in the test.
type memory []series

// floatSample is a sample as the engine reads it.
type floatSample struct{ of sample }

func (s floatSample) T() int64                    { return s.of.at }
func (s floatSample) ST() int64                   { return s.of.start }
func (s floatSample) F() float64                  { return s.of.value }
func (floatSample) H() *histogram.Histogram       { return nil }
func (floatSample) FH() *histogram.FloatHistogram { return nil }
func (floatSample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (s floatSample) Copy() chunks.Sample         { return s }

func (m memory) Querier(int64, int64) (storage.Querier, error) {
	return &storage.MockQuerier{SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
		var found []storage.Series
		for _, s := range m {
			if !slices.ContainsFunc(matchers, func(m *labels.Matcher) bool { return !m.Matches(s.labels.Get(m.Name)) }) {
				found = append(found, storage.NewListSeries(s.labels, s.list()))
			}
		}
		return newSet(found)
	}}, nil
}

type set struct {
	series []storage.Series
	place  int
}

func newSet(series []storage.Series) *set { return &set{series, -1} }

func (s *set) Next() bool                      { s.place++; return s.place < len(s.series) }
func (s *set) At() storage.Series              { return s.series[s.place] }
func (*set) Err() error                        { return nil }
func (*set) Warnings() annotations.Annotations { return nil }
func (s series) list() (all []chunks.Sample)   { return samplesOf(s.samples) }
func samplesOf(from []sample) (all []chunks.Sample) {
	sorted := slices.Clone(from)
	slices.SortStableFunc(sorted, func(a, b sample) int { return int(a.at - b.at) })
	for i, s := range sorted {
		if i > 0 && sorted[i-1].at == s.at {
			continue
		}
		all = append(all, floatSample{s})
	}
	return all
}

// randomSeries returns series of one name with what real ones have: gaps, resets,
// restarts, ends, and odd numbers if wanted.
func randomSeries(rng *rand.Rand, name string, count int, from time.Time, length time.Duration, odd bool) memory {
	var all memory
	for i := range count {
		s := series{labels: labels.FromStrings(model.MetricNameLabel, name, "job", fmt.Sprint("j", i%3), "instance", fmt.Sprint("i", i), "ü", "é\"'\\")}
		at, v, start := from.UnixMilli()+rng.Int64N(15_000), rng.Float64()*1000, int64(0)
		knowsStart := strings.HasSuffix(name, "_total") && i%2 == 0
		for at < from.Add(length).UnixMilli() {
			switch {
			case rng.IntN(40) == 0:
				v = rng.Float64() * 10 // begins anew
				if knowsStart {
					start = at - rng.Int64N(20_000)
				}
			case odd && rng.IntN(30) == 0:
				s.samples = append(s.samples, sample{at: at, value: []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Float64frombits(value.StaleNaN)}[rng.IntN(4)]})
				at += 15_000
				continue
			case rng.IntN(30) == 0:
				at += rng.Int64N(600_000)
			}
			v += rng.Float64() * 100
			s.samples = append(s.samples, sample{at: at, start: start, value: v})
			at += 14_990 + rng.Int64N(20)
		}
		all = append(all, s)
	}
	return all
}
