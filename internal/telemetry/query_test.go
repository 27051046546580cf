package telemetry_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
)

func queryRange(length time.Duration) telemetry.TimeRange {
	from := time.Date(2026, 1, 15, 9, 0, 0, 0, time.UTC)
	return telemetry.TimeRange{From: from, To: from.Add(length)}
}

func TestGranularityStep(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for _, c := range []struct {
		granularity  telemetry.Granularity
		length, want time.Duration
	}{
		{"30s", time.Hour, 30 * time.Second}, {"10m", time.Hour, 10 * time.Minute}, {"1d", time.Hour, day}, {"30d", time.Hour, 30 * day},
		{"auto", 0, 15 * time.Second}, {"auto", 15 * time.Minute, 15 * time.Second}, {"auto", 15*time.Minute + 1, 30 * time.Second},
		{"", time.Hour, time.Minute}, {"auto", time.Hour + 1, 5 * time.Minute}, {"auto", 5 * time.Hour, 5 * time.Minute},
		{"auto", 6 * time.Hour, 15 * time.Minute}, // there is no step of 10 minutes
		{"auto", day, 30 * time.Minute}, {"auto", 7 * day, 6 * time.Hour}, {"auto", 30 * day, 12 * time.Hour}, {"auto", 10_000 * day, 30 * day},
	} {
		if got := c.granularity.Step(queryRange(c.length)); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.granularity, c.length, got, c.want)
		}
	}
	for _, g := range telemetry.Granularities() {
		if !g.Known() || g.Step(queryRange(time.Hour)) <= 0 {
			t.Errorf("%s is not known", g)
		}
	}
}

func TestBucketsBeginAtWholeMultiples(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, 1, 15, 9, 7, 30, 5, time.UTC)
	for _, c := range []struct {
		length, step time.Duration
		first        string
		count        int
	}{
		{0, time.Minute, "2026-01-15T09:07:00Z", 1},
		{29 * time.Second, time.Minute, "2026-01-15T09:07:00Z", 1},
		{30 * time.Second, time.Minute, "2026-01-15T09:07:00Z", 2},
		{time.Hour, time.Hour, "2026-01-15T09:00:00Z", 2},
		{time.Hour, 7 * 24 * time.Hour, "2026-01-15T00:00:00Z", 1}, // weeks are counted from a Thursday
	} {
		b := telemetry.BucketsOf(telemetry.TimeRange{From: from, To: from.Add(c.length)}, c.step)
		if b.First.Format(time.RFC3339) != c.first || b.Count != c.count {
			t.Errorf("%s by %s: %d from %s, want %d from %s", c.length, c.step, b.Count, b.First, c.count, c.first)
		}
		if got := b.At(1).Sub(b.First); got != c.step {
			t.Errorf("the second bucket begins %s after the first", got)
		}
	}
}

