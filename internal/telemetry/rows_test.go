package telemetry_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
)

func TestDictionary(t *testing.T) {
	t.Parallel()
	d := telemetry.NewDictionary()
	if d.Number(nil) != 0 || d.Len() != 1 || d.Text(0) != nil {
		t.Error("number zero is not the empty text")
	}
	for round := range 2 {
		for i := range 10_000 {
			if got := d.Number(fmt.Appendf(nil, "text %d", i)); got != uint32(i+1) {
				t.Fatalf("round %d: number of text %d = %d", round, i, got)
			}
		}
	}
	if got := d.NumberAfter(1, []byte("text 1")); got != 2 {
		t.Errorf("NumberAfter = %d, want 2", got)
	}
	if got := d.NumberAfter(1, []byte("text 7")); got != 8 {
		t.Errorf("NumberAfter of another text = %d, want 8", got)
	}
	if got := string(d.Text(8)); got != "text 7" {
		t.Errorf("text 8 = %q", got)
	}
	d.Reset()
	if d.Len() != 1 || d.Number([]byte("text 9")) != 1 || d.Number([]byte("other")) != 2 {
		t.Error("a reset dictionary does not begin anew")
	}
}

// filled returns rows of a signal with some records of each table.
func filled(t *testing.T, signal telemetry.Signal, from, to int) *telemetry.Rows {
	t.Helper()
	rows := telemetry.NewRows(signal)
	fill(rows, from, to)
	return rows
}

func fill(rows *telemetry.Rows, from, to int) {
	w := rows.Write(telemetry.Limits{}, receipt())
	for i := from; i < to; i++ {
		w.BeginResource().Text([]byte("service.name"), fmt.Appendf(nil, "s%d", i%3))
		resource := w.EndResource([]byte("schema"))
		w.BeginScope().Int([]byte("n"), int64(i%2))
		origin := w.EndScope(resource, telemetry.Scope{Name: []byte("scope"), Dropped: 1})
		switch rows.Signal {
		case telemetry.Logs:
			fillLog(w, i, origin)
		case telemetry.Traces:
			fillSpan(w, i, origin)
		case telemetry.Metrics:
			fillPoint(w, i, origin)
		}
	}
	w.End()
}

func at(i int) uint64 { return uint64(receipt().Add(time.Duration(i) * time.Second).UnixNano()) }

func fillLog(w *telemetry.Writer, i int, origin uint32) {
	list := w.BeginLog(10)
	list.Int(fmt.Appendf(nil, "key%d", i%5), int64(i))
	list.Float([]byte("f"), float64(i)/2)
	list.Bool([]byte("b"), i%2 == 0)
	w.EndLog(&telemetry.LogRecord{
		Time: at(i), Body: fmt.Appendf(nil, "body %d", i), SeverityText: []byte("Info"),
		TraceID: bytes.Repeat([]byte{byte(i)}, 16), EventName: fmt.Appendf(nil, "event%d", i%2),
	}, origin)
}

func fillSpan(w *telemetry.Writer, i int, origin uint32) {
	list := w.BeginSpan(10)
	list.Text([]byte("k"), fmt.Appendf(nil, "v%d", i))
	for range i % 3 {
		w.BeginEvent().Text([]byte("e"), []byte("x"))
		w.EndEvent(at(i), fmt.Appendf(nil, "event%d", i%2))
		w.BeginLink().Int([]byte("l"), 1)
		w.EndLink(bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{byte(i)}, 8), []byte("state"))
	}
	w.EndSpan(&telemetry.Span{
		Start: at(i), End: at(i + 1), TraceID: bytes.Repeat([]byte{byte(i + 1)}, 16), SpanID: bytes.Repeat([]byte{2}, 8),
		Name: fmt.Appendf(nil, "name%d", i%4), Kind: 2, Status: 2, StatusMessage: []byte("broken"),
	}, origin)
}

func fillPoint(w *telemetry.Writer, i int, origin uint32) {
	metric := w.Metric(&telemetry.MetricHead{Name: fmt.Appendf(nil, "m%d", i%4), Unit: []byte("s"), Temporality: 2}, origin)
	head := telemetry.PointHead{Time: at(i), Start: at(0)}
	kind := telemetry.PointKind(i % int(telemetry.PointKinds))
	w.BeginPoint(10).Text([]byte("k"), fmt.Appendf(nil, "v%d", i%7))
	if kind != telemetry.Summary {
		w.BeginExemplar(kind).Text([]byte("x"), []byte("y"))
		w.EndExemplar(kind, &telemetry.Exemplar{Time: at(i), Value: 1})
	}
	d := telemetry.Distribution{PointHead: head, Count: uint64(i), Sum: 1, Min: 2, Max: 3}
	switch kind {
	case telemetry.Histogram:
		w.EndHistogram(&telemetry.HistogramPoint{Distribution: d, Buckets: []uint64{1, 2}, Bounds: []float64{5}}, metric)
	case telemetry.ExponentialHistogram:
		w.EndExponential(&telemetry.ExponentialPoint{Distribution: d, Scale: 1, Positive: []uint64{uint64(i)}, Native: fmt.Appendf(nil, "n%d", i)}, metric)
	case telemetry.Summary:
		w.EndSummary(&telemetry.SummaryPoint{Distribution: d, Quantiles: []float64{0.5}, Values: []float64{float64(i)}}, metric)
	case telemetry.Gauge, telemetry.Sum:
		w.EndNumber(kind, &telemetry.NumberPoint{PointHead: head, Value: float64(i), HasValue: true}, metric)
	}
}

