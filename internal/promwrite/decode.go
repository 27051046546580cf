package promwrite

import (
	"fmt"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// DecodeOptions say how a request is decoded.
type DecodeOptions struct {
	Limits   telemetry.Limits
	Received time.Time // the time of metadata, and what times are compared with
}

// Decoder turns requests into rows, one at a time. It keeps memory from one
// request to the next and nothing else: the same payload and time make the same
// rows. The zero value can be used.
type Decoder struct {
	payload []byte
	writer  *telemetry.Writer
	limits  *telemetry.Limits
	failure error
	written telemetry.Written
	places  []string
	number  int // of the present series in the request

	series series
	hist   nativeHistogram
	ids    ids

	isVersion2 bool
	symbols    [][]byte // 2.0
	isInvalid  bool     // a symbol is not valid UTF-8
	described  map[description]struct{}
}

// Decode adds the samples of a prometheus.WriteRequest to rows of metrics. A
// malformed request is an Invalid fault that says what is wrong and where; the
// rows are then as they were before. Series and samples that can't be stored are
// counted in the outcome while the rest is accepted.
func (d *Decoder) Decode(payload []byte, opts DecodeOptions, into *telemetry.Rows) (telemetry.Outcome, error) {
	d.isVersion2 = false
	return d.run(payload, opts, into)
}

// Decode2 adds the samples of an io.prometheus.write.v2.Request, as Decode does.
func (d *Decoder) Decode2(payload []byte, opts DecodeOptions, into *telemetry.Rows) (telemetry.Outcome, error) {
	d.isVersion2 = true
	return d.run(payload, opts, into)
}

func (d *Decoder) run(payload []byte, opts DecodeOptions, into *telemetry.Rows) (telemetry.Outcome, error) {
	if into.Signal != telemetry.Metrics {
		return telemetry.Outcome{}, fault.New(fault.Internal, "the rows are of another signal")
	}
	if len(payload) > telemetry.RowsBytesMax-into.Bytes() {
		return telemetry.Outcome{}, fault.New(fault.Limited, "too many bytes in one batch")
	}
	mark := into.Mark()
	d.begin(payload, into.Write(opts.Limits, opts.Received))
	ok := d.request()
	outcome := d.writer.End()
	d.payload, d.writer = nil, nil
	if !ok {
		into.Truncate(mark)
		return telemetry.Outcome{}, d.failure
	}
	outcome.Written = d.written
	outcome.Places = strings.Join(d.places, "; ")
	return outcome, nil
}

func (d *Decoder) begin(payload []byte, writer *telemetry.Writer) {
	d.payload, d.writer, d.limits = payload, writer, writer.Limits()
	d.failure, d.written, d.number = nil, telemetry.Written{}, 0
	d.places, d.symbols, d.isInvalid = d.places[:0], d.symbols[:0], false
	clear(d.described)
}

func (d *Decoder) request() bool {
	if d.isVersion2 {
		return d.request2()
	}
	return d.request1()
}

// done reports whether a walk came to its end, and keeps what stopped it.
func (d *Decoder) done(c *wire.Cursor, message string) bool {
	if c.Problem == "" {
		return true
	}
	d.failure = fault.New(fault.Invalid, "malformed remote write request: %s in %s, at byte %d",
		c.Problem, message, c.ProblemAt(d.payload))
	return false
}

// fail keeps what is wrong with the request as a whole.
func (d *Decoder) fail(problem string) bool {
	d.failure = fault.New(fault.Invalid, "malformed remote write request: %s", problem)
	return false
}

// failVersion refuses a request of the other version than its content type says:
// its fields have other numbers, so that it would seem to be empty.
func (d *Decoder) failVersion(version, proto string) bool {
	return d.fail("this is a message of version " + version + "; its content type must be " + typeProtobuf + ";proto=" + proto)
}

// placesMax is how many places of what is rejected are named, placeBytesMax how
// much of a name is.
const (
	placesMax     = 5
	placeBytesMax = 100
)

// note names a place of something that is not stored.
func (d *Decoder) note(problem string) {
	if len(d.places) >= placesMax {
		return
	}
	place := fmt.Sprintf("series %d", d.number)
	if name := d.series.name; len(name) > 0 {
		place += fmt.Sprintf(" (%.*q)", placeBytesMax, name)
	}
	d.places = append(d.places, place+": "+problem)
}
