package read

import (
	"slices"
	"strconv"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/query"
)

// pointReader reads the rows of a series query.
type pointReader struct {
	ranked bool // also how many groups there are, and sums over all of them
	bucket proto.ColUInt32
	groups groupColumns
	values []*proto.ColNullable[float64]
	faults []*proto.ColUInt64 // values that were not finite; nil for series that don't count them
	count  proto.ColUInt64
	totals []*proto.ColNullable[float64]

	rows      int
	points    []query.Point // of the rows that have numbers
	allGroups int
	allTotals []float64
}

func newPointReader(plan *seriesPlan) *pointReader {
	p := &pointReader{groups: newGroupColumns(plan)}
	for _, number := range plan.numbers {
		p.values = append(p.values, proto.NewColNullable[float64](new(proto.ColFloat64)))
		p.totals = append(p.totals, proto.NewColNullable[float64](new(proto.ColFloat64)))
		p.faults = append(p.faults, faultsOf(number))
	}
	return p
}

func faultsOf(number aggregation) *proto.ColUInt64 {
	if !number.countsNotFinite() {
		return nil
	}
	return new(proto.ColUInt64)
}

func (p *pointReader) results() proto.Results {
	results := append(proto.Results{{Name: "b", Data: &p.bucket}}, p.groups.results()...)
	for i, value := range p.values {
		results = append(results, proto.ResultColumn{Name: "v" + strconv.Itoa(i), Data: value})
	}
	for i, faults := range p.faults {
		if faults != nil {
			results = append(results, proto.ResultColumn{Name: "f" + strconv.Itoa(i), Data: faults})
		}
	}
	if !p.ranked {
		return results
	}
	results = append(results, proto.ResultColumn{Name: "groups", Data: &p.count})
	for i, total := range p.totals {
		results = append(results, proto.ResultColumn{Name: "total" + strconv.Itoa(i), Data: total})
	}
	return results
}

func (p *pointReader) take(rows int) error {
	p.rows += rows
	p.points = slices.Grow(p.points, rows)
	values := make([]float64, rows*len(p.values))
	for row := range rows {
		point := query.Point{Values: cut(&values, len(p.values)), NonFinite: p.nonFinite(row)}
		if p.read(row, point.Values) || point.NonFinite != nil {
			point.Bucket, point.Group = time.Unix(int64(p.bucket.Row(row)), 0).UTC(), p.groups.at(row)
			p.points = append(p.points, point)
		}
	}
	if p.ranked && rows > 0 {
		p.allGroups, p.allTotals = int(p.count.Row(0)), numbersAt(p.totals, 0)
	}
	return nil
}

// cut takes the first items off a list.
func cut[T any](list *[]T, count int) []T {
	first := (*list)[:count:count]
	*list = (*list)[count:]
	return first
}

// read fills in the numbers of a row, and reports whether there is one.
func (p *pointReader) read(row int, numbers []float64) bool {
	found := false
	for i, column := range p.values {
		numbers[i] = numberOf(column.Row(row))
		found = found || query.HasNumber(numbers[i])
	}
	return found
}

// nonFinite returns how many values of a row were not finite, nil for none.
func (p *pointReader) nonFinite(row int) []uint64 {
	var counts []uint64
	for i := range p.faults {
		count := p.faultsAt(i, row)
		if count == 0 {
			continue
		}
		if counts == nil {
			counts = make([]uint64, len(p.faults))
		}
		counts[i] = count
	}
	return counts
}

// faultsAt returns how many values of a series were not finite in a row. Of an
// expression of its own only its result is known.
func (p *pointReader) faultsAt(series, row int) uint64 {
	if faults := p.faults[series]; faults != nil {
		return faults.Row(row)
	}
	if result := p.values[series].Row(row); result.Set && !query.HasValue(result.Value) {
		return 1
	}
	return 0
}

func numbersAt(columns []*proto.ColNullable[float64], row int) []float64 {
	numbers := make([]float64, len(columns))
	for i, column := range columns {
		numbers[i] = numberOf(column.Row(row))
	}
	return numbers
}

// numberOf returns the number of a cell, which may be infinite.
func numberOf(n proto.Nullable[float64]) float64 {
	if !n.Set {
		return query.NoValue()
	}
	return n.Value
}
