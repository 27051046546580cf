package stack

import (
	"reflect"
	"slices"
)

// DisplayType says what a tile looks like.
type DisplayType string

// The display types. Bars over time are DisplayStackedBar, bars over
// categories DisplayBar.
const (
	DisplayLine          DisplayType = "line"
	DisplayStackedBar    DisplayType = "stacked_bar"
	DisplayTable         DisplayType = "table"
	DisplayNumber        DisplayType = "number"
	DisplayPie           DisplayType = "pie"
	DisplayBar           DisplayType = "bar"
	DisplayHeatmap       DisplayType = "heatmap"
	DisplaySearch        DisplayType = "search"
	DisplayEventPatterns DisplayType = "event_patterns"
	DisplayMarkdown      DisplayType = "markdown"
)

// DisplayTypes lists the display types of builder tiles.
func DisplayTypes() []DisplayType {
	return append(SQLDisplayTypes(), DisplayHeatmap, DisplaySearch, DisplayEventPatterns, DisplayMarkdown)
}

// SQLDisplayTypes lists the display types of raw SQL tiles.
func SQLDisplayTypes() []DisplayType {
	return []DisplayType{DisplayLine, DisplayStackedBar, DisplayTable, DisplayNumber, DisplayPie, DisplayBar}
}

// CanAlert reports whether an alert can watch a tile of this type.
func (t DisplayType) CanAlert() bool {
	return slices.Contains([]DisplayType{DisplayLine, DisplayStackedBar, DisplayNumber}, t)
}

// Config is what a tile shows, one type per display type. It is stored and
// answered in the same JSON form.
type Config interface {
	Display() DisplayType
	check(p place)
	mention(m *Mentions)
}

// ConfigSQL is the configType of raw SQL tiles; builder tiles have none.
const ConfigSQL = "sql"

// readConfig reads the config of a tile; nil after a breach.
func readConfig(d *decoder, p place, node any) Config {
	object, ok := node.(map[string]any)
	if !ok {
		p.breach("type", "must be an object")
		return nil
	}
	blank := blankConfig(p, object)
	if blank == nil {
		return nil
	}
	into := reflect.ValueOf(blank).Elem()
	d.value(p, object, into)
	return into.Interface().(Config)
}

// blankConfig returns a pointer to the zero config of the display type that
// the object names.
func blankConfig(p place, object map[string]any) any {
	display := displayOf(p.at("displayType"), object)
	if display == "" {
		return nil
	}
	configType, given := object["configType"]
	switch {
	case !given:
		return named(p, display, DisplayTypes(), blankBuilder)
	case configType == ConfigSQL:
		return named(p, display, SQLDisplayTypes(), blankSQL)
	case configType == ConfigPromQL:
		return named(p, display, PromQLDisplayTypes(), blankPromQL)
	}
	p.at("configType").breach("enum", "must be %s or %s, or absent", ConfigSQL, ConfigPromQL)
	return nil
}

// displayOf returns the display type that the object names, and nothing where it
// names none.
func displayOf(p place, object map[string]any) DisplayType {
	node, given := object["displayType"]
	switch display, isText := node.(string); {
	case !given || isText && display == "":
		p.breach("required", "is required")
	case node == nil:
		p.breach("null", "must not be null")
	case !isText:
		p.breach("type", "must be a string")
	default:
		return DisplayType(display)
	}
	return ""
}

// ConfigTypes returns the types of all configs, in the order of their display
// types.
func ConfigTypes() []reflect.Type {
	var types []reflect.Type
	for _, t := range DisplayTypes() {
		types = append(types, reflect.TypeOf(blankBuilder(t)).Elem())
	}
	for _, t := range SQLDisplayTypes() {
		types = append(types, reflect.TypeOf(blankSQL(t)).Elem())
	}
	for _, t := range PromQLDisplayTypes() {
		types = append(types, reflect.TypeOf(blankPromQL(t)).Elem())
	}
	return slices.Compact(types)
}

func named(p place, t DisplayType, allowed []DisplayType, blank func(DisplayType) any) any {
	if !slices.Contains(allowed, t) {
		oneOf(p.at("displayType"), t, allowed)
		return nil
	}
	return blank(t)
}

func blankBuilder(t DisplayType) any {
	switch t {
	case DisplayLine:
		return &LineConfig{}
	case DisplayStackedBar:
		return &StackedBarConfig{}
	case DisplayTable:
		return &TableConfig{}
	case DisplayNumber:
		return &NumberConfig{}
	case DisplayHeatmap:
		return &HeatmapConfig{}
	case DisplaySearch:
		return &SearchConfig{}
	case DisplayEventPatterns:
		return &EventPatternsConfig{}
	case DisplayMarkdown:
		return &MarkdownConfig{}
	case DisplayPie, DisplayBar:
		return &CategoryConfig{}
	}
	return nil
}

func blankSQL(t DisplayType) any {
	switch t {
	case DisplayLine:
		return &SQLLineConfig{}
	case DisplayStackedBar:
		return &SQLStackedBarConfig{}
	case DisplayTable:
		return &SQLTableConfig{}
	case DisplayNumber:
		return &SQLNumberConfig{}
	case DisplayPie, DisplayBar:
		return &SQLCategoryConfig{}
	case DisplayHeatmap, DisplaySearch, DisplayEventPatterns, DisplayMarkdown:
		return nil
	}
	return nil
}
