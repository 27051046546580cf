package querytest_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackapi"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// benchRows is how many log records of one day are asked about.
var benchRows = flag.Int("query-rows", 1_000_000, "log records that BenchmarkQueries asks about")

const benchTeam = "b0b0b0b0b0b0b0b0b0b0b0b0"

// fillText makes records of a shop over one day: half of them in traces, six
// services, and a word that one of a thousand has.
const fillText = `
INSERT INTO {database}.logs (Timestamp, TraceId, SpanId, SeverityText, SeverityNumber, ServiceName, Body, Resource, ScopeName,
    LogAttributes, ` + "`a_http.route`, `a_http.method`, `a_duration_ms`, `a_http.status_code`" + `, batch_id)
SELECT
    toDateTime64('{day} 00:00:00', 9, 'UTC') + toIntervalNanosecond(intDiv(number * 86400000, {rows}) * 1000000 + rand(1) % 1000000),
    if(rand(2) % 2 = 0, toFixedString(unhex(hex(sipHash128(number))), 16), toFixedString('', 16)),
    reinterpretAsFixedString(number),
    ['info', 'info', 'info', 'info', 'warn', 'error'][1 + rand(3) % 6], 9,
    ['cart', 'checkout', 'frontend', 'payment', 'shipping', 'catalog'][1 + rand(4) % 6],
    concat(['GET', 'POST'][1 + rand(5) % 2], ' /api/', ['cart', 'pay', 'items'][1 + rand(6) % 3], '/', toString(rand(7) % 100000),
        ' completed in ', toString(rand(8) % 1000), 'ms ', if(rand(9) % 1000 = 0, 'granite upstream unavailable', 'all well'),
        ' request=', toString(rand(10))),
    concat('{"host.name":"stone-', toString(rand(11) % 20), '","k8s.pod.name":"api-', toString(rand(12) % 50), '"}'), 'shop',
    map('user.id', toString(rand(14) % 50000), 'session.id', toString(rand(15) % 100000), 'thread', toString(rand(16) % 64),
        'net.peer', concat('10.0.', toString(rand(17) % 256), '.', toString(rand(18) % 256))),
    ['/pay', '/cart', '/items/{id}', '/', '/login'][1 + rand(19) % 5], ['GET', 'POST'][1 + rand(20) % 2], rand(21) % 1000 / 10,
    [200, 200, 200, 201, 404, 500][1 + rand(22) % 6], toFixedString('bench', 16)
FROM numbers({rows})
SETTINGS max_insert_threads = 1, max_block_size = 100000`

func benchDay() time.Time { return time.Now().UTC().Truncate(24 * time.Hour).Add(-24 * time.Hour) }

// bench is the API over an engine with many records.
type bench struct {
	client *clickhouse.Client
	base   string
	source string
	// transport asks for no compression: both ways then carry the same.
	transport *http.Transport

	mu      sync.Mutex
	queries []clickhouse.Query // that the API sent
}

func (x *bench) watch(q clickhouse.Query) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.queries = append(x.queries, q)
}

func newBench(b *testing.B) *bench {
	b.Helper()
	client := enginetest.Client(b)
	if err := client.EnsureTeam(b.Context(), benchTeam); err != nil {
		b.Fatal(err)
	}
	database, _ := clickhouse.DatabaseName(benchTeam)
	for _, column := range []string{
		"`a_http.route` LowCardinality(String) DEFAULT LogAttributes['http.route']", "`a_http.method` LowCardinality(String) DEFAULT LogAttributes['http.method']",
		"`a_duration_ms` Nullable(Float64) DEFAULT toFloat64OrNull(LogAttributes['duration_ms'])",
		"`a_http.status_code` Nullable(Float64) DEFAULT toFloat64OrNull(LogAttributes['http.status_code'])",
	} {
		execute(b, client, "ALTER TABLE "+database+".logs ADD COLUMN IF NOT EXISTS "+column)
	}
	execute(b, client, strings.NewReplacer("{database}", database, "{day}", benchDay().Format(time.DateOnly), "{rows}", fmt.Sprint(*benchRows)).Replace(fillText))
	execute(b, client, "OPTIMIZE TABLE "+database+".logs FINAL")
	b.Cleanup(func() { _ = client.DropTeam(context.Background(), benchTeam) })
	x := &bench{client: client, source: benchSources()[0].ID, transport: &http.Transport{DisableCompression: true}}
	x.serve(b)
	b.Cleanup(x.transport.CloseIdleConnections)
	return x
}

func execute(b *testing.B, client *clickhouse.Client, sql string) {
	b.Helper()
	if err := client.Exec(b.Context(), sql); err != nil {
		b.Fatal(err)
	}
}

