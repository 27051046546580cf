package querytest_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// shop is a running server with telemetry of one team.
type shop struct {
	*apptest.Server
	base    string
	key     string
	client  *clickhouse.Client
	sources map[string]string // ids by kind
}

// traceID is the trace that every second record belongs to.
const traceID = "0102030405060708090a0b0c0d0e0f10"

// start is when the telemetry begins: a whole hour ago, yesterday.
func start() time.Time { return testkit.Hour().Add(-24 * time.Hour) }

// newShop starts a server with that many log records, six seconds apart, and a
// span with each of the first ones.
func newShop(t *testing.T, records int) *shop {
	t.Helper()
	return newShopOf(t, records, apptest.Options{})
}

func newShopOf(t *testing.T, records int, options apptest.Options) *shop {
	t.Helper()
	server := apptest.Start(t, options)
	s := &shop{
		Server: server, base: server.URL(app.RoleStack), key: server.Installation.AccessKey,
		client: enginetest.Client(t), sources: map[string]string{},
	}
	if err := tables.NewTeams(s.client).EnsureTeam(t.Context(), server.Installation.TeamID); err != nil {
		t.Fatal(err)
	}
	s.store(t, logs(records, ""), spans())
	s.learnSources(t)
	return s
}

func (s *shop) store(t testing.TB, all ...*telemetry.Rows) {
	t.Helper()
	keep := tables.NewStore(s.client, tables.StoreOptions{})
	for _, rows := range all {
		for _, block := range rows.Blocks() {
			var id telemetry.BatchID
			if _, err := rand.Read(id[:]); err != nil {
				t.Fatal(err)
			}
			if err := keep.InsertRows(t.Context(), s.Installation.TeamID, block, id, string(id[:])); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// logs returns records whose bodies end in a text.
func logs(count int, tail string) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for i := range count {
		writeLog(w, start().Add(time.Duration(i)*6*time.Second), i, tail)
	}
	w.End()
	return rows
}

func writeLog(w *telemetry.Writer, at time.Time, i int, tail string) {
	resource := w.BeginResource()
	resource.Text([]byte("service.name"), []byte([]string{"cart", "pay"}[i%2]))
	origin := w.EndResource(nil)
	w.BeginScope()
	number := w.EndScope(origin, telemetry.Scope{})
	attributes := w.BeginLog(1)
	attributes.Int([]byte("n"), int64(i))
	attributes.Text([]byte("path"), []byte("/a/b"))
	w.EndLog(&telemetry.LogRecord{
		Time: uint64(at.UnixNano()), Severity: 9, SeverityText: []byte("info"), Body: fmt.Appendf(nil, `record %d says "timeout"%s`, i, tail),
		TraceID: id(16), SpanID: id(8),
	}, number)
}

func spans() *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Traces)
	w := rows.Write(telemetry.Limits{}, time.Now())
	resource := w.BeginResource()
	resource.Text([]byte("service.name"), []byte("cart"))
	origin := w.EndResource(nil)
	w.BeginScope()
	number := w.EndScope(origin, telemetry.Scope{})
	for i := range 3 {
		w.BeginSpan(1)
		w.EndSpan(&telemetry.Span{
			Start: uint64(start().UnixNano()), End: uint64(start().Add(time.Second).UnixNano()), Name: fmt.Appendf(nil, "step %d", i), Kind: 2,
			TraceID: id(16), SpanID: append([]byte{byte(i + 1)}, id(7)...),
		}, number)
	}
	w.End()
	return rows
}

// id returns the first bytes of traceID.
func id(length int) []byte {
	bytes := make([]byte, length)
	for i := range bytes {
		bytes[i] = byte(i + 1)
	}
	return bytes
}

func (s *shop) learnSources(t *testing.T) {
	t.Helper()
	var list struct {
		Data []struct{ ID, Kind string }
	}
	answer := s.send(t, http.MethodGet, "/sources", "")
	if err := json.Unmarshal([]byte(answer.Body), &list); err != nil || len(list.Data) < 3 {
		t.Fatalf("sources: %v %s", err, answer.Body)
	}
	for _, source := range list.Data {
		s.sources[source.Kind] = source.ID
	}
}

func (s *shop) send(t testing.TB, method, path, body string) testkit.Answer {
	t.Helper()
	return s.scenario(testkit.Scenario{Method: method, Path: path, Body: body}).Send(t, s.base)
}

// scenario completes a scenario: the prefix, the key, and in its body SOURCE,
// START and END.
func (s *shop) scenario(x testkit.Scenario) testkit.Scenario {
	headers := map[string]string{"Authorization": "Bearer " + s.key}
	for name, value := range x.Headers {
		headers[name] = value
	}
	x.Headers, x.Path = headers, "/api/v2"+s.fill(x.Path)
	x.Body = s.fill(x.Body)
	if x.Method == "" && x.Body != "" {
		x.Method = http.MethodPost
	}
	return x
}

func (s *shop) fill(text string) string {
	end := start().Add(time.Hour)
	return strings.NewReplacer(
		"SOURCE", s.sources["log"], "TRACES", s.sources["trace"], "METRICS", s.sources["metric"],
		"START_MS", fmt.Sprint(start().UnixMilli()), "END_MS", fmt.Sprint(end.UnixMilli()),
		"START", start().Format(time.RFC3339), "END", end.Format(time.RFC3339),
	).Replace(text)
}

func (s *shop) run(t *testing.T, scenarios []testkit.Scenario) {
	t.Helper()
	for i := range scenarios {
		scenarios[i] = s.scenario(scenarios[i])
	}
	testkit.Run(t, s.base, scenarios)
}
