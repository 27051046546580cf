package querytest_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

const (
	idRounds    = 5
	idRoundMax  = 150 // records of a round
	idPastDays  = 4   // and today
	idAsked     = 2   // ids that are asked about after a round
	idRequested = "request.id"
)

// idRecord is a record or span with ids.
type idRecord struct {
	signal   telemetry.Signal
	at       time.Time
	name     string
	trace    string
	request  string
	resource bool // whether the request stands in the resource
}

// idProperty is a store whose days are indexed now and then, and what was put
// into it.
type idProperty struct {
	x        *team
	store    *tables.Store
	random   *rand.Rand
	records  []idRecord
	batches  byte
	narrowed atomic.Int64 // questions that the index had an answer for
}

func newIDProperty(t *testing.T, x *team) *idProperty {
	t.Helper()
	p := &idProperty{x: x, random: rand.New(rand.NewPCG(testkit.Seed(t, propertySeed), 2))}
	p.newStore()
	return p
}

// newStore is a server that starts.
func (p *idProperty) newStore() {
	p.store = tables.NewStore(p.x.client, tables.StoreOptions{HotRows: 50, HotShare: 0.05, ColumnsAge: 100 * time.Millisecond, IDsQuiet: time.Nanosecond, IDsRows: 1})
	sources := p.x.queries.Sources
	p.x.queries = &explore.Queries{Sources: sources, Engine: p.engine(), Now: time.Now}
}

func (p *idProperty) engine() *read.Reads {
	return read.New(p.x.client, read.Options{Columns: p.store.Columns, IDs: p.store.FindIDs, Origins: p.store.OriginKeys, Watch: func(asked clickhouse.Query) {
		if strings.Contains(asked.SQL, ") OR (toStartOfFiveMinutes(Time)") {
			p.narrowed.Add(1)
		}
	}})
}

// id returns a new id, or one that is there already.
func (p *idProperty) id(of func(idRecord) string) string {
	if len(p.records) > 0 && p.random.IntN(6) == 0 {
		if id := of(pick(p.random, p.records...)); id != "" {
			return id
		}
	}
	return fmt.Sprintf("%032x", 1+p.random.Uint64N(1<<62))
}

func traceOfRecord(r idRecord) string   { return r.trace }
func requestOfRecord(r idRecord) string { return r.request }

// record makes a record of one of the days.
func (p *idProperty) record(signal telemetry.Signal, day int) idRecord {
	start := testkit.Today().AddDate(0, 0, -day)
	r := idRecord{signal: signal, at: start.Add(time.Duration(p.random.Int64N(int64(24 * time.Hour)))), name: fmt.Sprintf("n%d", len(p.records))}
	if signal == telemetry.Traces || p.random.IntN(4) > 0 { // a span has one
		r.trace = p.id(traceOfRecord)
	}
	if p.random.IntN(5) > 0 {
		r.request, r.resource = p.id(requestOfRecord), p.random.IntN(8) == 0
	}
	return r
}

// insert stores a round of records of a signal, of all days or of one.
func (p *idProperty) insert(t *testing.T, signal telemetry.Signal) {
	t.Helper()
	rows, only := telemetry.NewRows(signal), p.random.IntN(3*idPastDays)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for range 1 + p.random.IntN(idRoundMax) {
		day := p.random.IntN(idPastDays + 1)
		if only < idPastDays {
			day = 1 + only
		}
		r := p.record(signal, day)
		p.records = append(p.records, r)
		r.write(w)
	}
	w.End()
	p.batches++
	for i, block := range rows.Blocks() {
		id := telemetry.BatchID{p.batches, byte(i)}
		if err := p.store.InsertRows(t.Context(), p.x.id, block, id, hex.EncodeToString(id[:])); err != nil {
			t.Fatal(err)
		}
	}
}

func (r idRecord) write(w *telemetry.Writer) {
	resource := w.BeginResource()
	if r.resource {
		resource.Text([]byte(idRequested), []byte(r.request))
	}
	from := w.EndResource(nil)
	w.BeginScope()
	origin := w.EndScope(from, telemetry.Scope{})
	trace, _ := hex.DecodeString(r.trace)
	own := func(list *telemetry.AttributeWriter) {
		if r.request != "" && !r.resource {
			list.Text([]byte(idRequested), []byte(r.request))
		}
	}
	if r.signal == telemetry.Logs {
		own(w.BeginLog(1))
		w.EndLog(&telemetry.LogRecord{Time: uint64(r.at.UnixNano()), Body: []byte(r.name), TraceID: trace}, origin)
		return
	}
	own(w.BeginSpan(1))
	w.EndSpan(&telemetry.Span{Start: uint64(r.at.UnixNano()), End: uint64(r.at.UnixNano()), Name: []byte(r.name), TraceID: trace, SpanID: idOf(1, 8)}, origin)
}

