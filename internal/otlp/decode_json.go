package otlp

import (
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// DecodeJSON adds the records of a JSON request for a signal to rows of that
// signal, as Decode does for protobuf.
func DecodeJSON(signal telemetry.Signal, payload []byte, opts DecodeOptions, into *telemetry.Rows) (telemetry.Outcome, error) {
	encoded, err := ProtoOfJSON(signal, payload, opts.Limits)
	if err != nil {
		return telemetry.Outcome{}, err
	}
	return Decode(signal, encoded, opts, into)
}

// ProtoOfJSON returns a JSON request for a signal as protobuf. Malformed JSON
// and JSON beyond the limits are Invalid faults.
func ProtoOfJSON(signal telemetry.Signal, payload []byte, limits telemetry.Limits) ([]byte, error) {
	if err := checkJSON(payload, limits.Complete()); err != nil {
		return nil, err
	}
	encoded, err := transcode(signal, payload)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "malformed JSON %s request", signal)
	}
	return encoded, nil
}

func transcode(signal telemetry.Signal, payload []byte) ([]byte, error) {
	switch signal {
	case telemetry.Logs:
		logs, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(payload)
		if err != nil {
			return nil, err
		}
		return (&plog.ProtoMarshaler{}).MarshalLogs(logs)
	case telemetry.Traces:
		traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(payload)
		if err != nil {
			return nil, err
		}
		return (&ptrace.ProtoMarshaler{}).MarshalTraces(traces)
	case telemetry.Metrics:
		metrics, err := (&pmetric.JSONUnmarshaler{}).UnmarshalMetrics(payload)
		if err != nil {
			return nil, err
		}
		return (&pmetric.ProtoMarshaler{}).MarshalMetrics(metrics)
	}
	return nil, fault.New(fault.Internal, "no decoder for signal %s", signal)
}
