package querytest_test

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

const (
	bareRounds   = 6
	bareRoundMax = 60 // records of a round
	bareKeys     = 6  // the last of which no record has
)

// bareRecord is a record with the same keys in several maps.
type bareRecord struct {
	at                   time.Time
	own, resource, scope map[string]string
}

// texts returns the texts under a key, in the order of the maps.
func (r bareRecord) texts(key string) []string {
	return []string{r.own[key], r.resource[key], r.scope[key]}
}

// bareProperty is a store whose records have keys in any map, and what was put
// into it.
type bareProperty struct {
	x       *team
	store   *tables.Store
	random  *rand.Rand
	records []bareRecord
	batches byte
	asked   []string // statements
}

func (p *bareProperty) newStore() {
	p.store = tables.NewStore(p.x.client, tables.StoreOptions{HotRows: 40, HotShare: 0.3, ColumnsAge: time.Hour})
}

// keys returns some keys with texts.
func (p *bareProperty) keys(share int) map[string]string {
	keys := map[string]string{}
	for i := range bareKeys - 1 {
		if p.random.IntN(10) < share {
			keys[fmt.Sprintf("k%d", i)] = pick(p.random, "a", "B", "7", "12.5", "", "abc", "it's")
		}
	}
	return keys
}

// insert stores a round of records. Most rounds have a key in a map or two.
func (p *bareProperty) insert(t *testing.T) {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	shares := []int{p.random.IntN(6), p.random.IntN(3), p.random.IntN(2)}
	for range 1 + p.random.IntN(bareRoundMax) {
		r := bareRecord{
			at:  time.Now().Add(-time.Duration(p.random.Int64N(int64(47 * time.Hour)))),
			own: p.keys(shares[0]), resource: p.keys(shares[1]), scope: p.keys(shares[2]),
		}
		p.records = append(p.records, r)
		writeAttributes(w.BeginResource(), r.resource)
		from := w.EndResource(nil)
		writeAttributes(w.BeginScope(), r.scope)
		origin := w.EndScope(from, telemetry.Scope{})
		writeAttributes(w.BeginLog(1), r.own)
		w.EndLog(&telemetry.LogRecord{Time: uint64(r.at.UnixNano())}, origin)
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

// change lets the store do what it does now and then.
func (p *bareProperty) change(t *testing.T) {
	t.Helper()
	switch p.random.IntN(4) {
	case 0:
		if err := p.store.PromoteKeys(t.Context()); err != nil {
			t.Fatal(err)
		}
	case 1:
		enginetest.ExecuteOnStored(t, p.x.client, "OPTIMIZE TABLE ", "cairn_"+p.x.id+".logs", "")
	case 2:
		p.newStore()
	}
}

// bareAsked is a condition on a key without its map, and its meaning.
type bareAsked struct {
	text  string // with the key in place of KEY
	meets func(texts []string) bool
}

func inAny(meets func(text string) bool) func([]string) bool {
	return func(texts []string) bool { return slices.ContainsFunc(texts, meets) }
}

func inFirst(meets func(text string) bool) func([]string) bool {
	return func(texts []string) bool {
		at := slices.IndexFunc(texts, func(text string) bool { return text != "" })
		return meets(texts[max(at, 0)])
	}
}

func not(meets func([]string) bool) func([]string) bool {
	return func(texts []string) bool { return !meets(texts) }
}

func bareConditions() []bareAsked {
	is := func(want string) func(string) bool { return func(s string) bool { return s == want } }
	begins := func(s string) bool { return strings.HasPrefix(strings.ToLower(s), "a") }
	return []bareAsked{
		{`KEY:"a"`, inAny(is("a"))},
		{`-KEY:"a"`, not(inAny(is("a")))},
		{`KEY:""`, inAny(is(""))},
		{`KEY:a*`, inAny(begins)},
		{`NOT KEY:a*`, not(inAny(begins))},
		{`KEY:*`, inAny(func(s string) bool { return s != "" })},
		{`-KEY:*`, not(inAny(func(s string) bool { return s != "" }))},
		{`KEY:>=7`, inAny(func(s string) bool { return numberOf(s) >= 7 })},
		{`-KEY:<8`, not(inAny(func(s string) bool { return numberOf(s) < 8 }))},
		{`KEY:[7 TO 12}`, inAny(func(s string) bool { return numberOf(s) >= 7 && numberOf(s) < 12 })},
		{`KEY:[* TO 9]`, inAny(func(s string) bool { return numberOf(s) <= 9 })},
		{`KEY:<abcd`, inAny(func(s string) bool { return s < "abcd" })},
		{`KEY:[abc TO b]`, inAny(func(s string) bool { return s >= "abc" && s <= "b" })},
		{`sql: KEY = 'a'`, inFirst(is("a"))},
		{`sql: KEY != 'a'`, inFirst(func(s string) bool { return s != "a" })},
		{`sql: KEY = ''`, inFirst(is(""))},
		{`sql: KEY IN ('', 'abc')`, inFirst(func(s string) bool { return s == "" || s == "abc" })},
		{`sql: KEY > 7`, func(texts []string) bool { // the first number
			at := slices.IndexFunc(texts, func(s string) bool { return !math.IsNaN(numberOf(s)) })
			return at >= 0 && numberOf(texts[at]) > 7
		}},
	}
}

// check asks all conditions about a key, in a time that it makes up.
func (p *bareProperty) check(t *testing.T, key string) {
	t.Helper()
	from := time.Now().Add(-time.Duration(p.random.Int64N(int64(48 * time.Hour))))
	during := query.TimeRange{From: from, To: from.Add(time.Duration(p.random.Int64N(int64(48 * time.Hour))))}
	engine := read.New(p.x.client, read.Options{
		Columns: p.store.Columns, Origins: p.store.OriginKeys, NoKeys: true, NoRollups: true,
		Watch: func(q clickhouse.Query) { p.asked = append(p.asked, q.SQL) },
	})
	for _, asked := range bareConditions() {
		where := compiletest.Parsed(t, strings.ReplaceAll(asked.text, "KEY", key))
		result, err := engine.Series(t.Context(), explore.SeriesScan{
			Target: explore.Target{TeamID: p.x.id, Table: stack.TableLogs, Range: during}, Step: 1000 * time.Hour,
			Series: []explore.ScannedSeries{{Aggregate: query.Count, Where: where}},
		})
		if err != nil {
			t.Fatalf("%s: %v", asked.text, err)
		}
		got := 0.0
		for _, point := range result.Points {
			got += point.Values[0]
		}
		if diff := cmp.Diff(p.count(key, during, asked.meets), got); diff != "" {
			t.Errorf("%s, %s in %s (-scan +engine):\n%s", asked.text, key, during.Duration(), diff)
		}
	}
}

func (p *bareProperty) count(key string, during query.TimeRange, meets func([]string) bool) (n float64) {
	for _, r := range p.records {
		if !r.at.Before(during.From) && !r.at.After(during.To) && meets(r.texts(key)) {
			n++
		}
	}
	return n
}

// TestBareNamesMeanEveryMap asks about names without their maps while keys come
// into maps, get columns and parts are merged: maps that no record has the key
// in are left out, and no record is.
func TestBareNamesMeanEveryMap(t *testing.T) {
	t.Parallel()
	p := &bareProperty{x: newTeam(t, read.Options{}), random: rand.New(rand.NewPCG(testkit.Seed(t, propertySeed), 3))}
	p.newStore()
	for range bareRounds {
		p.insert(t)
		p.change(t)
		p.check(t, fmt.Sprintf("k%d", p.random.IntN(bareKeys)))
		p.check(t, fmt.Sprintf("k%d", bareKeys-1))
	}
	narrow := slices.ContainsFunc(p.asked, func(sql string) bool {
		return strings.Contains(sql, "count()") && !strings.Contains(sql, "Scope") && !strings.Contains(sql, "Resource")
	})
	if !narrow {
		t.Error("no question left a map out")
	}
}
