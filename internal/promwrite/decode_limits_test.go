package promwrite_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/promwrite"
	"github.com/cairnstack/cairn/internal/telemetry"
)

func TestDecode_of_a_malformed_request_says_what_and_where(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		version       int
		payload, want string
	}{
		"cut_off":          {0, "\x0a", "a number that is cut off in a request, at byte 1"},
		"beyond_the_end":   {0, "\x0a\x05ab", "a length beyond the end in a request, at byte 2"},
		"wrong_type":       {0, "\x08\x01", "a field of the wrong type in a request, at byte 2"},
		"in_a_series":      {0, "\x0a\x02\x0a\x05", "a length beyond the end in a series, at byte 4"},
		"in_a_label":       {0, "\x0a\x04\x0a\x02\x08\x01", "a field of the wrong type in a label, at byte 6"},
		"in_a_sample":      {0, "\x0a\x04\x12\x02\x09\x01", "a number that is cut off in a sample, at byte 5"},
		"in_metadata":      {0, "\x1a\x02\x12\x05", "a length beyond the end in metadata, at byte 4"},
		"symbols":          {1, "\x22\x01a", "the first symbol must be the empty text"},
		"2.0_in_a_series":  {1, "\x2a\x02\x0a\x05", "a length beyond the end in a series, at byte 4"},
		"2.0_in_refs":      {1, "\x2a\x03\x0a\x01\x80", "a number that is cut off in a series, at byte 5"},
		"2.0_in_metadata":  {1, "\x2a\x04\x2a\x02\x1a\x00", "a field of the wrong type in metadata, at byte 6"},
		"2.0_is_no_1.0":    {1, "\x28\x01", "a field of the wrong type in a request, at byte 2"},
		"2.0_many_symbols": {1, strings.Repeat("\x22\x00", 1<<20+1), "too many symbols"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := telemetry.NewRows(telemetry.Metrics)
			_, err := versions()[c.version].decode(new(promwrite.Decoder), []byte(c.payload), options(), rows)
			if want := "malformed remote write request: " + c.want; fault.KindOf(err) != fault.Invalid || err.Error() != want {
				t.Errorf("error = %v, want %s", err, want)
			}
		})
	}
}

func TestDecode_into_rows_that_do_not_fit_is_refused(t *testing.T) {
	t.Parallel()
	if _, err := new(promwrite.Decoder).Decode(nil, options(), telemetry.NewRows(telemetry.Logs)); fault.KindOf(err) != fault.Internal {
		t.Errorf("rows of logs: %v", err)
	}
	rows := telemetry.NewRows(telemetry.Metrics)
	rows.Points[telemetry.Gauge].Exemplars.Attributes.Bytes = make([]byte, telemetry.RowsBytesMax-rows.Bytes())
	if _, err := new(promwrite.Decoder).Decode([]byte{0x0a, 0}, options(), rows); fault.KindOf(err) != fault.Limited {
		t.Errorf("full rows: %v", err)
	}
}

// now is a sample that is stored.
func now() []prompb.Sample { return []prompb.Sample{{Value: 1, Timestamp: received().UnixMilli()}} }