// columns returns what rows hold, for comparison.
func columns(rows *telemetry.Rows) any {
	var keys, texts []string
	for i := range rows.Keys.Len() {
		keys = append(keys, string(rows.Keys.Text(uint32(i))))
	}
	for i := range rows.Texts.Len() {
		texts = append(texts, string(rows.Texts.Text(uint32(i))))
	}
	return []any{keys, texts, rows.Origins(), rows.Metrics(), rows.Logs, rows.Spans, rows.Points, rows.Metadata, rows.Len()}
}

func TestRows(t *testing.T) {
	t.Parallel()
	for _, signal := range telemetry.Signals() {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			whole := filled(t, signal, 0, 60)
			if whole.Len() != 60 {
				t.Fatalf("rows = %d, want 60", whole.Len())
			}
			t.Run("appended_parts_make_the_whole", func(t *testing.T) {
				t.Parallel()
				joined := telemetry.NewRows(signal)
				for _, part := range [][2]int{{0, 1}, {1, 25}, {25, 60}} {
					if err := joined.Append(filled(t, signal, part[0], part[1])); err != nil {
						t.Fatal(err)
					}
				}
				if diff := cmp.Diff(columns(whole), columns(joined), equateEmpty()); diff != "" {
					t.Errorf("joined rows differ (-whole +joined):\n%s", diff)
				}
			})
			t.Run("a_return_to_a_mark_leaves_no_trace", func(t *testing.T) {
				t.Parallel()
				rows := filled(t, signal, 0, 20)
				before, size := columns(rows), rows.Bytes()
				mark := rows.Mark()
				fill(rows, 20, 60)
				rows.Truncate(mark)
				if diff := cmp.Diff(before, columns(rows), equateEmpty()); diff != "" || rows.Bytes() != size {
					t.Errorf("rows differ, %d bytes before, %d after (-before +after):\n%s", size, rows.Bytes(), diff)
				}
				fill(rows, 20, 60)
				if diff := cmp.Diff(columns(whole), columns(rows), equateEmpty()); diff != "" {
					t.Errorf("rows filled again differ:\n%s", diff)
				}
			})
			t.Run("reset_rows_can_be_filled_again", func(t *testing.T) {
				t.Parallel()
				rows := filled(t, signal, 30, 99)
				rows.Reset()
				if rows.Len() != 0 || len(rows.Origins()) != 0 || len(rows.Metrics()) != 0 {
					t.Fatalf("reset rows hold %d", rows.Len())
				}
				fill(rows, 0, 60)
				if diff := cmp.Diff(columns(whole), columns(rows), equateEmpty()); diff != "" {
					t.Errorf("rows differ (-fresh +reset):\n%s", diff)
				}
			})
		})
	}
}

// equateEmpty makes absent columns equal to empty ones.
func equateEmpty() cmp.Option {
	return cmp.FilterValues(func(x, y []byte) bool { return len(x) == 0 && len(y) == 0 }, cmp.Ignore())
}

func TestAppend_of_another_signal_is_refused(t *testing.T) {
	t.Parallel()
	err := telemetry.NewRows(telemetry.Logs).Append(telemetry.NewRows(telemetry.Traces))
	if fault.KindOf(err) != fault.Internal {
		t.Errorf("Append = %v", err)
	}
}

func TestAppend_beyond_what_rows_can_count_is_refused(t *testing.T) {
	t.Parallel()
	rows, other := filled(t, telemetry.Logs, 0, 3), filled(t, telemetry.Logs, 3, 5)
	rows.Logs.Body.Bytes = make([]byte, telemetry.RowsBytesMax-rows.Bytes())
	if err := rows.Append(other); fault.KindOf(err) != fault.Limited || rows.Len() != 3 {
		t.Errorf("Append = %v, %d rows", err, rows.Len())
	}
}

func TestBlocks_hold_one_table_and_one_day_each(t *testing.T) {
	t.Parallel()
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, receipt())
	origin := w.EndScope(telemetry.Origin{}, telemetry.Scope{})
	midnight := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	for _, offset := range []time.Duration{-1, 0, -time.Hour, time.Hour, -24 * time.Hour} {
		writeLog(w, origin, logAt(midnight.Add(offset)))
	}
	got := map[string][]uint32{}
	for _, block := range rows.Blocks() {
		got[string(block.Table)+" "+block.Day.String()] = block.Index
	}
	want := map[string][]uint32{"logs 2026-03-01": {0, 2, 4}, "logs 2026-03-02": {1, 3}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

func TestBlocks_of_metrics_are_per_type(t *testing.T) {
	t.Parallel()
	var got []telemetry.Table
	for _, block := range filled(t, telemetry.Metrics, 0, 10).Blocks() {
		got = append(got, block.Table)
		if block.Len() != 2 {
			t.Errorf("%s has %d rows, want 2", block.Table, block.Len())
		}
	}
	if diff := cmp.Diff(telemetry.Metrics.Tables()[:telemetry.PointKinds], got); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

func TestSignals_and_tables_know_each_other(t *testing.T) {
	t.Parallel()
	for _, signal := range telemetry.Signals() {
		for _, table := range signal.Tables() {
			if table.Signal() != signal {
				t.Errorf("%s belongs to %s", table, table.Signal())
			}
		}
	}
	if len(telemetry.Tables()) != 8 {
		t.Errorf("tables = %v", telemetry.Tables())
	}
}
