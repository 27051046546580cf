package prom

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/util/annotations"
)

// reading is the storage of one question.
type reading struct {
	*Service
	teamID string
	budget int // samples that may still be read
	read   int // samples that were read

	found    map[selection][]seen
	had      map[samplesAsked][]storage.Series
	pushed   []pushedSeries
	stands   map[string]string
	warnings annotations.Annotations
}

// samplesAsked is a selector with its time: the series of equal ones are read once.
type samplesAsked struct {
	from, to int64 // milliseconds
	starts   bool
	matchers string
}

// seen returns the series of a selector, which are looked for once.
func (r *reading) seen(ctx context.Context, span Span, matchers []*labels.Matcher) ([]seen, error) {
	of := selection{daysOf(r.teamID, span), fmt.Sprint(matchers)}
	if all, ok := r.found[of]; ok {
		return all, nil
	}
	all, err := r.find(ctx, r.teamID, span, matchers)
	if err != nil {
		return nil, err
	}
	if r.found == nil {
		r.found = map[selection][]seen{}
	}
	r.found[of] = all
	return all, nil
}

// Querier implements storage.Queryable.
func (r *reading) Querier(mint, maxt int64) (storage.Querier, error) {
	return &querier{reading: r, span: spanOf(mint, maxt)}, nil
}

func spanOf(from, to int64) Span { return Span{time.UnixMilli(from).UTC(), time.UnixMilli(to).UTC()} }

// querier reads the series of one time.
type querier struct {
	*reading
	span Span
}

// Close does nothing.
func (*querier) Close() error { return nil }

// needsStarts reports whether a function looks at when counters began.
func needsStarts(function string) bool {
	switch function {
	case "rate", "irate", "increase", "resets", "start_timestamp":
		return true
	}
	return false
}

// Select implements storage.Querier.
func (q *querier) Select(ctx context.Context, _ bool, hints *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
	if series, ok := q.pushedFor(matchers); ok {
		return newSeriesSet(series)
	}
	span, starts := q.span, true
	if hints != nil {
		span, starts = spanOf(hints.Start, hints.End), needsStarts(hints.Func)
	}
	series, err := q.selected(ctx, span, starts, matchers)
	if err != nil {
		return storage.ErrSeriesSet(err)
	}
	return newSeriesSet(series)
}

// selected returns the series of a selector with their samples, sorted by their
// labels. Nobody changes them: other selectors of the expression may have the same.
func (r *reading) selected(ctx context.Context, span Span, starts bool, matchers []*labels.Matcher) ([]storage.Series, error) {
	of := samplesAsked{span.From.UnixMilli(), span.To.UnixMilli(), starts, fmt.Sprint(matchers)}
	if series, ok := r.had[of]; ok {
		return series, nil
	}
	series, err := r.loaded(ctx, span, starts, matchers)
	if err != nil {
		return nil, err
	}
	if r.had == nil {
		r.had = map[samplesAsked][]storage.Series{}
	}
	r.had[of] = series
	return series, nil
}

// loaded reads the series of a selector.
func (r *reading) loaded(ctx context.Context, span Span, starts bool, matchers []*labels.Matcher) ([]storage.Series, error) {
	found, err := r.seen(ctx, span, matchers)
	if err != nil {
		return nil, err
	}
	l := &loading{reading: r, span: span, starts: starts, matchers: matchers, byLabels: map[string]*loaded{}, isWhole: !asksLabels(matchers)}
	for _, group := range grouped(found) {
		if err := l.load(ctx, group); err != nil {
			return nil, err
		}
	}
	return l.series(), nil
}

// LabelValues implements storage.Querier; the engine has no use for it.
func (q *querier) LabelValues(ctx context.Context, name string, _ *storage.LabelHints, matchers ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	values, err := q.labelValues(ctx, q.teamID, name, q.span, [][]*labels.Matcher{matchers})
	return values, nil, err
}

// LabelNames implements storage.Querier; the engine has no use for it.
func (q *querier) LabelNames(ctx context.Context, _ *storage.LabelHints, matchers ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	names, err := q.labelNames(ctx, q.teamID, q.span, [][]*labels.Matcher{matchers})
	return names, nil, err
}

// numberSeries is a series of numbers.
type numberSeries struct {
	of      labels.Labels
	samples *floats
}

// Labels implements storage.Series.
func (s *numberSeries) Labels() labels.Labels { return s.of }

// Iterator implements storage.Series.
func (s *numberSeries) Iterator(reused chunkenc.Iterator) chunkenc.Iterator {
	if it, ok := reused.(*floatIterator[int64]); ok {
		it.floats, it.place = s.samples, -1
		return it
	}
	return &floatIterator[int64]{floats: s.samples, place: -1}
}

// seriesSet walks over series.
type seriesSet struct {
	series []storage.Series
	place  int
}

func newSeriesSet(series []storage.Series) storage.SeriesSet {
	return &seriesSet{series: series, place: -1}
}

// Next implements storage.SeriesSet.
func (s *seriesSet) Next() bool {
	s.place++
	return s.place < len(s.series)
}

// At implements storage.SeriesSet.
func (s *seriesSet) At() storage.Series { return s.series[s.place] }

// Err implements storage.SeriesSet.
func (*seriesSet) Err() error { return nil }

// Warnings implements storage.SeriesSet.
func (*seriesSet) Warnings() annotations.Annotations { return nil }

// grouped puts series together that are read together: those of one type and
// field.
func grouped(found []seen) [][]seen {
	found = slices.Clone(found) // others may have it, too
	slices.SortStableFunc(found, func(a, b seen) int {
		return cmp.Or(cmp.Compare(a.stored.Kind, b.stored.Kind), cmp.Compare(a.field, b.field))
	})
	var groups [][]seen
	for len(found) > 0 {
		end := slices.IndexFunc(found, func(s seen) bool {
			return s.stored.Kind != found[0].stored.Kind || s.field != found[0].field
		})
		if end < 0 {
			end = len(found)
		}
		groups = append(groups, found[:end])
		found = found[end:]
	}
	return groups
}
