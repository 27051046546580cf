package promwrite

import (
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// PayloadDecoder turns payloads of every form of remote write into rows.
type PayloadDecoder struct {
	limits   telemetry.Limits
	inflater *receive.Inflater
	decoders sync.Pool
}

// NewPayloadDecoder makes a decoder that decompresses into the buffers, up to
// bytesMax for one payload.
func NewPayloadDecoder(limits telemetry.Limits, bytesMax int64, buffers *receive.Buffers) *PayloadDecoder {
	return &PayloadDecoder{
		limits: limits, inflater: receive.NewInflater(bytesMax, buffers),
		decoders: sync.Pool{New: func() any { return new(Decoder) }},
	}
}

// Decode adds the samples of a payload to the rows. Malformed and oversized
// payloads are Invalid faults; without memory for it the error is Limited.
func (p *PayloadDecoder) Decode(
	form ingest.Form, payload []byte, received time.Time, into *telemetry.Rows,
) (telemetry.Outcome, error) {
	if form.Compression != ingest.Plain {
		plain, err := p.inflater.Inflate(form.Compression, payload)
		if err != nil {
			return telemetry.Outcome{}, err
		}
		defer plain.Free()
		payload = plain.Bytes
	}
	decoder, options := p.decoder(), DecodeOptions{Limits: p.limits, Received: received}
	defer p.recycle(decoder)
	switch form.Encoding {
	case ingest.RemoteWrite:
		return decoder.Decode(payload, options, into)
	case ingest.RemoteWrite2:
		return decoder.Decode2(payload, options, into)
	case ingest.Protobuf, ingest.JSON:
	}
	return telemetry.Outcome{}, fault.New(fault.Internal, "the payload is not remote write")
}

func (p *PayloadDecoder) decoder() *Decoder { return p.decoders.Get().(*Decoder) }

// entriesKept is up to how many entries the lists of a decoder are used again.
const entriesKept = 1 << 14

// recycle takes a decoder back, unless an unusual request has made it large.
func (p *PayloadDecoder) recycle(d *Decoder) {
	s, h := &d.series, &d.hist
	if max(cap(d.symbols), len(d.described), cap(s.samples), cap(s.histograms), cap(h.native),
		cap(h.float.PositiveBuckets), cap(h.float.NegativeBuckets), cap(h.custom)) <= entriesKept {
		p.decoders.Put(d)
	}
}