// TestDecode_rejects_what_is_beyond_a_limit holds that nothing of a series is
// cut: it would be another series.
func TestDecode_rejects_what_is_beyond_a_limit(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 5 {
		many = append(many, fmt.Sprintf("l%d", i), "x")
	}
	wide := prompb.Histogram{Timestamp: received().UnixMilli(), Count: &prompb.Histogram_CountInt{CountInt: 9}}
	wide.PositiveSpans = []prompb.BucketSpan{{Length: 9}}
	wide.PositiveDeltas = []int64{1, 0, 0, 0, 0, 0, 0, 0, 0}
	torn := wide
	torn.PositiveSpans = []prompb.BucketSpan{{Length: 4e9}}
	limits := telemetry.Limits{Attributes: 4, KeyBytes: 16, ValueBytes: 20, OriginBytes: 60, Buckets: 8, Exemplars: 2, Records: 3}
	cases := map[string]struct {
		series   prompb.TimeSeries
		accepted int
		want     map[telemetry.Reason]int
		place    string
	}{
		"labels":       {prompb.TimeSeries{Labels: labels(append([]string{"__name__", "m"}, many...)...)}, 0, nil, `too many labels`},
		"label name":   {prompb.TimeSeries{Labels: labels("__name__", "m", "far_longer_than_16_bytes", "x")}, 0, nil, `a label name that is too long`},
		"label value":  {prompb.TimeSeries{Labels: labels("__name__", "m", "l", strings.Repeat("x", 21))}, 0, nil, `("m"): a label value that is too long`},
		"metric name":  {prompb.TimeSeries{Labels: labels("__name__", "longer_than_16_byte")}, 0, nil, `a metric name that is too long`},
		"all together": {prompb.TimeSeries{Labels: labels("__name__", "m", "a", strings.Repeat("x", 20), "b", strings.Repeat("x", 20), "c", strings.Repeat("x", 20))}, 0, nil, `labels that are too long together`},
		"escapes":      {prompb.TimeSeries{Labels: labels("__name__", "m", "a", strings.Repeat("\x01", 18))}, 0, nil, `labels that are too long together`},
		"no name":      {prompb.TimeSeries{Labels: labels("a", "b")}, 0, nil, `series 0: no metric name (label __name__)`},
		"buckets":      {prompb.TimeSeries{Labels: labels("__name__", "m"), Histograms: []prompb.Histogram{wide}, Samples: []prompb.Sample{}}, 0, map[telemetry.Reason]int{telemetry.RejectedBuckets: 1}, `("m"): the sample of`},
		"spans":        {prompb.TimeSeries{Labels: labels("__name__", "m"), Histograms: []prompb.Histogram{torn}, Samples: []prompb.Sample{}}, 0, map[telemetry.Reason]int{telemetry.RejectedBuckets: 1}, `("m"): the sample of`},
		"records":      {prompb.TimeSeries{Labels: labels("__name__", "m"), Samples: append(append(append(now(), now()...), now()...), now()...)}, 3, map[telemetry.Reason]int{telemetry.RejectedRecords: 1}, `more than a request may hold`},
		"exemplars":    {prompb.TimeSeries{Labels: labels("__name__", "m"), Samples: now(), Exemplars: make([]prompb.Exemplar, 5)}, 1, map[telemetry.Reason]int{telemetry.CutExemplars: 3}, ``},
	}
	for name, c := range cases {
		if c.series.Samples == nil {
			c.series.Samples = now()
		}
		if c.want == nil {
			c.want = map[telemetry.Reason]int{telemetry.RejectedLabels: 1}
		}
		for i, payload := range payloads(t, &prompb.WriteRequest{Timeseries: []prompb.TimeSeries{c.series}}) {
			rows := telemetry.NewRows(telemetry.Metrics)
			opts := options()
			opts.Limits = limits
			outcome, err := versions()[i].decode(new(promwrite.Decoder), payload, opts, rows)
			if diff := cmp.Diff(c.want, outcome.Reasons()); err != nil || diff != "" || outcome.Accepted != c.accepted {
				t.Errorf("%s, %s: %v, %d accepted (-want +got):\n%s", name, versions()[i].name, err, outcome.Accepted, diff)
			}
			if !strings.Contains(outcome.Places, c.place) || (c.place == "") != (outcome.Places == "") {
				t.Errorf("%s, %s: places %q, want %q", name, versions()[i].name, outcome.Places, c.place)
			}
		}
	}
}

func TestDecode2_rejects_series_whose_references_are_wrong(t *testing.T) {
	t.Parallel()
	good := writev2.TimeSeries{LabelsRefs: []uint32{1, 2}, Samples: []writev2.Sample{{Timestamp: received().UnixMilli()}}}
	for name, refs := range map[string][]uint32{"odd": {1, 2, 3}, "beyond": {1, 2, 3, 4}, "far": {1, 1<<32 - 1}, "none": nil} {
		bad := good
		bad.LabelsRefs = refs
		bad.Metadata.HelpRef = 99
		payload, err := (&writev2.Request{Symbols: []string{"", "__name__", "up", "job"}, Timeseries: []writev2.TimeSeries{good, bad, good}}).Marshal()
		if err != nil {
			t.Fatal(err)
		}
		outcome, err := new(promwrite.Decoder).Decode2(payload, options(), telemetry.NewRows(telemetry.Metrics))
		if err != nil || outcome.Accepted != 2 || outcome.Count(telemetry.RejectedLabels) != 1 || !strings.HasPrefix(outcome.Places, "series 1: ") {
			t.Errorf("%s: %+v, %v", name, outcome, err)
		}
	}
}

