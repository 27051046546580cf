package explore

import (
	"testing"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

func TestVariablesOfConditions(t *testing.T) {
	t.Parallel()
	variables := []SQLVariable{
		{Name: "service", Values: []string{"cart", `a "b" \ OR *`}, Expression: "ServiceName"},
		{Name: "one", Values: []string{"it's"}, Expression: "Host"},
		{Name: "none", Expression: "Pod"},
		{Name: "control", Values: []string{"\x1b[31m\t\x00"}},
	}
	f := func(language query.Language, where, want string) {
		t.Helper()
		line := stack.LineConfig{Chart: stack.Chart{Select: []stack.SelectItem{{Where: where, WhereLanguage: language}}}}
		got := withVariables(line, variables).(stack.LineConfig).Select[0].Where
		if got != want {
			t.Errorf("%s: %s\nwant %s", where, got, want)
		}
		if line.Select[0].Where != where {
			t.Error("the tile itself was changed")
		}
		_, err := ql.ParseLucene("where", got)
		if language == query.SQL {
			_, err = ql.ParseCondition(got, ql.ParseOptions{})
		}
		if err != nil {
			t.Errorf("%s can't be read: %v", got, err)
		}
	}
	f(query.Lucene, `ServiceName:$service`, `(ServiceName:"cart" OR ServiceName:"a \"b\" \\ OR *")`)
	f(query.Lucene, `a -Host:${one} b`, `a -Host:"it's" b`)
	f(query.Lucene, `$one`, `"it's"`)
	f(query.Lucene, `NOT Host:$service -$service`, `NOT (Host:"cart" OR Host:"a \"b\" \\ OR *") -("cart" OR "a \"b\" \\ OR *")`)
	f(query.Lucene, `error Pod:$none`, `error *`)
	f(query.Lucene, `NOT Pod:$none AND -Pod:$none`, `* AND *`)
	f(query.Lucene, `"costs $service" \$other`, `"costs $service" \$other`)
	f(query.Lucene, `Body:$control`, `Body:"\x1b[31m\x09\x00"`)
	f(query.SQL, `Body = $control`, `Body = '\x1b[31m\x09\x00'`)
	f(query.SQL, `ServiceName IN $service`, `ServiceName IN ('cart', 'a "b" \\ OR *')`)
	f(query.SQL, `Host = $one AND Body != '$one'`, `Host = 'it\'s' AND Body != '$one'`)
	f(query.SQL, `Pod = $none`, `Pod = NULL`)
	f(query.SQL, `$__filter($service) AND $__filter(lower(Host), $one)`, `ServiceName IN ('cart', 'a "b" \\ OR *') AND lower(Host) IN ('it\'s')`)
	f(query.SQL, `$__filter(Pod, $none) OR $__filter($none)`, `1 = 1 OR 1 = 1`)
}

func TestTitleOfTileWithNothingChosen(t *testing.T) {
	t.Parallel()
	variables := []SQLVariable{{Name: "Word"}, {Name: "lvl"}}
	f := func(title, want string) {
		t.Helper()
		if got := titleOfAll(title, variables); got != want {
			t.Errorf("%s: %s, want %s", title, got, want)
		}
	}
	f("Errors", "Errors")
	f("Errors of $Word at ${lvl} for $5", "Errors of all at all for $5")
	f("$Words of $$Word", "$Words of $all")
}
