package stack

import (
	"regexp"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
)

// OnClickFiltersMax bounds the filters that a click carries along.
const OnClickFiltersMax = 50

// OnClickType says where a click on a table row leads.
type OnClickType string

// The destinations.
const (
	ClickSearch    OnClickType = "search"
	ClickDashboard OnClickType = "dashboard"
	ClickExternal  OnClickType = "external"
)

// OnClick is what a click on a row of a table does: open a search, open a
// dashboard, or follow an address made from the row.
type OnClick struct {
	Type          OnClickType     `json:"type"`
	Target        *OnClickTarget  `json:"target,omitempty"`
	WhereTemplate string          `json:"whereTemplate,omitempty"`
	WhereLanguage query.Language  `json:"whereLanguage,omitempty"`
	Filters       []OnClickFilter `json:"filters,omitzero"`
	URLTemplate   string          `json:"urlTemplate,omitempty"`
}

// The modes of a target.
const (
	TargetByID       = "id"
	TargetByTemplate = "template"
)

// OnClickTarget names the source or dashboard to open, by id or by a template
// over the row.
type OnClickTarget struct {
	Mode     string `json:"mode"`
	ID       string `json:"id,omitempty"`
	Template string `json:"template,omitempty"`
}

// ExpressionTemplate is the one kind of an OnClickFilter.
const ExpressionTemplate = "expressionTemplate"

// OnClickFilter sets a filter of the page that is opened.
type OnClickFilter struct {
	Kind       string `json:"kind"`
	Expression string `json:"expression"`
	Template   string `json:"template"`
}

var schemeForm = regexp.MustCompile(`^[\s\x00-\x1f]*([A-Za-z][A-Za-z0-9+.\-]*):`)

func (c *OnClick) check(p place) {
	if c == nil {
		return
	}
	oneOf(p.at("type"), c.Type, []OnClickType{ClickSearch, ClickDashboard, ClickExternal})
	if c.Type == ClickExternal {
		c.checkExternal(p)
		return
	}
	p.at("urlTemplate").check(c.URLTemplate == "", "conflict", "is allowed only when type is external")
	p.at("target").check(c.Target != nil, "required", "is required unless type is external")
	c.Target.check(p.at("target"))
	p.at("whereTemplate").expression(c.WhereTemplate)
	optionalOneOf(p.at("whereLanguage"), c.WhereLanguage, query.WhereLanguages())
	p.at("filters").items(len(c.Filters), 0, OnClickFiltersMax)
	for i, f := range c.Filters {
		f.check(p.at("filters").item(i))
	}
}

func (c *OnClick) checkExternal(p place) {
	const only = "is allowed only when type is search or dashboard"
	p.at("target").check(c.Target == nil, "conflict", only)
	p.at("whereTemplate").check(c.WhereTemplate == "", "conflict", only)
	p.at("whereLanguage").check(c.WhereLanguage == "", "conflict", only)
	p.at("filters").check(len(c.Filters) == 0, "conflict", only)
	p.at("urlTemplate").neededExpression(c.URLTemplate)
	p.at("urlTemplate").check(opensWeb(c.URLTemplate), "format", "must not use a scheme other than http and https")
}

// opensWeb reports whether an address, if it names a scheme at all, names
// one of the web, so that a click can't run a script.
func opensWeb(template string) bool {
	scheme := schemeForm.FindStringSubmatch(template)
	return scheme == nil || strings.EqualFold(scheme[1], "http") || strings.EqualFold(scheme[1], "https")
}

func (t *OnClickTarget) check(p place) {
	if t == nil {
		return
	}
	oneOf(p.at("mode"), t.Mode, []string{TargetByID, TargetByTemplate})
	if t.Mode == TargetByID {
		p.at("id").id(t.ID)
		p.at("template").check(t.Template == "", "conflict", "is allowed only when mode is template")
		return
	}
	p.at("template").neededExpression(t.Template)
	p.at("id").check(t.ID == "", "conflict", "is allowed only when mode is id")
}

func (f OnClickFilter) check(p place) {
	oneOf(p.at("kind"), f.Kind, []string{ExpressionTemplate})
	p.at("expression").neededExpression(f.Expression)
	p.at("template").expression(f.Template)
}

func (c *OnClick) mention(m *Mentions) {
	if c == nil || c.Target == nil || c.Target.Mode != TargetByID {
		return
	}
	if c.Type == ClickDashboard {
		m.Dashboards = append(m.Dashboards, c.Target.ID)
	}
	if c.Type == ClickSearch {
		m.ClickSources = append(m.ClickSources, c.Target.ID)
	}
}
