package statetest

import (
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"strconv"
	"sync"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// Row is a record as the API returns it, by column.
type Row = map[string]any

// recordID finds the ids of records in any bytes.
var recordID = regexp.MustCompile(`rec-[0-9a-f]{16}`)

// Signals that are sent, by the path that receives them.
const (
	logsPath    = "/v1/logs"
	spansPath   = "/v1/traces"
	metricsPath = "/v1/metrics"
)

// request is one OTLP request and the rows that it has to become.
type request struct {
	path string
	body []byte
	rows map[string]Row // by id
}

// source makes records with ids that occur once and random content.
type source struct {
	mu  sync.Mutex
	rng *rand.Rand
}

func newSource(seed uint64) *source { return &source{rng: rand.New(rand.NewPCG(seed, 0x57a7e5))} }

// content is what records of every signal have.
type content struct {
	id      string
	at      time.Time
	text    string
	number  int64
	decimal float64
	flag    bool
	host    string
	trace   [16]byte
	span    [8]byte
}

// textRunes are those of random texts; some are awkward.
const textRunes = "abcdefghijklmnopqrstuvwxyz ÄÖÜß日本語🪨\"'\\{}<>&%\t0123456789"

func (s *source) content() content {
	s.mu.Lock()
	defer s.mu.Unlock()
	runes := []rune(textRunes)
	text := make([]rune, 20+s.rng.IntN(60))
	for i := range text {
		text[i] = runes[s.rng.IntN(len(runes))]
	}
	c := content{
		id: fmt.Sprintf("rec-%016x", s.rng.Uint64()), at: time.Now().Add(-time.Duration(s.rng.Int64N(int64(5 * time.Minute)))),
		text: string(text), number: s.rng.Int64() - s.rng.Int64(), decimal: float64(s.rng.IntN(4_000_000)) / 4,
		flag: s.rng.IntN(2) == 0, host: "host-" + strconv.Itoa(s.rng.IntN(5)),
	}
	for i := range c.trace {
		c.trace[i] = byte(1 + s.rng.IntN(255))
	}
	copy(c.span[:], c.trace[4:])
	return c
}

// padding returns text that does not compress.
func (s *source) padding(size int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	raw := make([]byte, size/2)
	for i := range raw {
		raw[i] = byte(s.rng.Uint32())
	}
	return hex.EncodeToString(raw)
}

func (c content) putAttributes(to pcommon.Map) {
	to.PutStr("id", c.id)
	to.PutStr("text", c.text)
	to.PutInt("number", c.number)
	to.PutDouble("decimal", c.decimal)
	to.PutBool("flag", c.flag)
	to.PutEmptySlice("list").AppendEmpty().SetInt(c.number)
}

// attributes returns what putAttributes becomes.
func (c content) attributes() Row {
	return Row{
		"id": c.id, "text": c.text, "number": strconv.FormatInt(c.number, 10),
		"decimal": strconv.FormatFloat(c.decimal, 'f', -1, 64), "flag": strconv.FormatBool(c.flag), "list": fmt.Sprintf("[%d]", c.number),
	}
}

// stamp returns a time as the API writes it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000000Z") }

func putResource(r pcommon.Resource, service, host string) Row {
	r.Attributes().PutStr("service.name", service)
	r.Attributes().PutStr("host.name", host)
	return Row{"service.name": service, "host.name": host}
}

// scopeName is that of all records.
const scopeName = "statetest"

// logs returns a request of log records.
func (s *source) logs(service string, rows int, adjust func(*content)) request {
	data, made := plog.NewLogs(), request{path: logsPath, rows: map[string]Row{}}
	resource := data.ResourceLogs().AppendEmpty()
	own := putResource(resource.Resource(), service, "host")
	scope := resource.ScopeLogs().AppendEmpty()
	scope.Scope().SetName(scopeName)
	for range rows {
		c := s.content()
		if adjust != nil {
			adjust(&c)
		}
		c.putLog(scope.LogRecords().AppendEmpty())
		made.rows[c.id] = Row{
			"Timestamp": stamp(c.at), "Body": c.id + " " + c.text, "SeverityText": "warn", "SeverityNumber": 13.0, "ServiceName": service,
			"TraceId": hex.EncodeToString(c.trace[:]), "SpanId": hex.EncodeToString(c.span[:]), "ScopeName": scopeName,
			"ResourceAttributes": own, "LogAttributes": c.attributes(),
		}
	}
	made.body, _ = plogotlp.NewExportRequestFromLogs(data).MarshalProto()
	return made
}

func (c content) putLog(to plog.LogRecord) {
	to.SetTimestamp(pcommon.NewTimestampFromTime(c.at))
	to.SetSeverityNumber(plog.SeverityNumberWarn)
	to.SetSeverityText("warn")
	to.SetTraceID(c.trace)
	to.SetSpanID(c.span)
	to.Body().SetStr(c.id + " " + c.text)
	c.putAttributes(to.Attributes())
}

// spans returns a request of spans.
func (s *source) spans(service string, rows int) request {
	data, made := ptrace.NewTraces(), request{path: spansPath, rows: map[string]Row{}}
	resource := data.ResourceSpans().AppendEmpty()
	own := putResource(resource.Resource(), service, "host")
	scope := resource.ScopeSpans().AppendEmpty()
	scope.Scope().SetName(scopeName)
	for range rows {
		c := s.content()
		duration := time.Duration(c.number&0xfffffff) + 1
		c.putSpan(scope.Spans().AppendEmpty(), duration)
		made.rows[c.id] = Row{
			"Timestamp": stamp(c.at), "SpanName": c.text, "SpanKind": "Server", "StatusCode": "Error", "StatusMessage": c.host, "Duration": float64(duration),
			"ServiceName": service, "TraceId": hex.EncodeToString(c.trace[:]), "SpanId": hex.EncodeToString(c.span[:]), "ScopeName": scopeName,
			"ResourceAttributes": own, "SpanAttributes": c.attributes(),
			"Events.Name": []any{c.host}, "Events.Timestamp": []any{stamp(c.at)}, "Events.Attributes": []any{Row{"text": c.text}},
		}
	}
	made.body, _ = ptraceotlp.NewExportRequestFromTraces(data).MarshalProto()
	return made
}

func (c content) putSpan(to ptrace.Span, duration time.Duration) {
	to.SetStartTimestamp(pcommon.NewTimestampFromTime(c.at))
	to.SetEndTimestamp(pcommon.NewTimestampFromTime(c.at.Add(duration)))
	to.SetName(c.text)
	to.SetKind(ptrace.SpanKindServer)
	to.Status().SetCode(ptrace.StatusCodeError)
	to.Status().SetMessage(c.host)
	to.SetTraceID(c.trace)
	to.SetSpanID(c.span)
	c.putAttributes(to.Attributes())
	event := to.Events().AppendEmpty()
	event.SetName(c.host)
	event.SetTimestamp(pcommon.NewTimestampFromTime(c.at))
	event.Attributes().PutStr("text", c.text)
}

// points returns a request of metric points, half of them gauges.
func (s *source) points(service string, rows int) request {
	data, made := pmetric.NewMetrics(), request{path: metricsPath, rows: map[string]Row{}}
	resource := data.ResourceMetrics().AppendEmpty()
	own := putResource(resource.Resource(), service, "host")
	scope := resource.ScopeMetrics().AppendEmpty()
	scope.Scope().SetName(scopeName)
	gauge, sum := scope.Metrics().AppendEmpty(), scope.Metrics().AppendEmpty()
	gauge.SetName("states.gauge")
	sum.SetName("states.sum")
	gauges, sums := gauge.SetEmptyGauge().DataPoints(), sum.SetEmptySum()
	sums.SetAggregationTemporality(pmetric.AggregationTemporalityDelta)
	for i := range rows {
		c := s.content()
		points, name := gauges, gauge.Name()
		if i%2 == 1 {
			points, name = sums.DataPoints(), sum.Name()
		}
		point := points.AppendEmpty()
		point.SetTimestamp(pcommon.NewTimestampFromTime(c.at))
		point.SetDoubleValue(c.decimal)
		c.putAttributes(point.Attributes())
		made.rows[c.id] = Row{
			"TimeUnix": stamp(c.at), "MetricName": name, "Value": c.decimal, "ServiceName": service, "ScopeName": scopeName,
			"ResourceAttributes": own, "Attributes": c.attributes(),
		}
	}
	made.body, _ = pmetricotlp.NewExportRequestFromMetrics(data).MarshalProto()
	return made
}

// ledger is what was acknowledged.
type ledger struct {
	mu    sync.Mutex
	acked map[string]Row // by id
}

func (l *ledger) add(rows map[string]Row) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.acked == nil {
		l.acked = map[string]Row{}
	}
	maps.Copy(l.acked, rows)
}

// rows returns a copy.
func (l *ledger) rows() map[string]Row {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.acked)
}