// change lets the store do what it does now and then.
func (p *idProperty) change(t *testing.T) {
	t.Helper()
	upkeep := func() error { return p.store.Upkeep(t.Context()) }
	for _, step := range []func() error{
		func() error { return p.store.PromoteKeys(t.Context()) },
		upkeep, upkeep, upkeep, upkeep, upkeep, upkeep,
		func() error { p.newStore(); return nil },
	} {
		if p.random.IntN(4) == 0 {
			continue
		}
		if err := step(); err != nil && !strings.Contains(err.Error(), "not finished") {
			t.Fatal(err)
		}
	}
}

// idAsk is a condition about ids and its meaning.
type idAsk struct {
	text  string
	sql   bool
	meets func(r idRecord) bool
}

func idAsks(attributes, trace, request, other string) []idAsk {
	hasTrace := func(r idRecord) bool { return r.trace == trace }
	inRecord := func(r idRecord) bool { return r.request == request && !r.resource }
	hasRequest := func(r idRecord) bool { return r.request == request }
	return []idAsk{
		{`TraceId:"` + trace + `"`, false, hasTrace},
		{`trace_id:` + trace, false, hasTrace},
		{`TraceId = '` + trace + `'`, true, hasTrace},
		{`TraceId IN ('` + trace + `', '` + other + `')`, true, func(r idRecord) bool { return r.trace == trace || r.trace == other }},
		{attributes + `.request.id:"` + request + `"`, false, inRecord},
		{attributes + `['request.id'] = '` + request + `'`, true, inRecord},
		{attributes + `['request.id'] IN ('` + request + `', 'none')`, true, inRecord},
		{`request.id:"` + request + `"`, false, hasRequest},
		{`request.id = '` + request + `'`, true, hasRequest},
		{`request.id:"` + request + `" OR trace_id:"` + trace + `"`, false, func(r idRecord) bool { return hasRequest(r) || hasTrace(r) }},
		{`request.id:"` + request + `" AND -trace_id:"` + trace + `"`, false, func(r idRecord) bool { return hasRequest(r) && !hasTrace(r) }},
		{`-request.id:"` + request + `" AND trace_id:"` + trace + `"`, false, func(r idRecord) bool { return !hasRequest(r) && hasTrace(r) }},
	}
}

// named returns the names of the records that a condition means, in order.
func (p *idProperty) named(signal telemetry.Signal, during query.TimeRange, meets func(r idRecord) bool) []string {
	found := []string{}
	for _, r := range p.records {
		if r.signal == signal && meets(r) && !r.at.Before(during.From) && !r.at.After(during.To) {
			found = append(found, "'"+r.name+"'")
		}
	}
	slices.Sort(found)
	return found
}

// check asks all questions about some ids.
func (p *idProperty) check(t *testing.T) {
	t.Helper()
	for range idAsked {
		trace, request, other := p.askedID(traceOfRecord), p.askedID(requestOfRecord), p.askedID(traceOfRecord)
		p.checkTrace(t, trace)
		for _, signal := range []telemetry.Signal{telemetry.Logs, telemetry.Traces} {
			attributes := map[telemetry.Signal]string{telemetry.Logs: "LogAttributes", telemetry.Traces: "SpanAttributes"}[signal]
			for _, ask := range idAsks(attributes, trace, request, other) {
				if p.random.IntN(4) == 0 {
					p.checkAsk(t, signal, ask)
				}
			}
		}
	}
}

// askedID returns an id of a record, or one that nobody has.
func (p *idProperty) askedID(of func(idRecord) string) string {
	if id := of(pick(p.random, p.records...)); id != "" {
		return id
	}
	return fmt.Sprintf("%032x", 1+p.random.Uint64N(1<<62))
}

