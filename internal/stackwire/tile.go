package stackwire

import (
	"encoding/json"
	"time"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// TileQuestionBody is the body that asks what a tile shows.
type TileQuestionBody stack.TileQuestion

// AskTile returns the question to the use case.
func AskTile(q stack.TileQuestion) explore.TileQuestion {
	return explore.TileQuestion{
		Config: q.Tile.Config, SQL: q.SQL, Exemplars: q.Exemplars, Granularity: q.Granularity,
		Range:     query.TimeRange{From: time.UnixMilli(int64(q.StartTime)).UTC(), To: time.UnixMilli(int64(q.EndTime)).UTC()},
		Filters:   Shown(q.Filters, tileFilter),
		Variables: Shown(q.Variables, func(v stack.TileVariable) explore.SQLVariable { return explore.SQLVariable(v) }),
	}
}

func tileFilter(f stack.TileFilter) explore.TileFilter {
	return explore.TileFilter{
		Expression: f.Expression, Values: f.Values, Where: f.Where, Language: f.WhereLanguage, SourceIDs: f.AppliesToSourceIDs,
	}
}

// AskedTileBody is the tile of such a body.
type AskedTileBody stack.AskedTileInput

// TileFilterBody is a filter of such a body.
type TileFilterBody stack.TileFilter

// TileVariableBody is what such a body chooses for a variable.
type TileVariableBody stack.TileVariable

// TileColumn is a column of what a tile shows.
type TileColumn struct {
	Name         string              `json:"name"`
	Role         string              `json:"role" enum:"time,group,value,cell" doc:"time: start of a bucket in epoch milliseconds. group: what tells series, slices or rows apart. value: a number or null. cell: shown as it is."`
	Type         string              `json:"type" enum:"text,number,boolean,time,map,list,any"`
	Series       *int                `json:"series,omitempty" doc:"The select item whose value it is."`
	Formula      *int                `json:"formula,omitempty" doc:"The formula whose value it is."`
	NumberFormat *stack.NumberFormat `json:"numberFormat,omitempty" doc:"How to format its numbers."`
}

// TileContent is what a tile shows.
type TileContent struct {
	DisplayType stack.DisplayType `json:"displayType"`
	Columns     []TileColumn      `json:"columns" doc:"In the order of the cells of a row: its time, its groups, its values; or cells that are shown as they are."`
	Rows        [][]any           `json:"rows" doc:"In the order in which they are drawn: by time, or the first row of a table first."`
	StepSeconds int64             `json:"stepSeconds" doc:"Width of a bucket; the whole range where there are none."`
	Previous    *[][]any          `json:"previous,omitempty" doc:"The period before, moved to this one; for tiles with compareToPreviousPeriod."`
	Background  *TileBackground   `json:"background,omitempty" doc:"For numbers with backgroundChart."`
	GroupsLeft  int               `json:"groupsLeft" doc:"How many groups are not shown because there are more than the tile's limit."`
	EventsTotal *uint64           `json:"eventsTotal,omitempty" doc:"For event_patterns: how many events there are. Their patterns are counted in at most 2000 of them, spread over the range."`
	Message     string            `json:"message,omitempty" doc:"For event_patterns: the SQL expression of the messages. The events of a pattern are those whose messagePattern(message) is equal to it. Not for visitors of a shared dashboard."`
	Exemplars   *[]TileExemplar   `json:"exemplars,omitempty" doc:"With exemplars: measured values with their traces, in the order of time. Of many, the greatest of each part of the range and of each series in turn, each trace once for a series; at most 300."`
	Statements  *[]string         `json:"statements,omitempty" doc:"With sql: the statements over the tables of the team's own database, with their values written out. Tiles of events have none."`
}

// TileBackground is the course of a number.
type TileBackground struct {
	StepSeconds int64   `json:"stepSeconds"`
	Rows        [][]any `json:"rows" doc:"Start of a bucket in epoch milliseconds, and the number or null."`
}

// TileExemplar is a measured value and the trace in which it was measured.
type TileExemplar struct {
	Time    int64             `json:"time" doc:"In epoch milliseconds."`
	Value   float64           `json:"value"`
	TraceID string            `json:"traceId"`
	SpanID  string            `json:"spanId,omitempty"`
	Labels  map[string]string `json:"labels" doc:"Its own and those of its series; at most 32, each of at most 256 bytes."`
	Item    int               `json:"item" doc:"The select item or the PromQL query whose series it is of."`
	Group   *[]string         `json:"group,omitempty" doc:"The groups of its series among the rows; absent when they are not known."`
	IsValue bool              `json:"isValue" doc:"Whether the values shown are like its own, such as a quantile; those of a rate are not."`
}

func showTileExemplar(e explore.TileExemplar) TileExemplar {
	shown := TileExemplar{
		Time: e.Time.UnixMilli(), Value: e.Value, TraceID: e.TraceID, SpanID: e.SpanID, Labels: e.Labels, Item: e.Item, IsValue: e.IsValue,
	}
	if e.Group != nil {
		shown.Group = &e.Group
	}
	return shown
}

// TileMeta says what an answer cost and what it leaves out.
type TileMeta struct {
	RowsRead    uint64  `json:"rowsRead" doc:"Rows that the engine read."`
	BytesRead   uint64  `json:"bytesRead" doc:"Bytes that the engine read, uncompressed."`
	ElapsedMS   float64 `json:"elapsedMs" doc:"Time in the engine."`
	Truncated   bool    `json:"truncated" doc:"Whether groups or rows were left out."`
	StepSeconds int64   `json:"stepSeconds" doc:"Width of a bucket."`
	NonFinite   uint64  `json:"nonFinite" doc:"How many values were not finite: NaN or infinite."`

	Warnings []Warning `json:"warnings,omitempty" doc:"Warnings about the result, such as names that no record has."`
	Missing
}

// ShowTile returns what a tile shows.
func ShowTile(a explore.TileAnswer) TileContent {
	content := TileContent{
		DisplayType: a.Display, Columns: Shown(a.Columns, showTileColumn), Rows: tileRows(a.Columns, a.Rows),
		StepSeconds: wholeSeconds(a.Step), GroupsLeft: a.GroupsLeft, EventsTotal: a.EventsTotal, Message: a.Message,
	}
	if a.Previous != nil {
		rows := tileRows(a.Columns, a.Previous)
		content.Previous = &rows
	}
	if a.Background != nil {
		columns := []explore.TileColumn{{Role: explore.RoleTime}, {Role: explore.RoleValue}}
		content.Background = &TileBackground{StepSeconds: wholeSeconds(a.BackgroundStep), Rows: tileRows(columns, a.Background)}
	}
	if a.Exemplars != nil {
		exemplars := Shown(a.Exemplars, showTileExemplar)
		content.Exemplars = &exemplars
	}
	if a.Statements != nil {
		content.Statements = &a.Statements
	}
	return content
}

// ShowTileMeta returns what an answer cost, and what it lacks.
func ShowTileMeta(a explore.TileAnswer, missing Missing) TileMeta {
	return TileMeta{
		RowsRead: a.Stats.RowsRead, BytesRead: a.Stats.BytesRead, ElapsedMS: Milliseconds(a.Stats.Elapsed),
		Truncated: a.Truncated || a.GroupsLeft > 0, StepSeconds: wholeSeconds(a.Step), NonFinite: a.NonFinite,
		Warnings: ShowWarnings(a.Warnings), Missing: missing,
	}
}

func wholeSeconds(d time.Duration) int64 { return int64(d.Seconds()) }

func showTileColumn(c explore.TileColumn) TileColumn {
	return TileColumn{Name: c.Name, Role: string(c.Role), Type: c.Type, Series: c.Series, Formula: c.Formula, NumberFormat: c.Format}
}

func tileRows(columns []explore.TileColumn, rows []explore.TileRow) [][]any {
	hasTime := len(columns) > 0 && columns[0].Role == explore.RoleTime
	return Shown(rows, func(row explore.TileRow) []any { return tileRow(row, hasTime) })
}

func tileRow(row explore.TileRow, hasTime bool) []any {
	cells := make([]any, 0, 1+len(row.Group)+len(row.Values)+len(row.Cells))
	if hasTime {
		cells = append(cells, row.Bucket.UnixMilli())
	}
	for _, group := range row.Group {
		cells = append(cells, group)
	}
	for _, number := range row.Values {
		cells = append(cells, numberOrNil(number))
	}
	for _, cell := range row.Cells {
		cells = append(cells, cellValue(cell))
	}
	return cells
}

func numberOrNil(number float64) any {
	if !query.HasValue(number) {
		return nil
	}
	return number
}

func cellValue(cell query.Cell) any {
	if cell.Literal {
		return json.RawMessage(cell.Text)
	}
	return cell.Text
}
