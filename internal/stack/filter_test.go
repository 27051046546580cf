package stack_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestFilters(t *testing.T) {
	t.Parallel()
	list := func(filters, want string) {
		t.Helper()
		body := `{"name":"n","tiles":[],"filters":` + filters + `}`
		_, err := save(stack.DashboardSpec{}, body)
		expectMessage(t, body, err, want)
	}
	filter := func(fields string) string {
		return `{"type":"QUERY_EXPRESSION","name":"Env","expression":"e","sourceId":"` + idA + `"` + fields + `}`
	}
	f := func(fields, want string) { t.Helper(); list(`[`+filter(fields)+`]`, want) }
	f(``, "")
	f(`,"sourceMetricType":"gauge","where":"x","whereLanguage":"sql","appliesToSourceIds":["`+idB+`"]`, "")
	f(`,"colour":"red"`, "filters.0.colour: is not a known field")
	f(`,"sourceMetricType":"meter"`, "filters.0.sourceMetricType: must be one of gauge, histogram, sum, summary, exponential histogram")
	f(`,"whereLanguage":"promql"`, "filters.0.whereLanguage: must be one of lucene, sql")
	f(`,"appliesToSourceIds":["x"]`, "filters.0.appliesToSourceIds.0: must be 24 lower-case hexadecimal digits")
	f(`,"appliesToSourceIds":`+repeat(stack.FilterSourcesMax+1, `"`+idB+`"`), "filters.0.appliesToSourceIds: must have at most 100 items")
	f(`,"isBroadcastEnabled":false`, "filters.0.isBroadcastEnabled: must not be false unless isVariableEnabled is true")
	f(`,"isBroadcastEnabled":false,"isVariableEnabled":true`, "")
	f(`,"isBroadcastEnabled":false,"isVariableEnabled":true,"appliesToSourceIds":[]`, "")
	f(`,"isBroadcastEnabled":false,"isVariableEnabled":true,"appliesToSourceIds":["`+idB+`"]`,
		"filters.0.appliesToSourceIds: is allowed only while isBroadcastEnabled is not false")
	f(`,"variableName":"env"`, "filters.0.variableName: is allowed only when isVariableEnabled is true")
	f(`,"isVariableEnabled":true,"variableName":"env_2"`, "")
	f(`,"isVariableEnabled":true,"variableName":"2env"`, "filters.0.variableName: must start with a letter and hold only letters, digits and _")
	f(`,"isVariableEnabled":true,"variableName":"`+text(stack.VariableNameCharsMax)+`"`, "")
	f(`,"isVariableEnabled":true,"variableName":"`+text(stack.VariableNameCharsMax+1)+`"`, "filters.0.variableName: must be at most 64 characters")
	list(`[{"type":"X","name":"","expression":"","sourceId":"y"}]`, "filters.0.type: must be one of QUERY_EXPRESSION, LIST, TEXT, PROMQL; "+
		"filters.0.name: must be at least 1 character; filters.0.expression: must be at least 1 character; "+
		"filters.0.sourceId: must be 24 lower-case hexadecimal digits")
	f(`,"values":["a"]`, "filters.0.values: is allowed only with type LIST")
	list(`[{"type":"QUERY_EXPRESSION","name":"Env"}]`, "filters.0.expression: must be at least 1 character; filters.0.sourceId: is required")
	list(repeat(stack.FiltersMax, filter(``)), "")
	list(repeat(stack.FiltersMax+1, filter(``)), "filters: must have at most 100 items")
	list(`[`+filter(`,"isVariableEnabled":true`)+`,`+filter(`,"isVariableEnabled":true,"variableName":"Env"`)+`]`,
		"filters.1.variableName: must be unique among the variables of the dashboard; without it the name is made from the filter's name")
}

