package querytest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// TestTraceExtentIsThatOfAllSpans cuts a trace at its limit: errors and the
// latest end behind it count as those before it do.
func TestTraceExtentIsThatOfAllSpans(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	f := func(trace byte, spans int, errors uint64) {
		t.Helper()
		store(t, x, spanRows(manySpans(trace, spans)))
		found, err := x.queries.Trace(x.ctx, explore.TraceQuery{TraceID: fmt.Sprintf("%032x", trace)})
		if err != nil {
			t.Fatal(err)
		}
		want := time.Duration(spans-1)*time.Microsecond + 7*time.Nanosecond
		if found.SpanCount != uint64(spans) || found.ErrorCount != errors || found.Duration != want {
			t.Errorf("%d spans: %d, %d errors, took %s; want %d errors, %s", spans, found.SpanCount, found.ErrorCount, found.Duration, errors, want)
		}
	}
	f(1, 3, 1)
	f(2, query.SpansMax+2000, 12)
}

// manySpans returns spans of a microsecond's distance. One in a thousand fails,
// and each ends before the next one starts.
func manySpans(trace byte, count int) []spanRow {
	start := time.Now().Add(-time.Minute).Truncate(time.Second)
	spans := make([]spanRow, count)
	for i := range spans {
		spans[i] = spanRow{at: start.Add(time.Duration(i) * time.Microsecond), took: 7, service: "cart", name: "step", trace: trace, span: byte(i%255 + 1)}
		if i%1000 == 0 {
			spans[i].status = 2
		}
	}
	return spans
}
