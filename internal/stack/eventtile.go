package stack

import "github.com/cairnstack/cairn/internal/query"

// MarkdownCharsMax bounds the text of a markdown tile.
const MarkdownCharsMax = 50000

// EventQuery is what tiles over single events have.
type EventQuery struct {
	DisplayType   DisplayType    `json:"displayType"`
	SourceID      string         `json:"sourceId"`
	Where         string         `json:"where" required:"false"`
	WhereLanguage query.Language `json:"whereLanguage" required:"false"`
	Shifted
}

func (q *EventQuery) preset() { q.WhereLanguage = query.Lucene }

// Display returns the display type.
func (q EventQuery) Display() DisplayType { return q.DisplayType }

func (q EventQuery) mention(m *Mentions) { m.Sources = append(m.Sources, q.SourceID) }

func (q EventQuery) checkQuery(p place, t DisplayType) {
	p.display(q.DisplayType, t)
	p.at("sourceId").id(q.SourceID)
	p.at("where").expression(q.Where)
	oneOf(p.at("whereLanguage"), q.WhereLanguage, query.WhereLanguages())
	q.checkShift(p)
}

// HeatmapConfig is a heatmap of one value over time. Its source must hold
// traces.
type HeatmapConfig struct {
	EventQuery
	Select       []HeatmapItem `json:"select"`
	NumberFormat *NumberFormat `json:"numberFormat,omitempty"`
}

// HeatmapItem is the value whose distribution a heatmap shows.
type HeatmapItem struct {
	ValueExpression  string `json:"valueExpression"`
	CountExpression  string `json:"countExpression,omitempty"`
	HeatmapScaleType string `json:"heatmapScaleType,omitempty"`
}

// HeatmapScaleTypes lists the scales of a heatmap.
func HeatmapScaleTypes() []string { return []string{"log", "linear"} }

func (c HeatmapConfig) check(p place) {
	c.checkQuery(p, DisplayHeatmap)
	c.NumberFormat.check(p)
	p.at("select").items(len(c.Select), 1, 1)
	for i, item := range c.Select {
		at := p.at("select").item(i)
		at.at("valueExpression").neededExpression(item.ValueExpression)
		at.at("countExpression").expression(item.CountExpression)
		optionalOneOf(at.at("heatmapScaleType"), item.HeatmapScaleType, HeatmapScaleTypes())
	}
}

// SearchConfig is a table of events. An empty select means the source's own
// columns.
type SearchConfig struct {
	EventQuery
	Select       string        `json:"select"`
	NumberFormat *NumberFormat `json:"numberFormat,omitempty"`
}

func (c SearchConfig) check(p place) {
	c.checkQuery(p, DisplaySearch)
	c.NumberFormat.check(p)
	p.at("select").expression(c.Select)
}

// EventPatternsConfig is a table of the patterns that events fall into.
type EventPatternsConfig struct {
	EventQuery
	Select       string        `json:"select" required:"false"`
	NumberFormat *NumberFormat `json:"numberFormat,omitempty"`
}

func (c EventPatternsConfig) check(p place) {
	c.checkQuery(p, DisplayEventPatterns)
	c.NumberFormat.check(p)
	p.at("select").expression(c.Select)
}

// MarkdownConfig is a text.
type MarkdownConfig struct {
	DisplayType DisplayType `json:"displayType"`
	Markdown    string      `json:"markdown,omitempty"`
}

// Display returns the display type.
func (c MarkdownConfig) Display() DisplayType { return c.DisplayType }

func (c MarkdownConfig) mention(*Mentions) {}

func (c MarkdownConfig) check(p place) {
	p.display(c.DisplayType, DisplayMarkdown)
	p.at("markdown").chars(c.Markdown, 0, MarkdownCharsMax)
}
