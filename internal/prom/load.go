package prom

import (
	"context"
	"math"
	"slices"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunks"
)

// loading reads the samples of the series of a selector.
type loading struct {
	*reading
	span     Span
	starts   bool
	matchers []*labels.Matcher
	byLabels map[string]*loaded // by the bytes of the labels
	isWhole  bool               // the selector has no conditions on labels
	isLoose  bool               // samples outside of the time do no harm

	// perSeries is how many samples a series has, about; zero: not known.
	perSeries int
	room      *shelf

	// findsBegun asks whether a counter began in the time, instead of when each did.
	findsBegun, foundBegun bool
}

// loaded is a series with its samples: numbers, histograms or both.
type loaded struct {
	of      labels.Labels
	numbers floats
	natives []chunks.Sample
}

// load reads a group of series.
func (l *loading) load(ctx context.Context, group []seen) error {
	switch group[0].field {
	case FieldValue, FieldCount, FieldSum:
		return l.loadNumbers(ctx, group)
	case FieldKeys:
		return l.loadLists(ctx, group)
	case FieldNative:
		return l.loadNatives(ctx, group)
	}
	return nil
}

// scan returns the question for the points of a group.
func (l *loading) scan(group []seen) PointScan {
	scan := PointScan{
		TeamID: l.teamID, Span: l.span, Kind: group[0].stored.Kind, Field: group[0].field, Starts: l.starts, Begun: l.findsBegun, Limit: l.budget,
		All: l.isWhole, Loose: l.isLoose, PerSeries: l.perSeries,
	}
	for _, s := range group {
		scan.IDs = append(scan.IDs, s.stored.ID)
		if !slices.Contains(scan.Names, s.stored.Name) {
			scan.Names = append(scan.Names, s.stored.Name)
		}
	}
	return scan
}

// spend takes samples off what the question may read.
func (l *loading) spend(count int) error {
	l.budget -= count
	l.read += count
	if l.budget < 0 {
		return ErrTooManySamples
	}
	return nil
}

func (l *loading) loadNumbers(ctx context.Context, group []seen) error {
	places := placesOf(group)
	all := make([]floats, len(group))
	err := l.Points.Numbers(ctx, l.scan(group), func(n Numbers) error {
		place, ok := places[n.Series]
		if !ok {
			return nil
		}
		l.foundBegun = l.foundBegun || n.Begun
		into := &all[place]
		if into.at == nil {
			*into = l.room.get(max(l.perSeries, len(n.Time)))
		}
		into.addRun(n)
		return l.spend(len(n.Time))
	})
	if err != nil {
		return err
	}
	for i := range group {
		l.addNumbers(group[i], group[i].labels, &all[i])
	}
	return nil
}

func placesOf(group []seen) map[uint64]int {
	places := make(map[uint64]int, len(group))
	for i, s := range group {
		places[s.stored.ID] = i
	}
	return places
}

// addNumbers adds the samples of a stored series under its labels.
func (l *loading) addNumbers(of seen, under labels.Labels, samples *floats) {
	if len(samples.at) == 0 {
		return
	}
	samples.settle(l.room)
	if of.stored.Delta {
		samples.accumulate()
	}
	into := l.under(under)
	if len(into.numbers.at) == 0 {
		into.numbers = *samples
		return
	}
	into.numbers.merge(*samples)
}

func (l *loading) under(of labels.Labels) *loaded {
	key := string(of.Bytes(nil))
	if l.byLabels[key] == nil {
		l.byLabels[key] = &loaded{of: of}
	}
	return l.byLabels[key]
}

// keyedSamples is the samples of a stored series by their keys.
type keyedSamples map[float64]*floats

// loadLists reads the buckets of histograms and the quantiles of summaries.
func (l *loading) loadLists(ctx context.Context, group []seen) error {
	places := placesOf(group)
	all := make([]keyedSamples, len(group))
	err := l.Points.Lists(ctx, l.scan(group), func(lists Lists) error {
		from := uint64(0)
		for i, id := range lists.Series {
			to := lists.End[i]
			if place, ok := places[id]; ok {
				all[place] = all[place].add(lists, i, from, to)
			}
			from = to
		}
		return l.spend(len(lists.Keys))
	})
	if err != nil {
		return err
	}
	label := newLabeller()
	for i, s := range group {
		for key, samples := range all[i] {
			if text := keyText(key); keyMatches(s.label, text, l.matchers) {
				l.addNumbers(s, label.withName(s.labels, s.name, s.label, text), samples)
			}
		}
	}
	return nil
}

// add adds the row of a list. A point without a value is one for every key that
// is known.
func (k keyedSamples) add(lists Lists, row int, from, to uint64) keyedSamples {
	if k == nil {
		k = keyedSamples{}
	}
	if lists.Stale[row] {
		for _, samples := range k {
			samples.add(lists.Time[row], 0, false, math.Float64frombits(value.StaleNaN))
		}
		return k
	}
	for i := from; i < to; i++ {
		key := lists.Keys[i]
		if math.IsNaN(key) {
			continue
		}
		if k[key] == nil {
			k[key] = &floats{}
		}
		k[key].add(lists.Time[row], 0, false, lists.Values[i])
	}
	return k
}

// series returns what was loaded, sorted by labels.
func (l *loading) series() []storage.Series {
	all := make([]storage.Series, 0, len(l.byLabels))
	for _, s := range l.byLabels {
		all = append(all, s.series())
	}
	slices.SortFunc(all, func(a, b storage.Series) int { return labels.Compare(a.Labels(), b.Labels()) })
	return all
}

func (s *loaded) series() storage.Series {
	if len(s.natives) == 0 {
		return &numberSeries{s.of, &s.numbers}
	}
	return storage.NewListSeries(s.of, s.samples())
}
