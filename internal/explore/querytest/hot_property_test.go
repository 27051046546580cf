package querytest_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

const (
	hotRounds   = 7
	hotRoundMax = 300 // records of a round
	hotKeys     = 5
)

// hotValue is a value of an attribute: how it is sent, and its text.
type hotValue struct {
	send func(list *telemetry.AttributeWriter, key []byte)
	text string
}

func sentText(text string) hotValue {
	return hotValue{func(list *telemetry.AttributeWriter, key []byte) { list.Text(key, []byte(text)) }, text}
}

func sentInt(number int64) hotValue {
	return hotValue{func(list *telemetry.AttributeWriter, key []byte) { list.Int(key, number) }, strconv.FormatInt(number, 10)}
}

func sentFloat(number float64) hotValue {
	return hotValue{func(list *telemetry.AttributeWriter, key []byte) { list.Float(key, number) }, string(telemetry.AppendFloat(nil, number))}
}

func sentBool(truth bool) hotValue {
	return hotValue{func(list *telemetry.AttributeWriter, key []byte) { list.Bool(key, truth) }, strconv.FormatBool(truth)}
}

// oddValues are those that columns are most likely to get wrong.
func oddValues() []hotValue {
	values := []hotValue{sentBool(true), sentBool(false)}
	for _, text := range []string{"", "007", "7", "1.50", "1.5", "-0", "0", "1e300", "1e3", "NaN", "Infinity", "12abc", "abc", "ABC", "%", "7_0", "9007199254740993", "it's"} {
		values = append(values, sentText(text))
	}
	for _, number := range []float64{0, math.Copysign(0, -1), 1.5, 0.1, 1e-5, 1e300, 1e15, math.NaN(), math.Inf(-1), 0.30000000000000004} {
		values = append(values, sentFloat(number))
	}
	for _, number := range []int64{0, 7, -7, 1<<53 - 1, 1<<53 + 1, math.MaxInt64, math.MinInt64} {
		values = append(values, sentInt(number))
	}
	return values
}

// randomValues returns what the values of a key look like for some time.
func randomValues(random *rand.Rand) func() hotValue {
	odd, share := oddValues(), random.IntN(3)
	kind := random.IntN(4)
	return func() hotValue {
		if random.IntN(10) < share {
			return pick(random, odd...)
		}
		switch kind {
		case 0:
			return sentInt(int64(500 + random.IntN(4)))
		case 1:
			return sentFloat(float64(random.IntN(100_000)) / 8)
		case 2:
			return sentText(fmt.Sprintf("id-%d", random.IntN(1000)))
		default:
			return sentText(pick(random, "GET", "PUT", "get"))
		}
	}
}

// hotSignal is records that have attributes, and where they stand.
type hotSignal struct {
	signal           telemetry.Signal
	table            telemetry.Table
	attributes, view string
	add              func(w *telemetry.Writer, at uint64, origin uint32, attributes func(*telemetry.AttributeWriter))
}

// hotSignals are those whose keys get columns.
func hotSignals() map[string]hotSignal {
	return map[string]hotSignal{
		"logs": {
			telemetry.Logs, telemetry.LogsTable, "LogAttributes", stack.TableLogs,
			func(w *telemetry.Writer, at uint64, origin uint32, attributes func(*telemetry.AttributeWriter)) {
				attributes(w.BeginLog(1))
				w.EndLog(&telemetry.LogRecord{Time: at}, origin)
			},
		},
		"spans": {
			telemetry.Traces, telemetry.SpansTable, "SpanAttributes", stack.TableTraces,
			func(w *telemetry.Writer, at uint64, origin uint32, attributes func(*telemetry.AttributeWriter)) {
				attributes(w.BeginSpan(1))
				w.EndSpan(&telemetry.Span{Start: at, End: at, TraceID: idOf(1, 16), SpanID: idOf(1, 8)}, origin)
			},
		},
	}
}

// hotProperty is a store whose columns change, and what was put into it.
type hotProperty struct {
	hotSignal

	x       *team
	store   *tables.Store
	random  *rand.Rand
	records []map[string]string
}

func (p *hotProperty) newStore() {
	p.store = tables.NewStore(p.x.client, tables.StoreOptions{HotRows: 100, HotShare: 0.2, HotLooks: 8, ColumnsAge: time.Hour})
}

// insert stores a round of records.
func (p *hotProperty) insert(t *testing.T, round int) {
	t.Helper()
	values := make([]func() hotValue, hotKeys)
	for i := range values {
		values[i] = randomValues(p.random)
	}
	rows := telemetry.NewRows(p.signal)
	w := rows.Write(telemetry.Limits{}, time.Now())
	w.BeginResource()
	origin := w.EndScope(w.EndResource(nil), telemetry.Scope{})
	for range 1 + p.random.IntN(hotRoundMax) {
		record := map[string]string{}
		at := time.Now().Add(-time.Hour).UnixNano() + int64(len(p.records))
		p.add(w, uint64(at), origin, func(list *telemetry.AttributeWriter) {
			for i, value := range values {
				if key := "k" + strconv.Itoa(i); p.random.IntN(hotKeys+2) > i {
					v := value()
					v.send(list, []byte(key))
					record[key] = v.text
				}
			}
		})
		p.records = append(p.records, record)
	}
	w.End()
	for i, block := range rows.Blocks() {
		if err := p.store.InsertRows(t.Context(), p.x.id, block, telemetry.BatchID{byte(round + 1), byte(i)}, fmt.Sprint(round, ".", i)); err != nil {
			t.Fatal(err)
		}
	}
}