// serve serves the API as the server does, to a caller that is known.
func (x *bench) serve(b *testing.B) {
	b.Helper()
	reads := clickhouse.NewReads(x.client, clickhouse.ReadsOptions{
		Gate: observe.NewQueue(observe.QueueOptions{}), Columns: clickhouse.NewStore(x.client, clickhouse.StoreOptions{}).Columns,
		Watch: x.watch,
	})
	api := stackapi.New(httpx.Options{
		EdgeOptions:   httpx.EdgeOptions{Logger: slog.New(slog.DiscardHandler)},
		Authenticator: stackapi.Bearer{Keys: oneKey{}, Note: func(access.Principal) {}},
	}, stackapi.Uses{Queries: &observe.Queries{Sources: benchSources(), Engine: reads, Now: time.Now}})
	server := httptest.NewServer(api.Handler())
	b.Cleanup(server.Close)
	x.base = server.URL + stackapi.Prefix
}

type oneKey struct{}

func (oneKey) Bearer(context.Context, string) (access.Principal, error) {
	return access.Principal{TeamID: benchTeam, UserID: "u"}, nil
}

type sourceList []stack.Source

func benchSources() sourceList {
	ids := 0
	sources, _ := stack.DefaultSources(benchTeam, func() (string, error) { ids++; return fmt.Sprintf("%024x", ids), nil })
	return sources
}

func (l sourceList) SourceByID(_ context.Context, _, id string) (stack.Source, error) {
	for _, s := range l {
		if s.ID == id {
			return s, nil
		}
	}
	return stack.Source{}, fault.New(fault.NotFound, "source does not exist")
}

func (l sourceList) SourcesOf(context.Context, string) ([]stack.Source, error) { return l, nil }

// question is one of the table's: as the API takes it, and as somebody who
// knows the tables writes it for the engine.
type question struct {
	name, path, body, sql string
}

func questions(source string) []question {
	series := func(rest string) string {
		return `{"startTime":FROM_MS,"endTime":TO_MS,"granularity":"1m","series":[{"sourceId":"` + source + `",` + rest + `}]}`
	}
	rows := func(rest string) string {
		return `{"sourceId":"` + source + `","startTime":"FROM_ISO","endTime":"TO_ISO","limit":100` + rest + `}`
	}
	const (
		minutes  = "SELECT toStartOfMinute(Time) AS m, count() AS n FROM logs WHERE toStartOfMinute(Time) >= FROM_SQL AND toStartOfMinute(Time) < TO_SQL GROUP BY m ORDER BY m"
		byName   = "SELECT toStartOfMinute(Time) AS m, ServiceName, count() AS n FROM logs WHERE toStartOfMinute(Time) >= FROM_SQL AND toStartOfMinute(Time) < TO_SQL GROUP BY m, ServiceName ORDER BY m"
		bucket   = "toStartOfFiveMinutes(Time) >= toStartOfFiveMinutes(FROM_SQL) AND toStartOfFiveMinutes(Time) <= toStartOfFiveMinutes(TO_SQL)"
		during   = bucket + " AND Time >= FROM_SQL AND Time < TO_SQL"
		exact    = bucket + " AND Timestamp >= FROM_SQL AND Timestamp <= TO_SQL"
		newest   = " ORDER BY toStartOfFiveMinutes(Time) DESC, Timestamp DESC LIMIT 100"
		sixShown = "SELECT toString(Timestamp), toString(ServiceName), toString(SeverityText), Body, hex(TraceId), hex(SpanId) FROM logs WHERE "
		all      = "SELECT toString(Timestamp), toString(ServiceName), toString(SeverityText), Body, hex(TraceId), hex(SpanId), toString(Resource), toString(LogAttributes), toString(`a_http.route`), toString(`a_duration_ms`) FROM logs WHERE "
	)
	shown := `,"select":"Timestamp, ServiceName, SeverityText, Body, TraceId, SpanId"`
	return []question{
		{"Q1_count_per_minute", "/charts/series", series(`"aggFn":"count","where":"","groupBy":[]`), minutes},
		{"Q2_count_by_service", "/charts/series", series(`"aggFn":"count","where":"","groupBy":["ServiceName"]`), byName},
		{"Q3_word_all_columns", "/search", rows(`,"where":"granite","select":"*"`), all + exact + " AND hasAllTokens(BodyWords, ['granite'])" + newest},
		{"Q3_word_six_columns", "/search", rows(`,"where":"granite"` + shown), sixShown + exact + " AND hasAllTokens(BodyWords, ['granite'])" + newest},
		{"Q3b_substring", "/search", rows(`,"where":"Body:nite"` + shown), sixShown + exact + " AND Body ILIKE '%nite%'" + newest},
		{"Q4_p95_of_a_number", "/charts/series", series(`"aggFn":"quantile","level":0.95,"field":"LogAttributes['duration_ms']","where":"","groupBy":[]`),
			"SELECT toStartOfMinute(Time) AS m, quantile(0.95)(`a_duration_ms`) AS p FROM logs WHERE " + during + " GROUP BY m ORDER BY m"},
		{"Q5_count_of_a_value", "/charts/series", strings.Replace(series(`"aggFn":"count","where":"LogAttributes.http.route:\"/pay\"","groupBy":[]`), "1m", "1d", 1),
			"SELECT count() AS n FROM logs WHERE " + during + " AND `a_http.route` = '/pay'"},
		{"Q6_facet", "/search/values", `{"sourceId":"` + source + `","startTime":"FROM_ISO","endTime":"TO_ISO","fields":["LogAttributes.http.route"]}`,
			"SELECT toString(`a_http.route`) AS v, count() AS n FROM logs WHERE " + during + " GROUP BY v ORDER BY n DESC LIMIT 20"},
		{"Q7_trace", "/search", rows(`,"where":"TraceId:TRACE","select":"*"`), all + exact + " AND TraceId = unhex('TRACE')" + newest},
		{"Q8_newest_of_a_service", "/search", rows(`,"where":"ServiceName:\"cart\""` + shown), sixShown + exact + " AND ServiceName = 'cart'" + newest},
	}
}

