package querytest_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// How many questions one engine and three shards are asked, and of how many log
// records, unless the variables say other numbers: make test-cluster asks more.
const (
	alikeQuestions         = 160
	alikeQuestionsVariable = "CAIRN_CLUSTER_QUESTIONS"
	alikeRecords           = 1600
	alikeRecordsVariable   = "CAIRN_CLUSTER_RECORDS"
	alikeSeed              = 61
	alikeFailuresMax       = 12
)

// pair is two servers that were sent the same: one has a single engine, the other
// a cluster of three shards.
type pair struct {
	random *rand.Rand
	sent   *sent
	one    *side
	three  *side
}

// side is one of them, with what tells its answers from those of the other.
type side struct {
	*shop
	hidden *strings.Replacer // ids, which differ
	filled *strings.Replacer // the same the other way round
}

func newPair(t *testing.T, random *rand.Rand) *pair {
	t.Helper()
	cluster, err := enginetest.Cluster(t).Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	return &pair{random: random, sent: newSent(random), one: newSide(t, enginetest.Start(t)), three: newSide(t, cluster)}
}

func newSide(t *testing.T, engine clickhouse.Endpoint) *side {
	t.Helper()
	server := apptest.Start(t, apptest.Options{Adjust: allowRawSQL, Engine: engine})
	s := &side{shop: &shop{
		Server: server, base: server.URL(app.RoleStack), key: server.Installation.AccessKey,
		client: enginetest.Open(t, engine), sources: map[string]string{},
	}}
	s.learnSources(t)
	s.name(map[string]string{
		"LOGS": s.sources["log"], "TRACES": s.sources["trace"], "METRICS": s.sources["metric"],
		"CONNECTION": s.connection(t), "TEAM": server.Installation.TeamID,
	})
	return s
}

// name lets words stand for ids in questions and answers.
func (s *side) name(ids map[string]string) {
	var hidden, filled []string
	for word, id := range ids {
		hidden, filled = append(hidden, id, "<"+word+">"), append(filled, "<"+word+">", id)
	}
	s.hidden, s.filled = strings.NewReplacer(hidden...), strings.NewReplacer(filled...)
}

// inquiry is a request, in which <LOGS> and the like stand for ids.
type inquiry struct {
	method, path, body string
	pages              int  // that are followed
	isOrdered          bool // in an order of its own, which leaves ties open
}

func (q inquiry) String() string { return strings.TrimSpace(q.method + " " + q.path + " " + q.body) }

// answer is what was said, and the rows of all pages together: which rows of an
// instant stand on which page is not promised.
type answer struct {
	said  []any
	rows  []any
	isCut bool // there are more rows
}

// ask returns the answer, and those of the pages that follow.
func (s *side) ask(t *testing.T, q inquiry) answer {
	t.Helper()
	var all answer
	body := q.body
	for range max(q.pages, 1) {
		x := testkit.Scenario{Method: q.method, Path: s.filled.Replace(q.path), Body: s.filled.Replace(body), Headers: map[string]string{"Authorization": "Bearer " + s.key}}
		got := x.Send(t, s.base)
		var value object
		if err := json.Unmarshal([]byte(s.hidden.Replace(got.Body)), &value); err != nil || got.Status >= http.StatusInternalServerError {
			t.Fatalf("%s: %d %s", q, got.Status, got.Body)
		}
		if rows, ok := value["data"].([]any); ok && q.pages > 0 {
			all.rows = append(all.rows, rows...)
			value["data"] = float64(len(rows))
		}
		hideSamples(value)
		all.said = append(all.said, object{"status": float64(got.Status), "body": value})
		cursor := textAt(value, "meta", "cursor")
		if all.isCut = cursor != ""; !all.isCut {
			break
		}
		body = withCursor(q.body, cursor)
	}
	return all
}

// hideSamples removes the samples of patterns: each is one of the events that have
// it, and which one is not promised.
func hideSamples(value object) {
	tile, _ := value["data"].(object)
	rows, _ := tile["rows"].([]any)
	for _, row := range rows {
		if cells, ok := row.([]any); ok && tile["displayType"] == "event_patterns" {
			cells[len(cells)-1] = nil
		}
	}
}