// change lets the store do what it does now and then.
func (p *hotProperty) change(t *testing.T) {
	t.Helper()
	for _, step := range []func() error{
		func() error { return p.store.PromoteKeys(t.Context()) },
		func() error { return p.store.Upkeep(t.Context()) },
		func() error { return p.store.Upkeep(t.Context()) },
		func() error { p.newStore(); return nil },
	} {
		if p.random.IntN(3) == 0 {
			continue
		}
		if err := step(); err != nil && !strings.Contains(err.Error(), "not finished") {
			t.Fatal(err)
		}
	}
}

// hotAsked is a condition and its meaning for the text of a key.
type hotAsked struct {
	text  string // with the key in place of KEY, and what it stands in of MAP
	meets func(text string) bool
}

// numberOf returns the number that a text reads as, not a number for none.
func numberOf(text string) float64 {
	number, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", "?"), 64)
	if err != nil {
		return math.NaN()
	}
	return number
}

func hotConditions(random *rand.Rand) []hotAsked {
	odd := oddValues()
	texts := []string{"500", "501", "id-7", "GET", "get", "12.5"}
	for range 6 {
		if text := pick(random, odd...).text; text != "" {
			texts = append(texts, text)
		}
	}
	asked := []hotAsked{
		{`MAP.KEY:*`, func(s string) bool { return s != "" }},
		{`-MAP.KEY:*`, func(s string) bool { return s == "" }},
		{`MAP.KEY:>=500.5`, func(s string) bool { return numberOf(s) >= 500.5 }},
		{`MAP.KEY:[7 TO 501}`, func(s string) bool { return numberOf(s) >= 7 && numberOf(s) < 501 }},
		{`-MAP.KEY:<8`, func(s string) bool { return !(numberOf(s) < 8) }},
		{`sql: MAP['KEY'] * 2 > 1000`, func(s string) bool { return numberOf(s)*2 > 1000 }},
		{`sql: MAP['KEY'] IN (7, 500)`, func(s string) bool { return numberOf(s) == 7 || numberOf(s) == 500 }},
		{`sql: MAP['KEY'] = 1.5`, func(s string) bool { return numberOf(s) == 1.5 }},
		{`sql: MAP['KEY'] = ''`, func(s string) bool { return s == "" }},
		{`sql: MAP['KEY'] IN ('', '7')`, func(s string) bool { return s == "" || s == "7" }},
	}
	for _, text := range texts {
		quoted := "'" + strings.ReplaceAll(text, "'", "''") + "'"
		asked = append(asked,
			hotAsked{`MAP.KEY:"` + text + `"`, func(s string) bool { return s == text }},
			hotAsked{`KEY:"` + text + `"`, func(s string) bool { return s == text }},
			hotAsked{`-MAP.KEY:"` + text + `"`, func(s string) bool { return s != text }},
			hotAsked{"sql: MAP['KEY'] = " + quoted, func(s string) bool { return s == text }},
			hotAsked{"sql: MAP['KEY'] != " + quoted, func(s string) bool { return s != text }},
			hotAsked{"sql: KEY IN (" + quoted + ", '501', 'id-8')", func(s string) bool { return s == text || s == "501" || s == "id-8" }},
			hotAsked{"sql: MAP['KEY'] NOT IN (" + quoted + ", 'GET')", func(s string) bool { return s != text && s != "GET" }},
			hotAsked{"sql: MAP['KEY'] ILIKE '%5%'", func(s string) bool { return strings.Contains(s, "5") }},
		)
	}
	return asked
}

// compiler returns a compiler for the table as it is now.
func (p *hotProperty) compiler(t *testing.T) *compile.Compiler {
	t.Helper()
	columns, err := p.store.Columns(t.Context(), p.x.id, p.table)
	if err != nil {
		t.Fatal(err)
	}
	return compile.New(compile.Tables()[p.view].With(columns.Hot), explore.Target{})
}

// lines returns the lines of the text that an expression over the table is.
func (p *hotProperty) lines(t *testing.T, c *compile.Compiler, sql string) []string {
	t.Helper()
	if c.Err != nil {
		t.Fatal(c.Err)
	}
	return p.x.texts(t, c, sql, "t")
}

// texts returns a column of what a statement returns.
func (x *team) texts(t *testing.T, c *compile.Compiler, sql, name string) []string {
	t.Helper()
	return x.textsFrom(t, x.client, c, sql, name)
}

