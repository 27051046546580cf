// Package otlp speaks the OpenTelemetry protocol: decoders that turn requests
// into telemetry rows, and the receivers in front of them.
package otlp

import (
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// DecodeOptions say how a request is decoded.
type DecodeOptions struct {
	Limits   telemetry.Limits
	Received time.Time // stands in for times that records lack
}

// Decode adds the records of a protobuf request for a signal to rows of that
// signal. A malformed request is an Invalid fault that says what is wrong and
// where; the rows are then as they were before. Records that break a limit
// are counted in the outcome while the rest is accepted.
func Decode(signal telemetry.Signal, payload []byte, opts DecodeOptions, into *telemetry.Rows) (telemetry.Outcome, error) {
	switch signal {
	case telemetry.Logs:
		return DecodeLogs(payload, opts, into)
	case telemetry.Traces:
		return DecodeTraces(payload, opts, into)
	case telemetry.Metrics:
		return DecodeMetrics(payload, opts, into)
	}
	return telemetry.Outcome{}, fault.New(fault.Internal, "no decoder for signal %s", signal)
}

// DecodeLogs adds the records of an ExportLogsServiceRequest to the rows, as
// Decode does.
func DecodeLogs(payload []byte, opts DecodeOptions, into *telemetry.Rows) (telemetry.Outcome, error) {
	d := decoder{payload: payload, signal: telemetry.Logs}
	d.records = d.logRecord
	return d.run(opts, into)
}

// DecodeTraces adds the spans of an ExportTraceServiceRequest to the rows, as
// Decode does.
func DecodeTraces(payload []byte, opts DecodeOptions, into *telemetry.Rows) (telemetry.Outcome, error) {
	d := decoder{payload: payload, signal: telemetry.Traces}
	d.records = d.span
	return d.run(opts, into)
}

// DecodeMetrics adds the points of an ExportMetricsServiceRequest to the rows,
// as Decode does.
func DecodeMetrics(payload []byte, opts DecodeOptions, into *telemetry.Rows) (telemetry.Outcome, error) {
	d := decoder{payload: payload, signal: telemetry.Metrics}
	d.records = d.metric
	return d.run(opts, into)
}

// decoder walks one request.
type decoder struct {
	payload []byte
	signal  telemetry.Signal
	writer  *telemetry.Writer
	records func(record []byte, origin uint32) bool // adds a record, or the points of a metric
	failure error

	text   []byte // a value that had to be printed
	body   []byte // a body that had to be printed
	log    telemetry.LogRecord
	points pointScratch
}

func (d *decoder) run(opts DecodeOptions, into *telemetry.Rows) (telemetry.Outcome, error) {
	if into.Signal != d.signal {
		return telemetry.Outcome{}, fault.New(fault.Internal, "the rows are of another signal")
	}
	if len(d.payload) > telemetry.RowsBytesMax-into.Bytes() {
		return telemetry.Outcome{}, fault.New(fault.Limited, "too many bytes in one batch")
	}
	mark := into.Mark()
	d.writer = into.Write(opts.Limits, opts.Received)
	ok := d.request()
	outcome := d.writer.End()
	if !ok {
		into.Truncate(mark)
		return telemetry.Outcome{}, d.failure
	}
	return outcome, nil
}

// done reports whether a walk came to its end, and keeps what stopped it.
func (d *decoder) done(c *wire.Cursor, message string) bool {
	if c.Problem == "" {
		return true
	}
	d.failure = fault.New(fault.Invalid, "malformed %s request: %s in a %s, at byte %d", d.signal, c.Problem, message, c.ProblemAt(d.payload))
	return false
}
