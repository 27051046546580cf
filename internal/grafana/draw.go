package grafana

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/stack"
)

// drawing is a panel whose look is being read.
type drawing struct {
	*translation
	panel    *node
	defaults *node // of its fields
	custom   *node
	options  *node
	decimals *float64
	base     stack.PromQLQuery
}

// drawn returns what a panel with queries shows, and how.
func (t *translation) drawn(n *node, base stack.PromQLQuery) stack.Config {
	fields := n.child("fieldConfig")
	d := &drawing{translation: t, panel: n, defaults: fields.child("defaults"), options: n.child("options"), base: base}
	d.custom = d.defaults.child("custom")
	d.custom.isLook, d.options.isLook = true, true
	t.overrides(fields)
	d.fields()
	switch base.DisplayType {
	case stack.DisplayNumber:
		return d.number()
	case stack.DisplayTable:
		return d.table()
	case stack.DisplayPie, stack.DisplayBar:
		return d.category()
	case stack.DisplayHeatmap:
		return d.heatmap()
	case stack.DisplayLine, stack.DisplayStackedBar, stack.DisplaySearch, stack.DisplayEventPatterns, stack.DisplayMarkdown:
	}
	return d.overTime()
}

// overrides lists what single fields of a panel have of their own.
func (t *translation) overrides(fields *node) {
	for _, o := range fields.children("overrides") {
		matcher := o.child("matcher")
		matcher.know("id", "options")
		var names []string
		for _, p := range o.children("properties") {
			names = append(names, p.text("id"))
			p.know("value")
		}
		t.dropped = append(t.dropped, o.path)
		if len(names) > 0 {
			t.note(LeftOut, fields.panel, o.path, "Settings of %s are not imported: %s. %s", matched(matcher), strings.Join(names, ", "), apartWords)
		}
	}
}

// matched returns what an override is about.
func matched(matcher *node) string {
	if name, _ := matcher.fields["options"].(string); name != "" {
		return quoted(name)
	}
	return "single series"
}

// fields reads what all series of a panel have.
func (d *drawing) fields() {
	f := d.defaults
	f.leaveOut("mappings", mappingWords)
	f.leaveOut("links", "The links of values are not imported. Put them into a Markdown tile to keep them.")
	f.leaveOut("actions", "The actions of values are not imported. Put links to them into a Markdown tile.")
	f.say(Look, "noValue", "A missing value is shown as –, not as the text of the panel.")
	f.know("filterable", "nullValueMode", "unitScale", "fieldMinMax", "description")
	for _, of := range []*node{d.panel, f} {
		if number, ok := of.number("decimals"); ok {
			d.decimals = &number
		}
	}
	d.base.NumberFormat = f.format("unit", d.decimals)
	d.displayName()
}

// displayName makes legends of the name that all series have.
func (d *drawing) displayName() {
	name := d.defaults.text("displayName")
	if name == "" {
		return
	}
	legend := fieldLabel.ReplaceAllString(name, "{{$1}}")
	if strings.Contains(legend, "${__") || len(d.base.Queries) > 1 || len([]rune(legend)) > stack.PromQLLegendCharsMax {
		d.note(Look, d.panel.panel, d.defaults.at("displayName"), "Series are named by their queries, not %q. Set the legend of each query to rename them.", name)
		return
	}
	d.base.Queries[0].Legend = d.words(legend)
}

// reduced has each query return the value that the panel makes of a course.
func (d *drawing) reduced() {
	reduce := d.options.child("reduceOptions")
	reduce.know("fields", "limit")
	if reduce.flag("values") {
		d.note(Changed, d.panel.panel, reduce.at("values"), "The tile shows one value of each series, not all of them. Choose a type over time, such as Line, to see all.")
	}
	calc := d.panel.text("valueName")
	if d.panel.text("type") == "singlestat" && calc == "" {
		calc = "avg"
	}
	if list, _ := read[[]any](reduce, "calcs"); len(list) > 0 {
		calc, _ = list[0].(string)
		if len(list) > 1 {
			d.note(LeftOut, d.panel.panel, reduce.at("calcs"), "The tile shows one calculation, %s. Duplicate it for the others.", calc)
		}
	}
	d.over(calc)
}

