package stackgen

import (
	"strings"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Configs returns one config of every tile type.
func (g *Gen) Configs() []stack.Config {
	configs := []stack.Config{}
	for _, config := range g.configMakers() {
		configs = append(configs, config())
	}
	return configs
}

func (g *Gen) configMakers() []func() stack.Config {
	return []func() stack.Config{
		g.line, g.stackedBar, g.table, g.bigNumber,
		func() stack.Config { return g.category(stack.DisplayPie) },
		func() stack.Config { return g.category(stack.DisplayBar) },
		g.heatmap, g.search, g.eventPatterns, g.markdown,
		g.sqlLine, g.sqlStackedBar, g.sqlTable, g.sqlNumber,
		func() stack.Config { return stack.SQLCategoryConfig{SQLQuery: g.sql(stack.DisplayPie)} },
		func() stack.Config { return stack.SQLCategoryConfig{SQLQuery: g.sql(stack.DisplayBar)} },
		g.promQLLine, g.promQLStackedBar, g.promQLTable, g.promQLNumber, g.promQLHeatmap,
		func() stack.Config { return stack.PromQLCategoryConfig{PromQLQuery: g.promQL(stack.DisplayPie)} },
		func() stack.Config { return stack.PromQLCategoryConfig{PromQLQuery: g.promQL(stack.DisplayBar)} },
	}
}

func (g *Gen) sqlLine() stack.Config {
	return stack.SQLLineConfig{SQLQuery: g.sql(stack.DisplayLine), TimeAxis: g.axis(), LineShape: g.shape(), Look: g.look()}
}

func (g *Gen) sqlStackedBar() stack.Config {
	return stack.SQLStackedBarConfig{SQLQuery: g.sql(stack.DisplayStackedBar), TimeAxis: g.axis(), StackShape: g.stackShape(), Look: g.look()}
}

func (g *Gen) sqlTable() stack.Config {
	return stack.SQLTableConfig{SQLQuery: g.sql(stack.DisplayTable), OnClick: maybe(g, g.onClick())}
}

func (g *Gen) sqlNumber() stack.Config {
	return stack.SQLNumberConfig{SQLQuery: g.sql(stack.DisplayNumber), Color: maybe(g, g.color())}
}

// Tile returns a tile of a random type outside of any container.
func (g *Gen) Tile() stack.Tile {
	return stack.Tile{
		Placement: stack.Placement{
			ID: maybe(g, g.ID()), Name: maybe(g, g.text()),
			X: float64(g.between(0, 23)), Y: float64(g.between(0, 500)), W: float64(g.between(1, 24)), H: float64(g.between(1, 40)),
		},
		Config: pick(g, g.configMakers())(),
	}
}

func (g *Gen) seriesSource() string {
	return g.Sources[pick(g, []stack.SourceKind{stack.KindLog, stack.KindTrace, stack.KindMetric})]
}

func (g *Gen) chart(t stack.DisplayType, items int) stack.Chart {
	return stack.Chart{
		DisplayType: t, SourceID: g.seriesSource(), NumberFormat: maybe(g, g.numberFormat()),
		Select: list(items, items, g, g.selectItem), Shifted: g.shifted(),
	}
}

func (g *Gen) shifted() stack.Shifted {
	return stack.Shifted{TimeShift: maybe(g, pick(g, []string{"30s", "90m", "1h", "1d", "1w", "366d"}))}
}

func (g *Gen) selectItem() stack.SelectItem {
	item := stack.SelectItem{
		AggFn: pick(g, query.Aggregates()), Alias: maybe(g, g.text()), Where: maybe(g, g.text()),
		WhereLanguage: pick(g, query.WhereLanguages()), NumberFormat: maybe(g, g.numberFormat()),
		MetricType: maybe(g, pick(g, query.MetricTypes())), MetricName: maybe(g, g.text()),
		PeriodAggFn: maybe(g, stack.PeriodAggDelta), Axis: maybe(g, pick(g, stack.Axes())),
	}
	if item.AggFn != query.Count {
		item.ValueExpression = g.text()
	}
	if item.AggFn == query.Quantile {
		item.Level = maybe(g, some(pick(g, []float64{0.5, 0.9, 0.95, 0.99})))
	}
	if item.AggFn == query.Increase {
		item.MetricType = query.MetricSum
	}
	return item
}

func (g *Gen) numberFormat() *stack.NumberFormat {
	return &stack.NumberFormat{
		Output: pick(g, stack.NumberOutputs()), NumericUnit: maybe(g, pick(g, stack.NumericUnits())),
		Mantissa: maybe(g, some(g.between(0, stack.MantissaMax))), ThousandSeparated: g.flag(), Average: g.flag(),
		DecimalBytes: g.flag(), Factor: maybe(g, some(g.number())), CurrencySymbol: maybe(g, "€"), Unit: maybe(g, "req"),
	}
}

func (g *Gen) axis() stack.TimeAxis {
	return stack.TimeAxis{
		AlignDateRangeToGranularity: g.flag(), FillNulls: g.chance(), SeriesLimit: maybe(g, some(g.between(0, 50))),
	}
}

func (g *Gen) stackShape() stack.StackShape {
	return stack.StackShape{Shape: maybe(g, pick(g, stack.StackShapes()))}
}

func (g *Gen) look() stack.Look {
	return stack.Look{
		YAxis: maybe(g, g.yAxis()), RightYAxis: maybe(g, g.yAxis()),
		ThresholdLines: maybe(g, list(1, 3, g, g.thresholdLine)), Legend: maybe(g, pick(g, stack.Legends())), Exemplars: g.flag(),
	}
}

func (g *Gen) yAxis() *stack.YAxis {
	return &stack.YAxis{Scale: maybe(g, pick(g, stack.Scales())), Min: maybe(g, some(-1.5)), Max: maybe(g, some(99.5))}
}

func (g *Gen) thresholdLine() stack.ThresholdLine {
	return stack.ThresholdLine{Value: g.number(), Label: maybe(g, "most"), Color: maybe(g, g.color())}
}

func (g *Gen) shape() stack.LineShape {
	return stack.LineShape{CompareToPreviousPeriod: g.flag(), FitYAxisToData: g.flag()}
}

// derived returns a ratio, formulas over that many operands, or neither.
func (g *Gen) derived(operands int) stack.Derived {
	if operands == 2 && g.chance() {
		return stack.Derived{AsRatio: true, ShowOperandSeries: g.flag()}
	}
	return stack.Derived{Formulas: maybe(g, g.formulas(operands, stack.FormulasMax)), ShowOperandSeries: g.flag()}
}

func (g *Gen) formulas(operands, most int) []stack.Formula {
	return list(1, most, g, func() stack.Formula {
		return stack.Formula{
			Expression: g.expression(operands, 3), Alias: maybe(g, g.text()), NumberFormat: maybe(g, g.numberFormat()),
			Axis: maybe(g, pick(g, stack.Axes())),
		}
	})
}

// expression returns a formula of that depth at most that names a series.
func (g *Gen) expression(operands, depth int) string {
	letter := string(rune('A' + g.between(0, operands-1)))
	if depth == 0 {
		return letter
	}
	inner := g.expression(operands, depth-1)
	forms := []string{"L", "-L", "L + (I)", "(I) * 2.5", "(I)/L", "1 - (I)"}
	return strings.NewReplacer("L", letter, "I", inner).Replace(pick(g, forms))
}

func (g *Gen) line() stack.Config {
	items := g.between(1, stack.SelectMax)
	return stack.LineConfig{
		Chart: g.chart(stack.DisplayLine, items), GroupBy: maybe(g, g.text()), Derived: g.derived(items),
		TimeAxis: g.axis(), LineShape: g.shape(), Look: g.look(),
	}
}

func (g *Gen) stackedBar() stack.Config {
	items := g.between(1, 3)
	return stack.StackedBarConfig{
		Chart: g.chart(stack.DisplayStackedBar, items), GroupBy: maybe(g, g.text()), Derived: g.derived(items), TimeAxis: g.axis(),
		StackShape: g.stackShape(), Look: g.look(),
	}
}

func (g *Gen) table() stack.Config {
	items := g.between(1, 3)
	return stack.TableConfig{
		Chart: g.chart(stack.DisplayTable, items), GroupBy: maybe(g, g.text()), Having: maybe(g, g.text()),
		OrderBy: maybe(g, g.text()), Derived: g.derived(items), GroupByColumnsOnLeft: g.flag(), OnClick: maybe(g, g.onClick()),
	}
}

func (g *Gen) bigNumber() stack.Config {
	config := stack.NumberConfig{
		Chart: g.chart(stack.DisplayNumber, 1), Color: maybe(g, g.color()),
		ColorRules:      maybe(g, list(0, stack.ColorRulesMax, g, g.colorRule)),
		BackgroundChart: maybe(g, &stack.BackgroundChart{Type: pick(g, stack.BackgroundChartTypes()), Color: maybe(g, g.color())}),
	}
	if g.chance() {
		items := g.between(1, 4)
		config.Chart, config.Formulas = g.chart(stack.DisplayNumber, items), g.formulas(items, 1)
	}
	return config
}

func (g *Gen) color() stack.Color { return pick(g, stack.Colors()) }

func (g *Gen) colorRule() stack.ColorRule {
	rule := stack.ColorRule{Operator: pick(g, stack.Operators()), Color: g.color(), Label: maybe(g, "warm")}
	switch {
	case rule.Operator == stack.OpBetween:
		rule.Value.Range = []float64{-1, g.number()*g.number() + 1e12}
	case rule.Operator == stack.OpEq && g.chance():
		rule.Value.Text = some(g.text())
	default:
		rule.Value.Number = some(g.number())
	}
	return rule
}

func (g *Gen) category(t stack.DisplayType) stack.Config {
	return stack.CategoryConfig{
		Chart: g.chart(t, 1), GroupBy: maybe(g, g.text()), OrderBy: maybe(g, g.text()), Limit: maybe(g, some(g.between(0, 20))),
	}
}

func (g *Gen) events(t stack.DisplayType, source string) stack.EventQuery {
	return stack.EventQuery{
		DisplayType: t, SourceID: source, Where: maybe(g, g.text()), WhereLanguage: pick(g, query.WhereLanguages()),
		Shifted: g.shifted(),
	}
}

func (g *Gen) heatmap() stack.Config {
	item := stack.HeatmapItem{
		ValueExpression: g.text(), CountExpression: maybe(g, g.text()),
		HeatmapScaleType: maybe(g, pick(g, stack.HeatmapScaleTypes())),
	}
	return stack.HeatmapConfig{
		EventQuery: g.events(stack.DisplayHeatmap, g.Sources[stack.KindTrace]), Select: []stack.HeatmapItem{item},
		NumberFormat: maybe(g, g.numberFormat()),
	}
}

func (g *Gen) search() stack.Config {
	return stack.SearchConfig{EventQuery: g.events(stack.DisplaySearch, g.seriesSource()), Select: maybe(g, g.text())}
}

func (g *Gen) eventPatterns() stack.Config {
	return stack.EventPatternsConfig{EventQuery: g.events(stack.DisplayEventPatterns, g.seriesSource()), Select: maybe(g, g.text())}
}

func (g *Gen) markdown() stack.Config {
	return stack.MarkdownConfig{DisplayType: stack.DisplayMarkdown, Markdown: maybe(g, g.text())}
}

func (g *Gen) sql(t stack.DisplayType) stack.SQLQuery {
	return stack.SQLQuery{
		ConfigType: stack.ConfigSQL, DisplayType: t, ConnectionID: g.Connections[0], SourceID: maybe(g, g.seriesSource()),
		SQLTemplate: "SELECT $__timeInterval(Timestamp), count() FROM $__sourceTable GROUP BY 1", NumberFormat: maybe(g, g.numberFormat()),
		Shifted: g.shifted(),
	}
}

func (g *Gen) onClick() *stack.OnClick {
	if g.chance() {
		return &stack.OnClick{Type: stack.ClickExternal, URLTemplate: pick(g, []string{"https://example.net/{{id}}", "/search?q={{q}}", "{{url}}"})}
	}
	click := stack.OnClick{
		Type: pick(g, []stack.OnClickType{stack.ClickSearch, stack.ClickDashboard}), WhereTemplate: maybe(g, g.text()),
		WhereLanguage: maybe(g, pick(g, query.WhereLanguages())), Filters: maybe(g, list(0, 3, g, g.onClickFilter)),
	}
	targets := map[stack.OnClickType]string{stack.ClickSearch: g.Sources[stack.KindLog], stack.ClickDashboard: pick(g, g.Dashboards)}
	click.Target = &stack.OnClickTarget{Mode: stack.TargetByID, ID: targets[click.Type]}
	if g.chance() {
		click.Target = &stack.OnClickTarget{Mode: stack.TargetByTemplate, Template: g.text()}
	}
	return &click
}

func (g *Gen) onClickFilter() stack.OnClickFilter {
	return stack.OnClickFilter{Kind: stack.ExpressionTemplate, Expression: g.text(), Template: maybe(g, g.text())}
}
