package otlp_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
)

func TestDecode_of_a_malformed_request_says_what_and_where(t *testing.T) {
	t.Parallel()
	// A request, a resource's records, a scope's records and a log record are
	// each a tag and a length around what follows.
	record := func(bytes ...byte) string {
		message := string(bytes)
		for _, tag := range []byte{0x12, 0x12, 0x0a} {
			message = string([]byte{tag, byte(len(message))}) + message
		}
		return message
	}
	cases := map[string]struct{ payload, want string }{
		"cut_off_length":        {"\x0a", "a number that is cut off in a request, at byte 1"},
		"length_beyond_the_end": {"\x0a\x05ab", "a length beyond the end in a request, at byte 2"},
		"no_field_number":       {"\x00\x00", "an illegal field number in a request, at byte 1"},
		"illegal_wire_type":     {"\x0f", "an illegal wire type in a request, at byte 1"},
		"group":                 {"\x0b\x0c", "a group, which is not supported, in a request, at byte 1"},
		"wrong_wire_type":       {"\x08\x01", "a field of the wrong type in a request, at byte 2"},
		"endless_varint":        {"\x10" + strings.Repeat("\xff", 11), "a number that is too long in a request, at byte 11"},
		"in_the_records":        {"\x0a\x02\x12\x05", "a length beyond the end in a resource's records, at byte 4"},
		"in_the_resource":       {"\x0a\x04\x0a\x02\x0a\x09", "a length beyond the end in a resource, at byte 6"},
		"in_a_scope":            {"\x0a\x06\x12\x04\x0a\x02\x08\x01", "a field of the wrong type in a scope, at byte 8"},
		"in_a_record":           {record(0x09, 1, 2, 3), "a number that is cut off in a log record, at byte 7"},
		"in_a_value":            {record(0x2a, 0x02, 0x08, 0x01), "a field of the wrong type in a value, at byte 10"},
		"in_an_attribute":       {record(0x32, 0x02, 0x0a, 0x05), "a length beyond the end in a key and value, at byte 10"},
		"in_a_list":             {record(0x2a, 0x04, 0x2a, 0x02, 0x08, 0x01), "a field of the wrong type in a list of values, at byte 12"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := telemetry.NewRows(telemetry.Logs)
			_, err := otlp.DecodeLogs([]byte(c.payload), options(), rows)
			if want := "malformed logs request: " + c.want; fault.KindOf(err) != fault.Invalid || err.Error() != want {
				t.Errorf("error = %v, want %s", err, want)
			}
			if rows.Len() != 0 {
				t.Errorf("%d rows stayed", rows.Len())
			}
		})
	}
}

func TestDecode_of_a_malformed_request_keeps_earlier_rows(t *testing.T) {
	t.Parallel()
	for _, signal := range telemetry.Signals() {
		rows := telemetry.NewRows(signal)
		good := request(signal, generator(), 0, 50)
		if _, err := otlp.Decode(signal, good, options(), rows); err != nil {
			t.Fatal(err)
		}
		bad := append(request(signal, generator(), 50, 50), 0x0a, 0x7f)
		if _, err := otlp.Decode(signal, bad, options(), rows); err == nil {
			t.Fatalf("%s: a malformed request was taken", signal)
		}
		if rows.Len() != 50 {
			t.Errorf("%s: %d rows, want 50", signal, rows.Len())
		}
		outcome, err := otlp.Decode(signal, request(signal, generator(), 50, 50), options(), rows)
		if err != nil || outcome.Accepted != 50 || outcome.Truncated != 0 || rows.Len() != 100 {
			t.Errorf("%s: %+v, %v, %d rows after a good request", signal, outcome, err, rows.Len())
		}
	}
}

func TestDecode_into_rows_of_another_signal_is_refused(t *testing.T) {
	t.Parallel()
	_, err := otlp.DecodeLogs(nil, options(), telemetry.NewRows(telemetry.Traces))
	if fault.KindOf(err) != fault.Internal {
		t.Errorf("error = %v", err)
	}
}

func TestDecode_into_full_rows_is_refused(t *testing.T) {
	t.Parallel()
	rows := telemetry.NewRows(telemetry.Logs)
	rows.Logs.Body.Bytes = make([]byte, telemetry.RowsBytesMax-rows.Bytes())
	_, err := otlp.DecodeLogs([]byte{0x0a, 0}, options(), rows)
	if fault.KindOf(err) != fault.Limited {
		t.Errorf("error = %v", err)
	}
}

// TestDecode_of_bombs decodes requests that are small on the wire and would be
// large in memory.
func TestDecode_of_bombs_stays_within_the_limits(t *testing.T) {
	t.Parallel()
	const decodedBytes = 8 << 20
	envelope := func(records []byte) []byte { return field(1, field(2, records)) }
	cases := map[string]struct {
		signal  telemetry.Signal
		payload []byte
		want    telemetry.Reason
	}{
		"empty_records":     {telemetry.Logs, envelope(repeated(field(2, nil), 400_000)), telemetry.RejectedRecords},
		"empty_attributes":  {telemetry.Logs, envelope(field(2, repeated(field(6, nil), 200_000))), telemetry.CutDuplicate},
		"huge_record":       {telemetry.Logs, envelope(field(2, field(5, field(1, make([]byte, 5<<20))))), telemetry.RejectedBytes},
		"empty_events":      {telemetry.Traces, envelope(field(2, append(spanIDs(), repeated(field(11, nil), 200_000)...))), telemetry.CutEvents},
		"many_event_spans":  {telemetry.Traces, envelope(repeated(field(2, append(spanIDs(), repeated(field(11, nil), 512)...)), 2000)), telemetry.RejectedMemory},
		"deep_value":        {telemetry.Logs, envelope(field(2, field(5, deep(5000)))), telemetry.CutDepth},
		"control_character": {telemetry.Traces, envelope(repeated(field(2, append(spanIDs(), field(11, field(3, controls()))...)), 20)), telemetry.CutValue},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, outcome := decode(t, c.signal, telemetry.Limits{DecodedBytes: decodedBytes}, c.payload)
			if outcome.Count(c.want) == 0 {
				t.Errorf("outcome = %s, want %s", outcome.Message(), c.want)
			}
			if rows.Bytes() > decodedBytes+telemetry.RecordBytesMax {
				t.Errorf("the rows take %d bytes", rows.Bytes())
			}
		})
	}
}

// field returns a field with bytes.
func field(number byte, content []byte) []byte {
	out := []byte{number<<3 | 2}
	for length := len(content); ; length >>= 7 {
		if length < 0x80 {
			out = append(out, byte(length))
			break
		}
		out = append(out, byte(length)|0x80)
	}
	return append(out, content...)
}

func repeated(content []byte, times int) []byte {
	return []byte(strings.Repeat(string(content), times))
}

func spanIDs() []byte {
	return append(field(1, []byte("0123456789abcdef")), field(2, []byte("01234567"))...)
}

// deep returns a value of lists inside lists.
func deep(levels int) []byte {
	var value []byte
	for range levels {
		value = field(5, field(1, value))
	}
	return value
}

// controls returns an attribute whose text grows sixfold in JSON.
func controls() []byte {
	return append(field(1, []byte("k")), field(2, field(1, repeated([]byte{1}, 100_000)))...)
}
