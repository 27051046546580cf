package app

import (
	"net/http"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/promwrite"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// payloads decodes what came over any of the protocols.
type payloads struct {
	otlp        *otlp.PayloadDecoder
	remoteWrite *promwrite.PayloadDecoder
}

func newPayloads(buffers *receive.Buffers) payloads {
	limits := telemetry.DefaultLimits()
	return payloads{otlp.NewPayloadDecoder(limits, 0, buffers), promwrite.NewPayloadDecoder(limits, 0, buffers)}
}

// Decode adds the records of a payload to the rows.
func (p payloads) Decode(form ingest.Form, payload []byte, received time.Time, into *telemetry.Rows) (telemetry.Outcome, error) {
	switch form.Encoding {
	case ingest.Protobuf, ingest.JSON:
		return p.otlp.Decode(form, payload, received, into)
	case ingest.RemoteWrite, ingest.RemoteWrite2:
		return p.remoteWrite.Decode(form, payload, received, into)
	}
	return telemetry.Outcome{}, fault.New(fault.Internal, "no decoder for encoding %d", form.Encoding)
}

// telemetryHandler returns what the OTLP/HTTP listener serves: OTLP and, on
// paths of its own, remote write.
func telemetryHandler(receiver *otlp.Receiver) http.Handler {
	exported, written := receiver.Handler(), promwrite.NewReceiver(receiver.Receiver).Handler()
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if slices.Contains(promwrite.Paths(), q.URL.Path) {
			written.ServeHTTP(w, q)
			return
		}
		exported.ServeHTTP(w, q)
	})
}