// Lists and texts need no source; without an expression they are variables alone.
func TestFiltersWithoutASource(t *testing.T) {
	t.Parallel()
	f := func(kind, fields, want string) {
		t.Helper()
		body := `{"name":"n","tiles":[],"filters":[{"type":"` + kind + `","name":"Env"` + fields + `}]}`
		_, err := save(stack.DashboardSpec{}, body)
		expectMessage(t, body, err, want)
	}
	const variable, values = `,"isBroadcastEnabled":false,"isVariableEnabled":true`, `,"values":["eu","us"]`
	const at = "filters.0."
	f("LIST", variable+values, "")
	f("TEXT", variable, "")
	f("LIST", values+`,"expression":"Region"`, "")
	f("TEXT", `,"expression":"Host","sourceId":"`+idA+`","appliesToSourceIds":["`+idB+`"]`, "")
	const unnarrowed = at + "isBroadcastEnabled: must be false without an expression, which tiles would be narrowed by"
	f("LIST", values, unnarrowed)
	f("TEXT", `,"isVariableEnabled":true`, unnarrowed)
	f("TEXT", variable+`,"sourceId":"x"`, at+"sourceId: must be 24 lower-case hexadecimal digits")
	f("TEXT", variable+`,"where":"a:b"`, at+"where: is allowed only with type QUERY_EXPRESSION")
	f("TEXT", variable+values, at+"values: is allowed only with type LIST")
	f("PROMQL", variable+`,"expression":"instance"`, "")
	f("PROMQL", variable+`,"expression":"instance","where":"up{job=\"$job\"}","defaultValues":["a","b"]`, "")
	f("PROMQL", variable, at+"expression: must be at least 1 character")
	f("PROMQL", variable+values+`,"expression":"job"`, at+"values: is allowed only with type LIST")
	f("PROMQL", variable+`,"expression":"job","whereLanguage":"lucene"`, at+"whereLanguage: is not allowed with type PROMQL, whose where is a series selector")
	f("PROMQL", `,"expression":"job"`, at+"isBroadcastEnabled: must be false with type PROMQL: PromQL tiles are narrowed by the variables in their expressions")
	f("LIST", variable+values+`,"defaultValues":["us"]`, "")
	f("LIST", values+`,"expression":"Region","defaultValues":["us"]`, at+"defaultValues: is allowed only while isBroadcastEnabled is false")
	f("TEXT", variable+`,"defaultValues":["a","b"]`, at+"defaultValues: must have at most 1 item")
	f("TEXT", variable+`,"defaultValues":[""]`, at+"defaultValues.0: must be at least 1 character")
	f("LIST", variable, at+"values: must have at least 1 item")
	f("LIST", variable+`,"values":["a","","a"]`, at+"values.1: must be at least 1 character; "+at+"values.2: must not be the same as an earlier value")
	many := make([]string, stack.FilterValuesMax+1)
	for i := range many {
		many[i] = `"` + strconv.Itoa(i) + `"`
	}
	f("LIST", variable+`,"values":[`+strings.Join(many[1:], ",")+`]`, "")
	f("LIST", variable+`,"values":[`+strings.Join(many, ",")+`]`, at+"values: must have at most 100 items")
	f("LIST", variable+`,"values":["`+text(stack.FilterValueCharsMax)+`"]`, "")
	f("LIST", variable+`,"values":["`+text(stack.FilterValueCharsMax+1)+`"]`, at+"values.0: must be at most 256 characters")
}

func TestVariableNameIsMadeFromTheFiltersName(t *testing.T) {
	t.Parallel()
	on, off := true, false
	f := func(filter stack.Filter, want string) {
		t.Helper()
		if got := filter.Variable(); got != want {
			t.Errorf("Variable() of %q = %q, want %q", filter.Name, got, want)
		}
	}
	f(stack.Filter{Name: "Env"}, "")
	f(stack.Filter{Name: "Env", IsVariableEnabled: &off}, "")
	f(stack.Filter{Name: "Env", IsVariableEnabled: &on}, "Env")
	f(stack.Filter{Name: "Env", VariableName: "e", IsVariableEnabled: &on}, "e")
	f(stack.Filter{Name: "pod name (k8s)", IsVariableEnabled: &on}, "pod_name_k8s")
	f(stack.Filter{Name: "5xx", IsVariableEnabled: &on}, "v5xx")
	f(stack.Filter{Name: " x", IsVariableEnabled: &on}, "v_x")
	f(stack.Filter{Name: "日本", IsVariableEnabled: &on}, "v")
	f(stack.Filter{Name: text(200), IsVariableEnabled: &on}, text(stack.VariableNameCharsMax))
}