func (p *idProperty) checkAsk(t *testing.T, signal telemetry.Signal, ask idAsk) {
	t.Helper()
	today := testkit.Today()
	during := query.TimeRange{From: today.AddDate(0, 0, -p.random.IntN(7)), To: today.Add(36 * time.Hour)}
	asked := query.RowsQuery{SourceID: p.x.logs(), Select: "Body", Where: ask.text, Range: during, Limit: query.SearchRowsMax}
	if signal == telemetry.Traces {
		asked.SourceID, asked.Select = p.x.traces(), "SpanName"
	}
	if ask.sql {
		asked.Language = query.SQL
	}
	_, got := p.x.search(t, asked)
	slices.Sort(got)
	want := p.named(signal, during, ask.meets)
	if diff := cmp.Diff(want, append([]string{}, got...)); diff != "" {
		t.Errorf("%s, %s since %s (-want +got):\n%s", signal, ask.text, during.From, diff)
	}
	counted := query.SeriesQuery{Range: during, Granularity: "1d", Series: []query.Series{{SourceID: asked.SourceID, Aggregate: query.Count, Where: asked.Where, Language: asked.Language}}}
	if sum := p.x.counted(t, counted); sum != len(want) {
		t.Errorf("%s, %s: %d are counted, want %d", signal, ask.text, sum, len(want))
	}
}

// counted returns the sum of a chart's points.
func (x *team) counted(t *testing.T, asked query.SeriesQuery) int {
	t.Helper()
	answer, err := x.queries.Series(x.ctx, asked)
	if err != nil {
		t.Fatalf("%+v: %v", asked, err)
	}
	sum := 0.0
	for _, point := range answer.Points {
		if query.HasValue(point.Values[0]) {
			sum += point.Values[0]
		}
	}
	return int(sum)
}

func (p *idProperty) checkTrace(t *testing.T, id string) {
	t.Helper()
	all := query.TimeRange{From: time.Unix(0, 0), To: time.Now().AddDate(0, 0, 2)}
	meets := func(r idRecord) bool { return r.trace == id }
	spans, logs := p.named(telemetry.Traces, all, meets), p.named(telemetry.Logs, all, meets)
	trace, err := p.x.queries.Trace(p.x.ctx, explore.TraceQuery{TraceID: id})
	if err != nil && fault.KindOf(err) != fault.NotFound {
		t.Fatal(err)
	}
	if len(trace.Spans.Rows) != len(spans) || len(trace.Logs.Rows) != len(logs) {
		t.Errorf("trace %s: %d spans and %d records, want %v and %v", id, len(trace.Spans.Rows), len(trace.Logs.Rows), spans, logs)
	}
}

// indexAll takes steps until all days of the past are indexed.
func (p *idProperty) indexAll(t *testing.T) {
	t.Helper()
	today := telemetry.DayOf(time.Now().UnixNano())
	past := map[telemetry.Signal]map[telemetry.Day]bool{telemetry.Logs: {}, telemetry.Traces: {}}
	for _, r := range p.records {
		if day := telemetry.DayOf(r.at.UnixNano()); day < today {
			past[r.signal][day] = true
		}
	}
	testkit.Eventually(t, time.Minute, "all days are indexed", func() bool {
		if err := p.store.Upkeep(t.Context()); err != nil && !strings.Contains(err.Error(), "not finished") {
			t.Fatal(err)
		}
		all := true
		for signal, table := range map[telemetry.Signal]telemetry.Table{telemetry.Logs: telemetry.LogsTable, telemetry.Traces: telemetry.SpansTable} {
			places, err := p.store.FindIDs(t.Context(), p.x.id, table, []tables.ID{tables.TraceID(fmt.Sprintf("%032x", 1))})
			all = all && err == nil && len(places.Days) == len(past[signal])
		}
		return all
	})
}

// TestIDsAreFoundWhereTheyAre puts records with ids into days that are indexed
// at random, and compares every question with what was put there.
func TestIDsAreFoundWhereTheyAre(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		p := newIDProperty(t, x)
		for round := range idRounds {
			p.insert(t, telemetry.Logs)
			p.insert(t, telemetry.Traces)
			p.change(t)
			p.check(t)
			if t.Failed() {
				t.FailNow()
			}
			t.Logf("round %d: %d records, %d questions narrowed", round, len(p.records), p.narrowed.Load())
		}
		p.indexAll(t)
		before := p.narrowed.Load()
		p.check(t)
		if p.narrowed.Load() == before {
			t.Error("no question was narrowed when all days were indexed")
		}
	})
}
