package explore

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// The places of variables in a condition. What stands in quotes is matched first, and
// left as it is.
var (
	luceneVariable = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|(NOT\s+|[-!])?([^\s():"$]+:)?\$(?:\{(\w+)\}|(\w+))`)
	sqlVariable    = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|\$__filter\(\s*(?:([^$]+?)\s*,\s*)?\$(\w+)\s*\)|\$(?:\{(\w+)\}|(\w+))`)
	titleVariable  = regexp.MustCompile(`\$(?:\{(\w+)\}|(\w+))`)
)

// Conditions of a variable for which nothing is chosen: they match everything.
const (
	everythingLucene = "*"
	everythingSQL    = "1 = 1"
)

// variablesOf returns the variables of a dashboard with nothing chosen.
func variablesOf(d stack.DashboardSpec) []SQLVariable {
	var variables []SQLVariable
	for _, v := range d.Variables(nil) {
		variables = append(variables, SQLVariable(v))
	}
	return variables
}

// titleOfAll returns the title of a tile for which nothing is chosen: "all" stands in
// the place of its variables, as on the dashboard.
func titleOfAll(title string, variables []SQLVariable) string {
	return replaced(title, titleVariable, func(part []string) string {
		if _, ok := variableValues(variables).named(part[1], part[2]); ok {
			return "all"
		}
		return part[0]
	})
}

// withVariables returns the config of a tile with the chosen values in the place of
// the variables of its conditions. Raw SQL has a template of its own.
func withVariables(config stack.Config, variables []SQLVariable) stack.Config {
	if len(variables) == 0 {
		return config
	}
	v := variableValues(variables)
	switch c := config.(type) {
	case stack.LineConfig:
		c.Select = v.items(c.Select)
		return c
	case stack.StackedBarConfig:
		c.Select = v.items(c.Select)
		return c
	case stack.TableConfig:
		c.Select = v.items(c.Select)
		return c
	case stack.NumberConfig:
		c.Select = v.items(c.Select)
		return c
	case stack.CategoryConfig:
		c.Select = v.items(c.Select)
		return c
	case stack.HeatmapConfig:
		c.Where = v.condition(c.Where, c.WhereLanguage)
		return c
	case stack.SearchConfig:
		c.Where = v.condition(c.Where, c.WhereLanguage)
		return c
	case stack.EventPatternsConfig:
		c.Where = v.condition(c.Where, c.WhereLanguage)
		return c
	default:
		return config
	}
}

// variableValues writes variables into conditions. Only those that it has count: a
// condition may search for a dollar sign.
type variableValues []SQLVariable

func (v variableValues) items(items []stack.SelectItem) []stack.SelectItem {
	items = slices.Clone(items)
	for i := range items {
		items[i].Where = v.condition(items[i].Where, items[i].WhereLanguage)
	}
	return items
}

func (v variableValues) condition(where string, language query.Language) string {
	if language == query.SQL {
		return replaced(where, sqlVariable, v.sql)
	}
	return replaced(where, luceneVariable, v.lucene)
}

func replaced(text string, places *regexp.Regexp, write func(part []string) string) string {
	return places.ReplaceAllStringFunc(text, func(place string) string { return write(places.FindStringSubmatch(place)) })
}

func (v variableValues) named(names ...string) (SQLVariable, bool) {
	name := strings.Join(names, "")
	at := slices.IndexFunc(v, func(one SQLVariable) bool { return one.Name == name && name != "" })
	if at < 0 {
		return SQLVariable{}, false
	}
	return v[at], true
}

// lucene returns what stands for one place, whose parts are a negation, a field, and
// the name with or without braces. With nothing chosen the whole of it says nothing.
func (v variableValues) lucene(part []string) string {
	variable, ok := v.named(part[3], part[4])
	if !ok {
		return part[0]
	}
	if len(variable.Values) == 0 {
		return everythingLucene
	}
	// Each value has the field of its own: in a list it would be found within others.
	clauses := make([]string, len(variable.Values))
	for i, value := range variable.Values {
		clauses[i] = part[2] + ql.QuoteLucene(value)
	}
	if len(clauses) == 1 {
		return part[1] + clauses[0]
	}
	return part[1] + "(" + strings.Join(clauses, " OR ") + ")"
}

// sql returns what stands for one place: the chosen values, or with $__filter the
// condition that an expression has one of them.
func (v variableValues) sql(part []string) string {
	variable, ok := v.named(part[2], part[3], part[4])
	if !ok {
		return part[0]
	}
	values := make([]string, len(variable.Values))
	for i, value := range variable.Values {
		values[i] = ql.QuoteSQL(value)
	}
	list := strings.Join(values, ", ")
	switch isFilter := part[2] != ""; {
	case isFilter && list == "":
		return everythingSQL
	case isFilter && part[1] != "":
		return part[1] + " IN (" + list + ")"
	case isFilter:
		return variable.Expression + " IN (" + list + ")"
	case list == "":
		return "NULL"
	case len(values) > 1:
		return "(" + list + ")"
	}
	return list
}
