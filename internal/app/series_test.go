package app_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/klauspost/compress/snappy"
	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// metricSender sends one sample of each series to a path, and returns whether
// some were refused and what was said about it.
type metricSender struct {
	path    string
	headers map[string]string
	body    func(t *testing.T, names []string) []byte
	status  int // of a part that is refused
}

func metricSenders() map[string]metricSender {
	return map[string]metricSender{
		"otlp": {
			path: "/v1/metrics", headers: map[string]string{"Content-Type": "application/x-protobuf"}, status: http.StatusOK, body: gaugesByOTLP,
		},
		"remote write 1.0": {path: "/api/v1/write", status: http.StatusBadRequest, body: gaugesByWrite},
		"remote write 2.0": {
			path: "/prometheus/api/v1/write", status: http.StatusBadRequest, body: gaugesByWrite2,
			headers: map[string]string{"Content-Type": "application/x-protobuf;proto=io.prometheus.write.v2.Request"},
		},
	}
}

func gaugesByOTLP(t *testing.T, names []string) []byte {
	t.Helper()
	m := pmetric.NewMetrics()
	scope := m.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty()
	for _, name := range names {
		metric := scope.Metrics().AppendEmpty()
		metric.SetName(name)
		point := metric.SetEmptyGauge().DataPoints().AppendEmpty()
		point.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		point.SetDoubleValue(1)
	}
	b, err := pmetricotlp.NewExportRequestFromMetrics(m).MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func gaugesByWrite(t *testing.T, names []string) []byte {
	t.Helper()
	request := &prompb.WriteRequest{}
	for _, name := range names {
		request.Timeseries = append(request.Timeseries, prompb.TimeSeries{
			Labels:  []prompb.Label{{Name: "__name__", Value: name}, {Name: "job", Value: "node"}},
			Samples: []prompb.Sample{{Value: 1, Timestamp: time.Now().UnixMilli()}},
		})
	}
	b, err := request.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return snappy.Encode(nil, b)
}

func gaugesByWrite2(t *testing.T, names []string) []byte {
	t.Helper()
	request := &writev2.Request{Symbols: append([]string{"", "__name__"}, names...)}
	for i := range names {
		request.Timeseries = append(request.Timeseries, writev2.TimeSeries{
			LabelsRefs: []uint32{1, uint32(i + 2)}, Samples: []writev2.Sample{{Value: 1, Timestamp: time.Now().UnixMilli()}},
		})
	}
	b, err := request.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return snappy.Encode(nil, b)
}

func (m metricSender) send(t *testing.T, s *apptest.Server, names ...string) testkit.Answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL(app.RoleOTLPHTTP)+m.path, bytes.NewReader(m.body(t, names)))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range m.headers {
		request.Header.Set(name, value)
	}
	request.Header.Set("Authorization", "Bearer "+s.Installation.IngestionKey)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return testkit.Answer{Status: response.StatusCode, Header: response.Header, Body: string(body)}
}

// TestSeriesLimitHoldsOverEveryProtocol fills a team's limit, sends a series
// more, and starts the server again: old series go on, the new one is refused.
func TestSeriesLimitHoldsOverEveryProtocol(t *testing.T) {
	t.Parallel()
	for name, sender := range metricSenders() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			options := apptest.Options{Adjust: func(c *app.Config) { c.IngestSeriesMax, c.DataDir = 3, dir }}
			s := apptest.Start(t, options)
			team := s.Installation
			holdsLimit(t, s, sender, 1)
			if err := s.Stop(context.Background()); err != nil {
				t.Fatal(err)
			}
			s = apptest.StartEmpty(t, options)
			s.Installation = team
			holdsLimit(t, s, sender, 2)
		})
	}
}

func holdsLimit(t *testing.T, s *apptest.Server, sender metricSender, round int) {
	t.Helper()
	if got := sender.send(t, s, "a", "b", "c"); got.Status >= 300 {
		t.Errorf("within the limit: %d %s", got.Status, got.Body)
	}
	got := sender.send(t, s, "a", "d", "b", "c")
	for _, want := range []string{"new series beyond the limit of the team", "3 active series: 1"} {
		if got.Status != sender.status || !strings.Contains(got.Body, want) {
			t.Errorf("beyond the limit: %d %q lacks %q", got.Status, got.Body, want)
		}
	}
	if written := got.Header.Get("X-Prometheus-Remote-Write-Samples-Written"); sender.status == http.StatusBadRequest && written != "3" {
		t.Errorf("%q samples are said to be written, want 3", written)
	}
	want := []string{fmt.Sprintf("a %d", 2*round), fmt.Sprintf("b %d", 2*round), fmt.Sprintf("c %d", 2*round)}
	testkit.Eventually(t, time.Minute, "the rest is stored", func() bool { return slices.Equal(storedGauges(t, s), want) })
}

// storedGauges returns the names of gauges with how many points each has.
func storedGauges(t *testing.T, s *apptest.Server) (names []string) {
	t.Helper()
	var text proto.ColStr
	_, err := enginetest.Client(t).Query(context.Background(), clickhouse.Query{
		Database: "cairn_" + s.Installation.TeamID, Result: proto.Results{{Name: "text", Data: &text}},
		SQL: `SELECT concat(MetricName, ' ', toString(count())) AS text FROM metrics_gauge GROUP BY MetricName ORDER BY text`,
	})
	if err != nil && clickhouse.ErrorCode(err) == 0 {
		t.Fatal(err)
	}
	for i := range text.Rows() {
		names = append(names, text.Row(i))
	}
	return names
}
