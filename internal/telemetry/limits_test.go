package telemetry_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/telemetry"
)

func TestLimits_defaults_fill_what_is_not_set(t *testing.T) {
	t.Parallel()
	got := telemetry.Limits{Records: 7, Past: time.Hour}.Complete()
	want := telemetry.DefaultLimits()
	want.Records, want.Past, want.Future = 7, time.Hour, 0
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
}

// TestLimits hits each limit of a log record, and stays below it.
func TestLimits(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		limits telemetry.Limits
		given  log
		want   map[telemetry.Reason]int
		check  func(t *testing.T, rows *telemetry.Rows)
	}{
		"record_bytes": {
			telemetry.Limits{RecordBytes: 9}, logOf(9, "", "0123456789"), rejected(telemetry.RejectedBytes), nil,
		},
		"attributes": {
			telemetry.Limits{Attributes: 2}, withAttributes("a", "b", "c", "d"), map[telemetry.Reason]int{telemetry.CutAttributes: 2},
			func(t *testing.T, rows *telemetry.Rows) { wantAttributes(t, rows, "a", "b") },
		},
		"key_bytes": {
			telemetry.Limits{KeyBytes: 16}, withAttributes("abcdefghijklmnopqr", "xyz", "ééééééé€"),
			map[telemetry.Reason]int{telemetry.CutKey: 2},
			func(t *testing.T, rows *telemetry.Rows) {
				wantAttributes(t, rows, "abcdefghijklmnop", "xyz", "ééééééé")
			},
		},
		"value_bytes": {
			telemetry.Limits{ValueBytes: 3}, withAttribute("k", "abcdef", ""), map[telemetry.Reason]int{telemetry.CutValue: 1},
			func(t *testing.T, rows *telemetry.Rows) { wantAttributes(t, rows, "a=b", "k=abc") },
		},
		"body_bytes": {
			telemetry.Limits{BodyBytes: 5}, logOf(9, "info", "abcd€"), map[telemetry.Reason]int{telemetry.CutBody: 1},
			func(t *testing.T, rows *telemetry.Rows) {
				if got := string(rows.Logs.Body.Row(0)); got != "abcd" {
					t.Errorf("body = %q", got)
				}
			},
		},
		"duplicate_keys": {
			telemetry.Limits{}, log{Attributes: [][2]string{{"a", "1"}, {"b", "2"}, {"a", "3"}}},
			map[telemetry.Reason]int{telemetry.CutDuplicate: 1},
			func(t *testing.T, rows *telemetry.Rows) { wantAttributes(t, rows, "a=1", "b=2") },
		},
		"invalid_text": {
			telemetry.Limits{}, log{Attributes: [][2]string{{"k\xff", "v\xfe\xfdw"}}, LogRecord: telemetry.LogRecord{Body: []byte("b\x80")}},
			map[telemetry.Reason]int{telemetry.CutText: 3},
			func(t *testing.T, rows *telemetry.Rows) { wantAttributes(t, rows, "k\ufffd=v\ufffdw") },
		},
		"wrong_ids": {
			telemetry.Limits{}, log{LogRecord: telemetry.LogRecord{TraceID: []byte("short"), SpanID: make([]byte, 9)}},
			map[telemetry.Reason]int{telemetry.CutID: 2},
			func(t *testing.T, rows *telemetry.Rows) {
				if !bytes.Equal(rows.Logs.TraceID, make([]byte, 16)) || !bytes.Equal(rows.Logs.SpanID, make([]byte, 8)) {
					t.Errorf("ids = %x %x", rows.Logs.TraceID, rows.Logs.SpanID)
				}
			},
		},
		"past": {
			telemetry.Limits{Past: time.Hour}, logAt(receipt().Add(-time.Hour - 1)), rejected(telemetry.RejectedPast), nil,
		},
		"just_not_past": {
			telemetry.Limits{Past: time.Hour}, logAt(receipt().Add(-time.Hour)), nil, nil,
		},
		"future": {
			telemetry.Limits{Future: time.Hour}, logAt(receipt().Add(time.Hour + 1)), rejected(telemetry.RejectedFuture), nil,
		},
		"just_not_future": {
			telemetry.Limits{Future: time.Hour}, logAt(receipt().Add(time.Hour)), nil, nil,
		},
		"time_that_no_table_holds": {
			telemetry.Limits{}, log{LogRecord: telemetry.LogRecord{Time: 1 << 63}}, rejected(telemetry.RejectedTime), nil,
		},
		"observed_time_that_no_table_holds": {
			telemetry.Limits{}, log{LogRecord: telemetry.LogRecord{Time: 5, Observed: 1 << 63}}, nil,
			func(t *testing.T, rows *telemetry.Rows) {
				if rows.Logs.Time[0] != 5 || rows.Logs.Observed[0] != 0 {
					t.Errorf("times = %d %d", rows.Logs.Time[0], rows.Logs.Observed[0])
				}
			},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, outcome := addLog(t, c.limits, c.given)
			if c.want == nil {
				c.want = map[telemetry.Reason]int{}
			}
			if diff := cmp.Diff(c.want, outcome.Reasons()); diff != "" {
				t.Errorf("reasons (-want +got):\n%s", diff)
			}
			if rows.Len() != outcome.Accepted || outcome.Accepted+outcome.Rejected != 1 {
				t.Errorf("%d rows, outcome %+v", rows.Len(), outcome)
			}
			if c.check != nil {
				c.check(t, rows)
			}
		})
	}
}

