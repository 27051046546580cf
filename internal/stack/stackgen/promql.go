package stackgen

import "github.com/cairnstack/cairn/internal/stack"

func (g *Gen) promQL(t stack.DisplayType) stack.PromQLQuery {
	return stack.PromQLQuery{
		ConfigType: stack.ConfigPromQL, DisplayType: t, SourceID: maybe(g, g.Sources[stack.KindPromQL]),
		Queries: list(1, 3, g, g.promQLExpression), NumberFormat: maybe(g, g.numberFormat()), Shifted: g.shifted(),
	}
}

func (g *Gen) promQLExpression() stack.PromQLExpression {
	texts := []string{
		"up", `sum by (job) (rate(http_requests_total{job=~"$job"}[$__rate_interval]))`, "topk(5, x) > bool 1e3",
		"histogram_quantile(0.99, rate(latency_bucket[5m]))", "max_over_time(y[$__range]) # the most",
	}
	return stack.PromQLExpression{
		Expression: pick(g, texts), Legend: maybe(g, pick(g, []string{"{{job}}", "p99", "{{ instance }} of {{job}}"})), Instant: g.flag(),
	}
}

func (g *Gen) promQLLine() stack.Config {
	return stack.PromQLLineConfig{PromQLQuery: g.promQL(stack.DisplayLine), TimeAxis: g.axis(), LineShape: g.shape(), Look: g.look()}
}

func (g *Gen) promQLStackedBar() stack.Config {
	return stack.PromQLStackedBarConfig{PromQLQuery: g.promQL(stack.DisplayStackedBar), TimeAxis: g.axis(), StackShape: g.stackShape(), Look: g.look()}
}

func (g *Gen) promQLTable() stack.Config {
	return stack.PromQLTableConfig{PromQLQuery: g.promQL(stack.DisplayTable), OnClick: maybe(g, g.onClick())}
}

func (g *Gen) promQLNumber() stack.Config {
	return stack.PromQLNumberConfig{PromQLQuery: g.promQL(stack.DisplayNumber), Color: maybe(g, g.color()), ColorRules: maybe(g, list(0, stack.ColorRulesMax, g, g.colorRule))}
}

func (g *Gen) promQLHeatmap() stack.Config {
	return stack.PromQLHeatmapConfig{PromQLQuery: g.promQL(stack.DisplayHeatmap)}
}