func TestSeriesQueryLimits(t *testing.T) {
	t.Parallel()
	one := telemetry.Series{Aggregate: telemetry.Count}
	with := func(change func(*telemetry.SeriesQuery)) telemetry.SeriesQuery {
		q := telemetry.SeriesQuery{Range: queryRange(time.Hour), Series: []telemetry.Series{one}}
		change(&q)
		return q
	}
	series := func(s telemetry.Series) telemetry.SeriesQuery {
		return with(func(q *telemetry.SeriesQuery) { q.Series[0] = s })
	}
	level := func(l float64) *float64 { return &l }
	for want, q := range map[string]telemetry.SeriesQuery{
		"series: must have 1 to 5 items":  with(func(q *telemetry.SeriesQuery) { q.Series = nil }),
		"series: must have 1 to 5 items ": with(func(q *telemetry.SeriesQuery) { q.Series = make([]telemetry.Series, telemetry.SeriesMax+1) }),
		"granularity: must be one of":     with(func(q *telemetry.SeriesQuery) { q.Granularity = "7m" }),
		"granularity: would make more than 11000 points": with(func(q *telemetry.SeriesQuery) {
			q.Range, q.Granularity = queryRange(telemetry.PointsMax*time.Minute), "1m"
		}),
		"fill: must be none or zero":                           with(func(q *telemetry.SeriesQuery) { q.Fill = "one" }),
		"seriesLimit: must be between 1 and 1000":              with(func(q *telemetry.SeriesQuery) { q.Groups = telemetry.GroupsMax + 1 }),
		"endTime: must not be before startTime":                with(func(q *telemetry.SeriesQuery) { q.Range = queryRange(-time.Second) }),
		"startTime: must be a time from 1970 to 2105":          with(func(q *telemetry.SeriesQuery) { q.Range.From = time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC) }),
		"endTime: must be a time from 1970 to 2105":            with(func(q *telemetry.SeriesQuery) { q.Range.To = time.Date(3000, 1, 1, 0, 0, 0, 0, time.UTC) }),
		"series.0.aggFn: must be one of":                       series(telemetry.Series{Aggregate: "mode"}),
		"series.0.whereLanguage: must be lucene or sql":        series(telemetry.Series{Aggregate: telemetry.Count, Language: "promql"}),
		"series.0.groupBy: must have at most 10 items":         series(telemetry.Series{Aggregate: telemetry.Count, GroupBy: make([]string, telemetry.GroupByMax+1)}),
		"series.0.metricDataType: must be one of":              series(telemetry.Series{Aggregate: telemetry.Count, MetricType: "set"}),
		"series.0.level: is allowed only":                      series(telemetry.Series{Aggregate: telemetry.Count, Level: level(0.5)}),
		"series.0.level: must be between 0 and 1":              series(telemetry.Series{Aggregate: telemetry.Quantile, Level: level(1.1)}),
		"series.0.aggFn: increase is allowed only when metric": series(telemetry.Series{Aggregate: telemetry.Increase, MetricType: "gauge"}),
	} {
		if err := q.Check(); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	full := with(func(q *telemetry.SeriesQuery) {
		q.Range, q.Granularity, q.Groups = queryRange((telemetry.PointsMax-1)*time.Minute), "1m", telemetry.GroupsMax
		q.Series = make([]telemetry.Series, telemetry.SeriesMax)
		for i := range q.Series {
			q.Series[i] = telemetry.Series{Aggregate: telemetry.Quantile, Level: level(1), GroupBy: make([]string, telemetry.GroupByMax)}
		}
	})
	if err := full.Check(); err != nil {
		t.Errorf("at all limits: %v", err)
	}
}

