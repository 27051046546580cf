package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
)

// conditions are texts whose SQL the golden file holds.
func conditions() []string {
	return []string{
		`timeout`, `Timeout42`, `"gateway timeout"`, `foo-bar`, `"a 1b"`, `größe`, `"---"`,
		`mail*`, `*ms`, `*100%_\\*`, `ServiceName:cart`, `ServiceName:"cart"`, `ServiceName:car*`, `ServiceName:*art`,
		`-ServiceName:cart`, `a OR b c NOT d`, `-(a OR b)`, `Body:(x y)`,
		`SeverityNumber:17`, `SeverityNumber:>=17`, `SeverityNumber:[13 TO 17}`, `SeverityNumber:2*`,
		`LogAttributes.user.id:alice`, `LogAttributes.user.id:>5`, `LogAttributes.user.id:[a TO b]`, `LogAttributes.user.id:*`,
		`LogAttributes.http.route:/pay`, `LogAttributes.took:>5`, `LogAttributes.took:5`, `LogAttributes.took:*`, `LogAttributes.took:"5"`,
		`LogAttributes.took:"05"`, `LogAttributes.waited:"5"`, `LogAttributes:x`, `LogAttributes:*`,
		`ResourceAttributes.host.name:stone`, `ResourceAttributes.od\"d:x`, `Body.order.id:>5`,
		`TraceId:4bf92f3577b34da6a3ce929d0e0e4736`, `TraceId:4bf9`, `TraceId:"x"`,
		`Timestamp:>=2026-01-15T09:10:00Z`, `Timestamp:>1768467600`,
		`sql: ServiceName = 'it''s'`, `sql: LogAttributes['a'] > 5`, `sql: LogAttributes['took'] / 2 > 5`, `sql: LogAttributes['took'] = '5'`,
		`sql: LogAttributes['took'] != 'x'`, `sql: LogAttributes['took'] IN ('1', '2', 'x')`, `sql: LogAttributes['took'] IN (1, 2)`,
		`sql: TraceId IN ('4bf92f3577b34da6a3ce929d0e0e4736', '', 'x')`, `sql: ServiceName IN ('a', 'b')`, `sql: SeverityNumber IN (1, 2.5)`,
		`sql: Timestamp BETWEEN '2026-01-15' AND '2026-01-16 10:00:00'`, `sql: Body LIKE 'a%' AND NOT Body ILIKE '%B'`,
		`sql: CASE WHEN SeverityNumber > 9 THEN 'a' END = 'a'`, `sql: CASE SeverityText WHEN 'warn' THEN 1 ELSE 0 END = 1`,
		`sql: arrayExists(x -> x = 'a', mapKeys(LogAttributes))`, `sql: mapContains(ResourceAttributes, 'a')`,
		`sql: CAST(SeverityNumber AS DateTime('Europe/Berlin')) = now()`,
		`sql: (ServiceName, 1) IN (('a', 1))`, `sql: toStartOfInterval(Timestamp, INTERVAL 5 MINUTE) > now() - INTERVAL 1 DAY`,
		`sql: -SeverityNumber * 18446744073709551615 < 1e3`, `sql: NULL`, `sql: isNull(NULL) OR true`, `sql: tupleElement((1, 2), 1) = [3][1]`,
	}
}

