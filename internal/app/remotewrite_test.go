package app_test

import (
	"bytes"
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/klauspost/compress/snappy"
	"github.com/prometheus/prometheus/prompb"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// sendRemoteWrite sends a request of remote write 1.0, with the ingestion key as the
// password.
func sendRemoteWrite(t *testing.T, s *apptest.Server, r prompb.WriteRequest) (status int, header http.Header) {
	t.Helper()
	payload, err := r.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL(app.RoleOTLPHTTP)+"/api/v1/write", bytes.NewReader(snappy.Encode(nil, payload)))
	if err != nil {
		t.Fatal(err)
	}
	request.SetBasicAuth("anybody", s.Installation.IngestionKey)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode, response.Header
}

// numberOf returns the number that a query on the team's tables has, 0 while they
// are being made.
func numberOf(t *testing.T, s *apptest.Server, query string) uint64 {
	t.Helper()
	var n proto.ColUInt64
	_, err := enginetest.Client(t).Query(context.Background(), clickhouse.Query{
		Database: "cairn_" + s.Installation.TeamID, SQL: query, Result: proto.Results{{Name: "n", Data: &n}},
	})
	if err != nil && clickhouse.ErrorCode(err) == 0 {
		t.Fatal(err)
	}
	if n.Rows() == 0 {
		return 0
	}
	return n.Row(0)
}

// TestRemoteWriteIsStored sends one of everything and finds each in its table.
func TestRemoteWriteIsStored(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	at := time.Now().UnixMilli()
	named := func(name string) []prompb.Label {
		return []prompb.Label{{Name: "__name__", Value: name}, {Name: "instance", Value: "host:9100"}, {Name: "job", Value: "node"}}
	}
	status, header := sendRemoteWrite(t, s, prompb.WriteRequest{
		Timeseries: []prompb.TimeSeries{
			{Labels: named("temperature"), Samples: []prompb.Sample{{Value: 21.5, Timestamp: at}}},
			{Labels: named("requests_total"), Samples: []prompb.Sample{{Value: 7, Timestamp: at}}},
			{Labels: named("requests_total"), Exemplars: []prompb.Exemplar{{Value: 1, Timestamp: at}}},
			{Labels: named("latency"), Histograms: []prompb.Histogram{{Sum: 3, Timestamp: at}}},
		},
		Metadata: []prompb.MetricMetadata{{Type: prompb.MetricMetadata_GAUGE, MetricFamilyName: "temperature", Help: "How warm it is."}},
	})
	if status != http.StatusNoContent || header.Get("X-Prometheus-Remote-Write-Samples-Written") != "2" {
		t.Fatalf("%d %v", status, header)
	}
	for _, query := range []string{
		`SELECT count() AS n FROM metrics_gauge WHERE MetricName = 'temperature' AND Value = 21.5 AND ServiceName = 'node'
			AND Attributes = '{"instance":"host:9100","job":"node"}' AND ScopeName = 'io.prometheus.remote_write'`,
		`SELECT count() AS n FROM metrics_sum WHERE MetricName = 'requests_total' AND Value = 7 AND Flags = 0`,
		`SELECT count() AS n FROM metrics_sum WHERE MetricName = 'requests_total' AND Flags = 3 AND length(Exemplars.Value) = 1`,
		`SELECT count() AS n FROM metrics_exponential_histogram WHERE MetricName = 'latency' AND Sum = 3 AND Native != ''`,
		`SELECT count() AS n FROM metric_metadata WHERE MetricName = 'temperature' AND Type = 'gauge' AND Help = 'How warm it is.'`,
	} {
		testkit.Eventually(t, time.Minute, query, func() bool { return numberOf(t, s, query) == 1 })
	}
}
