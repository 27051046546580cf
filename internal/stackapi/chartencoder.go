package stackapi

import (
	"math"
	"strconv"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// pointEncoder writes points as JSON. Points of a bucket follow each other, so
// what an object begins with is kept for the next one.
type pointEncoder struct {
	names  [query.SeriesMax]string
	bucket int64
	start  []byte
}

func newPointEncoder() *pointEncoder {
	e := &pointEncoder{}
	for i := range e.names {
		e.names[i] = `,"series_` + strconv.Itoa(i) + `.data":`
	}
	e.begin(0)
	return e
}

// begin makes the start of the points of a bucket.
func (e *pointEncoder) begin(bucket int64) {
	e.bucket = bucket
	e.start = append(strconv.AppendInt(append(e.start[:0], `{"ts_bucket":`...), bucket, 10), `,"group":[`...)
}

// append appends a point, whose texts must be UTF-8.
func (e *pointEncoder) append(to []byte, p *query.Point) []byte {
	if bucket := p.Bucket.UnixMilli(); bucket != e.bucket {
		e.begin(bucket)
	}
	to = append(to, e.start...)
	for i, group := range p.Group {
		if i > 0 {
			to = append(to, ',')
		}
		to = telemetry.AppendJSONText(to, []byte(group))
	}
	to = append(to, ']')
	for i, number := range p.Values {
		switch {
		case query.HasValue(number):
			to = appendNumber(append(to, e.names[i]...), number)
		case !p.IsEmpty(i):
			to = append(append(to, e.names[i]...), "null"...)
		}
	}
	return append(to, '}')
}

// The sizes between which numbers have no exponent, and below which whole
// ones are exact.
const (
	plainFrom  = 1e-6
	plainBelow = 1e21
	exactBelow = 1 << 53
)

// appendNumber appends a number as JSON has it; no number is nothing.
func appendNumber(to []byte, number float64) []byte {
	size := math.Abs(number)
	switch {
	case !query.HasValue(number):
		return to
	case size < exactBelow && number == math.Trunc(number):
		return strconv.AppendInt(to, int64(number), 10)
	case size < plainFrom || size >= plainBelow:
		return strconv.AppendFloat(to, number, 'e', -1, 64)
	}
	return strconv.AppendFloat(to, number, 'f', -1, 64)
}
