package otlp_test

import (
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

type spanRow struct {
	Origin                                            origin
	Time                                              int64
	Duration                                          uint64
	TraceID, SpanID, ParentID, TraceState, Name, Text string
	Kind, Status                                      uint8
	Attributes                                        map[string]string
	EventTimes                                        []int64
	EventNames                                        []string
	EventAttributes                                   []map[string]string
	LinkIDs, LinkStates                               []string
	LinkAttributes                                    []map[string]string
}

func shownSpans(t *testing.T, rows *telemetry.Rows) []spanRow {
	t.Helper()
	var shown []spanRow
	spans := &rows.Spans
	text := func(number uint32) string { return string(rows.Texts.Text(number)) }
	event, link := uint32(0), uint32(0)
	for i := range rows.Len() {
		row := spanRow{
			Origin: shownOrigin(t, rows, spans.Origin[i]), Time: spans.Time[i], Duration: spans.Duration[i],
			TraceID: hexID(spans.TraceID, i, 16), SpanID: hexID(spans.SpanID, i, 8), ParentID: hexID(spans.ParentID, i, 8),
			TraceState: text(spans.TraceState[i]), Name: text(spans.Name[i]), Text: text(spans.StatusMessage[i]),
			Kind: spans.Kind[i], Status: spans.Status[i], Attributes: attributes(t, rows, &spans.Attributes, i),
			EventAttributes: objects(t, &spans.Events.Attributes, event, spans.Events.RowEnd[i]),
			LinkAttributes:  objects(t, &spans.Links.Attributes, link, spans.Links.RowEnd[i]),
		}
		for ; event < spans.Events.RowEnd[i]; event++ {
			row.EventTimes = append(row.EventTimes, spans.Events.Time[event])
			row.EventNames = append(row.EventNames, text(spans.Events.Name[event]))
		}
		for ; link < spans.Links.RowEnd[i]; link++ {
			row.LinkIDs = append(row.LinkIDs, hexID(spans.Links.TraceID, int(link), 16)+hexID(spans.Links.SpanID, int(link), 8))
			row.LinkStates = append(row.LinkStates, text(spans.Links.TraceState[link]))
		}
		shown = append(shown, row)
	}
	return shown
}

// wantSpans returns the rows of all spans with valid ids, and how many others
// there are.
func wantSpans(traces ptrace.Traces) (want []spanRow, rejected int) {
	for _, resource := range traces.ResourceSpans().All() {
		for _, scope := range resource.ScopeSpans().All() {
			for _, span := range scope.Spans().All() {
				if span.TraceID().IsEmpty() || span.SpanID().IsEmpty() {
					rejected++
					continue
				}
				row := wantSpan(span)
				row.Origin = wantOrigin(resource.Resource(), resource.SchemaUrl(), scope.Scope(), scope.SchemaUrl())
				want = append(want, row)
			}
		}
	}
	return want, rejected
}

func wantSpan(span ptrace.Span) spanRow {
	row := spanRow{
		Time: stored(span.StartTimestamp(), span.EndTimestamp()), TraceID: hexOf(span.TraceID(), pcommon.SpanID{})[:32],
		SpanID: hexOf(pcommon.TraceID{}, span.SpanID())[32:], ParentID: hexOf(pcommon.TraceID{}, span.ParentSpanID())[32:],
		TraceState: span.TraceState().AsRaw(), Name: span.Name(), Text: span.Status().Message(),
		Kind: known(int(span.Kind()), 5), Status: known(int(span.Status().Code()), 2), Attributes: texts(span.Attributes()),
	}
	if end := int64(span.EndTimestamp()); end > row.Time {
		row.Duration = uint64(end - row.Time)
	}
	for _, event := range span.Events().All() {
		row.EventTimes = append(row.EventTimes, int64(event.Timestamp()))
		row.EventNames = append(row.EventNames, event.Name())
		row.EventAttributes = append(row.EventAttributes, texts(event.Attributes()))
	}
	for _, link := range span.Links().All() {
		row.LinkIDs = append(row.LinkIDs, hexOf(link.TraceID(), link.SpanID()))
		row.LinkStates = append(row.LinkStates, link.TraceState().AsRaw())
		row.LinkAttributes = append(row.LinkAttributes, texts(link.Attributes()))
	}
	return row
}

func hexOf(traceID pcommon.TraceID, spanID pcommon.SpanID) string {
	return hex.EncodeToString(traceID[:]) + hex.EncodeToString(spanID[:])
}

// known returns a number up to the largest that has a meaning, or zero.
func known(number, largest int) uint8 {
	if number > largest {
		return 0
	}
	return uint8(number)
}

// TestDecodeTraces compares each row with what pdata reads from the same
// bytes.
func TestDecodeTraces(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+randomRequests; seed++ {
		traces := newRandom(seed).traces()
		payload, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(traces)
		if err != nil {
			t.Fatal(err)
		}
		want, rejected := wantSpans(traces)
		for order, request := range map[string][]byte{"first": payload, "last": reordered(payload)} {
			rows := telemetry.NewRows(telemetry.Traces)
			outcome, err := otlp.DecodeTraces(request, options(), rows)
			if err != nil || outcome.Accepted != len(want) || outcome.Count(telemetry.RejectedID) != rejected || outcome.Truncated != 0 {
				t.Fatalf("seed %d, origin %s: %+v, %v; want %d accepted", seed, order, outcome, err, len(want))
			}
			if diff := cmp.Diff(want, shownSpans(t, rows)); diff != "" {
				t.Fatalf("seed %d, origin %s (-want +got):\n%s", seed, order, diff)
			}
		}
	}
}
