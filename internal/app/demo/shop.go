package demo

import (
	"math/rand/v2"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// shop gathers what visits leave.
type shop struct {
	random   *rand.Rand
	services map[string]*service
	opened   time.Time
	measured time.Time // when metrics were last taken
	orders   uint64

	telemetry
	spans   map[origin]ptrace.SpanSlice
	records map[origin]plog.LogRecordSlice
}

// telemetry is what is sent at a time.
type telemetry struct {
	traces  ptrace.Traces
	logs    plog.Logs
	metrics pmetric.Metrics
}

// origin is a program on a pod.
type origin struct {
	service string
	pod     int
}

const scopeName = "shop.demo"

func newShop(random *rand.Rand) *shop {
	s := &shop{random: random, services: services()}
	s.take()
	return s
}

// take returns what has gathered and begins anew.
func (s *shop) take() telemetry {
	taken := s.telemetry
	s.telemetry = telemetry{ptrace.NewTraces(), plog.NewLogs(), pmetric.NewMetrics()}
	s.spans, s.records = map[origin]ptrace.SpanSlice{}, map[origin]plog.LogRecordSlice{}
	return taken
}

// open lets visitors come from one time to another.
func (s *shop) open(from, to time.Time, visitsPerSecond float64) {
	if s.opened.IsZero() {
		s.opened, s.measured = from, from
	}
	visits := s.round(visitsPerSecond * crowd(from) * to.Sub(from).Seconds())
	for range visits {
		at := from.Add(time.Duration(s.random.Float64() * float64(to.Sub(from))))
		s.visit(at)
	}
	for next := s.measured.Add(metricsEvery); !next.After(to); next = next.Add(metricsEvery) {
		s.measure(next)
		s.measured = next
	}
}

// crowd returns how busy the shop is at a time of day, around 1.
func crowd(at time.Time) float64 {
	minute := float64(at.Minute()) / 60
	return 0.8 + 0.4*minute*(2-minute)
}

// round keeps the share behind the point as a chance.
func (s *shop) round(n float64) int {
	whole := int(n)
	if s.random.Float64() < n-float64(whole) {
		whole++
	}
	return whole
}

func (s *shop) span(o origin) ptrace.Span {
	spans, known := s.spans[o]
	if !known {
		resource := s.traces.ResourceSpans().AppendEmpty()
		s.services[o.service].describe(resource.Resource().Attributes(), o.pod)
		scope := resource.ScopeSpans().AppendEmpty()
		scope.Scope().SetName(scopeName)
		spans = scope.Spans()
		s.spans[o] = spans
	}
	return spans.AppendEmpty()
}

func (s *shop) record(o origin) plog.LogRecord {
	records, known := s.records[o]
	if !known {
		resource := s.logs.ResourceLogs().AppendEmpty()
		s.services[o.service].describe(resource.Resource().Attributes(), o.pod)
		scope := resource.ScopeLogs().AppendEmpty()
		scope.Scope().SetName(scopeName)
		records = scope.LogRecords()
		s.records[o] = records
	}
	return records.AppendEmpty()
}

func (s *shop) traceID() (id pcommon.TraceID) {
	for i := range id {
		id[i] = byte(s.random.Uint32())
	}
	return id
}

func (s *shop) spanID() (id pcommon.SpanID) {
	for i := range id {
		id[i] = byte(s.random.Uint32())
	}
	return id
}

func stamp(at time.Time) pcommon.Timestamp { return pcommon.NewTimestampFromTime(at) }
