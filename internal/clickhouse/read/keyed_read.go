package read

import (
	"strconv"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/query"
)

// keyedPart is what some series of a keyed scan aggregate.
type keyedPart struct {
	aggregate query.Aggregate
	series    []int
}

// merged is the number of a series in a bucket as far as it is read.
type merged struct {
	value     float64
	count     float64 // of the values that an average is of
	known     bool
	nonFinite uint64
}

func (m *merged) add(aggregate query.Aggregate, value, count float64) {
	switch {
	case !m.known:
		m.value = value
	case aggregate == query.Minimum:
		m.value = min(m.value, value)
	case aggregate == query.Maximum:
		m.value = max(m.value, value)
	default:
		m.value += value
	}
	m.count, m.known = m.count+count, true
}

func (m *merged) number(aggregate query.Aggregate) float64 {
	if aggregate == query.Average && m.known {
		m.value /= m.count
	}
	return numberOf(proto.Nullable[float64]{Set: m.known, Value: m.value})
}

// keyedReader reads the groups of a keyed scan and decides its conditions.
type keyedReader struct {
	plan    *keyedPlan
	bucket  proto.ColUInt32
	keys    []*proto.ColUInt64
	values  []*proto.ColNullable[float64]
	counts  []*proto.ColUInt64
	faults  []*proto.ColUInt64 // values that were not finite
	count   int
	buckets map[uint32][]merged // of each series
}

func newKeyedReader(plan *keyedPlan) *keyedReader {
	r := &keyedReader{plan: plan, buckets: map[uint32][]merged{}}
	for range plan.keys {
		r.keys = append(r.keys, new(proto.ColUInt64))
	}
	for range plan.parts {
		r.values = append(r.values, proto.NewColNullable[float64](new(proto.ColFloat64)))
		r.counts, r.faults = append(r.counts, new(proto.ColUInt64)), append(r.faults, new(proto.ColUInt64))
	}
	return r
}

func (r *keyedReader) results() proto.Results {
	results := proto.Results{{Name: "b", Data: &r.bucket}}
	for i, key := range r.keys {
		results = append(results, proto.ResultColumn{Name: r.plan.keys[i], Data: key})
	}
	for i := range r.values {
		at := strconv.Itoa(i)
		results = append(results, proto.ResultColumn{Name: "v" + at, Data: r.values[i]},
			proto.ResultColumn{Name: "n" + at, Data: r.counts[i]}, proto.ResultColumn{Name: "f" + at, Data: r.faults[i]})
	}
	return results
}

func (r *keyedReader) take(rows int) error {
	r.count += rows
	keys := make([]uint64, len(r.keys))
	for row := range rows {
		for i, key := range r.keys {
			keys[i] = key.Row(row)
		}
		r.decide(row, keys)
	}
	return nil
}

// decide adds the numbers of a group to the series whose condition it meets.
func (r *keyedReader) decide(row int, keys []uint64) {
	at := r.bucket.Row(row)
	if r.buckets[at] == nil {
		r.buckets[at] = make([]merged, len(r.plan.scan.Series))
	}
	for i, part := range r.plan.parts {
		value, faults := r.values[i].Row(row), r.faults[i].Row(row)
		if !value.Set && faults == 0 {
			continue
		}
		for _, s := range part.series {
			if !r.plan.scan.Series[s].Meets(keys) {
				continue
			}
			r.buckets[at][s].nonFinite += faults
			if value.Set {
				r.buckets[at][s].add(part.aggregate, value.Value, float64(r.counts[i].Row(row)))
			}
		}
	}
}

// points returns the numbers of the series by their buckets.
func (r *keyedReader) points() []query.Point {
	var points []query.Point
	for at, numbers := range r.buckets {
		point := query.Point{Bucket: time.Unix(int64(at), 0).UTC(), Values: make([]float64, len(numbers))}
		found := false
		for i := range numbers {
			point.Values[i] = numbers[i].number(r.plan.scan.Series[i].Of.Aggregate)
			point.AddNonFinite(i, numbers[i].nonFinite)
			found = found || query.HasNumber(point.Values[i])
		}
		if found || point.NonFinite != nil {
			points = append(points, point)
		}
	}
	return points
}
