package querytest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/query"
)

// edgeOffsets are the places around an edge at which records lie and ranges end.
func edgeOffsets() []time.Duration { return []time.Duration{-1, 0, time.Millisecond} }

// edgeLengths are those of a window of an alert, of a range that is read as one part,
// and of one that is read in parts, also from shards.
func edgeLengths() []time.Duration { return []time.Duration{time.Minute, time.Hour, 4 * time.Hour} }

// edgeSeries are charts that are answered from counts by minute, from rows that are
// counted, and from rows whose values are merged.
func edgeSeries(sourceID string) map[string]query.Series {
	return map[string]query.Series{
		"counts":  {SourceID: sourceID, Aggregate: query.Count},
		"a facet": {SourceID: sourceID, Aggregate: query.Count, GroupBy: []string{"Body"}},
		"rows":    {SourceID: sourceID, Aggregate: query.Count, Where: "edge"},
		"sums":    {SourceID: sourceID, Aggregate: query.Total, Field: "LogAttributes['one']"},
	}
}

// TestRangesEndToTheNanosecond asks for all ranges whose ends are near places where
// records are: which parts a range is read in depends on whether it ends with a
// second or a minute.
func TestRangesEndToTheNanosecond(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		from := shopTime(1)
		var rows []logRow
		for _, length := range append(edgeLengths(), 0) {
			for _, offset := range edgeOffsets() {
				at := from.Add(length + offset)
				rows = append(rows, logRow{
					at: at, spanID: fmt.Sprintf("%016x", len(rows)+1), service: "cart", severity: "info", body: "edge", attributes: map[string]string{"one": "1"},
				})
			}
		}
		insertLogs(t, x.client, x.id, rows)
		for name, series := range edgeSeries(x.logs()) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				for _, length := range edgeLengths() {
					for _, first := range edgeOffsets() {
						for _, last := range edgeOffsets() {
							x.checkRange(t, series, query.TimeRange{From: from.Add(first), To: from.Add(length + last)}, rows)
						}
					}
				}
			})
		}
	})
}

// checkRange compares the sum of a chart with the number of rows in its range.
func (x *team) checkRange(t *testing.T, series query.Series, during query.TimeRange, rows []logRow) {
	t.Helper()
	want := 0.0
	for _, row := range rows {
		if !row.at.Before(during.From) && !row.at.After(during.To) {
			want++
		}
	}
	answer, err := x.queries.Series(x.ctx, query.SeriesQuery{Range: during, Granularity: "1d", Series: []query.Series{series}})
	if err != nil {
		t.Fatal(err)
	}
	got := 0.0
	for _, point := range answer.Points {
		got += point.Values[0]
	}
	if got != want {
		t.Errorf("from %s to %s: %g, want %g", during.From, during.To, got, want)
	}
}

// TestWholeRangesAreReadOnce holds windows of alerts, which end right before a second
// or a minute, to one read: what is left of other ranges at their ends is another.
func TestWholeRangesAreReadOnce(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		insertShop(t, x)
		for name, series := range edgeSeries(x.logs()) {
			for _, length := range edgeLengths() {
				chart := query.SeriesQuery{Series: []query.Series{series}, Granularity: "1h", Range: query.Until(shopTime(1), shopTime(1).Add(length))}
				asked := x.askedFor(t, chart, read.Options{})
				if len(asked) != 1 || strings.Contains(asked[0].SQL, "UNION ALL") {
					t.Errorf("%s of %s: %d statements, the first: %s", name, length, len(asked), asked[0].SQL)
				}
			}
		}
	})
}
