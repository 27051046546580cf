package stack_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

func savedSearch(stored stack.SavedSearchSpec, body string) (stack.SavedSearchSpec, error) {
	in, err := stack.DecodeSavedSearch([]byte(body))
	if err != nil {
		return stack.SavedSearchSpec{}, err
	}
	return stored.Apply(in)
}

const fiveHundreds = `"name":" 5xx ","sourceId":"` + idA + `"`

func TestSavedSearchDefaults(t *testing.T) {
	t.Parallel()
	got, err := savedSearch(stack.SavedSearchSpec{Where: "gone", Tags: []string{"gone"}}, "{"+fiveHundreds+"}")
	if err != nil {
		t.Fatal(err)
	}
	want := `{"name":"5xx","sourceId":"` + idA + `","select":"","where":"","whereLanguage":"lucene","orderBy":"","tags":[],"filters":[]}`
	if diff := cmp.Diff(want, string(encode(t, got))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSavedSearchRules(t *testing.T) {
	t.Parallel()
	f := func(fields, want string) {
		t.Helper()
		_, err := savedSearch(stack.SavedSearchSpec{}, "{"+fields+"}")
		expectMessage(t, fields, err, want)
	}
	f(``, "name: is required; sourceId: is required")
	f(`"name":" ","sourceId":"x"`, "name: must be at least 1 character; sourceId: must be 24 lower-case hexadecimal digits")
	f(fiveHundreds+`,"teamId":"t","createdAt":"c","colour":1`, "colour: is not a known field")
	f(fiveHundreds+`,"select":"`+text(stack.SearchSelectCharsMax+1)+`"`, "select: must be at most 4096 characters")
	f(fiveHundreds+`,"where":"`+text(stack.SearchWhereCharsMax+1)+`"`, "where: must be at most 8192 characters")
	f(fiveHundreds+`,"orderBy":"`+text(stack.SearchOrderByCharsMax+1)+`"`, "orderBy: must be at most 1024 characters")
	f(fiveHundreds+`,"whereLanguage":"promql"`, "whereLanguage: must be one of lucene, sql")
	f(fiveHundreds+`,"tags":`+repeat(stack.TagsMax+1, `"#"`), "tags: must have at most 50 items")
	f(fiveHundreds+`,"filters":`+repeat(stack.SearchFiltersMax, `{"condition":"a IN ('#')"}`), "")
	f(fiveHundreds+`,"filters":`+repeat(stack.SearchFiltersMax+1, `{"condition":"a IN ('#')"}`), "filters: must have at most 100 items")
	f(fiveHundreds+`,"filters":[{"type":"regex","condition":"a IN (1)"}]`, "filters.0.type: must be one of sql, lucene, sql_ast")
	f(fiveHundreds+`,"filters":[{"condition":"`+text(stack.SearchWhereCharsMax+1)+`"}]`,
		"filters.0.condition: must be at most 8192 characters; filters.0: must be one facet: <column> IN (…), <column> NOT IN (…) or <column> BETWEEN a AND b")
}

func TestFilterMustBeOneFacet(t *testing.T) {
	t.Parallel()
	f := func(condition string, ok bool) {
		t.Helper()
		in := stack.SavedSearchSpec{
			Name: "n", SourceID: idA, WhereLanguage: query.Lucene, Filters: []stack.SearchFilter{{Type: stack.FilterSQL, Condition: condition}},
		}
		if _, err := (stack.SavedSearchSpec{}).Apply(in); (err == nil) != ok {
			t.Errorf("%s: %v, want ok %t", condition, err, ok)
		}
	}
	f(`ServiceName IN ('a')`, true)
	f(`ServiceName in('a','b')`, true)
	f(`  ResourceAttributes['k8s.pod (x)'] NOT IN ('it''s', 'b\'c')  `, true)
	f("`a b`.c IN (1, 2)", true)
	f(`toString(a, 'b)') IN ('x')`, true)
	f(`Duration BETWEEN -1.5 AND 20`, true)
	f(`Timestamp between '2026-01-01' and toDateTime('x')`, true)
	f(``, false)
	f(`a`, false)
	f(`a = 1`, false)
	f(`a IN ('x') AND b IN ('y')`, false)
	f(`a IN ('x') OR 1`, false)
	f(`NOT a IN ('x')`, false)
	f(`a BETWEEN 1 AND 2 AND b BETWEEN 1 AND 2`, false)
	f(`a BETWEEN 1`, false)
	f(`a IN ('x'`, false)
	f(`a IN ('x)`, false)
	f(`a IN (1 -- comment
		)`, false)
	f(`a IN (1 /* c */)`, false)
	f(`a IN (1); DROP TABLE x`, false)
	f(`a IN (1;2)`, false)
	f(`a IN 'x'`, false)
	f(`(a) IN ('x')`, false)
	f(`a IN ('x', "y)`, false)
	f(`a b IN ('x')`, false)
	f(`a ) IN (1)`, false)
}

func TestStoredFilterMayStay(t *testing.T) {
	t.Parallel()
	ast := stack.SearchFilter{Type: stack.FilterSQLAST, Operator: "=", Left: "a", Right: "1"}
	stored := stack.SavedSearchSpec{Filters: []stack.SearchFilter{ast}}
	body := `{` + fiveHundreds + `,"filters":[{"type":"sql_ast","operator":"=","left":"a","right":"1"}]}`
	_, err := savedSearch(stored, body)
	expectMessage(t, body, err, "")
	_, err = savedSearch(stack.SavedSearchSpec{}, body)
	expectMessage(t, body, err, "filters.0: must be one facet: <column> IN (…), <column> NOT IN (…) or <column> BETWEEN a AND b")
}
