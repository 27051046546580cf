package stack

import (
	"slices"
	"strings"
)

// SQLTemplateCharsMax bounds the template of a raw SQL tile.
const SQLTemplateCharsMax = 100_000

// SQLQuery is what all raw SQL tiles have. The template is compiled by the
// query layer; here it is only text.
type SQLQuery struct {
	ConfigType   string        `json:"configType"`
	DisplayType  DisplayType   `json:"displayType"`
	ConnectionID string        `json:"connectionId"`
	SQLTemplate  string        `json:"sqlTemplate"`
	SourceID     string        `json:"sourceId,omitempty"`
	NumberFormat *NumberFormat `json:"numberFormat,omitempty"`
	Shifted
}

// Display returns the display type.
func (q SQLQuery) Display() DisplayType { return q.DisplayType }

// Raw returns the query itself, whatever the display type.
func (q SQLQuery) Raw() SQLQuery { return q }

// RawSQL is a Config whose query is a SQL template.
type RawSQL interface {
	Config
	Raw() SQLQuery
}

func (q SQLQuery) mention(m *Mentions) {
	m.Connections = append(m.Connections, q.ConnectionID)
	if q.SourceID != "" {
		m.Sources = append(m.Sources, q.SourceID)
	}
}

func (q SQLQuery) checkSQL(p place, types ...DisplayType) {
	oneOf(p.at("configType"), q.ConfigType, []string{ConfigSQL})
	p.display(q.DisplayType, types...)
	p.at("connectionId").id(q.ConnectionID)
	p.at("sqlTemplate").chars(q.SQLTemplate, 0, SQLTemplateCharsMax)
	p.at("sourceId").optionalID(q.SourceID)
	q.NumberFormat.check(p)
	q.checkShift(p)
}

// HasInterval reports whether the template buckets by the interval that it
// is run with. An alert over a time series needs that.
func (q SQLQuery) HasInterval() bool {
	marks := []string{"$__timeInterval", "$__interval_s", "{intervalSeconds:", "{intervalMilliseconds:"}
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(q.SQLTemplate, mark) })
}

// SQLLineConfig is a chart of lines over time, from SQL.
type SQLLineConfig struct {
	SQLQuery
	TimeAxis
	LineShape
	Look
}

func (c SQLLineConfig) check(p place) {
	c.checkSQL(p, DisplayLine)
	c.checkAxis(p)
	c.checkLook(p)
}

// SQLStackedBarConfig is a chart of stacked bars over time, from SQL.
type SQLStackedBarConfig struct {
	SQLQuery
	TimeAxis
	StackShape
	Look
}

func (c SQLStackedBarConfig) check(p place) {
	c.checkSQL(p, DisplayStackedBar)
	c.checkAxis(p)
	c.checkShape(p)
	c.checkLook(p)
}

// SQLTableConfig is a table, from SQL.
type SQLTableConfig struct {
	SQLQuery
	OnClick *OnClick `json:"onClick,omitempty"`
}

func (c SQLTableConfig) check(p place) {
	c.checkSQL(p, DisplayTable)
	c.OnClick.check(p.at("onClick"))
}

func (c SQLTableConfig) mention(m *Mentions) {
	c.SQLQuery.mention(m)
	c.OnClick.mention(m)
}

// SQLNumberConfig is one big number, from SQL.
type SQLNumberConfig struct {
	SQLQuery
	Color Color `json:"color,omitempty"`
}

func (c SQLNumberConfig) check(p place) {
	c.checkSQL(p, DisplayNumber)
	optionalOneOf(p.at("color"), c.Color, Colors())
}

// SQLCategoryConfig is a pie or bars, from SQL.
type SQLCategoryConfig struct{ SQLQuery }

func (c SQLCategoryConfig) check(p place) { c.checkSQL(p, DisplayPie, DisplayBar) }
