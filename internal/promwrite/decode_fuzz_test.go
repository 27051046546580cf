package promwrite_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/promwrite"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// recordsOf returns how many rows the generated code finds in a request, beside
// those of metadata.
func recordsOf(version int, payload []byte) (count int, err error) {
	add := func(samples, histograms, exemplars int) {
		if count += samples + histograms; samples+histograms == 0 && exemplars > 0 {
			count++
		}
	}
	if version == 0 {
		var request prompb.WriteRequest
		err = request.Unmarshal(payload)
		for _, s := range request.Timeseries {
			add(len(s.Samples), len(s.Histograms), len(s.Exemplars))
		}
		return count, err
	}
	var request writev2.Request
	err = request.Unmarshal(payload)
	for _, s := range request.Timeseries {
		add(len(s.Samples), len(s.Histograms), len(s.Exemplars))
	}
	return count, err
}

// agree decodes a request and compares with the generated code: whatever that
// takes we take, with the same number of records, but for groups, for symbols that
// don't begin with the empty one, for packed lists whose last number goes on after
// their end, and for fields of the other version; whatever is refused leaves no trace.
func agree(t *testing.T, version int, payload []byte) {
	t.Helper()
	want, refusal := recordsOf(version, payload)
	rows := telemetry.NewRows(telemetry.Metrics)
	outcome, err := versions()[version].decode(new(promwrite.Decoder), payload, options(), rows)
	if err != nil {
		if refusal == nil && !isStricter(err.Error()) {
			t.Fatalf("refused what the generated code takes: %v", err)
		}
		if fault.KindOf(err) != fault.Invalid {
			t.Fatalf("a malformed request is %v", err)
		}
		if rows.Len() != 0 || rows.Texts.Len() != 1 {
			t.Fatalf("a refused request left %d rows", rows.Len())
		}
		return
	}
	if got := outcome.Accepted + outcome.Rejected - rows.Metadata.Len(); refusal == nil && got != want {
		t.Fatalf("%d records, the generated code has %d", got, want)
	}
	if rows.Len() != outcome.Accepted || outcome.Written.Samples+outcome.Written.Histograms > outcome.Accepted {
		t.Fatalf("%d rows, %+v", rows.Len(), outcome)
	}
	blocks := 0
	for _, block := range rows.Blocks() {
		blocks += block.Len()
	}
	if blocks != rows.Len() {
		t.Fatalf("blocks hold %d of %d rows", blocks, rows.Len())
	}
	rowsOf(t, rows)
}

func isStricter(refusal string) bool {
	return slices.ContainsFunc([]string{"a group", "first symbol", "a number that is cut off", "a message of version"}, func(part string) bool {
		return strings.Contains(refusal, part)
	})
}

func seeds(f *testing.F, version int) {
	f.Helper()
	for seed := range uint64(20) {
		r := newRandom(seed)
		payload, err := r.request().Marshal()
		if version == 1 {
			payload, err = r.request2().Marshal()
		}
		if err != nil {
			f.Fatal(err)
		}
		f.Add(payload)
	}
	f.Add([]byte{0x0b, 0x0b, 0x0c, 0x0c})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
}

func FuzzRemoteWrite(f *testing.F) {
	seeds(f, 0)
	f.Fuzz(func(t *testing.T, payload []byte) { agree(t, 0, payload) })
}

func FuzzRemoteWrite2(f *testing.F) {
	seeds(f, 1)
	f.Fuzz(func(t *testing.T, payload []byte) { agree(t, 1, payload) })
}

// TestDecode_of_mutated_requests is a short form of the fuzz tests.
func TestDecode_of_mutated_requests_agrees_with_the_generated_code(t *testing.T) {
	t.Parallel()
	for version := range versions() {
		r := newRandom(testkit.Seed(t, uint64(version)))
		for range 60 {
			payload := payloads(t, r.request())[version]
			for range 20 {
				mutated := append([]byte{0}, payload...)[1:]
				for range min(len(mutated), 1+r.IntN(3)) {
					mutated[r.IntN(len(mutated))] = byte(r.IntN(256))
				}
				agree(t, version, mutated[:r.IntN(len(mutated)+1)])
				agree(t, version, mutated)
			}
		}
	}
}
