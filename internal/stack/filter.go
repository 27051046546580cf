package stack

import (
	"regexp"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
)

const (
	// FiltersMax bounds the filters of a dashboard.
	FiltersMax = 100
	// FilterSourcesMax bounds the sources that one filter applies to.
	FilterSourcesMax = 100
	// VariableNameCharsMax bounds the name of a dashboard variable.
	VariableNameCharsMax = 64
	// FilterValuesMax bounds the values of a filter with a fixed list.
	FilterValuesMax = 100
	// FilterValueCharsMax bounds one of these values.
	FilterValueCharsMax = 256
)

// FilterType says where the choices of a filter come from.
type FilterType string

// The types of filters.
const (
	FilterQueryExpression FilterType = "QUERY_EXPRESSION" // the values of an expression in a source
	FilterList            FilterType = "LIST"             // a fixed list
	FilterText            FilterType = "TEXT"             // one value, typed
	FilterPromQL          FilterType = "PROMQL"           // the values of a label
)

// FilterTypes lists the types of filters.
func FilterTypes() []FilterType {
	return []FilterType{FilterQueryExpression, FilterList, FilterText, FilterPromQL}
}

// Filter is a choice above a dashboard. It narrows the tiles (broadcast), or
// is a variable that tiles refer to by name, or both.
type Filter struct {
	ID                 string           `json:"id,omitempty"`
	Type               FilterType       `json:"type" enum:"QUERY_EXPRESSION,LIST,TEXT,PROMQL" doc:"Where the choices come from. QUERY_EXPRESSION: the values of expression in the source. LIST: values. TEXT: one value, typed. PROMQL: the values that the label named by expression has in the team's metrics."`
	Name               string           `json:"name"`
	Expression         string           `json:"expression,omitempty" doc:"Required with types QUERY_EXPRESSION and PROMQL, of which the latter takes the name of a label. Without it isBroadcastEnabled must be false."`
	SourceID           string           `json:"sourceId,omitempty" doc:"Required with type QUERY_EXPRESSION."`
	Values             []string         `json:"values,omitzero" doc:"With type LIST only: 1 to 100 different values of at most 256 characters, in the order in which they are offered."`
	SourceMetricType   query.MetricType `json:"sourceMetricType,omitempty"`
	DefaultValues      []string         `json:"defaultValues,omitzero" doc:"What the variable stands for while nothing is chosen; all values when absent. Allowed only while isBroadcastEnabled is false."`
	Where              string           `json:"where,omitempty" doc:"Which rows the choices come from. With type PROMQL: a series selector, in which $name stands for other variables."`
	WhereLanguage      query.Language   `json:"whereLanguage,omitempty"`
	AppliesToSourceIDs []string         `json:"appliesToSourceIds,omitzero"`
	IsBroadcastEnabled *bool            `json:"isBroadcastEnabled,omitempty"` // nil: true
	IsVariableEnabled  *bool            `json:"isVariableEnabled,omitempty"`  // nil: false
	VariableName       string           `json:"variableName,omitempty"`
}

