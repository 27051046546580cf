package grafana

import (
	"regexp"

	"github.com/cairnstack/cairn/internal/stack"
)

// fieldLabel is a label in the name of a series.
var fieldLabel = regexp.MustCompile(`\$\{__field\.labels\.(\w+)\}`)

// What is said of more than one field.
const (
	apartWords     = "Put these series into a tile of their own, and set them there."
	mappingWords   = "Value mappings are not imported: the tile shows the values themselves. Explain them in its title."
	scaleWords     = "The minimum and maximum of the scale are not imported: it follows the values."
	softWords      = "The soft limits of the axis are not imported: it follows the values."
	sparklineWords = "The sparkline of the number is not drawn."
	stepWords      = "The step of the query is not imported: it follows the time range. Write a window such as [5m] where it matters."
)

// overTime returns lines, or stacked areas or bars.
func (d *drawing) overTime() stack.Config {
	d.graph()
	look := stack.Look{YAxis: d.axis(), Legend: d.legend()}
	look.ThresholdLines = d.lines()
	axis := stack.TimeAxis{FillNulls: true}
	stacked, bars := d.stacking(), d.isBars()
	d.cosmetics()
	if !stacked && !bars {
		return stack.PromQLLineConfig{PromQLQuery: d.base, TimeAxis: axis, Look: look}
	}
	shape := stack.StackShape{Shape: "area"}
	if bars {
		shape.Shape = "bars"
	}
	if bars && !stacked {
		d.note(Look, d.panel.panel, d.panel.at("type"), "Bars are stacked, not side by side.")
	}
	d.base.DisplayType = stack.DisplayStackedBar
	return stack.PromQLStackedBarConfig{PromQLQuery: d.base, TimeAxis: axis, StackShape: shape, Look: look}
}

// stacking reports whether series are stacked.
func (d *drawing) stacking() bool {
	stacking := d.custom.child("stacking")
	stacking.isLook = true
	stacking.know("group")
	mode := stacking.text("mode")
	isPercent := mode == "percent" || flagOf(d.panel, "percentage")
	if isPercent {
		d.note(Changed, d.panel.panel, stacking.at("mode"), "Values are stacked as they are, not as percentages. Divide by their sum in the query to see shares.")
	}
	return mode == "normal" || isPercent || d.panel.flag("stack")
}

func (d *drawing) isBars() bool {
	style := d.custom.text("drawStyle")
	if style == "points" {
		d.note(Look, d.panel.panel, d.custom.at("drawStyle"), "Points are drawn as lines.")
	}
	return style == "bars" || d.panel.flag("bars")
}

// axis returns the scale of the values.
func (d *drawing) axis() *stack.YAxis {
	var axis stack.YAxis
	for _, of := range []*node{d.oldAxis(), d.defaults} {
		if number, ok := of.number("min"); ok {
			axis.Min = &number
		}
		if number, ok := of.number("max"); ok {
			axis.Max = &number
		}
	}
	scale := d.custom.child("scaleDistribution")
	scale.know("log", "linearThreshold")
	if scale.text("type") == "log" {
		axis.Scale = "log"
	}
	if axis.Min != nil && axis.Max != nil && *axis.Min >= *axis.Max {
		axis.Min, axis.Max = nil, nil
		d.note(Changed, d.panel.panel, d.defaults.at("min"), "The axis follows the values, because its minimum is not below its maximum. Set both in the tile.")
	}
	if axis == (stack.YAxis{}) {
		return nil
	}
	return &axis
}

// oldAxis reads the axes of older panels, of which tiles have the left one.
func (d *drawing) oldAxis() *node {
	axes := d.panel.children("yaxes")
	for i, a := range axes {
		a.isLook = true
		a.know("show", "$$hashKey")
		a.expect("logBase", 1)
		if i > 0 {
			a.know("format", "logBase", "min", "max", "decimals", "label")
		}
	}
	if len(axes) == 0 {
		return d.node(d.panel.at("yaxes.0"), d.panel.panel, nil)
	}
	if format := axes[0].format("format", d.decimals); isEmpty(d.defaults.fields["unit"]) {
		d.base.NumberFormat = format
	}
	return axes[0]
}

// legend returns what legend a chart has.
func (d *drawing) legend() string {
	options, old := d.options.child("legend"), d.panel.child("legend")
	old.isLook = true
	for _, n := range []*node{options, old} {
		n.know("calcs", "placement", "values", "avg", "current", "max", "min", "total", "rightSide", "sideWidth", "sort", "sortDesc", "sortBy", "hideEmpty", "hideZero",
			"isVisible", "asTable", "width", "percentage", "percentageDecimals", "header", "enableFacetedFilter", "overflow", "limit")
	}
	shown, isSaid := read[bool](options, "showLegend")
	oldShown, isSaidBefore := read[bool](old, "show")
	mode := options.text("displayMode")
	switch {
	case isSaid && !shown, isSaidBefore && !oldShown, mode == "hidden":
		return "hidden"
	case mode == "table", old.flag("alignAsTable"), old.flag("values") && mode == "":
		return "table"
	}
	return ""
}

