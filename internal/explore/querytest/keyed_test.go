package querytest_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

const (
	keyedSeed    = 7
	keyedRounds  = 8
	keyedPerPart = 12 // random conditions over the same few parts
)

// keyedLeaves are conditions that alerts often have, and ones at the borders of
// what a key tells: values that are missing, that differ by case, that are no
// numbers, and bounds that are met exactly.
func keyedLeaves() []string {
	return strings.Split(strings.TrimSpace(`
ServiceName:"cart"
ServiceName:"payment"
ServiceName:"Cart"
ServiceName:""
ServiceName:cart
SeverityText:"error"
SeverityText:err
LogAttributes.http.status_code:"500"
LogAttributes.http.status_code:""
LogAttributes.http.status_code:>499
LogAttributes.http.status_code:>=500
LogAttributes.http.status_code:<500
LogAttributes.http.status_code:<=500
LogAttributes.http.status_code:[200 TO 500}
LogAttributes.http.status_code:{500 TO *}
LogAttributes.http.status_code:[a TO b]
LogAttributes.http.status_code:*
LogAttributes.duration_ms:>=3000
LogAttributes.duration_ms:<0.5
LogAttributes.duration_ms:>0
LogAttributes.duration_ms:<=-0
LogAttributes.odd:>0
LogAttributes.odd:>=0.30000000000000004
LogAttributes.odd:>0.3
LogAttributes.odd:<1e300
LogAttributes.odd:<=9007199254740992
LogAttributes.odd:"nan"
SeverityNumber:17
SeverityNumber:>=17
SeverityNumber:<13.5
timeout
TIMEOUT
"gateway timeout"
"Gateway Timeout"
"way timeout"
"timeout timeout"
"gateway-timeout 12MS"
12ms
k
"é"
"K"
TraceId:"4bf92f3577b34da6a3ce929d0e0e4736"
sql: ServiceName = 'cart'
sql: ServiceName IN ('cart', 'payment', 'it''s', '')
sql: ServiceName != 'cart'
sql: LogAttributes['http.status_code'] = '500'
sql: LogAttributes['http.status_code'] = 500
sql: LogAttributes['http.status_code'] >= 500
sql: NOT LogAttributes['http.status_code'] >= 500
sql: LogAttributes['http.status_code'] NOT IN (500)
sql: NOT (LogAttributes['duration_ms'] < 100)
sql: LogAttributes['odd'] = 0
sql: LogAttributes['odd'] > -1
sql: SeverityNumber = 17
sql: SeverityNumber > 18446744073709551615
sql: SeverityNumber BETWEEN 9 AND 13
sql: Body LIKE '%timeout%'
sql: TraceId = ''
sql: length(Body) > 20
`), "\n")
}

func conditions(t *testing.T, texts []string) []ql.Node {
	t.Helper()
	nodes := make([]ql.Node, len(texts))
	for i, text := range texts {
		if body, isSQL := strings.CutPrefix(text, "sql: "); isSQL {
			nodes[i] = conditionOf(t, query.SQL, body)
		} else {
			nodes[i] = conditionOf(t, query.Lucene, text)
		}
	}
	return nodes
}

// randomConditions puts parts together, a few of them several times, so that
// conditions ask about the same things.
func randomConditions(t *testing.T, parts []ql.Node) []ql.Node {
	t.Helper()
	random := rand.New(rand.NewPCG(testkit.Seed(t, keyedSeed), 1))
	var nodes []ql.Node
	for range keyedRounds {
		some := []ql.Node{pick(random, parts...), pick(random, parts...), pick(random, parts...), &ql.All{}}
		for range keyedPerPart {
			nodes = append(nodes, randomCondition(random, some, 2))
		}
	}
	return nodes
}

func randomCondition(random *rand.Rand, parts []ql.Node, depth int) ql.Node {
	if depth == 0 {
		return pick(random, parts...)
	}
	items := []ql.Node{randomCondition(random, parts, depth-1), randomCondition(random, parts, depth-1)}
	switch random.IntN(4) {
	case 0:
		return &ql.Or{Items: items}
	case 1:
		return &ql.Not{X: items[0]}
	default:
		return &ql.And{Items: items}
	}
}

// oddLogs have numbers at the borders of what numbers can be, and words at the
// borders of words.
func oddLogs() []logRow {
	bodies := []string{"gateway timeout", "GATEWAY  timeout", "gateway-timeout 12ms", "égateway timeouté", "way timeout12", "\u212a", "timeout;Timeout timeout"}
	var rows []logRow
	for i, odd := range []string{
		"0", "-0", "5e-324", "-5e-324", "0.3", "0.30000000000000004", "nan", "inf", "-inf", "1e308", "9007199254740992", "9007199254740993", "x", " 1", "1e400", "",
	} {
		rows = append(rows, logRow{
			at: shopTime(1).Add(time.Duration(i) * time.Minute), service: []string{"cart", "Cart", "", "it's"}[i%4],
			severity: "error", body: odd + " " + bodies[i%len(bodies)], attributes: map[string]string{"odd": odd, "http.status_code": odd, "duration_ms": odd},
		})
	}
	return rows
}

func expressionOf(t *testing.T, text string) explore.Expr {
	t.Helper()
	node, err := ql.ParseExpression(text, ql.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return explore.Expr{Node: node}
}

// logScan returns a scan of the logs of the shop with one series.
func logScan(t *testing.T, x *team) explore.SeriesScan {
	t.Helper()
	return explore.SeriesScan{
		Target: explore.Target{TeamID: x.id, Table: stack.TableLogs, Implicit: []explore.Expr{expressionOf(t, "Body")},
			Range: query.TimeRange{From: shopTime(1), To: shopTime(1).Add(time.Hour)}},
		Step: 5 * time.Minute, GroupsMax: 1, Series: []explore.ScannedSeries{{Field: expressionOf(t, "LogAttributes['duration_ms']")}},
	}
}

// spanScan returns a scan of spans, of which each stands for several.
func spanScan(t *testing.T, x *team) explore.SeriesScan {
	t.Helper()
	scan := logScan(t, x)
	scan.Table, scan.Implicit, scan.SampleRate = stack.TableTraces, []explore.Expr{expressionOf(t, "SpanName")}, expressionOf(t, "SampleRate")
	scan.Series[0].Field = expressionOf(t, "Duration")
	return scan
}