// over wraps the queries of a panel that shows more than their last value.
func (d *drawing) over(calc string) {
	function, known := calculations()[calc]
	if !known {
		d.note(Changed, d.panel.panel, d.options.at("reduceOptions"), "The tile shows the last value, because the calculation %q is not known here. Write it in PromQL, such as max_over_time().", calc)
	}
	for i, q := range d.base.Queries {
		d.base.Queries[i].Instant = nil
		if function == "" || q.Instant != nil {
			continue
		}
		wrapped := function + "((" + q.Expression + "\n)[$__range:$__interval])"
		if promtext.Check(wrapped) != nil || len(wrapped) > stack.PromQLCharsMax {
			d.note(Changed, d.panel.panel, d.options.at("reduceOptions"), "The tile shows the last value, because its query can't be wrapped to compute %s over the time range. Write that into the query.", calc)
			continue
		}
		d.base.Queries[i].Expression = wrapped
	}
}

// calculations returns the functions over a time range that panels compute; none
// for the last value.
func calculations() map[string]string {
	return map[string]string{
		"": "", "last": "", "lastNotNull": "", "current": "", "name": "",
		"mean": "avg_over_time", "avg": "avg_over_time", "max": "max_over_time", "min": "min_over_time",
		"sum": "sum_over_time", "total": "sum_over_time", "count": "count_over_time", "stdDev": "stddev_over_time", "variance": "stdvar_over_time",
	}
}

func (d *drawing) number() stack.Config {
	d.reduced()
	d.cosmetics()
	d.several()
	if format := d.panel.format("format", d.decimals); isEmpty(d.defaults.fields["unit"]) {
		d.base.NumberFormat = format
	}
	if len(d.base.Queries) > 1 {
		d.base.DisplayType = stack.DisplayBar
		d.note(Look, d.panel.panel, d.panel.at("targets"), "A number of several queries is shown as bars, because a number tile shows one value.")
		d.thresholds()
		return stack.PromQLCategoryConfig{PromQLQuery: d.base}
	}
	number := stack.PromQLNumberConfig{PromQLQuery: d.base}
	number.Color, number.ColorRules = d.colors()
	return number
}

// several notes that a number tile may have more series than it shows.
func (d *drawing) several() {
	if len(d.base.Queries) > 1 {
		return
	}
	expr, err := d.scope().Expand(d.base.Queries[0].Expression)
	if err == nil && !promtext.IsSingle(expr) && !slices.Contains(d.translation.several, d.panel.panel) {
		d.translation.several = append(d.translation.several, d.panel.panel)
	}
}

func (d *drawing) table() stack.Config {
	d.cosmetics()
	d.thresholds()
	for i := range d.base.Queries {
		d.base.Queries[i].Instant = nil
	}
	d.panel.leaveOut("styles", "The styles of columns are not imported. Choose a number format in the tile.")
	d.panel.leaveOut("columns", "The choice of columns is not imported: a table has one for each label and query. Aggregate by the labels that you need.")
	d.panel.know("fontSize", "scroll", "showHeader", "sort", "transform")
	return stack.PromQLTableConfig{PromQLQuery: d.base}
}

func (d *drawing) category() stack.Config {
	d.reduced()
	d.cosmetics()
	d.thresholds()
	d.legend()
	return stack.PromQLCategoryConfig{PromQLQuery: d.base}
}

// heatmap is one of buckets, or lines where Grafana makes the buckets of values.
func (d *drawing) heatmap() stack.Config {
	format, _ := d.panel.fields["dataFormat"].(string)
	d.panel.know("dataFormat", "heatmap", "hideZeroBuckets", "highlightCards", "cards", "color", "reverseYBuckets", "xAxis", "xBucketNumber", "xBucketSize", "yBucketBound",
		"yBucketNumber", "yBucketSize", "tooltip", "legend", "tooltipDecimals")
	d.options.know("calculation", "cellGap", "cellValues", "color", "exemplars", "filterValues", "legend", "rowsFrame", "showValue", "tooltip", "cellRadius", "selectionMode")
	isComputed := d.options.flag("calculate") || format == "timeseries"
	axis := d.options.child("yAxis")
	axis.know("axisPlacement", "reverse", "axisWidth", "decimals")
	old := d.panel.child("yAxis")
	old.isLook = true
	old.know("decimals", "show", "logBase", "max", "min", "splitFactor")
	for _, f := range []*stack.NumberFormat{axis.format("unit", nil), old.format("format", nil)} {
		if d.base.NumberFormat == nil {
			d.base.NumberFormat = f
		}
	}
	d.cosmetics()
	d.thresholds()
	if isComputed {
		d.base.DisplayType = stack.DisplayLine
		d.note(Changed, d.panel.panel, d.panel.at("type"), "The panel is shown as lines, because a heatmap needs the buckets of a histogram, not values. Query a histogram to get a heatmap.")
		return stack.PromQLLineConfig{PromQLQuery: d.base, TimeAxis: stack.TimeAxis{FillNulls: true}}
	}
	return stack.PromQLHeatmapConfig{PromQLQuery: d.base}
}
