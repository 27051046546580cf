package promapi

import (
	"math"
	"strconv"
	"time"

	"github.com/prometheus/prometheus/model/exemplar"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// queryCost is what an evaluation cost, if it is to be shown.
type queryCost struct {
	shown   bool
	took    time.Duration
	samples int
}

// result writes the value of an expression.
func (w *writer) result(value parser.Value, cost queryCost) {
	w.add(`{"resultType":"`)
	w.add(string(value.Type()))
	w.add(`","result":`)
	switch v := value.(type) {
	case promql.Matrix:
		w.matrix(v)
	case promql.Vector:
		list(w, v, appendSample)
	case promql.Scalar:
		w.buf = appendFloatPoint(w.buf, v.T, v.V)
	case promql.String:
		w.buf = append(appendSeconds(append(w.buf, '['), v.T), ',')
		w.buf = append(appendText(w.buf, v.V), ']')
	default:
		w.add("[]")
	}
	if cost.shown {
		w.cost(cost)
	}
	w.add("}")
}

// cost writes the fields that Prometheus has. Of the times, only the whole is
// known.
func (w *writer) cost(c queryCost) {
	took := strconv.FormatFloat(c.took.Seconds(), 'f', -1, 64)
	w.add(`,"stats":{"timings":{"evalTotalTime":` + took + `,"resultSortTime":0,"queryPreparationTime":0,"innerEvalTime":` + took +
		`,"execQueueTime":0,"execTotalTime":` + took + `},"samples":{"totalQueryableSamples":` + strconv.Itoa(c.samples) + `,"peakSamples":` + strconv.Itoa(c.samples) + `}}`)
}

func (w *writer) matrix(m promql.Matrix) {
	w.add("[")
	for i := range m {
		if i > 0 {
			w.add(",")
		}
		w.series(&m[i])
	}
	w.add("]")
}

func (w *writer) series(s *promql.Series) {
	w.add(`{"metric":`)
	w.buf = appendLabels(w.buf, s.Metric)
	if len(s.Floats) > 0 {
		w.add(`,"values":`)
		list(w, s.Floats, func(to []byte, p promql.FPoint) []byte { return appendFloatPoint(to, p.T, p.F) })
	}
	if len(s.Histograms) > 0 {
		w.add(`,"histograms":`)
		list(w, s.Histograms, func(to []byte, p promql.HPoint) []byte { return appendHistogramPoint(to, p.T, p.H) })
	}
	w.add("}")
	w.spill(chunkBytes)
}

func appendSample(to []byte, s promql.Sample) []byte {
	to = appendLabels(append(to, `{"metric":`...), s.Metric)
	if s.H != nil {
		to = appendHistogramPoint(append(to, `,"histogram":`...), s.T, s.H)
	} else {
		to = appendFloatPoint(append(to, `,"value":`...), s.T, s.F)
	}
	return append(to, '}')
}

func appendFloatPoint(to []byte, ms int64, value float64) []byte {
	to = append(appendSeconds(append(to, '['), ms), ',')
	return append(appendNumber(to, value), ']')
}

func appendHistogramPoint(to []byte, ms int64, h *histogram.FloatHistogram) []byte {
	to = append(appendSeconds(append(to, '['), ms), ',')
	return append(appendHistogram(to, h), ']')
}

// appendHistogram leaves out empty buckets.
func appendHistogram(to []byte, h *histogram.FloatHistogram) []byte {
	to = appendNumber(append(to, `{"count":`...), h.Count)
	to = appendNumber(append(to, `,"sum":`...), h.Sum)
	before := `,"buckets":[`
	for buckets := h.AllBucketIterator(); buckets.Next(); {
		if b := buckets.At(); b.Count != 0 {
			to = appendBucket(append(to, before...), b)
			before = ","
		}
	}
	if before == "," {
		to = append(to, ']')
	}
	return append(to, '}')
}

func appendBucket(to []byte, b histogram.Bucket[float64]) []byte {
	to = append(to, '[', bounds(b), ',')
	to = append(appendNumber(to, b.Lower), ',')
	to = append(appendNumber(to, b.Upper), ',')
	return append(appendNumber(to, b.Count), ']')
}

// bounds says which ends belong to a bucket: 0 the upper one, 1 the lower one, 2
// none, 3 both.
func bounds(b histogram.Bucket[float64]) byte {
	switch {
	case b.LowerInclusive && b.UpperInclusive:
		return '3'
	case b.LowerInclusive:
		return '1'
	case b.UpperInclusive:
		return '0'
	}
	return '2'
}

// appendSeconds writes milliseconds as seconds with at most three decimals.
func appendSeconds(to []byte, ms int64) []byte {
	if ms < 0 {
		to = append(to, '-')
	}
	size := uint64(max(ms, -ms)) // of the smallest number too, which has no opposite
	to = strconv.AppendUint(to, size/1000, 10)
	if rest := size % 1000; rest > 0 {
		to = append(to, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
	}
	return to
}

// appendNumber writes a number as a JSON text: plain decimals unless it is very
// small or very large, and NaN, +Inf and -Inf.
func appendNumber(to []byte, value float64) []byte {
	form := byte('f')
	if size := math.Abs(value); size != 0 && (size < 1e-6 || size >= 1e21) {
		form = 'e'
	}
	return append(strconv.AppendFloat(append(to, '"'), value, form, -1, 64), '"')
}

func appendLabels(to []byte, set labels.Labels) []byte {
	to = append(to, '{')
	begin := len(to)
	set.Range(func(l labels.Label) {
		if len(to) > begin {
			to = append(to, ',')
		}
		to = append(appendText(to, l.Name), ':')
		to = appendText(to, l.Value)
	})
	return append(to, '}')
}

func appendText(to []byte, text string) []byte { return telemetry.AppendJSONText(to, []byte(text)) }

func appendExemplars(to []byte, of exemplar.QueryResult) []byte {
	to = appendLabels(append(to, `{"seriesLabels":`...), of.SeriesLabels)
	to = append(to, `,"exemplars":[`...)
	for i, e := range of.Exemplars {
		if i > 0 {
			to = append(to, ',')
		}
		to = appendLabels(append(to, `{"labels":`...), e.Labels)
		to = appendNumber(append(to, `,"value":`...), e.Value)
		to = append(appendSeconds(append(to, `,"timestamp":`...), e.Ts), '}')
	}
	return append(to, "]}"...)
}
