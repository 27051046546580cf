package check_test

import (
	"context"
	"fmt"
	"path"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/util/teststorage"
)

const (
	// slot is the time that the samples of one storage have for themselves. It is a
	// multiple of every step of a subquery in the tests, as these are aligned.
	slot = 12 * time.Hour
	// slotReach is how far before and after its samples a storage is asked.
	slotReach = 3 * time.Hour
)

// team hands out time to the storages of a file, which follow one another: a store
// that keeps everything is empty again at a later time.
type team struct {
	*store
	next  time.Time // when the next storage begins
	loads int
}

// teams are the stores of the files, made when their first storage opens.
type teams struct {
	mutex  sync.Mutex
	make   func(t testing.TB, name string) *store
	begin  time.Time
	byFile map[string]*team
}

func (all *teams) of(t testing.TB) *team {
	all.mutex.Lock()
	defer all.mutex.Unlock()
	file := path.Base(t.Name())
	if all.byFile[file] == nil {
		all.byFile[file] = &team{store: all.make(t, file), next: all.begin}
	}
	return all.byFile[file]
}

// twin is a storage of a test: Prometheus' own, and a time in the store of a team,
// which gets the same samples by remote write.
type twin struct {
	storage.Storage
	team  *team
	begin time.Time // what 1970 is to the tests; zero while it has no samples
	end   time.Time
}

// open is how the tests get an empty storage.
func (all *teams) open(t testing.TB) storage.Storage {
	own := teststorage.New(t, func(options *tsdb.Options) {
		options.EnableSTStorage = true
		options.FloatChunkEncoding = chunkenc.EncXOR2
		options.EnableHistogramSTEncoding = true
	})
	return &twin{Storage: own, team: all.of(t)}
}

// AppenderV2 returns an appender to both.
func (s *twin) AppenderV2(ctx context.Context) storage.AppenderV2 {
	return &appender{AppenderV2: s.Storage.AppenderV2(ctx), twin: s, context: ctx, floats: map[uint64]*series{}, histograms: map[uint64]*series{}}
}

// later returns what the times of the tests are to be moved by.
func (s *twin) later() time.Duration {
	if s.begin.IsZero() {
		s.take(0)
	}
	return s.begin.Sub(time.UnixMilli(0))
}

// take takes time for samples up to a number of milliseconds.
func (s *twin) take(last int64) {
	if s.begin.IsZero() {
		s.begin, s.end = s.team.next, s.team.next
	}
	for s.begin.Add(time.Duration(last)*time.Millisecond + slotReach).After(s.end) {
		s.end = s.end.Add(slot)
	}
	s.team.next = s.end
}

type appender struct {
	storage.AppenderV2
	twin               *twin
	context            context.Context //nolint:containedctx // that of the appender
	floats, histograms map[uint64]*series
	last               int64
}

// Append appends to Prometheus' storage, and keeps the sample for the other.
func (a *appender) Append(ref storage.SeriesRef, l labels.Labels, st, t int64, v float64, h *histogram.Histogram, fh *histogram.FloatHistogram, options storage.AppendV2Options) (storage.SeriesRef, error) {
	if h != nil {
		return 0, fmt.Errorf("%s: the tests have histograms of floats", l)
	}
	all := a.floats
	if fh != nil {
		all = a.histograms
		fh = fh.Copy() // Prometheus' storage may change it
	}
	if all[l.Hash()] == nil {
		all[l.Hash()] = &series{labels: l}
	}
	to := all[l.Hash()]
	to.samples = append(to.samples, sample{startMillis: st, millis: t, value: v, histogram: fh})
	a.last = max(a.last, t)
	return a.AppenderV2.Append(ref, l, st, t, v, h, fh, options)
}

// Commit returns when both have the samples and can be asked.
func (a *appender) Commit() error {
	if err := a.AppenderV2.Commit(); err != nil {
		return err
	}
	a.twin.take(a.last)
	later := a.twin.later().Milliseconds()
	m := message{version: versionTwo}
	if a.twin.team.loads++; a.twin.team.loads%2 == 0 {
		m.version = versionOne
	}
	for _, all := range []map[uint64]*series{a.floats, a.histograms} {
		for _, one := range all {
			for i := range one.samples {
				one.samples[i].millis += later
				if one.samples[i].startMillis != 0 {
					one.samples[i].startMillis += later
				}
			}
			m.all = append(m.all, one)
		}
	}
	slices.SortFunc(m.all, func(a, b *series) int { return labels.Compare(a.labels, b.labels) })
	return a.twin.team.load(a.context, m)
}
