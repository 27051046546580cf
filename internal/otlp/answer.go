package otlp

import (
	"encoding/json"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// partialNumber is the field of the partial success in every response; within
// it, the rejected records and the message.
const (
	partialNumber  = 1
	rejectedNumber = 1
	messageNumber  = 2
)

// answerBody returns an export response, empty unless records were rejected
// or cut.
func answerBody(encoding ingest.Encoding, signal telemetry.Signal, o telemetry.Outcome) []byte {
	message := o.Message()
	if encoding == ingest.JSON {
		return answerJSON(signal, o.Rejected, message)
	}
	if message == "" {
		return nil
	}
	var partial []byte
	if o.Rejected > 0 {
		partial = protowire.AppendTag(partial, rejectedNumber, protowire.VarintType)
		partial = protowire.AppendVarint(partial, uint64(o.Rejected)) // a count
	}
	partial = protowire.AppendTag(partial, messageNumber, protowire.BytesType)
	partial = protowire.AppendString(partial, message)
	return protowire.AppendBytes(protowire.AppendTag(nil, partialNumber, protowire.BytesType), partial)
}

func answerJSON(signal telemetry.Signal, rejected int, message string) []byte {
	if message == "" {
		return []byte("{}")
	}
	partial := map[string]string{"errorMessage": message}
	if rejected > 0 {
		partial[rejectedName(signal)] = strconv.Itoa(rejected) // 64-bit numbers are texts in this JSON
	}
	body, _ := json.Marshal(map[string]any{"partialSuccess": partial}) // texts can always be marshalled
	return body
}

func rejectedName(signal telemetry.Signal) string {
	switch signal {
	case telemetry.Logs:
		return "rejectedLogRecords"
	case telemetry.Traces:
		return "rejectedSpans"
	case telemetry.Metrics:
		return "rejectedDataPoints"
	}
	return ""
}

// statusBody returns a google.rpc.Status.
func statusBody(encoding ingest.Encoding, code uint32, message string) []byte {
	if encoding == ingest.JSON {
		body, _ := json.Marshal(struct {
			Code    uint32 `json:"code"`
			Message string `json:"message"`
		}{code, message})
		return body
	}
	const codeNumber, textNumber = 1, 2
	body := protowire.AppendTag(nil, codeNumber, protowire.VarintType)
	body = protowire.AppendVarint(body, uint64(code))
	body = protowire.AppendTag(body, textNumber, protowire.BytesType)
	return protowire.AppendString(body, message)
}
