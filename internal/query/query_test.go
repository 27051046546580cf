package query_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

func queryRange(length time.Duration) query.TimeRange {
	from := time.Date(2026, 1, 15, 9, 0, 0, 0, time.UTC)
	return query.TimeRange{From: from, To: from.Add(length)}
}

func TestGranularityStep(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for _, c := range []struct {
		granularity  query.Granularity
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
	for _, g := range query.Granularities() {
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
		b := query.BucketsOf(query.TimeRange{From: from, To: from.Add(c.length)}, c.step)
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
	one := query.Series{Aggregate: query.Count}
	with := func(change func(*query.SeriesQuery)) query.SeriesQuery {
		q := query.SeriesQuery{Range: queryRange(time.Hour), Series: []query.Series{one}}
		change(&q)
		return q
	}
	series := func(s query.Series) query.SeriesQuery {
		return with(func(q *query.SeriesQuery) { q.Series[0] = s })
	}
	level := func(l float64) *float64 { return &l }
	for want, q := range map[string]query.SeriesQuery{
		"series: must have at least 1 item": with(func(q *query.SeriesQuery) { q.Series = nil }),
		"series: must have at most 5 items": with(func(q *query.SeriesQuery) { q.Series = slices.Repeat(q.Series[:1], query.SeriesMax+1) }),
		"granularity: must be one of":       with(func(q *query.SeriesQuery) { q.Granularity = "7m" }),
		"granularity: would make more than 11000 points": with(func(q *query.SeriesQuery) {
			q.Range, q.Granularity = queryRange(query.PointsMax*time.Minute), "1m"
		}),
		"fill: must be none or zero":                           with(func(q *query.SeriesQuery) { q.Fill = "one" }),
		"seriesLimit: must be between 1 and 1000":              with(func(q *query.SeriesQuery) { q.Groups = query.GroupsMax + 1 }),
		"endTime: must not be before startTime":                with(func(q *query.SeriesQuery) { q.Range = queryRange(-time.Second) }),
		"startTime: must be a time from 1970 to 2105":          with(func(q *query.SeriesQuery) { q.Range.From = time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC) }),
		"endTime: must be a time from 1970 to 2105":            with(func(q *query.SeriesQuery) { q.Range.To = time.Date(3000, 1, 1, 0, 0, 0, 0, time.UTC) }),
		"series.0.aggFn: must be one of":                       series(query.Series{Aggregate: "mode"}),
		"series.0.whereLanguage: must be lucene or sql":        series(query.Series{Aggregate: query.Count, Language: "promql"}),
		"series.0.groupBy: must have at most 10 items":         series(query.Series{Aggregate: query.Count, GroupBy: make([]string, query.GroupByMax+1)}),
		"series.0.metricDataType: must be one of":              series(query.Series{Aggregate: query.Count, MetricType: "set"}),
		"series.0.level: is allowed only":                      series(query.Series{Aggregate: query.Count, Level: level(0.5)}),
		"series.0.level: must be between 0 and 1":              series(query.Series{Aggregate: query.Quantile, Level: level(1.1)}),
		"series.0.aggFn: increase is allowed only when metric": series(query.Series{Aggregate: query.Increase, MetricType: "gauge"}),
	} {
		if err := q.Check(); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	full := with(func(q *query.SeriesQuery) {
		q.Range, q.Granularity, q.Groups = queryRange((query.PointsMax-1)*time.Minute), "1m", query.GroupsMax
		q.Series = make([]query.Series, query.SeriesMax)
		for i := range q.Series {
			q.Series[i] = query.Series{Aggregate: query.Quantile, Level: level(1), GroupBy: make([]string, query.GroupByMax)}
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
		"where: must be at most 8192 bytes":           query.RowsQuery{Where: long(query.WhereBytesMax)}.Check,
		"select: must be at most 4096 bytes":          query.RowsQuery{Select: long(query.SelectBytesMax)}.Check,
		"orderBy: must be at most 1024 bytes":         query.RowsQuery{OrderBy: long(query.OrderByBytesMax)}.Check,
		"whereLanguage: must be lucene or sql":        query.RowsQuery{Language: "x"}.Check,
		"limit: must be between 1 and 2000":           query.RowsQuery{Limit: query.SearchRowsMax + 1}.Check,
		"offset: must be between 0 and 10000":         query.RowsQuery{Offset: query.SearchOffsetMax + 1}.Check,
		"offset: must be 0 when a cursor is given":    query.RowsQuery{Offset: 1, Cursor: "x"}.Check,
		"limit: must be between 1 and 1000":           query.FieldsQuery{Keys: query.FieldKeysMax + 1}.Check,
		"fields: must have at most 20 items":          query.ValuesQuery{Fields: make([]string, query.ValueFieldsMax+1)}.Check,
		"fields.0: is required":                       query.ValuesQuery{Fields: []string{" \t"}}.Check,
		"contains: must be at most 256 bytes":         query.ValuesQuery{Fields: []string{"a"}, Contains: long(query.ContainsBytesMax)}.Check,
		"limit: must be between 1 and 1000 ":          query.ValuesQuery{Fields: []string{"a"}, Limit: query.ValuesMax + 1}.Check,
		"limit: must be between 1 and 1000  ":         query.MetricsQuery{Limit: query.MetricsMax + 1}.Check,
		"contains: must be at most 256 bytes ":        query.MetricsQuery{Contains: long(query.ContainsBytesMax)}.Check,
		"before: must be between 0 and 1000":          query.AroundQuery{At: queryRange(0).From, Before: query.NeighboursMax + 1}.Check,
		"after: must be between 0 and 1000":           query.AroundQuery{At: queryRange(0).From, After: -1}.Check,
		"timestamp: must be a time from 1970":         query.AroundQuery{}.Check,
		"where: must be at most 8192 bytes ":          query.AroundQuery{Selection: query.Selection{Where: long(query.WhereBytesMax)}}.Check,
		"select: must be at most 4096 bytes ":         query.AroundQuery{Select: long(query.SelectBytesMax)}.Check,
		"whereLanguage: must be lucene or sql       ": query.FieldsQuery{Selection: query.Selection{Language: "x"}}.Check,
	} {
		if err := check(); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestQuantileOfBuckets(t *testing.T) {
	t.Parallel()
	explicit := query.ExplicitBuckets([]float64{10, 20, 40}, map[float64]float64{10: 2, 20: 2, 40: 4, math.Inf(1): 2})
	exponential := query.ExponentialCounts{Zero: 1, Positive: map[int]float64{0: 2, 2: 1}, Negative: map[int]float64{1: 1}}.Buckets()
	below := query.ExplicitBuckets([]float64{-5, 5}, map[float64]float64{-5: 1, 5: 1})
	for _, c := range []struct {
		buckets     []query.Bucket
		level, want float64
	}{
		{explicit, 0, 0}, {explicit, 0.1, 5}, {explicit, 0.2, 10}, {explicit, 0.4, 20}, {explicit, 0.6, 30}, {explicit, 0.8, 40},
		{explicit, 0.9, 40}, {explicit, 1, 40}, // beyond the last bound nothing is known
		{exponential, 0, -4}, {exponential, 0.1, -3}, {exponential, 0.4, 0}, {exponential, 0.8, 2}, {exponential, 1, 8},
		{below, 0.2, -5}, {below, 0.75, 0},
		{nil, 0.5, math.NaN()}, {query.ExplicitBuckets([]float64{1}, nil), 0.5, math.NaN()},
		{[]query.Bucket{{Lower: 1, Upper: 2, Count: -3}, {Lower: 2, Upper: 4, Count: 2}}, 0.5, 3},
	} {
		if got := query.QuantileOfBuckets(c.level, c.buckets); !cmp.Equal(got, c.want, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-9)) {
			t.Errorf("%g of %v: %g, want %g", c.level, c.buckets, got, c.want)
		}
	}
}

func TestMergeExponentialTakesTheCoarsestScale(t *testing.T) {
	t.Parallel()
	merged := query.MergeExponential([]query.ExponentialCounts{
		{Scale: 1, Zero: 1, Positive: map[int]float64{-3: 1, -1: 1, 0: 1, 1: 2, 2: 4}},
		{Scale: 0, Zero: 2, Positive: map[int]float64{0: 8}, Negative: map[int]float64{5: 1}},
	})
	want := query.ExponentialCounts{
		Scale: 0, Zero: 3, Positive: map[int]float64{-2: 1, -1: 1, 0: 11, 1: 4}, Negative: map[int]float64{5: 1},
	}
	if diff := cmp.Diff(want, merged); diff != "" {
		t.Error(diff)
	}
}
