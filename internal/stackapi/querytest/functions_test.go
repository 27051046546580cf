package querytest_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// arguments returns expressions of every kind that a log has, and constants
// at the edges of their types.
func arguments() []string {
	return []string{
		"Body", "SeverityNumber", "Timestamp", "LogAttributes", "mapKeys(LogAttributes)", "LogAttributes['n']", "LogAttributes['none']",
		"0", "-1", "1", "''", "'Europe/Berlin'", "'%Y'", "1e300", "18446744073709551615", "-9223372036854775808", "0.5", "NULL", "[]", "[1, 2]", "['a', 'b']",
		"now()", "today()", "tuple(1, 'a')", "toIPv4OrNull('10.0.0.1')", "nullIf(1, 1)", "'[a'", "'" + strings.Repeat("x", 300) + "'",
		"map('a', 1)", "toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')", "log(0)", "true",
	}
}

// castTypes are the types that an expression may be converted to.
func castTypes() []string {
	return []string{
		"IPv4", "IPv6", "UUID", "FixedString(1)", "Array(String)", "Array(Int8)", "Map(String, String)", "Tuple(String)", "Date", "Date32",
		"DateTime", "DateTime('Europe/Berlin')", "DateTime64(9)", "Decimal(9, 9)", "Decimal64(2)", "Enum8('a' = 1)", "Bool", "Int8", "UInt8", "Int256",
		"Float32", "String", "Nullable(String)", "Nullable(UUID)", "LowCardinality(String)", "Nothing", "JSON",
	}
}

// call writes a call of a function whose first argument is of one kind and
// whose others are chosen by chance.
func call(f ql.Function, count, kind int, random *rand.Rand) string {
	all, args := arguments(), make([]string, count)
	for i := range args {
		args[i] = all[random.IntN(len(all))]
	}
	switch {
	case count == 0:
	case f.Class == ql.LambdaTaking && strings.HasPrefix(f.Name, "map"):
		args[0] = "(k, v) -> " + all[kind]
	case f.Class == ql.LambdaTaking:
		args[0] = "x -> " + all[kind]
	default:
		args[0] = all[kind]
	}
	return f.Name + paramsOf(f) + "(" + strings.Join(args, ", ") + ")"
}

// paramsOf returns the parameters that an aggregate needs before its arguments.
func paramsOf(f ql.Function) string {
	switch f.Params {
	case ql.ParamsLevels:
		return "(0.5)"
	case ql.ParamsSize:
		return "(3)"
	case ql.ParamsNone, ql.ParamsLevel:
	}
	return ""
}

// isAggregate reports whether an expression begins with an aggregate.
func isAggregate(expression string) bool {
	name, _, _ := strings.Cut(expression, "(")
	f, known := ql.Lookup(name)
	return known && f.Class == ql.Aggregate
}

// calls returns calls of every function with arguments of every kind, and
// casts of every kind. Of the calls, every step-th is taken.
func calls(step int, random *rand.Rand) []string {
	var all []string
	for _, f := range ql.Functions() {
		for count := f.ArgsMin; count <= min(f.ArgsMax, f.ArgsMin+2); count++ {
			for kind := range arguments() {
				all = append(all, call(f, count, kind, random))
			}
		}
	}
	for _, kind := range castTypes() {
		for _, argument := range arguments() {
			all = append(all, argument+"::"+kind)
		}
	}
	var taken []string
	for i := random.IntN(step); i < len(all); i += step {
		taken = append(taken, all[i])
	}
	return taken
}

// askCalls sends every expression in a place of a search, in turn; aggregates
// stand in a statement.
func askCalls(t *testing.T, s *shop, expressions []string) {
	t.Helper()
	connection := s.connection(t)
	work := make(chan int)
	var workers sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for range 4 {
		workers.Go(func() {
			for i := range work {
				answer := s.askCall(t, connection, i, expressions[i])
				mu.Lock()
				statuses[answer.Status]++
				mu.Unlock()
				if answer.Status >= http.StatusInternalServerError {
					t.Errorf("%d of %s: %s", answer.Status, expressions[i], answer.Body)
				}
			}
		})
	}
	for i := range expressions {
		work <- i
	}
	close(work)
	workers.Wait()
	t.Logf("%d expressions, %v", len(expressions), statuses)
}

