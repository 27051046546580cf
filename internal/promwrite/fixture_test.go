package promwrite_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"

	"github.com/cairnstack/cairn/internal/promwrite"
	"github.com/cairnstack/cairn/internal/telemetry"
)

func received() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

func options() promwrite.DecodeOptions {
	return promwrite.DecodeOptions{Limits: telemetry.DefaultLimits(), Received: received()}
}

// version is a version of the protocol.
type version struct {
	name   string
	decode func(d *promwrite.Decoder, payload []byte, o promwrite.DecodeOptions, into *telemetry.Rows) (telemetry.Outcome, error)
}

func versions() []version {
	return []version{{"1.0", (*promwrite.Decoder).Decode}, {"2.0", (*promwrite.Decoder).Decode2}}
}

// labels makes a list of names and values.
func labels(texts ...string) (all []prompb.Label) {
	for i := 0; i < len(texts); i += 2 {
		all = append(all, prompb.Label{Name: texts[i], Value: texts[i+1]})
	}
	return all
}

// second returns a request as 2.0 says it, with metadata for its metrics.
func second(request *prompb.WriteRequest) *writev2.Request {
	symbols := writev2.NewSymbolTable()
	about := map[string]writev2.Metadata{}
	for _, m := range request.Metadata {
		about[m.MetricFamilyName] = writev2.Metadata{
			Type: writev2.Metadata_MetricType(m.Type), HelpRef: symbols.Symbolize(m.Help), UnitRef: symbols.Symbolize(m.Unit),
		}
	}
	refs := func(labels []prompb.Label) (refs []uint32) {
		for _, label := range labels {
			refs = append(refs, symbols.Symbolize(label.Name), symbols.Symbolize(label.Value))
		}
		return refs
	}
	out := &writev2.Request{}
	for _, s := range request.Timeseries {
		to := writev2.TimeSeries{LabelsRefs: refs(s.Labels)}
		for _, label := range s.Labels {
			if label.Name == "__name__" {
				to.Metadata = about[label.Value]
			}
		}
		for _, sample := range s.Samples {
			to.Samples = append(to.Samples, writev2.Sample{Value: sample.Value, Timestamp: sample.Timestamp})
		}
		for _, e := range s.Exemplars {
			to.Exemplars = append(to.Exemplars, writev2.Exemplar{LabelsRefs: refs(e.Labels), Value: e.Value, Timestamp: e.Timestamp})
		}
		for _, h := range s.Histograms {
			to.Histograms = append(to.Histograms, secondHistogram(h))
		}
		out.Timeseries = append(out.Timeseries, to)
	}
	out.Symbols = symbols.Symbols()
	return out
}

// secondHistogram relies on both versions having the same fields.
func secondHistogram(h prompb.Histogram) (out writev2.Histogram) {
	encoded, err := h.Marshal()
	if err == nil {
		err = out.Unmarshal(encoded)
	}
	if err != nil {
		panic(err)
	}
	return out
}

// payloads returns a request in both versions.
func payloads(t testing.TB, request *prompb.WriteRequest) [][]byte {
	t.Helper()
	first, err := request.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	later, err := second(request).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return [][]byte{first, later}
}

// scrape returns a request as a Prometheus sends it: one sample of each of so
// many series, in no order.
func scrape(first, count int) *prompb.WriteRequest {
	request := &prompb.WriteRequest{}
	for i := first; i < first+count; i++ {
		number := i * 7919 % 100_000
		name := fmt.Sprintf("http_server_requests_%d_total", number%200)
		request.Timeseries = append(request.Timeseries, prompb.TimeSeries{
			Labels: labels("__name__", name, "cluster", "production-eu-1", "code", fmt.Sprint(200+number%5), "handler", fmt.Sprintf("/api/v1/things/%d", number%50),
				"instance", fmt.Sprintf("10.0.%d.%d:9100", number%7, number%31), "job", fmt.Sprintf("service-%d", number%13), "method", "GET"),
			Samples: []prompb.Sample{{Value: float64(number) * 1.5, Timestamp: received().UnixMilli() - int64(number%1000)}},
		})
		if i%20 == 0 {
			request.Metadata = append(request.Metadata, prompb.MetricMetadata{
				Type: prompb.MetricMetadata_COUNTER, MetricFamilyName: name, Help: "Requests that the server has answered, by handler and code.",
			})
		}
	}
	return request
}