func TestConditionsCompileAsTheGoldenFileSays(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	for _, text := range conditions() {
		c, err := compiletest.Condition(compiletest.LogTarget(), compiletest.HotKeys(), compiletest.Parsed(t, text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		fmt.Fprintf(&out, "%s\n    %s\n", text, c.SQL)
		for _, param := range c.Params {
			fmt.Fprintf(&out, "        %s\n", param)
		}
	}
	testkit.Golden(t, "conditions.txt", []byte(out.String()))
}

func TestRefusalsNameThePlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`SeverityNumber:abc`:                 "where: col 1: expected a number",
		`SeverityNumber:[a TO b]`:            "where: col 1: expected a number",
		`Timestamp:>yesterday`:               "where: col 1: expected a time",
		`sql: Timestamp > 'soon'`:            "where: col 13: expected a time",
		`LogAttributes:>5`:                   "where: col 1: comparisons and ranges are not possible on a map",
		`sql: Body`:                          "where: col 1: expected a condition",
		`sql: LogAttributes`:                 "where: col 1: expected a condition",
		`sql: SeverityText = 'a' AND (Body)`: "where: col 25: expected a condition",
	} {
		_, err := compiletest.Condition(compiletest.LogTarget(), nil, compiletest.Parsed(t, text))
		if f := fault.From(err); f.Kind != fault.Invalid || !strings.HasPrefix(f.Message, want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	target := compiletest.LogTarget()
	target.Implicit = nil
	_, err := compiletest.Condition(target, nil, compiletest.Parsed(t, "Body:x word"))
	if f := fault.From(err); f.Kind != fault.Invalid || !strings.Contains(f.Message, "col 8: expected field:value") {
		t.Errorf("a word without an implicit column: %v", err)
	}
}

// TestExactNamesAreColumns holds of raw SQL and sources that a name that is no
// column is refused at its place.
func TestExactNamesAreColumns(t *testing.T) {
	t.Parallel()
	target := compiletest.LogTarget()
	target.Exact = true
	for text, want := range map[string]string{
		`timeout AND nosuch:5`:                  "where: col 13: no such field",
		`sql: 1 = 1 AND nosuch = 5`:             "where: col 11: no such field",
		`Timestamp.x:5`:                         "where: col 1: no such field",
		`level:error`:                           "where: col 1: no such field",
		`sql: has(LogAttributes.x, Nosuch.key)`: "where: col 22: no such field",
	} {
		_, err := compiletest.Condition(target, nil, compiletest.Parsed(t, text))
		if f := fault.From(err); f.Kind != fault.Invalid || !strings.HasPrefix(f.Message, want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestNamesMeanColumnsThenKeysOfAnyMap compiles the names that people type.
func TestNamesMeanColumnsThenKeysOfAnyMap(t *testing.T) {
	t.Parallel()
	for text, exact := range map[string]string{
		`service.name:"cart"`: `ServiceName:"cart"`, `service:cart`: `ServiceName:cart`, `level:error`: `SeverityText:error`,
		`-severity:info`: `-SeverityText:info`, `message:timeout`: `Body:timeout`, `severity_number:>8`: `SeverityNumber:>8`,
		`trace_id:"4bf92f3577b34da6a3ce929d0e0e4736"`: `TraceId:"4bf92f3577b34da6a3ce929d0e0e4736"`,
		`http.route:"/cart"`:                          `(LogAttributes.http.route:"/cart" OR ResourceAttributes.http.route:"/cart" OR ScopeAttributes.http.route:"/cart")`,
		`-k8s.pod.name:auth*`:                         `-(LogAttributes.k8s.pod.name:auth* OR ResourceAttributes.k8s.pod.name:auth* OR ScopeAttributes.k8s.pod.name:auth*)`,
		`duration_ms:[1 TO 5}`:                        `(LogAttributes.duration_ms:[1 TO 5} OR ResourceAttributes.duration_ms:[1 TO 5} OR ScopeAttributes.duration_ms:[1 TO 5})`,
		`retries:*`:                                   `(LogAttributes.retries:* OR ResourceAttributes.retries:* OR ScopeAttributes.retries:*)`,
		`sql: service = 'cart'`:                       `sql: ServiceName = 'cart'`, `sql: span.id = '00f067aa0ba902b7'`: `sql: SpanId = '00f067aa0ba902b7'`,
	} {
		got, err := compiletest.Condition(compiletest.LogTarget(), compiletest.HotKeys(), compiletest.Parsed(t, text))
		want, wantErr := compiletest.Condition(compiletest.LogTarget(), compiletest.HotKeys(), compiletest.Parsed(t, exact))
		if err != nil || wantErr != nil || got.SQL != want.SQL {
			t.Errorf("%s: %v %v\n got %s\nwant %s", text, err, wantErr, got.SQL, want.SQL)
		}
	}
}
