package querytest_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// shopSpans are the spans of the corpus; the number is the span's id.
func shopSpans() []spanRow {
	return []spanRow{
		{service: "frontend", name: "GET /checkout", kind: 2, status: 1, trace: 1, took: 900 * time.Millisecond, attributes: map[string]string{"http.method": "GET"}},
		{service: "checkout", name: "charge", kind: 3, status: 2, message: "card declined", trace: 1, parent: 1, took: 400 * time.Millisecond, events: []string{"retry", "exception"}},
		{service: "payment", name: "POST /charge", kind: 2, status: 2, trace: 1, parent: 2, took: 350 * time.Millisecond, events: []string{"exception"}, attributes: map[string]string{"SampleRate": "10"}},
		{service: "cart", name: "GET /cart", kind: 2, trace: 2, took: 20 * time.Millisecond, linked: 1},
		{service: "cart", name: "SELECT cart", kind: 3, trace: 2, parent: 4, took: 5 * time.Millisecond, attributes: map[string]string{"db.system": "postgresql", "SampleRate": "4"}},
	}
}

func placedSpans() []spanRow {
	spans := shopSpans()
	for i := range spans {
		spans[i].at, spans[i].span = shopTime(i+1), byte(i+1)
	}
	return spans
}

// spanSections is the part of the corpus that is about spans.
func spanSections() []section {
	return []section{{"Lists", `Of a column that holds a list, such as the names of a span's events, some element
has to match. Below a list of maps a key follows behind a dot.`, `
charge => 2 3
ServiceName:cart => 4 5
SpanName:get* => 1 4
SpanKind:Server => 1 3 4
StatusCode:Error => 2 3
StatusMessage:declined => 2
Duration:>300000000 => 1 2 3
Duration:[5000000 TO 20000000] => 4 5
ParentSpanId:* => 2 3 5
-ParentSpanId:* => 1 4
SpanAttributes.db.system:postgres => 5
Events.Name:exception => 2 3
Events.Name:"exception" => 2 3
Events.Name:"except" => none
Events.Name:re* => 2
Events.Name:(retry exception) => 2
-Events.Name:retry => !2
Events.Name:* => 2 3
-Events.Name:* => 1 4 5
Events.Attributes.exception.type:retry => 2
Events.Attributes.exception.type:"exceptionError" => 2 3
Events.Attributes.exception.type:* => 2 3
Events.Attributes.nosuch:* => none
Links.TraceId:"00000000000000000000000000000001" => 4
Links.Attributes.kind:batch => 4
SampleRate:>1 => 3 5
Events.Name:>a => error
Events.Name:[a TO b] => error
Events.Attributes:x => error
`}}
}

func TestCorpusOfSpans(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		store(t, x, spanRows(placedSpans()))
		for _, s := range spanSections() {
			for _, e := range s.list() {
				got, err := x.spanNumbers(e.query)
				if e.answer == "error" {
					if fault.KindOf(err) != fault.Invalid {
						t.Errorf("%s: %v, %v, want a refusal", e.query, got, err)
					}
					continue
				}
				if want := e.wanted(len(shopSpans())); err != nil || !slices.Equal(got, want) {
					t.Errorf("%s: %v, %v, want %v", e.query, got, err, want)
				}
			}
		}
		parts := answered(t, query.Lucene, spanSections())
		compareKeys(t, x, spanScan(t, x), append(parts, randomConditions(t, parts)...))
	})
}

func (x *team) spanNumbers(where string) ([]int, error) {
	answer, err := x.queries.Search(x.ctx, query.RowsQuery{
		SourceID: x.traces(), Where: where, Select: "SpanId", OrderBy: "Timestamp",
		Range: query.TimeRange{From: shopDay(), To: shopDay().Add(24 * time.Hour)},
	})
	if err != nil {
		return nil, err
	}
	var numbers []int
	for _, row := range answer.Rows {
		number, err := strconv.ParseInt(row[0].Text, 16, 64)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, int(number))
	}
	return numbers, nil
}
