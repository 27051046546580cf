package querytest_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

const (
	windowLength = 40 * time.Minute // in which most records of a day are
	sentRounds   = 8                // of which each makes blocks of its own
	sentTraces   = 60
	sentPoints   = 40 // of a series, in all rounds together
)

// sent is telemetry as it is sent, and how many rows of it each table has.
type sent struct {
	random  *rand.Rand
	windows []time.Time
	times   []time.Time // of log records, some of which others have, too
	rows    map[string]uint64
	totals  map[string]float64 // of counters, by series
}

func newSent(random *rand.Rand) *sent {
	s := &sent{random: random, rows: map[string]uint64{}, totals: map[string]float64{}}
	for days := 3; days >= 1; days-- {
		s.windows = append(s.windows, testkit.Today().AddDate(0, 0, -days).Add(9*time.Hour+30*time.Minute))
	}
	s.windows = append(s.windows, testkit.Hour().Add(-2*time.Hour))
	return s
}

// instant returns when something was: mostly in a window, some in between.
func (s *sent) instant() time.Time {
	if s.random.IntN(8) == 0 {
		return s.windows[0].Add(time.Duration(s.random.Int64N(int64(60 * time.Hour))))
	}
	return pickOf(s.random, s.windows...).Add(time.Duration(s.random.Int64N(int64(windowLength))))
}

// hostileTexts are values that break what quotes, cuts or counts them badly.
func hostileTexts() []string {
	return []string{
		"", " ", "'", `"`, `\`, `\'; DROP TABLE logs; --`, "a\x00b", "häll o", "日本語", "😀", "%s %d", "NaN", "1e999", "-0", "007", "18446744073709551616",
		"{}", "[1,2]", "line\nbreak", "\ttab", strings.Repeat("long ", 300), "$__filters", "<script>", "null", "true",
	}
}

func (s *sent) attributes(to pcommon.Map, service string) {
	to.PutInt("n", s.random.Int64N(10))
	to.PutDouble("took", float64(s.random.IntN(4000))/8)
	to.PutStr("only."+service, pickOf(s.random, "x", "y"))
	if s.random.IntN(3) == 0 {
		to.PutStr("http.route", pickOf(s.random, "/cart", "/pay", "/a/b?c=d"))
	}
	if s.random.IntN(4) == 0 {
		to.PutStr("odd 'key'", pickOf(s.random, hostileTexts()...))
	}
	if s.random.IntN(6) == 0 {
		to.PutStr("n", pickOf(s.random, hostileTexts()...)) // a number elsewhere
	}
}

func (s *sent) resource(to pcommon.Resource) (service string) {
	service = pickOf(s.random, "cart", "cart", "mail", "pay", "häll o")
	to.Attributes().PutStr("service.name", service)
	to.Attributes().PutStr("host.name", pickOf(s.random, "stone-1", "stone-2"))
	if service == "pay" {
		to.Attributes().PutStr("zone", pickOf(s.random, "a", "b"))
	}
	return service
}

func (s *sent) traceID(number int) pcommon.TraceID {
	var id pcommon.TraceID
	binary.BigEndian.PutUint64(id[8:], uint64(number)*0x9e3779b97f4a7c15)
	id[0] = byte(number)
	return id
}

func (s *sent) traceText() string {
	id := s.traceID(1 + s.random.IntN(sentTraces+3)) // some that nobody has
	return hex.EncodeToString(id[:])
}