var (
	variableForm  = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_]*$`)
	notOfVariable = regexp.MustCompile(`[^a-zA-Z0-9_]`)
)

// Broadcasts reports whether the filter narrows the tiles.
func (f Filter) Broadcasts() bool { return f.IsBroadcastEnabled == nil || *f.IsBroadcastEnabled }

// Variable returns the name of the filter's variable, made from its own name
// when none was given; empty when the filter is no variable.
func (f Filter) Variable() string {
	if f.IsVariableEnabled == nil || !*f.IsVariableEnabled {
		return ""
	}
	if f.VariableName != "" {
		return f.VariableName
	}
	made := notOfVariable.ReplaceAllString(strings.ReplaceAll(f.Name, " ", "_"), "")
	if !variableForm.MatchString(made) {
		made = "v" + made
	}
	return made[:min(len(made), VariableNameCharsMax)]
}

func checkFilters(p place, filters []Filter) {
	p.items(len(filters), 0, FiltersMax)
	ids, names := make([]string, len(filters)), make([]string, len(filters))
	for i, f := range filters {
		ids[i], names[i] = f.ID, f.Variable()
		f.check(p.item(i))
	}
	unique(ids, func(i int) place { return p.item(i).at("id") }, "Duplicate filter ID: each filter must have its own")
	unique(names, func(i int) place { return p.item(i).at("variableName") },
		"must be unique among the variables of the dashboard; without it the name is made from the filter's name")
}

func (f Filter) check(p place) {
	p.at("id").chars(f.ID, 0, TileIDCharsMax)
	oneOf(p.at("type"), f.Type, FilterTypes())
	p.at("name").chars(f.Name, 1, NameCharsMax)
	f.checkOrigin(p)
	f.checkValues(p.at("values"))
	f.checkDefaults(p.at("defaultValues"))
	optionalOneOf(p.at("sourceMetricType"), f.SourceMetricType, query.MetricTypes())
	p.at("where").expression(f.Where)
	optionalOneOf(p.at("whereLanguage"), f.WhereLanguage, query.WhereLanguages())
	f.checkScope(p)
	f.checkModes(p)
}

// HasSource reports whether the choices are read from a source.
func (f Filter) HasSource() bool {
	return f.Type != FilterList && f.Type != FilterText && f.Type != FilterPromQL
}

func (f Filter) checkOrigin(p place) {
	switch {
	case f.HasSource():
		p.at("expression").neededExpression(f.Expression)
		p.at("sourceId").id(f.SourceID)
		return
	case f.Type == FilterPromQL:
		f.checkLabel(p)
		return
	}
	p.at("expression").expression(f.Expression)
	p.at("sourceId").optionalID(f.SourceID)
	p.at("where").check(f.Where == "", "conflict", "is allowed only with type %s", FilterQueryExpression)
	p.at("isBroadcastEnabled").check(f.Expression != "" || !f.Broadcasts(), "conflict",
		"must be false without an expression, which tiles would be narrowed by")
}

func (f Filter) checkValues(p place) {
	if f.Type != FilterList {
		p.check(f.Values == nil, "conflict", "is allowed only with type %s", FilterList)
		return
	}
	p.items(len(f.Values), 1, FilterValuesMax)
	for i, value := range f.Values {
		p.item(i).chars(value, 1, FilterValueCharsMax)
	}
	unique(f.Values, func(i int) place { return p.item(i) }, "must not be the same as an earlier value")
}

// checkLabel checks a filter whose values are those of a label.
func (f Filter) checkLabel(p place) {
	p.at("expression").neededExpression(f.Expression)
	p.at("sourceId").optionalID(f.SourceID)
	p.at("whereLanguage").check(f.WhereLanguage == "", "conflict", "is not allowed with type %s, whose where is a series selector", FilterPromQL)
	p.at("isBroadcastEnabled").check(!f.Broadcasts(), "conflict",
		"must be false with type %s: PromQL tiles are narrowed by the variables in their expressions", FilterPromQL)
}

func (f Filter) checkDefaults(p place) {
	most := FilterValuesMax
	if f.Type == FilterText {
		most = 1
	}
	p.items(len(f.DefaultValues), 0, most)
	p.check(len(f.DefaultValues) == 0 || !f.Broadcasts(), "conflict", "is allowed only while isBroadcastEnabled is false")
	for i, value := range f.DefaultValues {
		p.item(i).chars(value, 1, FilterValueCharsMax)
	}
}

func (f Filter) checkScope(p place) {
	p.at("appliesToSourceIds").items(len(f.AppliesToSourceIDs), 0, FilterSourcesMax)
	for i, id := range f.AppliesToSourceIDs {
		p.at("appliesToSourceIds").item(i).id(id)
	}
	p.at("appliesToSourceIds").check(len(f.AppliesToSourceIDs) == 0 || f.Broadcasts(), "conflict",
		"is allowed only while isBroadcastEnabled is not false")
}

func (f Filter) checkModes(p place) {
	variable := f.Variable() != ""
	p.at("isBroadcastEnabled").check(f.Broadcasts() || variable, "conflict",
		"must not be false unless isVariableEnabled is true")
	if f.VariableName == "" {
		return
	}
	p.at("variableName").check(variable, "conflict", "is allowed only when isVariableEnabled is true")
	p.at("variableName").chars(f.VariableName, 1, VariableNameCharsMax)
	p.at("variableName").check(variableForm.MatchString(f.VariableName), "format",
		"must start with a letter and hold only letters, digits and _")
}

func (f Filter) mention(m *Mentions) {
	if f.SourceID != "" {
		m.Sources = append(m.Sources, f.SourceID)
	}
	m.Sources = append(m.Sources, f.AppliesToSourceIDs...)
}
