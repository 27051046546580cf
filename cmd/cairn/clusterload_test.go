package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"github.com/cairnstack/cairn/internal/testkit"
)

// What each server of a cluster is sent.
const (
	clusterSenders = 3 // one for each signal
	clusterRows    = 20
	clusterPause   = 100 * time.Millisecond
)

// send starts senders of logs, spans and points at each server.
func (w *clusterWorld) send() {
	for i, c := range w.nodes {
		s := &senders{collector: c, rows: clusterRows, pause: clusterPause, stop: make(chan struct{}), first: i * clusterSenders, isOfAllSignals: true}
		s.begin(clusterSenders)
		w.load = append(w.load, s)
	}
}

// awaitFlow waits until every server acknowledges records.
func (w *clusterWorld) awaitFlow() {
	w.t.Helper()
	for _, s := range w.load {
		before := s.acked.Load()
		testkit.Eventually(w.t, slack*60*time.Second, "records flow", func() bool { return s.acked.Load() > before+3*clusterRows })
	}
}

// ofSignal returns a request of OTLP of the sender's signal.
func (s *senders) ofSignal(sender, request int) func() *http.Request {
	path, body := "/v1/logs", numbered
	switch sender % clusterSenders {
	case 1:
		path, body = "/v1/traces", numberedSpans
	case 2:
		path, body = "/v1/metrics", numberedPoints
	}
	payload := body(sender, request, s.rows)
	return func() *http.Request {
		q, _ := http.NewRequest(http.MethodPost, "http://"+s.collector.addr+path, bytes.NewReader(payload))
		q.Header.Set("Authorization", s.collector.key)
		return q
	}
}

func recordName(sender, request, row int) string {
	return fmt.Sprintf("%d-%d-%d", sender, request, row)
}

// numberedSpans returns a request whose spans have names that occur once, two of
// them in a trace.
func numberedSpans(sender, request, rows int) []byte {
	data := ptrace.NewTraces()
	resource := data.ResourceSpans().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "sender-"+strconv.Itoa(sender))
	spans, now := resource.ScopeSpans().AppendEmpty().Spans(), time.Now()
	for row := range rows {
		span := spans.AppendEmpty()
		span.SetName(recordName(sender, request, row))
		span.SetTraceID(pcommon.TraceID{1, byte(sender), byte(request >> 16), byte(request >> 8), byte(request), byte(row / 2)})
		span.SetSpanID(pcommon.SpanID{1, byte(sender), byte(request >> 16), byte(request >> 8), byte(request), byte(row)})
		span.SetStartTimestamp(pcommon.NewTimestampFromTime(now))
		span.SetEndTimestamp(pcommon.NewTimestampFromTime(now.Add(time.Millisecond)))
	}
	b, _ := ptraceotlp.NewExportRequestFromTraces(data).MarshalProto()
	return b
}

// numberedPoints returns a request with a point for each of so many series, whose
// value is the number of the request.
func numberedPoints(sender, request, rows int) []byte {
	data := pmetric.NewMetrics()
	resource := data.ResourceMetrics().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "sender-"+strconv.Itoa(sender))
	metric := resource.ScopeMetrics().AppendEmpty().Metrics().AppendEmpty()
	metric.SetName(writtenMetric)
	points, now := metric.SetEmptyGauge().DataPoints(), pcommon.NewTimestampFromTime(time.Now())
	for row := range rows {
		point := points.AppendEmpty()
		point.SetTimestamp(now)
		point.SetDoubleValue(float64(request))
		point.Attributes().PutStr("row", strconv.Itoa(row))
	}
	b, _ := pmetricotlp.NewExportRequestFromMetrics(data).MarshalProto()
	return b
}

// What is asked for to read records of a signal back, with the name of each.
const (
	logsTemplate   = `SELECT Body AS name FROM otel_logs WHERE ServiceName LIKE 'sender-%%' AND Body LIKE '%d-%%' ORDER BY name LIMIT %d`
	spansTemplate  = `SELECT SpanName AS name FROM otel_traces WHERE SpanName LIKE '%d-%%' ORDER BY name LIMIT %d`
	pointsTemplate = `SELECT concat(substring(ServiceName, 8), '-', toString(toUInt64(Value)), '-', Attributes['row']) AS name FROM otel_metrics_gauge WHERE ServiceName = 'sender-%d' ORDER BY name LIMIT %d`
)

// readPageRows is how many records are read back at once.
const readPageRows = 10_000

// readBack reads all records through the API of one server or the other, and wants
// those that were acknowledged, once each.
func (w *clusterWorld) readBack() {
	w.t.Helper()
	var acked, retries, found, different, lost, unknown int
	for i, s := range w.load {
		retries += int(s.retries.Load())
		reader := w.nodes[(i+1)%len(w.nodes)]
		for sender := s.first; sender < s.first+clusterSenders; sender++ {
			want := s.ackedNames(sender)
			seen := reader.names([]string{logsTemplate, spansTemplate, pointsTemplate}[sender%clusterSenders], sender)
			for name, times := range seen {
				found, different = found+times, different+1
				if !want[name] {
					unknown++
				}
			}
			for name := range want {
				if seen[name] == 0 {
					lost++
				}
			}
			acked += len(want)
		}
	}
	w.t.Logf("%d records acknowledged, %d requests repeated; found %d, different %d", acked, retries, found, different)
	if found != acked || different != acked || lost+unknown > 0 || acked == 0 {
		w.t.Errorf("acknowledged %d, found %d, different %d, lost %d, unknown %d", acked, found, different, lost, unknown)
	}
}

// ackedNames returns the names of all records of a sender. It has sent each request
// until it was acknowledged.
func (s *senders) ackedNames(sender int) map[string]bool {
	names := map[string]bool{}
	for request := range int(s.requests[sender-s.first].Load()) {
		for row := range s.rows {
			names[recordName(sender, request, row)] = true
		}
	}
	return names
}

// names returns how often each record of a sender is found.
func (c *collector) names(template string, sender int) map[string]int {
	c.t.Helper()
	seen, read := map[string]int{}, 0
	for skipped := ""; ; skipped = fmt.Sprint(" OFFSET ", read) {
		rows := c.rawSQL(fmt.Sprintf(template, sender, readPageRows) + skipped)
		for _, row := range rows {
			seen[fmt.Sprint(row["name"])]++
		}
		read += len(rows)
		if len(rows) < readPageRows {
			return seen
		}
	}
}

// rawSQL asks the telemetry API by SQL.
func (c *collector) rawSQL(template string) []map[string]any {
	c.t.Helper()
	var connections struct{ Data []struct{ ID string } }
	_, text := c.stack("/connections", "")
	if err := json.Unmarshal([]byte(text), &connections); err != nil || len(connections.Data) == 0 {
		c.t.Fatalf("connections: %v %s", err, text)
	}
	body, _ := json.Marshal(map[string]any{
		"connectionId": connections.Data[0].ID, "sourceId": c.sources()[0], "sqlTemplate": template,
		"startTime": time.Now().Add(-24 * time.Hour).UnixMilli(), "endTime": time.Now().Add(time.Hour).UnixMilli(),
	})
	var page struct{ Data []map[string]any }
	status, text := c.stack("/charts/sql", string(body))
	if err := json.Unmarshal([]byte(text), &page); err != nil || status != http.StatusOK {
		c.t.Fatalf("%s: %d %s", template, status, text)
	}
	return page.Data
}