func (s *sent) logs(count int) []byte {
	data := plog.NewLogs()
	for range count {
		resource := data.ResourceLogs().AppendEmpty()
		service := s.resource(resource.Resource())
		scope := resource.ScopeLogs().AppendEmpty()
		scope.Scope().SetName(pickOf(s.random, "", "shop"))
		record := scope.LogRecords().AppendEmpty()
		at := s.instant()
		if len(s.times) > 0 && s.random.IntN(6) == 0 {
			at = pickOf(s.random, s.times...)
		}
		s.times = append(s.times, at)
		record.SetTimestamp(pcommon.NewTimestampFromTime(at))
		severity := at.UnixNano() % 4 // the same for all of an instant
		record.SetSeverityText([]string{"debug", "info", "warn", "error"}[severity])
		record.SetSeverityNumber(plog.SeverityNumber(5 + 4*severity))
		body := pickOf(s.random, "alpha", "beta", "alpha beta", "order of pay") + fmt.Sprint(" ", s.random.IntN(50))
		switch s.random.IntN(6) {
		case 0:
			body = pickOf(s.random, hostileTexts()...)
		case 1:
			body = fmt.Sprintf(`{"event":"shipped","order":{"id":%d,"country":%q},"weight":%g}`, s.random.IntN(9), pickOf(s.random, "DE", "FR"), float64(s.random.IntN(40))/4)
		}
		record.Body().SetStr(body)
		if s.random.IntN(3) == 0 {
			record.SetTraceID(s.traceID(1 + s.random.IntN(sentTraces)))
			record.SetSpanID(pcommon.SpanID{byte(1 + s.random.IntN(200))})
		}
		s.attributes(record.Attributes(), service)
	}
	s.rows["logs"] += uint64(count)
	return encoded(plogotlp.NewExportRequestFromLogs(data).MarshalProto())
}

func (s *sent) spans(count int) []byte {
	data := ptrace.NewTraces()
	for range count {
		resource := data.ResourceSpans().AppendEmpty()
		service := s.resource(resource.Resource())
		span := resource.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		at := s.instant()
		span.SetStartTimestamp(pcommon.NewTimestampFromTime(at))
		span.SetEndTimestamp(pcommon.NewTimestampFromTime(at.Add(time.Duration(s.random.Int64N(int64(3 * time.Second))))))
		span.SetName(pickOf(s.random, "GET /cart", "GET /pay", "SELECT", "of "+service))
		span.SetKind(ptrace.SpanKind(s.random.IntN(6)))
		span.Status().SetCode(ptrace.StatusCode(s.random.IntN(3)))
		span.SetTraceID(s.traceID(1 + s.random.IntN(sentTraces)))
		var id, parent pcommon.SpanID
		binary.BigEndian.PutUint64(id[:], s.random.Uint64())
		span.SetSpanID(id)
		if s.random.IntN(3) > 0 {
			binary.BigEndian.PutUint64(parent[:], s.random.Uint64N(1000))
			span.SetParentSpanID(parent)
		}
		s.attributes(span.Attributes(), service)
		for range s.random.IntN(3) {
			event := span.Events().AppendEmpty()
			event.SetName(pickOf(s.random, "exception", "retry"))
			event.SetTimestamp(pcommon.NewTimestampFromTime(at))
			event.Attributes().PutStr("exception.type", pickOf(s.random, hostileTexts()...))
		}
		if s.random.IntN(6) == 0 {
			span.Links().AppendEmpty().SetTraceID(s.traceID(1))
		}
	}
	s.rows["spans"] += uint64(count)
	return encoded(ptraceotlp.NewExportRequestFromTraces(data).MarshalProto())
}

