package read

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// Where shards are asked one by one, quantiles are made here of the values that they
// have: of up to sampleSize values all, else of the rounded ones with how often there
// is each, as in series_quantile.go.

// sampleValuesMax is how many values all shards together may answer. Of more, quantiles
// are made where the rows are.
const sampleValuesMax = 1 << 24

// errTooManyValues says that quantiles have to be made where the rows are.
var errTooManyValues = fault.New(fault.Invalid, "there are too many values")

// valuesMax returns how many values one shard may answer.
func (r *Reads) valuesMax(ctx context.Context) int {
	return cmp.Or(r.opts.SampleValues, sampleValuesMax) / max(1, r.shardsApart(ctx))
}

// sample is the values of a group that a quantile is made of.
type sample struct {
	count  uint64 // how many there are
	values [][]float64
	heaps  []heap // instead of values, where those are not all
}

// heap is how often there is a value.
type heap struct {
	value float64
	count uint64
}

func (s *sample) add(values []float64, count uint64) {
	s.values = append(s.values, values)
	s.count += count
}

func (s *sample) join(other sample) {
	s.values = append(s.values, other.values...)
	s.count += other.count
}

// isCut reports whether values are missing.
func (s *sample) isCut() bool { return s.count > sampleSize }

// quantile returns the value at a level from 0 to 1 of the way from the least to the
// greatest one, between two of them where it is there.
func (s *sample) quantile(level float64) float64 {
	if s.isCut() {
		return quantileOfHeaps(s.heaps, level)
	}
	values := slices.Concat(s.values...)
	if len(values) == 0 {
		return query.NoValue()
	}
	position := level * float64(len(values)-1)
	at := int(position)
	lower := nth(values, at)
	if at+1 == len(values) {
		return lower
	}
	return between(lower, slices.Min(values[at+1:]), position-float64(at))
}

// between returns the value at a share of the way between two.
func between(lower, upper, share float64) float64 {
	if lower == upper {
		return lower
	}
	return lower*(1-share) + upper*share
}

// quantileOfHeaps is quantile of heaps. There are none of what was deleted, or lost with
// its shard, between two questions.
func quantileOfHeaps(heaps []heap, level float64) float64 {
	if len(heaps) == 0 {
		return query.NoValue()
	}
	slices.SortFunc(heaps, func(a, b heap) int { return cmp.Compare(a.value, b.value) })
	total := uint64(0)
	for _, h := range heaps {
		total += h.count
	}
	position := level * float64(total-1)
	at := uint64(position)
	lower, upper := valueAt(heaps, at), valueAt(heaps, at+1)
	return between(lower, upper, position-math.Floor(position))
}

// valueAt returns the value at a place in the order of all, the last one beyond it.
func valueAt(heaps []heap, place uint64) float64 {
	for _, h := range heaps {
		if place < h.count {
			return h.value
		}
		place -= h.count
	}
	return heaps[len(heaps)-1].value
}

// nth orders values as far as is needed for the one at a place to stand there, behind
// those that are less, and returns it.
func nth(values []float64, place int) float64 {
	first, last := 0, len(values)-1
	for first < last {
		pivot := values[first+(last-first)/2]
		low, high := first, last
		for low <= high {
			for values[low] < pivot {
				low++
			}
			for values[high] > pivot {
				high--
			}
			if low <= high {
				values[low], values[high] = values[high], values[low]
				low++
				high--
			}
		}
		switch {
		case place <= high:
			last = high
		case place >= low:
			first = low
		default:
			return values[place]
		}
	}
	return values[place]
}

// addSamples notes what the quantiles of a plan are of, each once.
func (p *keyedPlan) addSamples() {
	known := map[string]int{}
	for i, number := range p.rows.numbers {
		if number.of.Aggregate != query.Quantile {
			continue
		}
		key := number.field + " " + number.when
		if known[key] == 0 {
			p.samples = append(p.samples, number.finite())
			known[key] = len(p.samples)
		}
		p.parts[i].sample = known[key]
	}
}

// sampleSQL returns the values that a quantile is of, one more than it can be made of.
func (a aggregation) sampleSQL() string {
	return a.apply("groupArray", strconv.Itoa(sampleSize+1), "assumeNotNull("+a.field+")")
}

// sampleColumns reads the values of the samples of rows.
type sampleColumns struct {
	columns []*proto.ColArr[float64]
	values  []*proto.ColFloat64
	left    int // how many values there may still be
}

func newSampleColumns(count, most int) sampleColumns {
	c := sampleColumns{left: most}
	for range count {
		values := new(proto.ColFloat64)
		c.values = append(c.values, values)
		c.columns = append(c.columns, proto.NewArray[float64](values))
	}
	return c
}