// BenchmarkQueries compares the API with the same questions put to the engine
// directly, by turns, over the whole day and over its last hour.
func BenchmarkQueries(b *testing.B) {
	x := newBench(b)
	trace := x.anyTrace(b)
	for _, span := range []struct {
		name string
		from time.Time
	}{{"day", benchDay()}, {"hour", benchDay().Add(23 * time.Hour)}} {
		for _, q := range questions(x.source) {
			b.Run(q.name+"/"+span.name, func(b *testing.B) { x.compare(b, q.during(span.from, trace)) })
		}
	}
}

func (q question) during(from time.Time, trace string) question {
	to := benchDay().Add(24 * time.Hour)
	fill := strings.NewReplacer(
		"FROM_MS", fmt.Sprint(from.UnixMilli()), "TO_MS", fmt.Sprint(to.UnixMilli()), "FROM_ISO", from.Format(time.RFC3339), "TO_ISO", to.Format(time.RFC3339),
		"FROM_SQL", "toDateTime('"+from.Format(time.DateTime)+"', 'UTC')", "TO_SQL", "toDateTime('"+to.Format(time.DateTime)+"', 'UTC')", "TRACE", trace,
	)
	q.body, q.sql = fill.Replace(q.body), fill.Replace(q.sql)
	return q
}

// compare asks by turns through the API, with the same SQL directly, and with
// SQL written by hand.
func (x *bench) compare(b *testing.B, q question) {
	var api, direct, hand []time.Duration
	x.queries = nil
	x.ask(b, q)
	sent := slices.Clone(x.queries)
	for b.Loop() {
		direct = append(direct, timed(func() { x.runAll(b, sent) }))
		api = append(api, timed(func() { x.ask(b, q) }))
		hand = append(hand, timed(func() { x.runAll(b, []clickhouse.Query{{SQL: q.sql}}) }))
	}
	b.ReportMetric(middle(api), "api-ms")
	b.ReportMetric(middle(direct), "direct-ms")
	b.ReportMetric(middle(hand), "hand-ms")
	b.ReportMetric(middle(api)/middle(direct), "ratio")
	b.ReportMetric(0, "ns/op")
}

func timed(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}

// middle answers the median in milliseconds.
func middle(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2].Microseconds()) / 1e3
}

func (x *bench) ask(b *testing.B, q question) {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, x.base+q.path, bytes.NewReader([]byte(q.body)))
	if err != nil {
		b.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer x")
	response, err := x.transport.RoundTrip(request)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		b.Fatalf("%s: %d %s %v", q.name, response.StatusCode, body, err)
	}
}

// runAll runs queries and drops what they answer.
func (x *bench) runAll(b *testing.B, queries []clickhouse.Query) {
	b.Helper()
	database, _ := clickhouse.DatabaseName(benchTeam)
	for _, q := range queries {
		var results proto.Results
		q.Database, q.Result = database, results.Auto()
		q.OnBlock = func(context.Context, proto.Block) error { return nil }
		if _, err := x.client.Query(b.Context(), q); err != nil {
			b.Fatalf("%s: %v", q.SQL, err)
		}
	}
}

func (x *bench) anyTrace(b *testing.B) string {
	b.Helper()
	database, _ := clickhouse.DatabaseName(benchTeam)
	var id proto.ColStr
	_, err := x.client.Query(b.Context(), clickhouse.Query{
		Database: database, SQL: "SELECT lower(hex(TraceId)) AS id FROM logs WHERE TraceId != toFixedString('', 16) ORDER BY Timestamp DESC LIMIT 1",
		Result: proto.Results{{Name: "id", Data: &id}},
	})
	if err != nil || id.Rows() != 1 {
		b.Fatalf("no trace: %v", err)
	}
	return id.Row(0)
}
