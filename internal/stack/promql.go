package stack

const (
	// PromQLQueriesMax bounds the queries of a PromQL tile.
	PromQLQueriesMax = 20
	// PromQLCharsMax bounds the expression of a query.
	PromQLCharsMax = 10_000
	// PromQLLegendCharsMax bounds the legend of a query.
	PromQLLegendCharsMax = 256
)

// ConfigPromQL is the configType of PromQL tiles.
const ConfigPromQL = "promql"

// PromQLDisplayTypes lists the display types of PromQL tiles.
func PromQLDisplayTypes() []DisplayType { return append(SQLDisplayTypes(), DisplayHeatmap) }

// PromQLExpression is one query of a PromQL tile.
type PromQLExpression struct {
	Expression string `json:"expression" minLength:"1" maxLength:"10000" doc:"A PromQL expression. $name and ${name} stand for variables of the dashboard, $__interval, $__rate_interval and $__range for durations."`
	Legend     string `json:"legend,omitempty" maxLength:"256" doc:"The name of its series; {{label}} stands for the value of a label. When absent, the name and labels of each series."`
	Instant    *bool  `json:"instant,omitempty" doc:"In tiles over time: evaluate at the end of the time range only. Other tiles always do."`
}

func (e PromQLExpression) check(p place) {
	p.at("expression").chars(e.Expression, 1, PromQLCharsMax)
	p.at("legend").chars(e.Legend, 0, PromQLLegendCharsMax)
}

// PromQLQuery is what all PromQL tiles have. Expressions are parsed by the
// query layer; here they are only texts.
type PromQLQuery struct {
	ConfigType   string             `json:"configType" enum:"promql"`
	DisplayType  DisplayType        `json:"displayType"`
	SourceID     string             `json:"sourceId,omitempty" doc:"A source of kind promql; the metrics of the team when absent."`
	Queries      []PromQLExpression `json:"queries" minItems:"1" maxItems:"20"`
	NumberFormat *NumberFormat      `json:"numberFormat,omitempty"`
	Shifted
}

// Display returns the display type.
func (q PromQLQuery) Display() DisplayType { return q.DisplayType }

// PromQL returns the queries, whatever the display type.
func (q PromQLQuery) PromQL() PromQLQuery { return q }

// PromQL is a Config whose queries are PromQL expressions.
type PromQL interface {
	Config
	PromQL() PromQLQuery
}

func (q PromQLQuery) mention(m *Mentions) {
	if q.SourceID != "" {
		m.Sources = append(m.Sources, q.SourceID)
	}
}

func (q PromQLQuery) checkPromQL(p place, types ...DisplayType) {
	oneOf(p.at("configType"), q.ConfigType, []string{ConfigPromQL})
	p.display(q.DisplayType, types...)
	p.at("sourceId").optionalID(q.SourceID)
	p.at("queries").items(len(q.Queries), 1, PromQLQueriesMax)
	for i, query := range q.Queries {
		query.check(p.at("queries").item(i))
	}
	q.NumberFormat.check(p)
	q.checkShift(p)
}

// PromQLLineConfig is a chart of lines over time, from PromQL.
type PromQLLineConfig struct {
	PromQLQuery
	TimeAxis
	LineShape
	Look
}

func (c PromQLLineConfig) check(p place) {
	c.checkPromQL(p, DisplayLine)
	c.checkAxis(p)
	c.checkLook(p)
}

// PromQLStackedBarConfig is a chart of stacked bars over time, from PromQL.
type PromQLStackedBarConfig struct {
	PromQLQuery
	TimeAxis
	StackShape
	Look
}

func (c PromQLStackedBarConfig) check(p place) {
	c.checkPromQL(p, DisplayStackedBar)
	c.checkAxis(p)
	c.checkShape(p)
	c.checkLook(p)
}

// PromQLTableConfig is a table, from PromQL.
type PromQLTableConfig struct {
	PromQLQuery
	OnClick *OnClick `json:"onClick,omitempty"`
}

func (c PromQLTableConfig) check(p place) {
	c.checkPromQL(p, DisplayTable)
	c.OnClick.check(p.at("onClick"))
}

func (c PromQLTableConfig) mention(m *Mentions) {
	c.PromQLQuery.mention(m)
	c.OnClick.mention(m)
}

// PromQLNumberConfig is one big number, from PromQL.
type PromQLNumberConfig struct {
	PromQLQuery
	Color      Color       `json:"color,omitempty"`
	ColorRules []ColorRule `json:"colorRules,omitzero"`
}

func (c PromQLNumberConfig) check(p place) {
	c.checkPromQL(p, DisplayNumber)
	optionalOneOf(p.at("color"), c.Color, Colors())
	checkColorRules(p.at("colorRules"), c.ColorRules)
}

// PromQLCategoryConfig is a pie or bars, from PromQL.
type PromQLCategoryConfig struct{ PromQLQuery }

func (c PromQLCategoryConfig) check(p place) { c.checkPromQL(p, DisplayPie, DisplayBar) }

// PromQLHeatmapConfig is a heatmap over time, from PromQL: each series is a row,
// whose upper bound is the value of its label le.
type PromQLHeatmapConfig struct{ PromQLQuery }

func (c PromQLHeatmapConfig) check(p place) { c.checkPromQL(p, DisplayHeatmap) }

func blankPromQL(t DisplayType) any {
	switch t {
	case DisplayLine:
		return &PromQLLineConfig{}
	case DisplayStackedBar:
		return &PromQLStackedBarConfig{}
	case DisplayTable:
		return &PromQLTableConfig{}
	case DisplayNumber:
		return &PromQLNumberConfig{}
	case DisplayPie, DisplayBar:
		return &PromQLCategoryConfig{}
	case DisplayHeatmap:
		return &PromQLHeatmapConfig{}
	case DisplaySearch, DisplayEventPatterns, DisplayMarkdown:
		return nil
	}
	return nil
}
