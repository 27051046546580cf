package explore

import (
	"context"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// format writes what is taken of the durations of spans as durations where
// the tile says nothing else. A reader may not know the source, as visitors
// of a shared dashboard do not.
func (t *Tiles) format(ctx context.Context, config stack.Config, answer *TileAnswer) error {
	sourceID, items := measured(config, answer.Columns)
	if len(items) == 0 {
		return nil
	}
	source, err := t.Queries.source(ctx, "tile.config.sourceId", sourceID)
	if err != nil {
		return err
	}
	for column, item := range items {
		answer.Columns[column].Format = spanFormat(item, source)
	}
	return nil
}

// measured returns the columns without a format that may hold durations, with
// the select items that they are of, and the source of the tile.
func measured(config stack.Config, columns []TileColumn) (sourceID string, items map[int]stack.SelectItem) {
	shown, isChart := chartOf(config)
	heat, isHeat := config.(stack.HeatmapConfig)
	items = map[int]stack.SelectItem{}
	for i, column := range columns {
		switch {
		case column.Format != nil:
		case isHeat && (column.Name == heatFrom || column.Name == heatTo):
			items[i] = stack.SelectItem{AggFn: query.Average, ValueExpression: heat.Select[0].ValueExpression}
		case isChart && column.Series != nil && shown.Select[*column.Series].ValueExpression != "":
			items[i] = shown.Select[*column.Series]
		}
	}
	if isHeat {
		return heat.SourceID, items
	}
	return shown.SourceID, items
}