// metrics returns the points of one round, of all types. Each round has some of
// every day, so that series have late points.
func (s *sent) metrics(round int, hosts ...string) []byte {
	data := pmetric.NewMetrics()
	for _, host := range hosts {
		resource := data.ResourceMetrics().AppendEmpty()
		resource.Resource().Attributes().PutStr("service.name", "shop")
		resource.Resource().Attributes().PutStr("host.name", "stone-"+host)
		scope := resource.ScopeMetrics().AppendEmpty()
		scope.Scope().SetName("meter")
		add := func(name string) pmetric.Metric {
			metric := scope.Metrics().AppendEmpty()
			metric.SetName(name)
			metric.SetUnit("1")
			metric.SetDescription("of " + name)
			return metric
		}
		load, odd := add("load").SetEmptyGauge(), add("odd").SetEmptyGauge()
		asked, moved := add("asked").SetEmptySum(), add("moved").SetEmptySum()
		took, size := add("took").SetEmptyHistogram(), add("size").SetEmptyExponentialHistogram()
		rpc := add("rpc").SetEmptySummary()
		asked.SetIsMonotonic(true)
		asked.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
		moved.SetAggregationTemporality(pmetric.AggregationTemporalityDelta)
		took.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
		size.SetAggregationTemporality(pmetric.AggregationTemporalityDelta)
		for step := round; step < sentPoints; step += sentRounds {
			at := s.windows[step%len(s.windows)].Add(time.Duration(step/len(s.windows)) * windowLength * time.Duration(len(s.windows)) / sentPoints)
			p := point{host: host, step: step, at: pcommon.NewTimestampFromTime(at), begun: pcommon.NewTimestampFromTime(s.windows[step%len(s.windows)].Add(-time.Minute))}
			s.gauges(p, load, odd)
			s.sums(p, asked, moved)
			s.distributions(p, took, size, rpc)
		}
	}
	return encoded(pmetricotlp.NewExportRequestFromMetrics(data).MarshalProto())
}

// point is where a point stands.
type point struct {
	host      string
	step      int
	at, begun pcommon.Timestamp
}

// placed is what all points have.
type placed interface {
	SetTimestamp(pcommon.Timestamp)
	SetStartTimestamp(pcommon.Timestamp)
	Attributes() pcommon.Map
}

func (p point) put(to placed) {
	to.SetTimestamp(p.at)
	to.SetStartTimestamp(p.begun)
	to.Attributes().PutStr("host", p.host)
	to.Attributes().PutStr("odd 'key'", hostileTexts()[int(p.host[0])%4])
}

func (s *sent) exemplar(p point, list pmetric.ExemplarSlice) {
	if p.step%3 > 0 {
		return
	}
	exemplar := list.AppendEmpty()
	exemplar.SetTimestamp(p.at)
	own := int(p.host[0] - 'a') // of several that are as great, any may be shown
	exemplar.SetDoubleValue(float64(p.step)/4 + float64(own)/100)
	exemplar.SetTraceID(s.traceID(1 + (3*p.step+own)%sentTraces))
	exemplar.FilteredAttributes().PutStr("user", p.host)
}

func (s *sent) gauges(p point, load, odd pmetric.Gauge) {
	s.rows["metrics_gauge"] += 2
	value := load.DataPoints().AppendEmpty()
	p.put(value)
	value.SetDoubleValue(float64(s.random.IntN(1000)) / 10)
	s.exemplar(p, value.Exemplars())
	value = odd.DataPoints().AppendEmpty()
	p.put(value)
	value.SetDoubleValue(pickOf(s.random, 0, math.Copysign(0, -1), math.Inf(1), math.NaN(), 1e308, 5e-324, -3, 0.1))
}

func (s *sent) sums(p point, asked, moved pmetric.Sum) {
	s.rows["metrics_sum"] += 2
	value := asked.DataPoints().AppendEmpty()
	p.put(value)
	value.SetIntValue(int64(p.step * p.step % (100 * int(p.host[0]))))
	s.exemplar(p, value.Exemplars())
	value = moved.DataPoints().AppendEmpty()
	p.put(value)
	value.SetDoubleValue(float64(s.random.IntN(100)) / 3)
}

