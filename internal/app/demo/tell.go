package demo

import (
	"encoding/json"
	"fmt"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// slowCall is what a service warns about.
const slowCall = 500 * time.Millisecond

// tell writes what a service logs about a call.
func (v *visit) tell(o origin, span ptrace.Span, c call, failed bool) {
	took := span.EndTimestamp().AsTime().Sub(span.StartTimestamp().AsTime())
	switch {
	case failed && (c.method != "" || c.operation != ""):
		v.write(o, span, plog.SeverityNumberError, fmt.Sprintf("%s failed after %d ms: %s", c.name, took.Milliseconds(), v.incident.message()))
	case c.method == "" && took > slowCall:
		v.write(o, span, plog.SeverityNumberWarn, fmt.Sprintf("slow call %s took %d ms", c.name, took.Milliseconds()))
	case c.method == "":
		v.debug(o, span, c)
	case c.service == checkout:
		v.placed(o, span)
	default:
		v.write(o, span, plog.SeverityNumberInfo, fmt.Sprintf("%s %s %d %d ms", c.method, c.route, status(c.method, failed), took.Milliseconds()))
	}
}

// debug lines are few.
func (v *visit) debug(o origin, span ptrace.Span, c call) {
	if v.random.IntN(5) == 0 {
		v.write(o, span, plog.SeverityNumberDebug, "calling "+c.name)
	}
}

// placed is a structured line: JSON, as some programs write.
func (v *visit) placed(o origin, span ptrace.Span) {
	line, _ := json.Marshal(map[string]any{ // plain values can always be marshalled
		"msg": "order placed", "level": "info", "order_id": v.order, "user_id": v.user,
		"items": 1 + v.random.IntN(6), "total": float64(500+v.random.IntN(20000)) / 100, "currency": "EUR",
	})
	v.write(o, span, plog.SeverityNumberInfo, string(line))
}

func (v *visit) write(o origin, span ptrace.Span, severity plog.SeverityNumber, body string) {
	record := v.record(o)
	record.SetTimestamp(span.EndTimestamp())
	record.SetObservedTimestamp(span.EndTimestamp())
	record.SetTraceID(v.trace)
	record.SetSpanID(span.SpanID())
	record.SetSeverityNumber(severity)
	record.SetSeverityText(severity.String())
	record.Body().SetStr(body)
	record.Attributes().PutStr("user.id", v.user)
	if route, found := span.Attributes().Get("http.route"); found {
		record.Attributes().PutStr("http.route", route.Str())
	}
	if v.order != "" {
		record.Attributes().PutStr("order.id", v.order)
	}
}
