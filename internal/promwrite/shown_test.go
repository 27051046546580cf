package promwrite_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// shown is a row in a form that can be compared: texts for what has bits that
// compare badly.
type shown struct {
	Kind                                  telemetry.PointKind
	Name, Attributes, Service, Resource   string
	Temporality                           int32
	Monotonic                             bool
	Time, Start                           int64
	Flags                                 uint32
	Value                                 uint64
	Exemplars                             []string
	Native                                string
	Count, ZeroCount                      uint64
	Scale, PositiveOffset, NegativeOffset int32
	Positive, Negative                    []uint64
}

// rowsOf returns the points of rows, those of each type in order.
func rowsOf(t testing.TB, rows *telemetry.Rows) (all []shown) {
	t.Helper()
	for kind := range rows.Points {
		c := &rows.Points[kind]
		for row := range c.Time {
			metric := rows.Metrics()[c.Metric[row]]
			origin := rows.Origins()[metric.Origin]
			if got := string(rows.Texts.Text(origin.ScopeName)); got != telemetry.PrometheusScope {
				t.Fatalf("scope %q", got)
			}
			one := shown{
				Kind: telemetry.PointKind(kind), Name: string(rows.Texts.Text(metric.Name)), Attributes: string(rows.Texts.Text(c.Attributes[row])),
				Service: string(rows.Texts.Text(origin.Service)), Resource: string(rows.Texts.Text(origin.Resource)),
				Temporality: metric.Temporality, Monotonic: metric.Monotonic,
				Time: c.Time[row], Start: c.Start[row], Flags: c.Flags[row], Exemplars: exemplarsOf(&c.Exemplars, row),
			}
			if one.Kind == telemetry.ExponentialHistogram {
				showHistogram(t, &one, c, row)
			} else {
				one.Value = math.Float64bits(c.Value[row])
			}
			all = append(all, one)
		}
	}
	return all
}

func showHistogram(t testing.TB, one *shown, c *telemetry.PointColumns, row int) {
	t.Helper()
	var native prompb.Histogram
	if err := native.Unmarshal(c.Native.Row(row)); err != nil {
		t.Fatal(err)
	}
	one.Value, one.Native = math.Float64bits(c.Sum[row]), native.String()
	one.Count, one.ZeroCount, one.Scale = c.Count[row], c.ZeroCount[row], c.Scale[row]
	one.PositiveOffset, one.NegativeOffset = c.PositiveOffset[row], c.NegativeOffset[row]
	one.Positive = append(one.Positive, c.Positive.Row(row)...)
	one.Negative = append(one.Negative, c.Negative.Row(row)...)
}

func exemplarsOf(e *telemetry.Exemplars, row int) (all []string) {
	from := uint32(0)
	if row > 0 {
		from = e.RowEnd[row-1]
	}
	for i := from; i < e.RowEnd[row]; i++ {
		all = append(all, fmt.Sprintf("%d %x %x %x %s", e.Time[i], math.Float64bits(e.Value[i]),
			e.TraceID[i*telemetry.TraceIDBytes:(i+1)*telemetry.TraceIDBytes], e.SpanID[i*telemetry.SpanIDBytes:(i+1)*telemetry.SpanIDBytes],
			e.Attributes.Row(int(i))))
	}
	return all
}

// entry is what a series of either version says.
type entry struct {
	labels     []prompb.Label
	kind       int32 // of its metadata
	samples    []writev2.Sample
	histograms []writev2.Histogram
	exemplars  []prompb.Exemplar
}

func entriesOf(request *prompb.WriteRequest) (all []entry) {
	for _, s := range request.Timeseries {
		one := entry{labels: s.Labels, exemplars: s.Exemplars}
		for _, sample := range s.Samples {
			one.samples = append(one.samples, writev2.Sample{Value: sample.Value, Timestamp: sample.Timestamp})
		}
		for _, h := range s.Histograms {
			one.histograms = append(one.histograms, secondHistogram(h))
		}
		all = append(all, one)
	}
	return all
}

func entriesOf2(request *writev2.Request) (all []entry) {
	resolve := func(refs []uint32) (labels []prompb.Label) {
		for i := 0; i < len(refs); i += 2 {
			labels = append(labels, prompb.Label{Name: request.Symbols[refs[i]], Value: request.Symbols[refs[i+1]]})
		}
		return labels
	}
	for _, s := range request.Timeseries {
		one := entry{labels: resolve(s.LabelsRefs), kind: int32(s.Metadata.Type), samples: s.Samples, histograms: s.Histograms}
		for _, e := range s.Exemplars {
			one.exemplars = append(one.exemplars, prompb.Exemplar{Labels: resolve(e.LabelsRefs), Value: e.Value, Timestamp: e.Timestamp})
		}
		all = append(all, one)
	}
	return all
}

// identity returns the name and the labels of a series that is valid.
func (e entry) identity() (name string, labels map[string]string, ok bool) {
	seen, labels := map[string]bool{}, map[string]string{}
	for _, label := range e.labels {
		if label.Name == "" || seen[label.Name] || !utf8.ValidString(label.Name) || !utf8.ValidString(label.Value) {
			return "", nil, false
		}
		seen[label.Name] = true
		if label.Value != "" {
			labels[label.Name] = label.Value
		}
	}
	name = labels["__name__"]
	delete(labels, "__name__")
	return name, labels, name != ""
}

