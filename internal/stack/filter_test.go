package stack_test

import (
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
	list(`[{"type":"X","name":"","expression":"","sourceId":"y"}]`, "filters.0.type: must be QUERY_EXPRESSION; "+
		"filters.0.name: must be at least 1 character; filters.0.expression: must be at least 1 character; "+
		"filters.0.sourceId: must be 24 lower-case hexadecimal digits")
	list(repeat(stack.FiltersMax, filter(``)), "")
	list(repeat(stack.FiltersMax+1, filter(``)), "filters: must have at most 100 items")
	list(`[`+filter(`,"isVariableEnabled":true`)+`,`+filter(`,"isVariableEnabled":true,"variableName":"Env"`)+`]`,
		"filters.1.variableName: must be unique among the variables of the dashboard; without it the name is made from the filter's name")
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
