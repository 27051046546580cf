package ingest

import (
	"crypto/rand"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// Receipts is what is known about answers that were written.
type Receipts struct{ *receipts }

// NewReceipts makes an empty one.
func NewReceipts(now func() time.Time) Receipts { return Receipts{newReceipts(now)} }

// Add keeps the receipt of an answer.
func (r Receipts) Add(key uint64, receipt Receipt) { r.add(key, receipt) }

// HasMissed reports whether an answer to such a request was not read.
func (r Receipts) HasMissed(key uint64) bool { return r.hasMissed(key) }

// Len returns how many receipts are kept.
func (r Receipts) Len() int { return max(len(r.queue), len(r.recent)) }

// AdmitSeries returns how the series of rows are looked at for a team with a
// limit.
func AdmitSeries(seriesMax int, now func() time.Time) func(*telemetry.Rows) map[uint64]struct{} {
	b, err := newSeriesBook(seriesMax, now, rand.Reader)
	if err != nil {
		panic(err)
	}
	return func(rows *telemetry.Rows) map[uint64]struct{} {
		today := b.today()
		return b.team("team", today).admit(rows, admission{today: today, max: seriesMax})
	}
}

// SeriesSet is a set of series.
type SeriesSet struct{ set *seriesSet }

// NewSeriesSet makes an empty one.
func NewSeriesSet(seed uint64) SeriesSet { return SeriesSet{&seriesSet{seed: seed}} }

// Has reports whether a series is in the set.
func (s SeriesSet) Has(id uint64) bool { return s.set.has(id) }

// Add adds a series and reports whether it was not there.
func (s SeriesSet) Add(id uint64) bool { return s.set.add(id) }

// Len returns how many series there are.
func (s SeriesSet) Len() int { return s.set.count }
