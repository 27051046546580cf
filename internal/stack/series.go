package stack

import (
	"reflect"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
)

const (
	// SeriesMax bounds the items of a tile in the older series form.
	SeriesMax = SelectMax
	// SeriesGroupByMax bounds the grouping expressions of such an item.
	SeriesGroupByMax = 10
)

// Tiles were once a list of series that repeat what the tile has once. That
// form is accepted and becomes a config on the way in; it is never answered.

type seriesQuery struct {
	Type           string           `json:"type"`
	SourceID       string           `json:"sourceId"`
	AggFn          query.Aggregate  `json:"aggFn"`
	Level          *float64         `json:"level,omitempty"`
	Field          string           `json:"field,omitempty"`
	Alias          string           `json:"alias,omitempty"`
	Where          string           `json:"where"`
	WhereLanguage  query.Language   `json:"whereLanguage" required:"false"`
	NumberFormat   *NumberFormat    `json:"numberFormat,omitempty"`
	MetricDataType query.MetricType `json:"metricDataType,omitempty"`
	MetricName     string           `json:"metricName,omitempty"`
}

func (q *seriesQuery) preset() { q.WhereLanguage = query.Lucene }

type timeSeries struct {
	seriesQuery
	GroupBy     []string    `json:"groupBy"`
	DisplayType DisplayType `json:"displayType,omitempty"`
}

type tableSeries struct {
	seriesQuery
	GroupBy   []string `json:"groupBy"`
	SortOrder string   `json:"sortOrder,omitempty"`
}

type numberSeries struct{ seriesQuery }

type searchSeries struct {
	Type          string         `json:"type"`
	SourceID      string         `json:"sourceId"`
	Fields        []string       `json:"fields"`
	Where         string         `json:"where"`
	WhereLanguage query.Language `json:"whereLanguage" required:"false"`
}

func (s *searchSeries) preset() { s.WhereLanguage = query.Lucene }

type markdownSeries struct {
	Type    string `json:"type"`
	Content string `json:"content"`
}

// seriesConfig converts a tile in the series form; nil after a breach.
// Converted configs are checked here, because later their place is "config".
func seriesConfig(d *decoder, p place, node any, asRatio bool) Config {
	kind, ok := seriesType(p, node)
	if !ok {
		return nil
	}
	before := p.log.count
	config := convertSeries(d, p, node, kind, asRatio)
	if p.log.count == before {
		config.check(p)
	}
	return config
}

// seriesType returns the type that all items of a tile must share.
func seriesType(p place, node any) (string, bool) {
	items, ok := node.([]any)
	if !ok {
		p.breach("type", "must be an array")
		return "", false
	}
	p.items(len(items), 1, SeriesMax)
	kind := ""
	for i, item := range items {
		object, _ := item.(map[string]any)
		word, _ := object["type"].(string)
		if i > 0 && word != kind {
			p.breach("conflict", "All series must have the same type")
			return "", false
		}
		kind = word
	}
	return kind, len(items) > 0 && len(items) <= SeriesMax
}

func convertSeries(d *decoder, p place, node any, kind string, asRatio bool) Config {
	switch kind {
	case "time":
		return timeConfig(p, readSeries[timeSeries](d, p, node), asRatio)
	case "table":
		return tableConfig(p, readSeries[tableSeries](d, p, node), asRatio)
	case "number":
		first := readSeries[numberSeries](d, p, node)[0]
		return NumberConfig{Chart: chartOf(p, DisplayNumber, []seriesQuery{first.seriesQuery})}
	case "search":
		return readSeries[searchSeries](d, p, node)[0].config()
	case "markdown":
		content := readSeries[markdownSeries](d, p, node)[0].Content
		return MarkdownConfig{DisplayType: DisplayMarkdown, Markdown: content}
	default:
		oneOf(p.item(0).at("type"), kind, []string{"time", "table", "number", "search", "markdown"})
		return nil
	}
}

func readSeries[T any](d *decoder, p place, node any) []T {
	var items []T
	d.value(p, node, reflect.ValueOf(&items).Elem())
	return items
}

func timeConfig(p place, items []timeSeries, asRatio bool) Config {
	queries := make([]seriesQuery, len(items))
	for i, item := range items {
		queries[i] = item.seriesQuery
		p.item(i).at("groupBy").items(len(item.GroupBy), 0, SeriesGroupByMax)
		optionalOneOf(p.item(i).at("displayType"), item.DisplayType, []DisplayType{DisplayLine, DisplayStackedBar})
	}
	groupBy := strings.Join(items[0].GroupBy, ",")
	axis, derived := TimeAxis{FillNulls: true}, Derived{AsRatio: asRatio}
	if items[0].DisplayType == DisplayStackedBar {
		return StackedBarConfig{Chart: chartOf(p, DisplayStackedBar, queries), GroupBy: groupBy, Derived: derived, TimeAxis: axis}
	}
	return LineConfig{Chart: chartOf(p, DisplayLine, queries), GroupBy: groupBy, Derived: derived, TimeAxis: axis}
}

func tableConfig(p place, items []tableSeries, asRatio bool) Config {
	queries := make([]seriesQuery, len(items))
	for i, item := range items {
		queries[i] = item.seriesQuery
		p.item(i).at("groupBy").items(len(item.GroupBy), 0, SeriesGroupByMax)
		optionalOneOf(p.item(i).at("sortOrder"), item.SortOrder, []string{"asc", "desc"})
	}
	return TableConfig{
		Chart:   chartOf(p, DisplayTable, queries),
		GroupBy: strings.Join(items[0].GroupBy, ","),
		OrderBy: items[0].orderBy(),
		Derived: Derived{AsRatio: asRatio},
	}
}

func (s tableSeries) orderBy() string {
	if s.SortOrder == "" || s.Field == "" {
		return ""
	}
	return s.Field + " " + strings.ToUpper(s.SortOrder)
}

func chartOf(p place, t DisplayType, queries []seriesQuery) Chart {
	chart := Chart{DisplayType: t, SourceID: queries[0].SourceID, NumberFormat: queries[0].NumberFormat}
	for i, q := range queries {
		at := p.item(i)
		at.at("sourceId").check(q.SourceID == chart.SourceID, "conflict", "must be the same for all series of a tile")
		chart.Select = append(chart.Select, q.item(at))
	}
	return chart
}

func (q seriesQuery) item(p place) SelectItem {
	before := p.log.count
	item := q.convert(p)
	if p.log.count == before {
		item.check(p)
	}
	return item
}

func (q seriesQuery) convert(p place) SelectItem {
	item := SelectItem{
		AggFn: q.AggFn, ValueExpression: q.Field, Alias: q.Alias, Level: q.Level, Where: q.Where,
		WhereLanguage: q.WhereLanguage, NumberFormat: q.NumberFormat, MetricType: q.MetricDataType, MetricName: q.MetricName,
	}
	switch {
	case q.AggFn == query.Count:
		item.ValueExpression = ""
	case q.MetricDataType != "" && q.Field == "":
		item.ValueExpression = MetricValueExpression
	default:
		p.at("field").check(q.Field != "", "required", "is required unless aggFn is count")
	}
	if q.AggFn != query.Quantile {
		item.Level = nil
	}
	return item
}

func (s searchSeries) config() Config {
	asked := EventQuery{DisplayType: DisplaySearch, SourceID: s.SourceID, Where: s.Where, WhereLanguage: s.WhereLanguage}
	return SearchConfig{EventQuery: asked, Select: strings.Join(s.Fields, ", ")}
}