func rejected(reason telemetry.Reason) map[telemetry.Reason]int {
	return map[telemetry.Reason]int{reason: 1}
}

func withAttributes(keys ...string) log {
	var given log
	for _, key := range keys {
		given.Attributes = append(given.Attributes, [2]string{key, "v"})
	}
	return given
}

func logAt(at time.Time) log {
	return log{LogRecord: telemetry.LogRecord{Time: uint64(at.UnixNano())}, Attributes: [][2]string{{"a", "b"}}}
}

// wantAttributes compares the attributes of the first row with keys, or with
// keys and values.
func wantAttributes(t *testing.T, rows *telemetry.Rows, want ...string) {
	t.Helper()
	pairs := map[string]string{}
	for _, pair := range want {
		key, value, found := strings.Cut(pair, "=")
		if !found {
			value = "v"
		}
		pairs[key] = value
	}
	if diff := cmp.Diff(pairs, attributesOf(rows)); diff != "" {
		t.Errorf("attributes (-want +got):\n%s", diff)
	}
}

func TestLimits_of_a_request(t *testing.T) {
	t.Parallel()
	write := func(limits telemetry.Limits) telemetry.Outcome {
		rows := telemetry.NewRows(telemetry.Logs)
		w := rows.Write(limits, receipt())
		origin := w.EndScope(telemetry.Origin{}, telemetry.Scope{})
		for range 100 {
			writeLog(w, origin, logOf(9, "info", strings.Repeat("x", 1000)))
		}
		return w.End()
	}
	t.Run("records", func(t *testing.T) {
		t.Parallel()
		outcome := write(telemetry.Limits{Records: 30})
		if outcome.Accepted != 30 || outcome.Count(telemetry.RejectedRecords) != 70 {
			t.Errorf("outcome = %+v", outcome)
		}
	})
	t.Run("decoded_bytes", func(t *testing.T) {
		t.Parallel()
		outcome := write(telemetry.Limits{DecodedBytes: 50_000})
		if outcome.Accepted < 40 || outcome.Accepted > 50 || outcome.Count(telemetry.RejectedMemory) != 100-outcome.Accepted {
			t.Errorf("outcome = %+v", outcome)
		}
	})
}

func TestLimits_of_an_origin(t *testing.T) {
	t.Parallel()
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{OriginBytes: 40}, receipt())
	list := w.BeginResource()
	for i := range 10 {
		list.Text(fmt.Appendf(nil, "key%d", i), []byte("value"))
	}
	origin := w.EndResource(nil)
	if got, want := string(rows.Texts.Text(origin.Resource)), `{"key0":"value","key1":"value"}`; got != want {
		t.Errorf("resource = %s, want %s", got, want)
	}
	if outcome := w.End(); outcome.Count(telemetry.CutOrigin) != 8 {
		t.Errorf("outcome = %s", outcome.Message())
	}
}

func TestBytes_are_base64_cut_to_whole_groups(t *testing.T) {
	t.Parallel()
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{ValueBytes: 10}, receipt())
	list := w.BeginLog(1)
	list.Bytes([]byte("short"), []byte{1, 2, 3, 4})
	list.Bytes([]byte("long"), bytes.Repeat([]byte{0}, 100))
	w.EndLog(&telemetry.LogRecord{}, w.EndScope(telemetry.Origin{}, telemetry.Scope{}))
	wantAttributes(t, rows, "short=AQIDBA==", "long=AAAAAAAA")
	if outcome := w.End(); outcome.Count(telemetry.CutValue) != 1 {
		t.Errorf("outcome = %s", outcome.Message())
	}
}
