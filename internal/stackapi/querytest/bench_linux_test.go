package querytest_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/stackapi"
)

// BenchmarkQueries puts the questions of the table to the API, and the same
// SQL directly to the engine, by turns: over the whole day and over its last
// hour, with few keys and with many, and while records are stored.
func BenchmarkQueries(b *testing.B) {
	engine, client := benchEngine(b)
	table := &reportTable{}
	for _, d := range datasets() {
		x := &bench{client: client, pid: engine.State().PID, team: d.team, transport: &http.Transport{DisableCompression: true}}
		x.base = serveTeam(b, client, d.team, x.watch) + stackapi.Prefix
		asked := questions(x.source())
		if d.name == "keys300" {
			asked = append(asked, coldQuestions(x.source())...)
		}
		b.Run(d.name, func(b *testing.B) {
			d.load(b, client)
			x.askAll(b, table, asked, spansOfTime(0))
		})
		if d.name == "keys13" {
			b.Run("ingesting", func(b *testing.B) {
				d.load(b, client)
				defer x.ingest(b)()
				x.askAll(b, table, asked, spansOfTime(time.Minute))
			})
		}
		x.transport.CloseIdleConnections()
	}
	table.write(b)
}

// bench is the API over an engine with many records of one team.
type bench struct {
	client *clickhouse.Client
	pid    int // of the engine
	team   string
	base   string
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

func (x *bench) source() string { return sourcesOf(x.team)[0].ID }

func (x *bench) askAll(b *testing.B, table *reportTable, asked []question, spans []spanOfTime) {
	for _, span := range spans {
		trace := x.traceIn(b, span)
		for _, q := range asked {
			b.Run(q.name+"/"+span.name, func(b *testing.B) { table.add(b, q, x.compare(b, q.during(span, trace))) })
		}
	}
}

// How often a question is asked in each way: benchRounds times, or fewer where
// that would take long.
const (
	benchRounds    = 15
	benchRoundsMin = 3
	benchTimeMax   = 5 * time.Second
)

// compare asks by turns through the API and with the same SQL directly.
func (x *bench) compare(b *testing.B, q question) comparison {
	b.Helper()
	x.queries = nil
	x.ask(b, q)
	sent := slices.Clone(x.queries)
	var c comparison
	for b.Loop() {
		for began, round := time.Now(), 0; round < benchRoundsMin || round < benchRounds && time.Since(began) < benchTimeMax; round++ {
			c.api = append(c.api, x.measure(func() { x.ask(b, q) }))
			c.direct = append(c.direct, x.measure(func() { x.runAll(b, sent) }))
		}
	}
	c.report(b)
	return c
}

// askTriesMax is how often a question is put: on a machine where the engine
// waits for a core for a second, the API answers that it is away.
const askTriesMax = 10

func (x *bench) ask(b *testing.B, q question) {
	b.Helper()
	status := 0
	for range askTriesMax {
		if status = x.askOnce(b, q); status != http.StatusServiceUnavailable {
			break
		}
	}
	if status != http.StatusOK {
		b.Fatalf("%s: %d", q.name, status)
	}
}

func (x *bench) askOnce(b *testing.B, q question) (status int) {
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
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		b.Fatal(err)
	}
	return response.StatusCode
}

// runAll runs queries at the same time and drops what they answer.
func (x *bench) runAll(b *testing.B, queries []clickhouse.Query) {
	b.Helper()
	var running errgroup.Group
	for _, q := range queries {
		running.Go(func() error {
			var results proto.Results
			q.Result = results.Auto()
			q.OnBlock = func(context.Context, proto.Block) error { return nil }
			_, err := x.client.Query(b.Context(), q)
			return err
		})
	}
	if err := running.Wait(); err != nil {
		b.Fatal(err)
	}
}

// traceIn returns the id of a trace in the middle of a time.
func (x *bench) traceIn(b *testing.B, span spanOfTime) string {
	b.Helper()
	database, _ := clickhouse.DatabaseName(x.team)
	middle := span.from.Add(nextDay().Sub(span.from) / 2)
	var id proto.ColStr
	_, err := x.client.Query(b.Context(), clickhouse.Query{
		Database: database, SQL: "SELECT lower(hex(TraceId)) AS id FROM logs WHERE TraceId != toFixedString('', 16)" +
			" AND Time >= toDateTime(" + fmt.Sprint(middle.Unix()) + ", 'UTC') ORDER BY Timestamp LIMIT 1",
		Result: proto.Results{{Name: "id", Data: &id}},
	})
	if err != nil || id.Rows() != 1 {
		b.Fatalf("no trace: %v", err)
	}
	return id.Row(0)
}
