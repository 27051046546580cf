package read

import (
	"cmp"
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/keyed"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// A scan of many conditions costs the engine far more to analyse than to run.
// A keyed scan asks shorter: rows are grouped by how they reply to what the
// conditions ask, its keys, and each condition is decided here, once for each
// group. What a condition asks of a row is still compared by the engine.
const (
	// KeyedSeriesMin is how many series ask the same things of a row before
	// they are read by keys: another scan has its price too.
	KeyedSeriesMin = 10
	// KeyedRowsMax is how many groups a keyed scan may have. What has more is
	// read condition by condition.
	KeyedRowsMax = 20_000
)

// wideScan is a scan in parts: its series by their places.
type wideScan struct {
	scan  explore.SeriesScan
	keyed []*keyed.Scan
	rest  []int
}

// cutScan returns which series of a scan are read by keys. Grouped ones are
// not: which groups are the largest is a question to all of their rows.
func (r *Reads) cutScan(c *compile.Compiler, scan explore.SeriesScan) wideScan {
	w, least := wideScan{scan: scan}, cmp.Or(r.opts.KeyedSeries, KeyedSeriesMin)
	if r.opts.NoKeys || len(scan.Series) < least || len(scan.GroupBy) > 0 {
		w.rest = places(len(scan.Series))
		return w
	}
	asking, open := keyed.NewAsking(c, scan.Target), map[string]*keyed.Scan{}
	for i, s := range scan.Series {
		asked, ok := asking.Of(s.Where.Node)
		if !ok || !isMergeable(s, scan) {
			w.rest = append(w.rest, i)
			continue
		}
		key := keyed.AxesKey(asked)
		if open[key] == nil || open[key].IsFull() {
			open[key] = keyed.NewScan()
			w.keyed = append(w.keyed, open[key])
		}
		open[key].Add(i, s, asked)
	}
	w.dropNarrow(least)
	return w
}

// dropNarrow gives up keyed scans of few series.
func (w *wideScan) dropNarrow(least int) {
	w.keyed = slices.DeleteFunc(w.keyed, func(k *keyed.Scan) bool {
		narrow := len(k.Series) < least
		if narrow {
			w.rest = append(w.rest, k.Places()...)
		}
		return narrow
	})
}

// hasParts reports whether the scan is read in parts.
func (w *wideScan) hasParts() bool {
	return len(w.keyed) > 0 || len(w.rest) > keyed.ScanWidthMax && len(w.scan.GroupBy) == 0
}

func places(count int) []int {
	all := make([]int, count)
	for i := range all {
		all[i] = i
	}
	return all
}

// wideSeries reads a scan in parts and puts them together.
func (r *Reads) wideSeries(ctx context.Context, c *compile.Compiler, w wideScan) (explore.SeriesResult, error) {
	all := newWidePoints(w.scan)
	for _, k := range w.keyed {
		read, err := r.readKeyed(ctx, compile.New(c.Table, w.scan.Target), k, w.scan)
		if fault.KindOf(err) == fault.Invalid && ctx.Err() == nil {
			w.rest = append(w.rest, k.Places()...) // too much, or one that only fails
			continue
		}
		if err != nil {
			return explore.SeriesResult{}, err
		}
		all.add(k.Places(), read)
	}
	for part := range slices.Chunk(w.rest, keyed.ScanWidthMax) {
		read, err := r.plainSeries(ctx, compile.New(c.Table, w.scan.Target), w.part(part))
		if err != nil {
			return explore.SeriesResult{}, err
		}
		all.add(part, read)
	}
	return all.result(), nil
}

// part returns the scan with the series at the places.
func (w *wideScan) part(places []int) explore.SeriesScan {
	scan := w.scan
	scan.Series = make([]explore.ScannedSeries, len(places))
	for i, at := range places {
		scan.Series[i] = w.scan.Series[at]
	}
	return scan
}

// widePoints is the numbers of a scan by their buckets and groups.
type widePoints struct {
	width  int
	points map[widePlace]*query.Point
	stats  query.Stats
}

type widePlace struct {
	second int64
	group  string
}

func newWidePoints(scan explore.SeriesScan) *widePoints {
	return &widePoints{width: len(scan.Series), points: map[widePlace]*query.Point{}}
}

// add takes the numbers of series at their places.
func (w *widePoints) add(places []int, read explore.SeriesResult) {
	w.stats.Add(read.Stats)
	for _, p := range read.Points {
		at := widePlace{p.Bucket.Unix(), groupKey(p)}
		if w.points[at] == nil {
			w.points[at] = &query.Point{Bucket: p.Bucket, Group: p.Group, Values: noValues(w.width)}
		}
		w.points[at].Put(places, p)
	}
}

func noValues(count int) []float64 {
	return slices.Repeat([]float64{query.NoValue()}, count)
}

func (w *widePoints) result() explore.SeriesResult {
	result := explore.SeriesResult{Stats: w.stats}
	for _, point := range w.points {
		result.Points = append(result.Points, *point)
	}
	slices.SortFunc(result.Points, comparePoints)
	return result
}