// graph reads what only panels of the old type have.
func (d *drawing) graph() {
	n := d.panel
	n.know("dashLength", "spaceLength", "lines", "linewidth", "fill", "fillGradient", "pointradius", "points", "steppedLine", "dashes", "tooltip", "xaxis", "yaxis", "grid",
		"nullPointMode", "timeRegions", "x-axis", "y-axis", "y_formats", "zerofill", "percentage", "dataLinks")
	n.say(Look, "aliasColors", "Series have the colours of the palette.")
	n.leaveOut("seriesOverrides", "Settings of single series are not imported. "+apartWords)
}

// cosmetics passes over looks that are as here, or that no one misses.
func (d *drawing) cosmetics() {
	c, o := d.custom, d.options
	for key, value := range map[string]any{
		"lineInterpolation": "linear", "gradientMode": "none", "spanNulls": false, "axisPlacement": "auto", "axisColorMode": "text", "drawStyle": "line",
		"axisCenteredZero": false, "axisBorderShow": false, "insertNulls": false, "align": "auto", "inspect": false, "displayMode": "auto", "transform": "off",
	} {
		c.expect(key, value)
	}
	c.expect("showPoints", "auto", "never")
	c.know("lineWidth", "pointSize", "barAlignment", "barWidthFactor", "hideFrom", "axisLabel", "axisGridShow", "axisWidth", "fillOpacity", "lineStyle", "drawStyle", "thresholdsStyle",
		"cellOptions", "filterable", "neutral", "scaleDistribution", "stacking", "minWidth", "footer", "wrapText")
	c.say(Look, "axisSoftMin", softWords)
	c.say(Look, "axisSoftMax", softWords)
	o.know("tooltip", "orientation", "text", "justifyMode", "wideLayout", "sizing", "minVizHeight", "minVizWidth", "maxVizHeight", "valueMode", "namePlacement", "showUnfilled",
		"showThresholdLabels", "showThresholdMarkers", "cellHeight", "showHeader", "frameIndex", "sortBy", "percentChangeColorMode", "displayLabels", "barWidth", "barRadius",
		"groupWidth", "showValue", "xTickLabelRotation", "xTickLabelSpacing", "fullHighlight", "timezone", "annotations", "legend", "barShape", "effects", "sparkline", "endpointMarker", "segmentCount", "segmentSpacing", "barWidthFactor", "neutral", "shape", "textMode", "colorMode", "disableKeyboardEvents", "enablePagination", "sort", "maxHeight")
	o.expect("graphMode", "none")
	o.say(Look, "graphMode", sparklineWords)
	o.expect("pieType", "pie")
	o.expect("displayMode", "basic", "gradient", "lcd", "list")
	o.expect("showPercentChange", false)
	o.expect("stacking", "none")
	d.singlestat()
	d.defaults.say(Look, "min", scaleWords)
	d.defaults.say(Look, "max", scaleWords)
	color := d.defaults.child("color")
	color.isLook = true
	color.know("seriesBy", "fixedColor")
	color.expect("mode", "palette-classic", "palette-classic-by-name", "thresholds", "fixed")
}

// singlestat reads what only numbers of the old type have.
func (d *drawing) singlestat() {
	n := d.panel
	n.know("nullText", "nullPointMode", "postfixFontSize", "prefixFontSize", "valueFontSize", "mappingType", "mappingTypes", "maxDataPoints", "tableColumn", "colorPrefix", "colorPostfix",
		"legendType", "pieType", "strokeWidth", "breakPoint", "combine", "legend", "valueName", "fontSize", "aliasColors", "colorBackground", "colorValue", "colors", "thresholds", "cornerRadius", "tooltip")
	n.say(Look, "prefix", "The text before the number is not imported. Put it into the title of the tile.")
	n.say(Look, "postfix", "The text after the number is not imported. Set it as the unit of the tile.")
	for _, key := range []string{"rangeMaps", "valueMaps"} {
		if maps, _ := n.fields[key].([]any); len(maps) <= 1 {
			n.know(key) // one stands for no value in every file
		}
		n.leaveOut(key, mappingWords)
	}
	for key, what := range map[string]string{"sparkline": sparklineWords, "gauge": "A gauge is shown as a number."} {
		look := n.child(key)
		look.know("full", "lineColor", "fillColor", "minValue", "maxValue", "thresholdLabels", "thresholdMarkers", "ymin", "ymax")
		if look.flag("show") {
			d.note(Look, n.panel, look.path, "%s", what)
		}
	}
}
