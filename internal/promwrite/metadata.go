package promwrite

import (
	"bytes"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// metricType is a type of metric, numbered as both versions do.
type metricType uint8

// The types.
const (
	typeUnknown metricType = iota
	typeCounter
	typeGauge
	typeHistogram
	typeGaugeHistogram
	typeSummary
	typeInfo
	typeStateset
	metricTypes // how many there are
)

func typeOf(number uint64) metricType {
	if number >= uint64(metricTypes) {
		return typeUnknown
	}
	return metricType(number)
}

// word returns the type as Prometheus calls it.
func (t metricType) word() string {
	return [metricTypes]string{"unknown", "counter", "gauge", "histogram", "gaugehistogram", "summary", "info", "stateset"}[t]
}

// pointKind returns the table of a series' samples. A type that does not decide,
// and none, leave it to the name, so that a series has one table whichever
// version it comes in.
func pointKind(t metricType, name []byte) telemetry.PointKind {
	switch t {
	case typeCounter:
		return telemetry.Sum
	case typeGauge, typeGaugeHistogram, typeInfo, typeStateset:
		return telemetry.Gauge
	case typeUnknown, typeHistogram, typeSummary, metricTypes:
	}
	for _, suffix := range [...]string{"_total", "_bucket", "_count", "_sum"} {
		if hasSuffix(name, suffix) {
			return telemetry.Sum
		}
	}
	return telemetry.Gauge
}

func hasSuffix(name []byte, suffix string) bool {
	return len(name) >= len(suffix) && string(name[len(name)-len(suffix):]) == suffix
}

// description is what a series of 2.0 says about its metric: the number of the
// name among the symbols, and those of the texts.
type description struct {
	name, help, unit uint32
	kind             metricType
}

// describe adds what the series says about its metric, once in a request.
func (d *Decoder) describe() {
	about := d.series.about
	if about == (description{}) {
		return
	}
	about.name = d.nameRef()
	if _, known := d.described[about]; known {
		return
	}
	if d.described == nil {
		d.described = map[description]struct{}{}
	}
	if len(d.described) < d.limits.Records {
		d.described[about] = struct{}{}
	}
	if int(about.help) >= len(d.symbols) || int(about.unit) >= len(d.symbols) {
		d.writer.Cut(telemetry.CutMetadata)
		return
	}
	d.writer.Metadata(&telemetry.Metadata{
		Metric: family(about.kind, d.series.name), Type: []byte(about.kind.word()),
		Help: d.symbols[about.help], Unit: d.symbols[about.unit],
	})
}

// nameRef returns the symbol of the series' name.
func (d *Decoder) nameRef() uint32 {
	refs := d.series.refs
	for i := 0; i+1 < len(refs); i += 2 {
		if string(d.symbols[refs[i]]) == nameLabel {
			return refs[i+1]
		}
	}
	return 0
}

// family returns the name under which the series of a metric are described.
func family(t metricType, name []byte) []byte {
	var suffixes []string
	switch t {
	case typeHistogram:
		suffixes = []string{"_bucket", "_count", "_sum"}
	case typeSummary:
		suffixes = []string{"_count", "_sum"}
	case typeGaugeHistogram:
		suffixes = []string{"_bucket", "_gcount", "_gsum"}
	case typeUnknown, typeCounter, typeGauge, typeInfo, typeStateset, metricTypes:
	}
	for _, suffix := range suffixes {
		if short := bytes.TrimSuffix(name, []byte(suffix)); len(short) > 0 && len(short) < len(name) {
			return short
		}
	}
	return name
}
