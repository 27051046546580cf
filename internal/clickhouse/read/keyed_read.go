package read

import (
	"maps"
	"strconv"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// keyedPart is what some series of a keyed scan aggregate.
type keyedPart struct {
	aggregate query.Aggregate
	series    [][]int // by their metrics
	sample    int     // of a quantile, the number of what it is of, counted from 1
}

// merged is the number of a series in a bucket as far as it is read.
type merged struct {
	value     float64
	weight    uint64 // of an average, how many values; of a last value, its time
	known     bool
	nonFinite uint64
	sample    sample // of a quantile
}

func (m *merged) add(aggregate query.Aggregate, value float64, weight uint64) {
	switch {
	case !m.known:
		m.value, m.weight = value, weight
	case aggregate == query.Minimum:
		m.value = min(m.value, value)
	case aggregate == query.Maximum:
		m.value = max(m.value, value)
	case aggregate == query.LastValue:
		m.addLast(value, weight)
	default:
		m.value += value
		m.weight += weight
	}
	m.known = true
}

// join adds the number of other rows.
func (m *merged) join(aggregate query.Aggregate, other merged) {
	m.nonFinite += other.nonFinite
	m.sample.join(other.sample)
	if other.known {
		m.add(aggregate, other.value, other.weight)
	}
}

// addLast keeps the later value, and of two at the same time the greater one.
func (m *merged) addLast(value float64, at uint64) {
	if at > m.weight || at == m.weight && value > m.value {
		m.value, m.weight = value, at
	}
}

func (m *merged) number(of explore.ScannedSeries) float64 {
	switch {
	case of.Aggregate == query.Quantile:
		return m.sample.quantile(of.Level)
	case of.Aggregate == query.Average && m.known:
		m.value /= float64(m.weight)
	}
	return numberOf(proto.Nullable[float64]{Set: m.known, Value: m.value})
}

// keyedReader reads the groups of a keyed scan and decides its conditions.
type keyedReader struct {
	plan    *keyedPlan
	bucket  proto.ColUInt32
	keys    []*proto.ColUInt64
	values  []*proto.ColNullable[float64]
	weights []*proto.ColUInt64
	faults  []*proto.ColUInt64 // values that were not finite
	samples sampleColumns
	groups  groupColumns
	count   int
	most    int                    // groups that there may be
	cells   map[keyedCell][]merged // of each series
}

// keyedCell is a bucket and a group of a keyed scan.
type keyedCell struct {
	second uint32
	group  string
}

func newKeyedReader(plan *keyedPlan, most int) *keyedReader {
	r := &keyedReader{plan: plan, most: most, groups: newGroupColumns(plan.rows), cells: map[keyedCell][]merged{}, samples: newSampleColumns(len(plan.samples), plan.valuesMax)}
	for range plan.keys {
		r.keys = append(r.keys, new(proto.ColUInt64))
	}
	for range plan.parts {
		r.values = append(r.values, proto.NewColNullable[float64](new(proto.ColFloat64)))
		r.weights, r.faults = append(r.weights, new(proto.ColUInt64)), append(r.faults, new(proto.ColUInt64))
	}
	return r
}

func (r *keyedReader) results() proto.Results {
	results := append(proto.Results{{Name: "b", Data: &r.bucket}}, keyResults(r.plan.keys, r.keys)...)
	results = append(results, r.groups.results()...)
	for i := range r.values {
		at := strconv.Itoa(i)
		results = append(results, proto.ResultColumn{Name: "v" + at, Data: r.values[i]},
			proto.ResultColumn{Name: "n" + at, Data: r.weights[i]}, proto.ResultColumn{Name: "f" + at, Data: r.faults[i]})
	}
	return append(results, r.samples.results()...)
}

func keyResults(names []string, keys []*proto.ColUInt64) proto.Results {
	results := make(proto.Results, len(keys))
	for i, key := range keys {
		results[i] = proto.ResultColumn{Name: names[i], Data: key}
	}
	return results
}

func readKeys(into []uint64, keys []*proto.ColUInt64, row int) {
	for i, key := range keys {
		into[i] = key.Row(row)
	}
}

func (r *keyedReader) rowCount() int { return r.count }

func (r *keyedReader) take(rows int) error {
	if r.count += rows; r.count > r.most {
		return errTooMuch
	}
	if err := r.samples.count(); err != nil {
		return err
	}
	keys := make([]uint64, len(r.keys))
	for row := range rows {
		readKeys(keys, r.keys, row)
		r.decide(row, keys)
	}
	return nil
}

// decide adds the numbers of a group to the series whose condition it meets.
func (r *keyedReader) decide(row int, keys []uint64) {
	at := keyedCell{r.bucket.Row(row), r.groups.key(row)}
	if r.cells[at] == nil {
		r.cells[at] = make([]merged, len(r.plan.scan.Series))
	}
	numbers, metric := r.cells[at], r.plan.metricOf(keys)
	values := make([][]float64, len(r.plan.samples))
	for i := range values {
		values[i] = r.samples.at(i, row)
	}
	for i, part := range r.plan.parts {
		if part.sample > 0 {
			numbers[i].sample.add(values[part.sample-1], r.weights[i].Row(row))
			numbers[i].nonFinite += r.faults[i].Row(row)
			continue
		}
		value, faults := r.values[i].Row(row), r.faults[i].Row(row)
		if !value.Set && faults == 0 {
			continue
		}
		for _, s := range part.series[metric] {
			if !r.plan.scan.Series[s].Meets(keys) {
				continue
			}
			numbers[s].nonFinite += faults
			if value.Set {
				numbers[s].add(part.aggregate, value.Value, r.weights[i].Row(row))
			}
		}
	}
}

// join adds what another reader has of the same plan.
func (r *keyedReader) join(other *keyedReader) {
	maps.Copy(r.groups.met, other.groups.met)
	for at, numbers := range other.cells {
		own := r.cells[at]
		if own == nil {
			r.cells[at] = numbers
			continue
		}
		for i, number := range numbers {
			own[i].join(r.plan.scan.Series[i].Of.Aggregate, number)
		}
	}
}

// points returns the numbers of the series by their buckets and groups.
func (r *keyedReader) points() []query.Point {
	var points []query.Point
	for at, numbers := range r.cells {
		point := query.Point{Bucket: time.Unix(int64(at.second), 0).UTC(), Group: r.groups.met[at.group], Values: make([]float64, len(numbers))}
		found := false
		for i := range numbers {
			point.Values[i] = numbers[i].number(r.plan.scan.Series[i].Of)
			point.AddNonFinite(i, numbers[i].nonFinite)
			found = found || query.HasNumber(point.Values[i])
		}
		if found || point.NonFinite != nil {
			points = append(points, point)
		}
	}
	return points
}