func (s *shop) askCall(t *testing.T, connection string, i int, expression string) testkit.Answer {
	if isAggregate(expression) {
		return s.send(t, http.MethodPost, "/charts/sql", sqlBody(connection, "SELECT "+expression+" AS v FROM otel_logs"))
	}
	field := []string{`"select":%s`, `"whereLanguage":"sql","where":%s`, `"orderBy":%s`}[i%3]
	if i%3 == 1 {
		expression = "(" + expression + ") = (" + expression + ")"
	}
	text, _ := json.Marshal(expression)
	return s.send(t, http.MethodPost, "/search", searchBody(`,"limit":5,`+fmt.Sprintf(field, text)))

}

// TestNoExpressionIsOurMistake asks for a part of all calls and casts; with
// CAIRN_TEST_CALLS_STEP=1 it asks for all of them. Whatever the engine says of their
// arguments is the question's fault.
func TestNoExpressionIsOurMistake(t *testing.T) {
	t.Parallel()
	s := newShopOf(t, 20, apptest.Options{Adjust: allowRawSQL})
	askCalls(t, s, calls(testkit.Size(t, "CAIRN_TEST_CALLS_STEP", 25), rand.New(rand.NewPCG(testkit.Seed(t, 14), 0))))
}

// TestExpressionThatFailsOnItsValuesIs400 asks what the engine can only refuse
// while it reads, and what it would have refused for no good reason.
func TestExpressionThatFailsOnItsValuesIs400(t *testing.T) {
	t.Parallel()
	s := newShop(t, 20)
	var scenarios []testkit.Scenario
	ask := func(expression string, status int, contains ...string) {
		text, _ := json.Marshal(expression + " AS v")
		scenarios = append(scenarios, testkit.Scenario{Name: expression[:min(60, len(expression))], Path: "/search", Status: status,
			Body: searchBody(`,"limit":1,"select":` + string(text)), Contains: contains})
	}
	for _, expression := range []string{
		"substring(Body, 0)", "toIPv4(-1)", "toIPv6(SeverityNumber)", "toUUID(1)", "Timestamp::IPv4", "5::UUID", "now()::FixedString(1)", "Body::Array(String)",
		"multiSearchAny(Body, splitByString('', '" + strings.Repeat("x", 256) + "'))",
	} {
		ask(expression, 400, `{"path":"select","code":"expression","message":"`)
	}
	fails := func(name, path, body string, contains ...string) {
		scenarios = append(scenarios, testkit.Scenario{Name: name, Path: path, Status: 400, Body: body, Contains: contains})
	}
	fails("where", "/search", searchBody(`,"whereLanguage":"sql","where":"toUUID(1) = toUUID(2)","select":"Body"`), `"path":"where"`)
	fails("order", "/search", searchBody(`,"orderBy":"toUUID(1)"`), `"path":"orderBy"`)
	fails("one of two", "/search", searchBody(`,"orderBy":"toUUID(1)","select":"lower(Body) AS b"`), "select or orderBy: an expression")
	fails("group", "/charts/series", chartBody(strings.Replace(countSeries, "}", `,"groupBy":["toUUID(SeverityNumber)"]}`, 1)), `"path":"series.0.groupBy`)
	ask("base64Decode(Body)", 200, `{"v":""}`)
	ask("base64Decode('aGk=')", 200, `{"v":"hi"}`)
	ask("multiSearchAny(Body, ["+joined(ql.SearchTextsMax, "'record'", ",")+"])", 200, `{"v":1}`)
	ask("multiSearchAny(Body, ["+joined(ql.SearchTextsMax+1, "'record'", ",")+"])", 400, "select: col 22: over the limit of 255 texts in the list of multiSearchAny")
	s.run(t, scenarios)
}

// TestFailingTileNamesItsOwnField tries alerts on tiles whose last select item
// can't be computed or read.
func TestFailingTileNamesItsOwnField(t *testing.T) {
	t.Parallel()
	s := newShop(t, 20)
	config := func(where string) string {
		item := func(where string) string {
			return `{"aggFn":"count","where":"` + where + `","whereLanguage":"sql"}`
		}
		return s.fill(`{"displayType":"line","sourceId":"SOURCE","select":[` + item("") + `,` + item(where) + `]}`)
	}
	try := func(name, where, contains string) testkit.Scenario {
		return testkit.Scenario{Name: name, Path: "/alerts/backtest", Status: 400, Contains: []string{contains}, Lacks: []string{"series.0"},
			Body: s.watchTile(t, config(where), `"threshold":1,"thresholdType":"above"`)}
	}
	s.run(t, []testkit.Scenario{
		try("computed", "toUUID(SeverityNumber) = toUUID(2)", "config.select.1.where: an expression"),
		try("mistyped", "Timestamp > 'soon'", "config.select.1.where of the tile: col 13: expected a time"),
	})
}
