package explore

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// The rows of a heatmap: how many with a linear scale, how many to a doubling
// with a logarithmic one, and how many there are at most.
const (
	HeatRowsLinear    = 24
	HeatRowsPerDouble = 3
	HeatRowsMax       = 200
)

// The columns with the bounds of a heatmap's rows.
const (
	heatFrom = "from"
	heatTo   = "to"
)

// heatScale is how values become rows of a heatmap: by their logarithm, or by
// how often height fits between them and least.
type heatScale struct {
	isLog  bool
	least  float64
	height float64
}

// heatmap returns how many values lie in each row, bucket by bucket.
func (t *Tiles) heatmap(ctx context.Context, asked TileQuestion, c stack.HeatmapConfig) (TileAnswer, error) {
	item := c.Select[0]
	value, err := neededExpression("tile.config.select.0.valueExpression", item.ValueExpression)
	if err != nil {
		return TileAnswer{}, err
	}
	h := heatRead{Tiles: t, asked: asked, config: c, field: exprText(value)}
	scale := heatScale{isLog: true}
	if item.HeatmapScaleType == "linear" {
		scale, err = h.linear(ctx)
	}
	if err != nil {
		return TileAnswer{}, err
	}
	counted := stack.SelectItem{AggFn: query.Count}
	if item.CountExpression != "" {
		counted = stack.SelectItem{AggFn: query.None, ValueExpression: item.CountExpression}
	}
	rows, err := h.read(ctx, asked.Granularity, scale.row(h.field), counted)
	rows.Rows, rows.Columns = scale.rows(rows.Rows), heatColumns(c.NumberFormat)
	rows.Stats.Add(h.bounds)
	return rows, err
}

// heatRead is a heatmap that is being read.
type heatRead struct {
	*Tiles
	asked  TileQuestion
	config stack.HeatmapConfig
	field  string
	bounds query.Stats // what finding the bounds cost
}

// read reads items as a chart with the heatmap's condition; granularity total
// makes one bucket.
func (h *heatRead) read(ctx context.Context, granularity query.Granularity, groupBy string, items ...stack.SelectItem) (TileAnswer, error) {
	for i := range items {
		items[i].Where, items[i].WhereLanguage = h.config.Where, h.config.WhereLanguage
	}
	c := chart{
		Chart:   stack.Chart{DisplayType: stack.DisplayHeatmap, SourceID: h.config.SourceID, Select: items},
		groupBy: groupBy, groups: HeatRowsMax, overTime: granularity != query.GranularityTotal,
	}
	r, err := newChartRead(h.asked, c)
	if err != nil {
		return TileAnswer{}, err
	}
	return h.readChart(ctx, r)
}

// linear returns the scale between the least and the greatest value.
func (h *heatRead) linear(ctx context.Context) (heatScale, error) {
	found, err := h.read(ctx, query.GranularityTotal, "",
		stack.SelectItem{AggFn: query.Minimum, ValueExpression: h.field}, stack.SelectItem{AggFn: query.Maximum, ValueExpression: h.field})
	if err != nil {
		return heatScale{}, err
	}
	h.bounds = found.Stats
	least, most := 0.0, 1.0
	if len(found.Rows) > 0 && query.HasValue(found.Rows[0].Values[0]) && query.HasValue(found.Rows[0].Values[1]) {
		least, most = found.Rows[0].Values[0], found.Rows[0].Values[1]
	}
	return linearScale(least, most), nil
}

func linearScale(least, most float64) heatScale {
	const epsilon = 0x1p-52 // a height of 0 would divide by it
	return heatScale{least: least, height: max(most/HeatRowsLinear-least/HeatRowsLinear, epsilon)}
}

// row returns the expression of the row that a value lies in.
func (s heatScale) row(field string) string {
	if s.isLog {
		return fmt.Sprintf("floor(log2(%s) * %d)", field, HeatRowsPerDouble)
	}
	return fmt.Sprintf("floor(((%s) - (%s)) / %s)", field, plainNumber(s.least), plainNumber(s.height))
}

func plainNumber(number float64) string { return strconv.FormatFloat(number, 'f', -1, 64) }

// bound returns the least value of a row.
func (s heatScale) bound(row float64) float64 {
	if s.isLog {
		return query.Decimal(math.Exp2(row / HeatRowsPerDouble))
	}
	return query.Decimal(s.least + row*s.height)
}

// rows returns cells of the heatmap, whose groups are the rows that they are
// in. Values without a row, such as the logarithm of 0, are left out.
func (s heatScale) rows(cells []TileRow) []TileRow {
	rows := make([]TileRow, 0, len(cells))
	for _, cell := range cells {
		row, err := strconv.ParseFloat(cell.Group[0], 64)
		if err != nil || !query.HasValue(row) {
			continue
		}
		cell.Group, cell.Values = nil, []float64{row, s.bound(row), s.bound(row + 1), cell.Values[0]}
		rows = append(rows, cell)
	}
	return rows
}

func heatColumns(format *stack.NumberFormat) []TileColumn {
	return []TileColumn{
		{Name: "time", Role: RoleTime, Type: typeTime},
		{Name: "row", Role: RoleValue, Type: typeNumber},
		{Name: heatFrom, Role: RoleValue, Type: typeNumber, Format: format},
		{Name: heatTo, Role: RoleValue, Type: typeNumber, Format: format},
		{Name: "count", Role: RoleValue, Type: typeNumber},
	}
}
