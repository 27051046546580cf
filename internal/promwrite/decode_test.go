package promwrite_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"

	"github.com/cairnstack/cairn/internal/promwrite"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// compare decodes a request and wants the rows that its series say.
func compare(t *testing.T, v version, decoder *promwrite.Decoder, payload []byte, entries []entry) {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Metrics)
	outcome, err := v.decode(decoder, payload, options(), rows)
	if err != nil {
		t.Fatal(err)
	}
	var want []shown
	rejected, written := 0, telemetry.Written{}
	for _, e := range entries {
		some, refused := e.wantRows()
		want, rejected = append(want, some...), rejected+refused
	}
	byKind := make([]shown, 0, len(want))
	for kind := range telemetry.PointKinds {
		for _, row := range want {
			if row.Kind == kind {
				byKind = append(byKind, row)
			}
		}
	}
	for _, row := range want {
		written.Exemplars += len(row.Exemplars)
		switch {
		case row.Kind == telemetry.ExponentialHistogram:
			written.Histograms++
		case row.Flags != telemetry.FlagNoValue|telemetry.FlagExemplarsOnly:
			written.Samples++
		}
	}
	if diff := cmp.Diff(byKind, rowsOf(t, rows), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("rows (-want +got):\n%s", diff)
	}
	if outcome.Rejected != rejected || outcome.Written != written || outcome.Accepted != rows.Len() {
		t.Fatalf("outcome %+v, want %d rejected and %+v, rows %d", outcome, rejected, written, rows.Len())
	}
	if (outcome.Places == "") != (rejected == 0) {
		t.Fatalf("%d rejected at %q", rejected, outcome.Places)
	}
}

func TestDecode_agrees_with_the_generated_code(t *testing.T) {
	t.Parallel()
	both, decoder := versions(), new(promwrite.Decoder)
	r := newRandom(testkit.Seed(t, 1))
	for range 150 {
		first, err := r.request().Marshal()
		if err != nil {
			t.Fatal(err)
		}
		var request prompb.WriteRequest
		if err := request.Unmarshal(first); err != nil {
			t.Fatal(err)
		}
		compare(t, both[0], decoder, first, entriesOf(&request))
		later, err := r.request2().Marshal()
		if err != nil {
			t.Fatal(err)
		}
		var request2 writev2.Request
		if err := request2.Unmarshal(later); err != nil {
			t.Fatal(err)
		}
		compare(t, both[1], decoder, later, entriesOf2(&request2))
	}
}