func textAt(value any, path ...string) string {
	for _, name := range path {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	text, _ := value.(string)
	return text
}

func withCursor(body, cursor string) string {
	return strings.TrimSuffix(body, "}") + `,"cursor":"` + cursor + `"}`
}

// TestOneEngineAndThreeShardsAnswerAlike sends the same telemetry to both, in as
// many blocks that each shard has some of every table and day, and asks both the
// same.
func TestOneEngineAndThreeShardsAnswerAlike(t *testing.T) {
	t.Parallel()
	seed := testkit.Seed(t, alikeSeed)
	p := newPair(t, rand.New(rand.NewPCG(seed, 1)))
	p.load(t, testkit.Size(t, alikeRecordsVariable, alikeRecords))
	p.watchTiles(t)
	failures, sound, near := 0, map[string]int{}, 0
	for range testkit.Size(t, alikeQuestionsVariable, alikeQuestions) {
		q, kind := p.question()
		one, three := p.one.ask(t, q), p.three.ask(t, q)
		// What is around a record ends in both directions.
		c := likeness{hasLeft: q.isOrdered || kind == "around", hasBegun: kind == "around"}
		at, diff := c.alike("", one.said, three.said)
		if rows := (&likeness{hasLeft: one.isCut}); diff == "" {
			at, diff = rows.alike("rows", one.rows, three.rows)
			near += rows.near
		}
		if diff != "" {
			t.Errorf("%s\n%s: %s", q, at, diff)
			if failures++; failures >= alikeFailuresMax {
				t.FailNow()
			}
		}
		near += c.near
		if isAnswer(one) {
			sound[kind]++
		}
	}
	t.Logf("seed %d: answers by kind: %v; %d numbers were alike, not equal", seed, sound, near)
	for _, kind := range kindNames() {
		if sound[kind] == 0 {
			t.Errorf("no question of the kind %q has an answer with rows", kind)
		}
	}
}

// isAnswer reports whether something was answered, and not that nothing is there.
func isAnswer(a answer) bool {
	first, _ := a.said[0].(object)
	body, _ := first["body"].(object)
	return first["status"] == 200.0 && fmt.Sprint(body["data"]) != "[]"
}

// during returns a time in which there is something, on minutes or not.
func (p *pair) during() (from, to time.Time) {
	from = pickOf(p.random, p.sent.windows...).Add(time.Duration(p.random.Int64N(int64(windowLength))))
	switch p.random.IntN(4) {
	case 0:
		from = p.sent.windows[0].Add(-time.Hour)
		return from, testkit.Hour()
	case 1:
		from = from.Truncate(time.Minute)
		return from, from.Add(time.Duration(1+p.random.IntN(40)) * time.Minute)
	case 2:
		return p.sent.windows[0].Add(-time.Hour), pickOf(p.random, p.sent.windows...).Add(windowLength)
	}
	return from, from.Add(time.Duration(1 + p.random.Int64N(int64(30*time.Hour))))
}

func pickOf[T any](random *rand.Rand, choices ...T) T { return choices[random.IntN(len(choices))] }

// object is the body of a request.
type object = map[string]any

func posted(path string, body object) inquiry {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // of values that tests write
	}
	return inquiry{method: "POST", path: path, body: strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(text))}
}

// kind is a kind of question.
type kind struct {
	name string
	ask  func(*pair) inquiry
}

func kinds() []kind {
	return []kind{
		{"series", (*pair).chart}, {"series", (*pair).chart}, {"series of metrics", (*pair).metricChart}, {"search", (*pair).search}, {"search", (*pair).search},
		{"ordered search", (*pair).orderedSearch}, {"fields", (*pair).fields}, {"values", (*pair).values}, {"metrics", (*pair).metricNames}, {"around", (*pair).around},
		{"trace", (*pair).trace}, {"label values", (*pair).labelValues}, {"SQL", (*pair).sql}, {"tile", (*pair).tile}, {"tile", (*pair).tile}, {"heatmap", (*pair).heatmap},
		{"patterns", (*pair).patterns}, {"PromQL", (*pair).promQL}, {"PromQL", (*pair).promQL}, {"PromQL tile", (*pair).promTile}, {"labels and series", (*pair).promSeries},
		{"backtest", (*pair).backtest},
	}
}

func kindNames() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return slices.Compact(names)
}

func (p *pair) question() (inquiry, string) {
	k := pickOf(p.random, kinds()...)
	return k.ask(p), k.name
}