// object returns labels as JSON, without what the encoder of Go escapes beyond
// need.
func object(labels map[string]string) string {
	if len(labels) == 0 {
		return ""
	}
	var names []string
	for name := range labels {
		names = append(names, name)
	}
	slices.Sort(names)
	text := []byte{}
	for _, name := range names {
		text = append(append(text, ','), telemetry.AppendJSONText(nil, []byte(name))...)
		text = append(append(text, ':'), telemetry.AppendJSONText(nil, []byte(labels[name]))...)
	}
	text[0] = '{'
	if text = append(text, '}'); !json.Valid(text) {
		panic(string(text))
	}
	return string(text)
}

// wantRows returns the rows of a series, and how many there can't be.
func (e entry) wantRows() (rows []shown, rejected int) {
	name, labels, ok := e.identity()
	if !ok {
		if len(e.samples)+len(e.histograms) == 0 && len(e.exemplars) > 0 {
			return nil, 1
		}
		return nil, len(e.samples) + len(e.histograms)
	}
	base := shown{Name: name, Attributes: object(labels), Service: labels["job"], Resource: object(resourceOf(labels))}
	if base.Service == "" {
		base.Service = telemetry.UnknownService
	}
	number := base
	if number.Kind = wantKind(e.kind, name); number.Kind == telemetry.Sum {
		number.Temporality, number.Monotonic = 2, true
	}
	for _, s := range e.samples {
		rows = append(rows, wantSample(number, s))
	}
	for _, h := range e.histograms {
		rows = append(rows, wantHistogram(base, h))
	}
	if len(rows) == 0 && len(e.exemplars) > 0 {
		number.Flags, number.Time = 3, e.exemplars[0].Timestamp*1e6
		rows = append(rows, number)
	}
	return e.place(rows)
}

// place leaves out what is outside the limits of time and gives the exemplars to
// the first row.
func (e entry) place(all []shown) (rows []shown, rejected int) {
	for _, row := range all {
		if age := received().UnixNano() - row.Time; age > int64(telemetry.PastMax) || -age > int64(telemetry.FutureMax) || row.Time <= 0 {
			rejected++
			continue
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		for _, exemplar := range e.exemplars {
			rows[0].Exemplars = append(rows[0].Exemplars, wantExemplar(exemplar))
		}
	}
	return rows, rejected
}

func resourceOf(labels map[string]string) map[string]string {
	resource := map[string]string{}
	for from, to := range map[string]string{"job": "service.name", "instance": "service.instance.id"} {
		if labels[from] != "" {
			resource[to] = labels[from]
		}
	}
	return resource
}

func wantKind(kind int32, name string) telemetry.PointKind {
	switch kind {
	case 1:
		return telemetry.Sum
	case 2, 4, 6, 7:
		return telemetry.Gauge
	}
	for _, suffix := range []string{"_total", "_bucket", "_count", "_sum"} {
		if len(name) >= len(suffix) && name[len(name)-len(suffix):] == suffix {
			return telemetry.Sum
		}
	}
	return telemetry.Gauge
}

func wantSample(row shown, s writev2.Sample) shown {
	row.Time, row.Start, row.Value = s.Timestamp*1e6, max(s.StartTimestamp, 0)*1e6, math.Float64bits(s.Value)
	if value.IsStaleNaN(s.Value) {
		row.Flags = 1
	}
	return row
}

// wantHistogram takes the counts one by one from Prometheus' own conversion.
func wantHistogram(row shown, h writev2.Histogram) shown {
	row.Kind, row.Temporality = telemetry.ExponentialHistogram, 2
	if h.ResetHint == writev2.Histogram_RESET_HINT_GAUGE {
		row.Temporality = 0
	}
	row.Time, row.Start, row.Value = h.Timestamp*1e6, max(h.StartTimestamp, 0)*1e6, math.Float64bits(h.Sum)
	if value.IsStaleNaN(h.Sum) {
		row.Flags = 1
	}
	native := h
	native.Timestamp, native.StartTimestamp = 0, 0
	encoded, _ := native.Marshal()
	var first prompb.Histogram
	if err := first.Unmarshal(encoded); err != nil {
		panic(err)
	}
	row.Native = first.String()
	if h.IsFloatHistogram() {
		row.Count, row.ZeroCount = uint64(h.GetCountFloat()), uint64(h.GetZeroCountFloat())
		return row
	}
	row.Count, row.ZeroCount = h.GetCountInt(), h.GetZeroCountInt()
	if h.Schema < -4 {
		return row
	}
	row.Scale = h.Schema
	whole := h.ToIntHistogram()
	for side, into := range []*[]uint64{&row.Positive, &row.Negative} {
		iterator, offset := whole.PositiveBucketIterator(), &row.PositiveOffset
		if side == 1 {
			iterator, offset = whole.NegativeBucketIterator(), &row.NegativeOffset
		}
		for last := int32(0); iterator.Next(); last = iterator.At().Index {
			if len(*into) == 0 {
				*offset = iterator.At().Index - 1
			} else {
				*into = append(*into, make([]uint64, iterator.At().Index-last-1)...)
			}
			*into = append(*into, iterator.At().Count)
		}
	}
	return row
}

func wantExemplar(e prompb.Exemplar) string {
	traceID, spanID, labels := make([]byte, 16), make([]byte, 8), map[string]string{}
	for _, label := range e.Labels {
		id, err := hex.DecodeString(label.Value)
		switch {
		case label.Name == "trace_id" && err == nil && len(id) == 16:
			traceID = id
		case label.Name == "span_id" && err == nil && len(id) == 8:
			spanID = id
		default:
			labels[label.Name] = label.Value
		}
	}
	return fmt.Sprintf("%d %x %x %x %s", e.Timestamp*1e6, math.Float64bits(e.Value), traceID, spanID, object(labels))
}
