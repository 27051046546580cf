package otlp

import (
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// PayloadDecoder turns payloads of every form of OTLP into rows.
type PayloadDecoder struct {
	limits   telemetry.Limits
	inflater *receive.Inflater
}

// NewPayloadDecoder makes a decoder that decompresses into the buffers, up to
// bytesMax for one payload.
func NewPayloadDecoder(limits telemetry.Limits, bytesMax int64, buffers *receive.Buffers) *PayloadDecoder {
	return &PayloadDecoder{limits: limits, inflater: receive.NewInflater(bytesMax, buffers)}
}

// Decode adds the records of a payload to the rows. Malformed and oversized
// payloads are Invalid faults; without memory for it the error is Limited.
func (d *PayloadDecoder) Decode(
	form ingest.Form, payload []byte, received time.Time, into *telemetry.Rows,
) (telemetry.Outcome, error) {
	if form.Compression != ingest.Plain {
		plain, err := d.inflater.Inflate(form.Compression, payload)
		if err != nil {
			return telemetry.Outcome{}, err
		}
		defer plain.Free()
		payload = plain.Bytes
	}
	options := DecodeOptions{Limits: d.limits, Received: received}
	switch form.Encoding {
	case ingest.Protobuf:
		return Decode(form.Signal, payload, options, into)
	case ingest.JSON:
		return DecodeJSON(form.Signal, payload, options, into)
	case ingest.RemoteWrite, ingest.RemoteWrite2:
	}
	return telemetry.Outcome{}, fault.New(fault.Internal, "the payload is not OTLP")
}
