package check_test

import (
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"
)

// Versions of remote write.
const (
	versionOne = "0.1.0" // that of 1.0
	versionTwo = "2.0.0"
)

var contentTypes = map[string]string{
	versionOne: "application/x-protobuf",
	versionTwo: "application/x-protobuf;proto=io.prometheus.write.v2.Request",
}

// sample is a value of a series at a time, or a histogram.
type sample struct {
	startMillis, millis int64
	value               float64
	histogram           *histogram.FloatHistogram
}

// series is samples under a label set: either of floats or of histograms.
type series struct {
	labels  labels.Labels
	samples []sample
}

// message is what one request of remote write carries.
type message struct {
	all     []*series
	version string
}

// hasStarts reports whether there are start timestamps, which 1.0 can't carry.
func (m message) hasStarts() bool {
	for _, one := range m.all {
		for _, s := range one.samples {
			if s.startMillis != 0 {
				return true
			}
		}
	}
	return false
}

// encode returns the bytes of the message and the version that they are of.
func (m message) encode() (body []byte, version string) {
	if m.version == versionOne && !m.hasStarts() {
		body, _ = m.one().Marshal() // of what is in memory
		return body, versionOne
	}
	body, _ = m.two().Marshal() // of what is in memory
	return body, versionTwo
}

func (m message) one() *prompb.WriteRequest {
	request := &prompb.WriteRequest{}
	for _, from := range m.all {
		to := prompb.TimeSeries{Labels: prompb.FromLabels(from.labels, nil)}
		for _, s := range from.samples {
			if s.histogram == nil {
				to.Samples = append(to.Samples, prompb.Sample{Timestamp: s.millis, Value: s.value})
			} else {
				to.Histograms = append(to.Histograms, prompb.FromFloatHistogram(s.millis, s.histogram))
			}
		}
		request.Timeseries = append(request.Timeseries, to)
	}
	return request
}

func (m message) two() *writev2.Request {
	symbols, request := writev2.NewSymbolTable(), &writev2.Request{}
	for _, from := range m.all {
		to := writev2.TimeSeries{LabelsRefs: symbols.SymbolizeLabels(from.labels, nil)}
		for _, s := range from.samples {
			if s.histogram == nil {
				to.Samples = append(to.Samples, writev2.Sample{StartTimestamp: s.startMillis, Timestamp: s.millis, Value: s.value})
			} else {
				to.Histograms = append(to.Histograms, writev2.FromFloatHistogram(s.startMillis, s.millis, s.histogram))
			}
		}
		request.Timeseries = append(request.Timeseries, to)
	}
	request.Symbols = symbols.Symbols()
	return request
}
