package ql_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/ql"
)

func TestFieldsAreThoseThatAreRead(t *testing.T) {
	t.Parallel()
	f := func(parse func(string) (ql.Node, error), text string, want ...ql.FieldRef) {
		t.Helper()
		node, err := parse(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, ql.Fields(node)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	name := func(name string) ql.FieldRef { return ql.FieldRef{Name: name} }
	key := func(name, key string) ql.FieldRef { return ql.FieldRef{Name: name, Key: key, Keyed: true} }
	f(parseLucene, "")
	f(parseLucene, "a b", name(""))
	f(parseLucene, "a OR x:b OR x:>5 OR y.z:* OR -w:[1 TO 2]", name(""), name("x"), name("y.z"), name("w"))
	f(parseLucene, "x:(a OR y:b)", name("x"), name("y"))
	f(parseScalar, "1 + 2")
	f(parseScalar, "a = 1 AND b.c = a", name("a"), name("b.c"))
	f(parseScalar, "m['k'] = m['k'] OR m['l'] = 1", key("m", "k"), key("m", "l"))
	f(parseScalar, "m[k] = 1", name("m"), name("k"))
	f(parseScalar, "mapContains(m, 'k')", name("m"))
	f(parseScalar, "arrayExists(x -> x = y AND x['k'] = 1, arr)", name("y"), name("arr"))
	f(parseScalar, "CASE a WHEN b THEN c ELSE d END", name("a"), name("b"), name("c"), name("d"))
	f(parseScalar, "a IN (1) AND b BETWEEN c AND d AND e IS NULL", name("a"), name("b"), name("c"), name("d"), name("e"))
	f(parseScalar, "(-(a::Int8)).1 || (b, [c])", name("a"), name("b"), name("c"))
	f(parseAggregate, "quantile(0.5)(d)", name("d"))
}

func TestWalkStopsBelowWhereItIsTold(t *testing.T) {
	t.Parallel()
	node, err := parseScalar("lower(a) = upper(b)")
	if err != nil {
		t.Fatal(err)
	}
	var visited []string
	ql.Walk(node, func(n ql.Node) bool {
		visited = append(visited, n.String())
		call, isCall := n.(*ql.Call)
		return !isCall || call.Name != "lower"
	})
	want := []string{"lower(a) = upper(b)", "lower(a)", "upper(b)", "b"}
	if diff := cmp.Diff(want, visited); diff != "" {
		t.Error(diff)
	}
}

func TestWalkOfNothingVisitsNothing(t *testing.T) {
	t.Parallel()
	ql.Walk(nil, func(ql.Node) bool {
		t.Error("visited")
		return true
	})
	if got := ql.Fields(nil); got != nil {
		t.Errorf("Fields(nil) = %v", got)
	}
}

func TestEqualIgnoresPositionsOnly(t *testing.T) {
	t.Parallel()
	f := func(parse func(string) (ql.Node, error), a, b string, want bool) {
		t.Helper()
		left, err := parse(a)
		if err != nil {
			t.Fatal(err)
		}
		right, err := parse(b)
		if err != nil {
			t.Fatal(err)
		}
		if got := ql.Equal(left, right); got != want {
			t.Errorf("Equal(%q, %q) = %t", a, b, got)
		}
	}
	f(parseLucene, "a  b", "a AND b", true)
	f(parseLucene, "a:b", "b", false)
	f(parseLucene, `a:>5`, `a:>"5"`, false)
	f(parseLucene, `a:b`, `a:"b"`, false)
	f(parseLucene, "a:[1 TO 2]", "a:{1 TO 2]", false)
	f(parseLucene, "a:[1 TO *]", "a:>=1", false)
	f(parseScalar, "( a )=1", "a = 1", true)
	f(parseScalar, "a", "'a'", false)
	f(parseScalar, "NULL", "`NULL`", false)
	f(parseScalar, "1", "1.0", false)
	f(parseScalar, "'1'", "1", false)
	f(parseScalar, "a.b", "`a.b`", false)
	f(parseScalar, "a.b", "(a).b", false)
	f(parseScalar, "arrayMap(x -> x, a)", "arrayMap(x -> `x `, a)", false)
	f(parseAggregate, "quantile(0.5)(a)", "quantile(a)", false)
	f(parseScalar, "CASE a WHEN b THEN c END", "CASE WHEN a THEN b ELSE c END", false)
}

func TestNumberReadsDecimalsOnly(t *testing.T) {
	t.Parallel()
	f := func(text string, want float64, ok bool) {
		t.Helper()
		if got, isNumber := ql.Number(text); isNumber != ok || got != want && ok {
			t.Errorf("Number(%q) = %v, %t", text, got, isNumber)
		}
	}
	f("5", 5, true)
	f("-1.5e3", -1500, true)
	f("+.5", 0.5, true)
	f("", 0, false)
	f("5ms", 0, false)
	f("0x10", 0, false)
	f("NaN", 0, false)
	f("inf", 0, false)
	f("1e999", 0, false)
	f("1-2", 0, false)
	f("2026-01-01", 0, false)
	f("1_0", 0, false)
	if _, isNumber := (ql.Value{Text: "5", Quoted: true}).Number(); isNumber {
		t.Error("a quoted value is a number")
	}
	if got, isNumber := (ql.Value{Text: "5"}).Number(); !isNumber || got != 5 {
		t.Errorf("Number() = %v, %t", got, isNumber)
	}
}

func TestTokensAreRunsOfLettersAndDigits(t *testing.T) {
	t.Parallel()
	f := func(text string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, ql.Tokens(text), cmp.Transformer("nil", func(s []string) []string {
			return append([]string{}, s...)
		})); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	f("")
	f("--")
	f("foo", "foo")
	f("foo-bar_baz", "foo", "bar", "baz")
	f("GET /api/v2?x=1", "GET", "api", "v2", "x", "1")
	f("über größe", "über", "größe")
	f("“a” 日志", "“a”", "日志")
}
