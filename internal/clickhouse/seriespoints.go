package clickhouse

import (
	"slices"
	"strconv"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// pointReader reads the rows of a series query.
type pointReader struct {
	ranked bool // also how many groups there are, and sums over all of them
	bucket proto.ColUInt32
	groups []*proto.ColStr
	values []*proto.ColNullable[float64]
	count  proto.ColUInt64
	totals []*proto.ColNullable[float64]

	rows      int
	points    []telemetry.Point // of the rows that have numbers
	allGroups int
	allTotals []float64
}

func newPointReader(groups, values int) *pointReader {
	p := &pointReader{}
	for range groups {
		p.groups = append(p.groups, new(proto.ColStr))
	}
	for range values {
		p.values = append(p.values, proto.NewColNullable[float64](new(proto.ColFloat64)))
		p.totals = append(p.totals, proto.NewColNullable[float64](new(proto.ColFloat64)))
	}
	return p
}

func (p *pointReader) results() proto.Results {
	results := proto.Results{{Name: "b", Data: &p.bucket}}
	for i, group := range p.groups {
		results = append(results, proto.ResultColumn{Name: "g" + strconv.Itoa(i), Data: group})
	}
	for i, value := range p.values {
		results = append(results, proto.ResultColumn{Name: "v" + strconv.Itoa(i), Data: value})
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
	for row := range rows {
		if point := p.point(row); slices.ContainsFunc(point.Values, telemetry.HasValue) {
			p.points = append(p.points, point)
		}
	}
	if p.ranked && rows > 0 {
		p.allGroups, p.allTotals = int(p.count.Row(0)), numbersAt(p.totals, 0)
	}
	return nil
}

func (p *pointReader) point(row int) telemetry.Point {
	point := telemetry.Point{
		Bucket: time.Unix(int64(p.bucket.Row(row)), 0).UTC(),
		Group:  make([]string, len(p.groups)), Values: numbersAt(p.values, row),
	}
	for i, group := range p.groups {
		point.Group[i] = validText(group.Row(row))
	}
	return point
}

func numbersAt(columns []*proto.ColNullable[float64], row int) []float64 {
	numbers := make([]float64, len(columns))
	for i, column := range columns {
		numbers[i] = numberOf(column.Row(row))
	}
	return numbers
}

// numberOf answers a number that an answer can hold: infinite ones are none.
func numberOf(n proto.Nullable[float64]) float64 {
	if !n.Set || n.Value-n.Value != 0 {
		return telemetry.NoValue()
	}
	return n.Value
}
