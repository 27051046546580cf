package promwrite_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"

	"github.com/cairnstack/cairn/internal/promwrite"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// described returns the metadata of rows.
func described(rows *telemetry.Rows) (all [][4]string) {
	c := &rows.Metadata
	for row := range c.Time {
		var one [4]string
		for i, number := range []uint32{c.Metric[row], c.Type[row], c.Unit[row], c.Help[row]} {
			one[i] = string(rows.Texts.Text(number))
		}
		all = append(all, one)
	}
	return all
}

func TestDecode_keeps_a_request_of_metadata_alone(t *testing.T) {
	t.Parallel()
	words := []string{"unknown", "counter", "gauge", "histogram", "gaugehistogram", "summary", "info", "stateset", "unknown"}
	request := &prompb.WriteRequest{}
	var want [][4]string
	for i, word := range words {
		name := string(rune('a' + i))
		request.Metadata = append(request.Metadata, prompb.MetricMetadata{
			Type: prompb.MetricMetadata_MetricType(i), MetricFamilyName: name, Help: "help of " + name, Unit: "s",
		})
		want = append(want, [4]string{name, word, "s", "help of " + name})
	}
	rows := telemetry.NewRows(telemetry.Metrics)
	outcome, err := new(promwrite.Decoder).Decode(payloads(t, request)[0], options(), rows)
	if diff := cmp.Diff(want, described(rows)); err != nil || diff != "" || outcome.Accepted != len(words) || rows.Len() != len(words) {
		t.Errorf("%+v, %v (-want +got):\n%s", outcome, err, diff)
	}
	if rows.Metadata.Time[0] != received().UnixNano() {
		t.Errorf("time %d", rows.Metadata.Time[0])
	}
}

// TestDecode2_describes_families holds that the series of one metric describe it
// once, under the name that they share.
func TestDecode2_describes_families(t *testing.T) {
	t.Parallel()
	symbols := writev2.NewSymbolTable()
	request := &writev2.Request{}
	for _, s := range []struct {
		name, help string
		kind       writev2.Metadata_MetricType
	}{
		{"a_bucket", "first", writev2.Metadata_METRIC_TYPE_HISTOGRAM}, {"a_count", "first", writev2.Metadata_METRIC_TYPE_HISTOGRAM},
		{"a_sum", "last", writev2.Metadata_METRIC_TYPE_HISTOGRAM}, {"b_sum", "", writev2.Metadata_METRIC_TYPE_SUMMARY},
		{"b", "", writev2.Metadata_METRIC_TYPE_SUMMARY}, {"c_total", "x", writev2.Metadata_METRIC_TYPE_COUNTER},
		{"d_gcount", "", writev2.Metadata_METRIC_TYPE_GAUGEHISTOGRAM}, {"_sum", "", writev2.Metadata_METRIC_TYPE_HISTOGRAM},
		{"e_sum", "", writev2.Metadata_METRIC_TYPE_UNSPECIFIED}, {"f_sum", "only help", writev2.Metadata_METRIC_TYPE_UNSPECIFIED},
	} {
		request.Timeseries = append(request.Timeseries, writev2.TimeSeries{
			LabelsRefs: []uint32{symbols.Symbolize("__name__"), symbols.Symbolize(s.name)},
			Metadata:   writev2.Metadata{Type: s.kind, HelpRef: symbols.Symbolize(s.help)},
		})
	}
	request.Timeseries = append(request.Timeseries, request.Timeseries...)
	request.Symbols = symbols.Symbols()
	payload, err := request.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	rows := telemetry.NewRows(telemetry.Metrics)
	if _, err := new(promwrite.Decoder).Decode2(payload, options(), rows); err != nil {
		t.Fatal(err)
	}
	want := [][4]string{
		{"a", "histogram", "", "last"}, {"b", "summary", "", ""}, {"c_total", "counter", "", "x"}, {"d", "gaugehistogram", "", ""},
		{"_sum", "histogram", "", ""}, {"f_sum", "unknown", "", "only help"},
	}
	if diff := cmp.Diff(want, described(rows)); diff != "" || rows.Len() != len(want) {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
}

// TestDecode2_takes_the_created_timestamp_of_a_series holds for senders from
// before samples had start timestamps.
func TestDecode2_takes_the_created_timestamp_of_a_series(t *testing.T) {
	t.Parallel()
	symbols := []string{"", "__name__", "up"}
	one := writev2.TimeSeries{LabelsRefs: []uint32{1, 2}, Samples: []writev2.Sample{{Timestamp: received().UnixMilli()}}}
	series, err := one.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	head, err := (&writev2.Request{Symbols: symbols}).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	series = append(series, 6<<3, 0x80, 0x20) // created at 4096 ms
	payload := append(append(head, 5<<3|2, byte(len(series))), series...)
	rows := telemetry.NewRows(telemetry.Metrics)
	if _, err := new(promwrite.Decoder).Decode2(payload, options(), rows); err != nil || rows.Points[telemetry.Gauge].Start[0] != 4096e6 {
		t.Errorf("%v, start %v", err, rows.Points[telemetry.Gauge].Start)
	}
}
