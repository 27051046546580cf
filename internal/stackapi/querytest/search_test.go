package querytest_test

import (
	"bufio"
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

func searchBody(fields ...string) string {
	return `{"sourceId":"SOURCE","startTime":"START","endTime":"END"` + strings.Join(fields, "") + `}`
}

func TestSearch(t *testing.T) {
	t.Parallel()
	s := newShop(t, 600)
	search := func(name, body string, status int, contains ...string) testkit.Scenario {
		return testkit.Scenario{Name: name, Path: "/search", Body: body, Status: status, Contains: contains}
	}
	stamp := start().Format("2006-01-02T15:04:05")
	s.run(t, []testkit.Scenario{
		search("default columns", searchBody(`,"where":"LogAttributes.n:\"0\""`), 200,
			`{"data":[{"Timestamp":"`+stamp+`.000000000Z","ServiceName":"cart","SeverityText":"info","Body":"record 0 says \"timeout\""}],"rows":1,"meta":{`,
			`"truncated":false`, `"startTime":"`+start().Format(time.RFC3339)+`"`),
		search("select", searchBody(`,"where":"LogAttributes.n:\"7\"","select":"LogAttributes['n'] AS n, LogAttributes, SeverityNumber"`), 200,
			`{"n":"7","LogAttributes":{`, `"path":"/a/b"`, `"SeverityNumber":9}`),
		search("all columns", searchBody(`,"limit":1,"select":"*"`), 200, `"TraceId":"`+traceID+`"`, `"ResourceAttributes":{"service.name":"pay"}`),
		search("limit", searchBody(`,"limit":2,"select":"LogAttributes['n'] AS n"`), 200, `{"data":[{"n":"599"},{"n":"598"}],"rows":2`, `"cursor":"`),
		search("maxResults and offset", searchBody(`,"maxResults":1,"offset":2,"select":"LogAttributes['n'] AS n"`), 200, `{"data":[{"n":"597"}],"rows":1`),
		search("order", searchBody(`,"limit":1,"orderBy":"Timestamp ASC","select":"LogAttributes['n'] AS n"`), 200, `{"data":[{"n":"0"}]`),
		search("sql", searchBody(`,"limit":1,"where":"LogAttributes['n'] = 5","whereLanguage":"sql","select":"Body"`), 200, `record 5 says`),
		search("nothing found", searchBody(`,"where":"nothinglikethis"`), 200, `{"data":[],"rows":0,"meta":{`),
		search("last minutes", `{"sourceId":"SOURCE"}`, 200, `{"data":[],"rows":0`),
		search("date only", `{"sourceId":"SOURCE","startTime":"2026-01-01","endTime":"2026-01-02"}`, 200, `"rows":0`),
		search("spans", strings.Replace(searchBody(`,"where":"step","orderBy":"SpanName","limit":1`), "SOURCE", "TRACES", 1), 200, `"round(Duration / 1e+06)":1000`, `"SpanName":"step 0"`),

		search("no source", `{}`, 400, "sourceId"),
		search("malformed time", searchBodyWith("startTime", "yesterday"), 400, "startTime: must be an RFC 3339 date-time"),
		search("backwards", `{"sourceId":"SOURCE","startTime":"END","endTime":"START"}`, 400, "endTime: must not be before startTime"),
		search("limit too high", searchBody(`,"limit":2001`), 400, "limit"),
		search("offset too high", searchBody(`,"offset":10001`), 400, "offset"),
		search("statement", searchBody(`,"select":"SELECT 1"`), 400, "select: col 1"),
		search("semicolon", searchBody(`,"select":"Body; DROP TABLE logs"`), 400, "select: col 5"),
		search("mistyped where", searchBody(`,"where":"a:"`), 400, "where: col 3"),
		search("mistyped order", searchBody(`,"orderBy":"Body SIDEWAYS"`), 400, "orderBy: col 6"),
		search("a name that no record has", searchBody(`,"select":"Nosuch"`), 200, `"Nosuch":""`),
		search("aggregate", searchBody(`,"select":"count()"`), 400, "select: col 1"),
		search("bad cursor", searchBody(`,"cursor":"x"`), 400, "cursor: is not the cursor of an answer to this query"),
		search("metric source", `{"sourceId":"METRICS"}`, 400, "a metric source can be charted but not searched"),
		search("unknown source", `{"sourceId":"aaaaaaaaaaaaaaaaaaaaaaaa"}`, 404, `"message"`),
		search("unknown field of the body", searchBody(`,"colour":"red"`), 400, "colour"),
		{Name: "lines", Path: "/search", Body: searchBody(`,"limit":2,"select":"ServiceName"`), Headers: map[string]string{"Accept": "application/x-ndjson"}, Status: 200,
			Contains: []string{`{"ServiceName":"pay"}` + "\n" + `{"ServiceName":"cart"}` + "\n" + `{"meta":{`}},
		{Name: "comma separated", Path: "/search", Body: searchBody(`,"limit":1,"select":"ServiceName, Body, nullIf(EventName, '') AS e, SeverityNumber"`), Headers: map[string]string{"Accept": "text/csv"}, Status: 200,
			Contains: []string{"ServiceName,Body,e,SeverityNumber\npay,\"record 599 says \"\"timeout\"\"\",,9\n"}},

		{Name: "fields", Path: "/search/fields", Body: searchBody(), Status: 200, Contains: []string{
			`{"name":"Timestamp","expression":"Timestamp","type":"time","key":false,"rows":0}`, `{"name":"LogAttributes.n","expression":"LogAttributes['n']","type":"text","key":true,"rows":600}`,
		}},
		{Name: "values", Path: "/search/values", Body: searchBody(`,"fields":["ServiceName","LogAttributes.path"],"limit":5`), Status: 200, Contains: []string{
			`{"data":[{"field":"ServiceName","values":[{"value":"cart","count":300},{"value":"pay","count":300}]},{"field":"LogAttributes.path","values":[{"value":"/a/b","count":600}]}]`,
		}},
		{Name: "values containing", Path: "/search/values", Body: searchBody(`,"fields":["ServiceName"],"contains":"AR"`), Status: 200, Contains: []string{`"values":[{"value":"cart","count":300}]`}, Lacks: []string{"pay"}},
		{Name: "values of nothing", Path: "/search/values", Body: searchBody(`,"fields":[]`), Status: 400, Contains: []string{"fields"}},
		{Name: "values of an unknown field", Path: "/search/values", Body: searchBody(`,"fields":["Nosuch"]`), Status: 200, Contains: []string{`"values":[]`}},
		{Name: "explanation", Path: "/search/explain", Body: `{"sourceId":"SOURCE","where":"timeout -ServiceName:\"cart\""}`, Status: 200,
			Contains: []string{`{"data":{"words":"Body has the word \"timeout\" and ServiceName is not \"cart\""}`}},
		{Name: "explanation of SQL", Path: "/search/explain", Body: `{"sourceId":"SOURCE","where":"Body ILIKE '%a%'","whereLanguage":"sql"}`, Status: 200,
			Contains: []string{`Body contains \"a\"`}},
		{Name: "explanation of a mistake", Path: "/search/explain", Body: `{"sourceId":"SOURCE","where":"a:"}`, Status: 400, Contains: []string{"where: col 3"}},
		{Name: "explanation for an unknown source", Path: "/search/explain", Body: `{"sourceId":"aaaaaaaaaaaaaaaaaaaaaaaa","where":"a"}`, Status: 404},
		{Name: "around", Path: "/search/around", Body: `{"sourceId":"SOURCE","timestamp":"` + stamp + `Z","before":1,"after":2,"select":"LogAttributes['n'] AS n"}`, Status: 200,
			Contains: []string{`{"data":{"before":[],"after":[{"n":"0"},{"n":"1"}]}`}},
		{Name: "around, nothing before", Path: "/search/around", Body: `{"sourceId":"SOURCE","timestamp":"` + stamp + `Z","before":0,"after":1,"select":"LogAttributes['n'] AS n"}`, Status: 200,
			Contains: []string{`"before":[],"after":[{"n":`}},
		{Name: "around nothing", Path: "/search/around", Body: `{"sourceId":"SOURCE","timestamp":""}`, Status: 400, Contains: []string{"timestamp"}},
		{Name: "trace", Path: "/traces/" + traceID, Status: 200, Contains: []string{`"traceId":"` + traceID + `"`, `"SpanName":"step 2"`, `"Body":"record 0`, `"truncated":false`, `"spanCount":`, `"logCount":`}},
		{Name: "trace of a source", Path: "/traces/" + traceID + "?sourceId=TRACES&startTime=START&endTime=END", Status: 200},
		{Name: "unknown trace", Path: "/traces/" + strings.Repeat("f", 32), Status: 404},
		{Name: "malformed trace", Path: "/traces/x", Status: 400, Contains: []string{"traceId"}},
		{Name: "tail without a source", Path: "/search/tail", Status: 400, Contains: []string{"sourceId"}},
		{Name: "tail of an unknown source", Path: "/search/tail?sourceId=aaaaaaaaaaaaaaaaaaaaaaaa", Status: 404},
		{Name: "mistyped tail", Path: "/search/tail?sourceId=SOURCE&where=a:", Status: 400, Contains: []string{"where: col 3"}},
	})
	t.Run("cursor", func(t *testing.T) { checkCursor(t, s) })
	t.Run("cursor_is_not_moved_by_new_rows", func(t *testing.T) { checkSteadyCursor(t, s) })
	t.Run("tail", func(t *testing.T) { checkTail(t, s) })
	t.Run("mistyped_queries_are_told_at_once", func(t *testing.T) { checkQuickRefusal(t, s) })
}

func searchBodyWith(field, text string) string {
	return `{"sourceId":"SOURCE","` + field + `":"` + text + `"}`
}

func checkCursor(t *testing.T, s *shop) {
	cursor, rows := "", 0
	for range 10 {
		body := searchBody(`,"limit":250`)
		if cursor != "" {
			body = searchBody(`,"limit":250,"cursor":"` + cursor + `"`)
		}
		answer := s.send(t, http.MethodPost, "/search", body).JSON(t)
		rows += int(answer["rows"].(float64))
		next, more := answer["meta"].(map[string]any)["cursor"]
		if !more {
			break
		}
		cursor = next.(string)
	}
	if rows != 600 {
		t.Errorf("%d rows over all pages, want 600", rows)
	}
}

// checkSteadyCursor stores rows between the pages, in a part of the time that
// was read already.
func checkSteadyCursor(t *testing.T, s *shop) {
	met := map[any]int{}
	cursor := ""
	for page := 0; page == 0 || cursor != ""; page++ {
		answer := s.send(t, http.MethodPost, "/search", searchBody(`,"limit":200,"select":"LogAttributes['n'] AS n"`+cursor)).JSON(t)
		for _, row := range answer["data"].([]any) {
			met[row.(map[string]any)["n"]]++
		}
		cursor = ""
		if next, more := answer["meta"].(map[string]any)["cursor"]; more {
			cursor = `,"cursor":"` + next.(string) + `"`
		}
		rows := telemetry.NewRows(telemetry.Logs)
		w := rows.Write(telemetry.Limits{}, time.Now())
		writeLog(w, start().Add(time.Hour-time.Second), 9000+page, "")
		w.End()
		s.store(t, rows)
	}
	if met["0"] != 1 || met["599"] != 1 || len(met) != 600 {
		t.Errorf("%d rows over all pages, want 600", len(met))
	}
}

func checkTail(t *testing.T, s *shop) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	query := url.Values{"sourceId": {s.sources["log"]}, "where": {"fresh"}, "select": {"Body"}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/api/v2/search/tail?"+query.Encode(), nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.key)
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	w.BeginResource()
	origin := w.EndResource(nil)
	w.BeginScope()
	number := w.EndScope(origin, telemetry.Scope{})
	w.BeginLog(1)
	w.EndLog(&telemetry.LogRecord{Time: uint64(time.Now().UnixNano()), Body: []byte("a fresh one")}, number)
	w.End()
	s.store(t, rows)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if kind := response.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Errorf("Content-Type %s", kind)
	}
	lines := bufio.NewScanner(response.Body)
	var got []string
	for len(got) < 2 && lines.Scan() {
		got = append(got, lines.Text())
	}
	if want := `data: {"data":[{"Body":"a fresh one"}],"skipped":false}`; len(got) < 2 || got[0] != "event: rows" || got[1] != want {
		t.Errorf("%q", got)
	}
}

// refusalTimeMax is how long a mistyped query may take.
const refusalTimeMax = 50 * time.Millisecond

func checkQuickRefusal(t *testing.T, s *shop) {
	quickest := time.Hour
	for range 10 {
		began := time.Now()
		if answer := s.send(t, http.MethodPost, "/search", searchBody(`,"where":"a AND (b"`)); answer.Status != http.StatusBadRequest {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		quickest = min(quickest, time.Since(began))
	}
	if quickest > refusalTimeMax {
		t.Errorf("a refusal takes %s, want at most %s", quickest, refusalTimeMax)
	}
}