func TestOtherQueryLimits(t *testing.T) {
	t.Parallel()
	long := func(bytes int) string { return strings.Repeat("x", bytes+1) }
	for want, check := range map[string]func() error{
		"where: must be at most 8192 bytes":           telemetry.RowsQuery{Where: long(telemetry.WhereBytesMax)}.Check,
		"select: must be at most 4096 bytes":          telemetry.RowsQuery{Select: long(telemetry.SelectBytesMax)}.Check,
		"orderBy: must be at most 1024 bytes":         telemetry.RowsQuery{OrderBy: long(telemetry.OrderByBytesMax)}.Check,
		"whereLanguage: must be lucene or sql":        telemetry.RowsQuery{Language: "x"}.Check,
		"limit: must be between 1 and 2000":           telemetry.RowsQuery{Limit: telemetry.SearchRowsMax + 1}.Check,
		"offset: must be between 0 and 10000":         telemetry.RowsQuery{Offset: telemetry.SearchOffsetMax + 1}.Check,
		"offset: must be 0 when a cursor is given":    telemetry.RowsQuery{Offset: 1, Cursor: "x"}.Check,
		"limit: must be between 1 and 1000":           telemetry.FieldsQuery{Keys: telemetry.FieldKeysMax + 1}.Check,
		"fields: must have 1 to 20 items":             telemetry.ValuesQuery{Fields: make([]string, telemetry.ValueFieldsMax+1)}.Check,
		"fields.0: must not be empty":                 telemetry.ValuesQuery{Fields: []string{""}}.Check,
		"contains: must be at most 256 bytes":         telemetry.ValuesQuery{Fields: []string{"a"}, Contains: long(telemetry.ContainsBytesMax)}.Check,
		"limit: must be between 1 and 1000 ":          telemetry.ValuesQuery{Fields: []string{"a"}, Limit: telemetry.ValuesMax + 1}.Check,
		"limit: must be between 1 and 1000  ":         telemetry.MetricsQuery{Limit: telemetry.MetricsMax + 1}.Check,
		"contains: must be at most 256 bytes ":        telemetry.MetricsQuery{Contains: long(telemetry.ContainsBytesMax)}.Check,
		"before: must be between 0 and 1000":          telemetry.AroundQuery{At: queryRange(0).From, Before: telemetry.NeighboursMax + 1}.Check,
		"after: must be between 0 and 1000":           telemetry.AroundQuery{At: queryRange(0).From, After: -1}.Check,
		"timestamp: must be a time from 1970":         telemetry.AroundQuery{}.Check,
		"where: must be at most 8192 bytes ":          telemetry.AroundQuery{Selection: telemetry.Selection{Where: long(telemetry.WhereBytesMax)}}.Check,
		"select: must be at most 4096 bytes ":         telemetry.AroundQuery{Select: long(telemetry.SelectBytesMax)}.Check,
		"whereLanguage: must be lucene or sql       ": telemetry.FieldsQuery{Selection: telemetry.Selection{Language: "x"}}.Check,
	} {
		if err := check(); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestQuantileOfBuckets(t *testing.T) {
	t.Parallel()
	explicit := telemetry.ExplicitBuckets([]float64{10, 20, 40}, map[float64]float64{10: 2, 20: 2, 40: 4, math.Inf(1): 2})
	exponential := telemetry.ExponentialCounts{Zero: 1, Positive: map[int]float64{0: 2, 2: 1}, Negative: map[int]float64{1: 1}}.Buckets()
	below := telemetry.ExplicitBuckets([]float64{-5, 5}, map[float64]float64{-5: 1, 5: 1})
	for _, c := range []struct {
		buckets     []telemetry.Bucket
		level, want float64
	}{
		{explicit, 0, 0}, {explicit, 0.1, 5}, {explicit, 0.2, 10}, {explicit, 0.4, 20}, {explicit, 0.6, 30}, {explicit, 0.8, 40},
		{explicit, 0.9, 40}, {explicit, 1, 40}, // beyond the last bound nothing is known
		{exponential, 0, -4}, {exponential, 0.1, -3}, {exponential, 0.4, 0}, {exponential, 0.8, 2}, {exponential, 1, 8},
		{below, 0.2, -5}, {below, 0.75, 0},
		{nil, 0.5, math.NaN()}, {telemetry.ExplicitBuckets([]float64{1}, nil), 0.5, math.NaN()},
		{[]telemetry.Bucket{{Lower: 1, Upper: 2, Count: -3}, {Lower: 2, Upper: 4, Count: 2}}, 0.5, 3},
	} {
		if got := telemetry.QuantileOfBuckets(c.level, c.buckets); !cmp.Equal(got, c.want, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-9)) {
			t.Errorf("%g of %v: %g, want %g", c.level, c.buckets, got, c.want)
		}
	}
}

func TestMergeExponentialTakesTheCoarsestScale(t *testing.T) {
	t.Parallel()
	merged := telemetry.MergeExponential([]telemetry.ExponentialCounts{
		{Scale: 1, Zero: 1, Positive: map[int]float64{-3: 1, -1: 1, 0: 1, 1: 2, 2: 4}},
		{Scale: 0, Zero: 2, Positive: map[int]float64{0: 8}, Negative: map[int]float64{5: 1}},
	})
	want := telemetry.ExponentialCounts{
		Scale: 0, Zero: 3, Positive: map[int]float64{-2: 1, -1: 1, 0: 11, 1: 4}, Negative: map[int]float64{5: 1},
	}
	if diff := cmp.Diff(want, merged); diff != "" {
		t.Error(diff)
	}
}
