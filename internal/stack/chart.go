package stack

import "slices"

const (
	// SelectMax bounds the select items of a tile.
	SelectMax = 20
	// SeriesLimitMax bounds how many series or slices a tile can ask for.
	SeriesLimitMax = 100_000
)

// Chart is what all builder tiles over aggregated series have.
type Chart struct {
	DisplayType  DisplayType   `json:"displayType"`
	SourceID     string        `json:"sourceId"`
	Select       []SelectItem  `json:"select"`
	NumberFormat *NumberFormat `json:"numberFormat,omitempty"`
	Shifted
}

// Display returns the display type.
func (c Chart) Display() DisplayType { return c.DisplayType }

func (c Chart) mention(m *Mentions) { m.Sources = append(m.Sources, c.SourceID) }

// checkChart checks the common part of a tile of one of the types, with that
// many select items at most.
func (c Chart) checkChart(p place, selectMax int, types ...DisplayType) {
	p.display(c.DisplayType, types...)
	p.at("sourceId").id(c.SourceID)
	c.NumberFormat.check(p)
	c.checkShift(p)
	p.at("select").items(len(c.Select), 1, selectMax)
	for i, item := range c.Select {
		item.check(p.at("select").item(i))
	}
}

// display checks that a config made in Go carries its own display type.
func (p place) display(t DisplayType, types ...DisplayType) {
	if !slices.Contains(types, t) {
		oneOf(p.at("displayType"), t, types)
	}
}

// TimeAxis is what tiles over time have, of either kind.
type TimeAxis struct {
	AlignDateRangeToGranularity *bool `json:"alignDateRangeToGranularity,omitempty"`
	FillNulls                   bool  `json:"fillNulls" required:"false"`
	SeriesLimit                 *int  `json:"seriesLimit,omitempty"` // nil: the default cap, 0: none
}

func (a *TimeAxis) preset() { a.FillNulls = true }

func (a TimeAxis) checkAxis(p place) {
	p.at("seriesLimit").optionalInt(a.SeriesLimit, 0, SeriesLimitMax)
}

// LineShape is what line tiles have beyond other tiles over time.
type LineShape struct {
	CompareToPreviousPeriod *bool `json:"compareToPreviousPeriod,omitempty"`
	FitYAxisToData          *bool `json:"fitYAxisToData,omitempty"`
}

// Derived is what tiles have that can compute series from other series.
type Derived struct {
	AsRatio           bool      `json:"asRatio" required:"false"`
	Formulas          []Formula `json:"formulas,omitzero"`
	ShowOperandSeries *bool     `json:"showOperandSeries,omitempty"`
}

func (d Derived) checkDerived(p place, selected int) {
	if d.AsRatio {
		p.at("asRatio").check(selected == 2, "conflict", "needs exactly 2 select items")
		p.at("asRatio").check(len(d.Formulas) == 0, "conflict", "can't be combined with formulas")
	}
	checkFormulas(p.at("formulas"), d.Formulas, FormulasMax, selected)
}

func checkFormulas(p place, formulas []Formula, most, selected int) {
	p.items(len(formulas), 0, most)
	for i, f := range formulas {
		f.check(p.item(i), selected)
	}
}

// LineConfig is a chart of lines over time.
type LineConfig struct {
	Chart
	GroupBy string `json:"groupBy,omitempty"`
	Derived
	TimeAxis
	LineShape
	Look
}

func (c LineConfig) check(p place) {
	c.checkChart(p, SelectMax, DisplayLine)
	p.at("groupBy").expression(c.GroupBy)
	c.checkDerived(p, len(c.Select))
	c.checkAxis(p)
	c.checkLook(p)
}

// StackedBarConfig is a chart of stacked bars over time.
type StackedBarConfig struct {
	Chart
	GroupBy string `json:"groupBy,omitempty"`
	Derived
	TimeAxis
	StackShape
	Look
}

func (c StackedBarConfig) check(p place) {
	c.checkChart(p, SelectMax, DisplayStackedBar)
	p.at("groupBy").expression(c.GroupBy)
	c.checkDerived(p, len(c.Select))
	c.checkAxis(p)
	c.checkShape(p)
	c.checkLook(p)
}

// TableConfig is a table of groups and their values.
type TableConfig struct {
	Chart
	GroupBy string `json:"groupBy,omitempty"`
	Having  string `json:"having,omitempty"`
	OrderBy string `json:"orderBy,omitempty"`
	Derived
	GroupByColumnsOnLeft *bool    `json:"groupByColumnsOnLeft,omitempty"`
	OnClick              *OnClick `json:"onClick,omitempty"`
}

func (c TableConfig) check(p place) {
	c.checkChart(p, SelectMax, DisplayTable)
	p.at("groupBy").expression(c.GroupBy)
	p.at("having").expression(c.Having)
	p.at("orderBy").expression(c.OrderBy)
	c.checkDerived(p, len(c.Select))
	c.OnClick.check(p.at("onClick"))
}

func (c TableConfig) mention(m *Mentions) {
	c.Chart.mention(m)
	c.OnClick.mention(m)
}

// NumberConfig is one big number.
type NumberConfig struct {
	Chart
	Formulas        []Formula        `json:"formulas,omitzero"`
	Color           Color            `json:"color,omitempty"`
	ColorRules      []ColorRule      `json:"colorRules,omitzero"`
	BackgroundChart *BackgroundChart `json:"backgroundChart,omitempty"`
}

func (c NumberConfig) check(p place) {
	selectMax := 1
	if len(c.Formulas) > 0 {
		selectMax = SelectMax
	}
	c.checkChart(p, selectMax, DisplayNumber)
	checkFormulas(p.at("formulas"), c.Formulas, 1, len(c.Select))
	optionalOneOf(p.at("color"), c.Color, Colors())
	checkColorRules(p.at("colorRules"), c.ColorRules)
	c.BackgroundChart.check(p.at("backgroundChart"))
}

// CategoryConfig is a pie or a bar per group.
type CategoryConfig struct {
	Chart
	GroupBy string `json:"groupBy,omitempty"`
	OrderBy string `json:"orderBy,omitempty"`
	Limit   *int   `json:"limit,omitempty"` // nil: the default cap, 0: none
}

func (c CategoryConfig) check(p place) {
	c.checkChart(p, 1, DisplayPie, DisplayBar)
	p.at("groupBy").expression(c.GroupBy)
	p.at("orderBy").expression(c.OrderBy)
	p.at("limit").optionalInt(c.Limit, 0, SeriesLimitMax)
}