func (s *sent) distributions(p point, took pmetric.Histogram, size pmetric.ExponentialHistogram, rpc pmetric.Summary) {
	for _, table := range []string{"metrics_histogram", "metrics_exponential_histogram", "metrics_summary"} {
		s.rows[table]++
	}
	grown := uint64(p.step/len(s.windows) + 1)
	spread := took.DataPoints().AppendEmpty()
	p.put(spread)
	spread.ExplicitBounds().FromRaw([]float64{10, 100, 1000})
	spread.BucketCounts().FromRaw([]uint64{grown, 2 * grown, grown, grown / 3})
	spread.SetCount(4*grown + grown/3)
	spread.SetSum(float64(grown) * 321.5)
	s.exemplar(p, spread.Exemplars())
	exponential := size.DataPoints().AppendEmpty()
	p.put(exponential)
	exponential.SetScale(int32(p.step % 3))
	exponential.Positive().SetOffset(int32(p.step % 2))
	exponential.Positive().BucketCounts().FromRaw([]uint64{1, uint64(p.step % 7), 2})
	exponential.SetCount(3 + uint64(p.step%7))
	exponential.SetSum(float64(p.step))
	quantiles := rpc.DataPoints().AppendEmpty()
	p.put(quantiles)
	quantiles.SetCount(10 * grown)
	quantiles.SetSum(float64(grown) * 7.25)
	for _, level := range []float64{0.5, 0.99} {
		value := quantiles.QuantileValues().AppendEmpty()
		value.SetQuantile(level)
		value.SetValue(level * float64(1+s.random.IntN(100)))
	}
}

func encoded(body []byte, err error) []byte {
	if err != nil {
		panic(err) // of requests that the test makes
	}
	return body
}

// load sends everything to both, a round at a time, and waits until it is stored.
func (p *pair) load(t *testing.T, records int) {
	t.Helper()
	for round := range sentRounds {
		requests := map[string][]byte{"/v1/metrics": p.sent.metrics(round, "a", "b", "c")}
		if p.random.IntN(4) > 0 || round == 0 { // so that the turns of the shards don't fit the days
			requests["/v1/logs"] = p.sent.logs(records / sentRounds)
		}
		if p.random.IntN(4) > 0 || round == 0 {
			requests["/v1/traces"] = p.sent.spans(records / 3 / sentRounds)
		}
		p.send(t, requests)
	}
	// Which shard has its turn depends on which block is ready first.
	for round := 0; !p.isSpread(t); round++ {
		if round == sentRounds {
			t.Fatal("a shard gets no rows of a table")
		}
		p.send(t, map[string][]byte{"/v1/metrics": p.sent.metrics(round, fmt.Sprint("more-", round))})
	}
}

// send sends requests to both, and waits until the rows are there.
func (p *pair) send(t *testing.T, requests map[string][]byte) {
	t.Helper()
	for _, s := range []*side{p.one, p.three} {
		for path, body := range requests {
			s.post(t, path, body)
		}
	}
	for _, s := range []*side{p.one, p.three} {
		s.awaitRows(t, p.sent.rows)
	}
}

func (s *side) post(t *testing.T, path string, body []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL(app.RoleOTLPHTTP)+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	request.Header.Set("Authorization", s.Installation.IngestionKey)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if text, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK || len(text) > 0 {
		t.Fatalf("%s: %d %q %v", path, response.StatusCode, text, err)
	}
}

func (s *side) database() string { return clickhouse.DatabasePrefix + s.Installation.TeamID }

// awaitRows waits until each table has so many rows.
func (s *side) awaitRows(t *testing.T, want map[string]uint64) {
	t.Helper()
	for table, rows := range want {
		testkit.Eventually(t, time.Minute, fmt.Sprintf("%s has %d rows", table, rows), func() bool {
			n, err := enginetest.CountOf(t.Context(), s.client, s.database(), "SELECT count() AS n FROM "+table)
			return err == nil && n == rows
		})
	}
}

// isSpread reports whether each shard has rows of each table.
func (p *pair) isSpread(t *testing.T) bool {
	t.Helper()
	hosts, err := p.three.client.Hosts(context.WithoutCancel(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	isSpread := true
	for table, all := range p.sent.rows {
		var rows []uint64
		for _, host := range hosts {
			rows = append(rows, enginetest.Count(t, host.Client, p.three.database(), "SELECT count() AS n FROM "+table+"_local"))
		}
		if slices.Min(rows) == 0 {
			t.Logf("%s: the shards have %d of %d rows", table, rows, all)
			isSpread = false
		}
	}
	return isSpread
}