// textsFrom is texts, asked of a server.
func (x *team) textsFrom(t *testing.T, client *clickhouse.Client, c *compile.Compiler, sql, name string) []string {
	t.Helper()
	database, err := clickhouse.DatabaseName(x.id)
	if err != nil {
		t.Fatal(err)
	}
	var column proto.ColStr
	var found []string
	_, err = client.Query(t.Context(), clickhouse.Query{
		Database: database, SQL: sql, Params: c.Params, Result: proto.Results{{Name: name, Data: &column}},
		OnBlock: func(context.Context, proto.Block) error {
			for i := range column.Rows() {
				found = append(found, column.Row(i))
			}
			return nil
		},
	})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return found
}

// checkConditions asks all conditions about a key in one query.
func (p *hotProperty) checkConditions(t *testing.T, key string) {
	t.Helper()
	c := p.compiler(t)
	var counts []string
	var want, got []string
	asked := hotConditions(p.random)
	for _, a := range asked {
		counts = append(counts, "toString(countIf("+c.Condition(compiletest.Parsed(t, strings.NewReplacer("MAP", p.attributes, "KEY", key).Replace(a.text)))+"))")
		n := 0
		for _, record := range p.records {
			if a.meets(record[key]) {
				n++
			}
		}
		want = append(want, fmt.Sprint(a.text, " ", n))
	}
	for i, n := range p.lines(t, c, "SELECT arrayJoin(["+strings.Join(counts, ", ")+"]) AS t FROM "+string(p.table)) {
		got = append(got, fmt.Sprint(asked[i].text, " ", n))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", key, diff)
	}
}

// checkGroups counts and adds up the values of a key.
func (p *hotProperty) checkGroups(t *testing.T, key string) {
	t.Helper()
	c := p.compiler(t)
	v := c.Value(explore.Expr{Node: &ql.Index{X: &ql.Column{Path: []string{p.attributes}}, Key: &ql.Literal{Kind: ql.StringText, Text: key}}})
	want, largest := map[string]int{}, 0.0
	for _, record := range p.records {
		want[record[key]]++
		if n := numberOf(record[key]); n < 1e14 {
			largest = max(largest, n)
		}
	}
	var lines []string
	for text, n := range want {
		lines = append(lines, text+"="+strconv.Itoa(n))
	}
	slices.Sort(lines)
	got := p.lines(t, c, "SELECT concat(toString("+v.SQL+"), '=', toString(count())) AS t FROM "+string(p.table)+" GROUP BY "+v.SQL)
	slices.Sort(got)
	if diff := cmp.Diff(lines, got); diff != "" {
		t.Errorf("groups of %s (-want +got):\n%s", key, diff)
	}
	number := v.AsNumber()
	got = p.lines(t, c, "SELECT toString(ifNull(max(if("+number+" < 1e14 AND "+number+" >= 0, "+number+", 0)), 0)) AS t FROM "+string(p.table))
	if len(got) != 1 || numberOf(got[0]) != largest {
		t.Errorf("the largest %s = %v, want %v", key, got, largest)
	}
}

// checkRecords reads whole maps, of the table and of its view.
func (p *hotProperty) checkRecords(t *testing.T) {
	t.Helper()
	var want []string
	for _, record := range p.records {
		var parts []string
		for _, key := range slices.Sorted(maps.Keys(record)) {
			parts = append(parts, key+"="+record[key])
		}
		want = append(want, strings.Join(parts, ","))
	}
	c := p.compiler(t)
	whole := c.Value(explore.Expr{Node: &ql.Column{Path: []string{p.attributes}}}).SQL
	for from, attributes := range map[string]string{string(p.table): whole, p.view: p.attributes} {
		sql := "SELECT arrayStringConcat(arrayMap((k, v) -> concat(k, '=', v), mapKeys(m), mapValues(m)), ',') AS t FROM (SELECT mapSort(CAST(" +
			attributes + ", 'Map(String, String)')) AS m, Timestamp AS at FROM " + from + ") ORDER BY at"
		if diff := cmp.Diff(want, p.lines(t, c, sql)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", from, diff)
		}
	}
}

// TestAttributesAreWhatWasSent puts random values under keys whose columns come
// and change, and asks about them in every way.
func TestAttributesAreWhatWasSent(t *testing.T) {
	t.Parallel()
	for name, signal := range hotSignals() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &hotProperty{hotSignal: signal, x: newTeam(t, read.Options{}), random: rand.New(rand.NewPCG(testkit.Seed(t, propertySeed), 1))}
			p.newStore()
			for round := range hotRounds {
				p.play(t, round)
			}
		})
	}
}

// play inserts a round of records and asks about all that there are.
func (p *hotProperty) play(t *testing.T, round int) {
	t.Helper()
	p.insert(t, round)
	p.change(t)
	for i := range hotKeys {
		p.checkConditions(t, "k"+strconv.Itoa(i))
	}
	p.checkGroups(t, "k"+strconv.Itoa(round%hotKeys))
	p.checkRecords(t)
	columns, err := p.store.Columns(t.Context(), p.x.id, p.table)
	if t.Failed() || err != nil {
		t.Fatalf("round %d, columns %+v, %v", round, columns, err)
	}
	t.Logf("round %d, %d records, columns %+v", round, len(p.records), columns)
}