// field returns a field with bytes.
func field(number byte, content []byte) []byte {
	return append(binary.AppendUvarint([]byte{number<<3 | 2}, uint64(len(content))), content...)
}

// several returns so many fields, each of another content.
func several(count int, number byte, content func(i int) []byte) (all []byte) {
	for i := range count {
		all = append(all, field(number, content(i))...)
	}
	return all
}

// TestDecode_of_bombs decodes requests that are small on the wire and would be
// large in memory.
func TestDecode_of_bombs_stays_within_the_limits(t *testing.T) {
	t.Parallel()
	const decodedBytes = 4 << 20
	empty := func(int) []byte { return nil }
	name := field(1, append(field(1, []byte("__name__")), field(2, []byte("m"))...))
	at := binary.AppendUvarint([]byte{2 << 3}, uint64(received().UnixMilli()))
	histogramAt := append([]byte{15 << 3}, at[1:]...)
	controls := func(i int) []byte {
		value := append([]byte(fmt.Sprint(i)), bytes.Repeat([]byte{1}, 2000)...)
		return slices.Concat(name, field(1, append(field(1, []byte("n")), field(2, value)...)), field(2, at))
	}
	help := func(i int) []byte { return append(field(2, []byte("m")), field(4, []byte(fmt.Sprint(i)))...) }
	about := func(i int) []byte {
		return slices.Concat(field(1, []byte{1, 2}), field(5, binary.AppendUvarint([]byte{3 << 3}, uint64(i))))
	}
	symbols := slices.Concat(field(4, nil), field(4, []byte("__name__")), field(4, []byte("m")))
	refs := bytes.Repeat([]byte{1 << 3, 1}, 100_000)
	cases := map[string]struct {
		version int
		payload []byte
		want    telemetry.Reason
	}{
		"empty_samples":      {0, field(1, append(several(150_000, 2, empty), name...)), telemetry.RejectedRecords},
		"empty_histograms":   {0, field(1, append(several(150_000, 4, empty), name...)), telemetry.RejectedRecords},
		"empty_exemplars":    {0, field(1, slices.Concat(several(150_000, 3, empty), name, field(2, at))), telemetry.CutExemplars},
		"empty_labels":       {0, field(1, append(several(150_000, 1, empty), field(2, at)...)), telemetry.RejectedLabels},
		"control_characters": {0, several(2000, 1, controls), telemetry.RejectedMemory},
		"metadata":           {0, several(300_000, 3, help), telemetry.CutMetadata},
		"huge_histogram":     {0, field(1, append(field(4, field(13, make([]byte, 5<<20))), name...)), telemetry.RejectedBytes},
		"wide_histogram":     {0, field(1, append(field(4, append(field(12, make([]byte, 1<<20)), histogramAt...)), name...)), telemetry.RejectedBuckets},
		"references":         {1, append(symbols, field(5, append(refs, field(2, at)...))...), telemetry.RejectedLabels},
		"descriptions":       {1, append(symbols, several(150_000, 5, about)...), telemetry.CutMetadata},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, opts := telemetry.NewRows(telemetry.Metrics), options()
			opts.Limits.DecodedBytes = decodedBytes
			outcome, err := versions()[c.version].decode(new(promwrite.Decoder), c.payload, opts, rows)
			if err != nil || outcome.Count(c.want) == 0 {
				t.Errorf("%v, outcome %s, want %s", err, outcome.Message(), c.want)
			}
			if rows.Bytes() > decodedBytes+telemetry.OriginBytesMax+1<<20 {
				t.Errorf("the rows take %d bytes", rows.Bytes())
			}
		})
	}
}

func TestDecode_names_the_first_few_places(t *testing.T) {
	t.Parallel()
	request := &prompb.WriteRequest{}
	for range 50 {
		request.Timeseries = append(request.Timeseries, prompb.TimeSeries{Labels: labels("__name__", strings.Repeat("n", 300)), Samples: []prompb.Sample{{Timestamp: 1}}})
	}
	outcome, err := new(promwrite.Decoder).Decode(payloads(t, request)[0], options(), telemetry.NewRows(telemetry.Metrics))
	if err != nil || outcome.Rejected != 50 || len(outcome.Places) > 1000 || strings.Count(outcome.Places, ";") != 4 {
		t.Errorf("%d rejected at %q, %v", outcome.Rejected, outcome.Places, err)
	}
}