func (c *sampleColumns) results() proto.Results {
	var results proto.Results
	for i, column := range c.columns {
		results = append(results, proto.ResultColumn{Name: "s" + strconv.Itoa(i), Data: column})
	}
	return results
}

// at returns the values of a row, which stay when the next block is read.
func (c *sampleColumns) at(sample, row int) []float64 {
	begin, end := 0, int(c.columns[sample].Offsets[row])
	if row > 0 {
		begin = int(c.columns[sample].Offsets[row-1])
	}
	return slices.Clone((*c.values[sample])[begin:end])
}

// count takes the values of a block off those that there may be.
func (c *sampleColumns) count() error {
	for _, values := range c.values {
		c.left -= values.Rows()
	}
	if c.left < 0 {
		return errTooManyValues
	}
	return nil
}

// heapsText is the query for the rounded values of each group, with how often there is
// each.
const heapsText = `
SELECT {{shown}}, groupArray(v) AS vs, groupArray(c) AS cs
FROM (SELECT {{bucket}} AS b{{keys}}, {{rounded}} AS v, count() AS c FROM {{from}} WHERE {{when}} GROUP BY b{{keys}}, v)
GROUP BY b{{keys}}
LIMIT {{limit}}`

func (p *keyedPlan) heapsSQL(of aggregation, rows rowsFrom, rowsMax int) string {
	keys, shown := "", []string{"b"}
	for i, group := range p.rows.groups {
		keys += ", k" + strconv.Itoa(i)
		shown = append(shown, group+" AS g"+strconv.Itoa(i))
	}
	return parts{
		"shown": strings.Join(shown, ", "), "bucket": p.rows.bucket(), "keys": keys, "rounded": rounded(of.field),
		"from": rows.from, "when": of.when, "limit": fmt.Sprint(rowsMax + 1),
	}.into(heapsText)
}

// heapReader reads the heaps of groups.
type heapReader struct {
	bucket proto.ColUInt32
	groups groupColumns
	values sampleColumns
	counts *proto.ColArr[uint64]
	cells  map[keyedCell][]heap
}

func newHeapReader(plan *keyedPlan, most int) *heapReader {
	return &heapReader{
		groups: newGroupColumns(plan.rows), values: newSampleColumns(1, most),
		counts: proto.NewArray[uint64](new(proto.ColUInt64)), cells: map[keyedCell][]heap{},
	}
}

func (r *heapReader) results() proto.Results {
	results := append(proto.Results{{Name: "b", Data: &r.bucket}}, r.groups.results()...)
	return append(results, proto.ResultColumn{Name: "vs", Data: r.values.columns[0]}, proto.ResultColumn{Name: "cs", Data: r.counts})
}

func (r *heapReader) take(rows int) error {
	if err := r.values.count(); err != nil {
		return err
	}
	for row := range rows {
		at := keyedCell{r.bucket.Row(row), r.groups.key(row)}
		counts := r.counts.Row(row)
		for i, value := range r.values.at(0, row) {
			r.cells[at] = append(r.cells[at], heap{value, counts[i]})
		}
	}
	return nil
}

// readHeaps asks shards for the rounded values of samples that are cut.
func (r *Reads) readHeaps(ctx context.Context, all *keyedReader, from rowsFrom, most int) (query.Stats, error) {
	var stats query.Stats
	for i, of := range all.plan.samples {
		if !all.hasCut(i + 1) {
			continue
		}
		q := all.plan.reading(all.plan.heapsSQL(of, from, all.most), nil)
		readers, read, err := readApart(ctx, r, q, func() *heapReader { return newHeapReader(all.plan, most) })
		stats.Add(read)
		if err != nil {
			return stats, err
		}
		for _, reader := range readers {
			all.addHeaps(i+1, reader)
		}
	}
	return stats, nil
}

// hasCut reports whether a group has too many values of a sample.
func (r *keyedReader) hasCut(sample int) bool {
	for i, part := range r.plan.parts {
		if part.sample != sample {
			continue
		}
		for _, numbers := range r.cells {
			if numbers[i].sample.isCut() {
				return true
			}
		}
	}
	return false
}

// addHeaps gives heaps to the numbers that are made of them.
func (r *keyedReader) addHeaps(sample int, other *heapReader) {
	for at, heaps := range other.cells {
		numbers := r.cells[at]
		for i, part := range r.plan.parts {
			if part.sample == sample && numbers != nil && numbers[i].sample.isCut() {
				numbers[i].sample.heaps = append(numbers[i].sample.heaps, heaps...)
			}
		}
	}
}
