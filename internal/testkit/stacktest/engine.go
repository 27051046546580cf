package stacktest

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// fixedEngine returns one point with the numbers 1, 2, 3 … of the series, for
// the group g, and one row. What it is asked does not matter: the wire is
// tested here.
type fixedEngine struct{ explore.Engine }

func (fixedEngine) Series(_ context.Context, scan explore.SeriesScan) (explore.SeriesResult, error) {
	seconds := int64(scan.Step / time.Second)
	point := query.Point{Bucket: time.Unix(scan.Range.From.Unix()/seconds*seconds, 0), Group: []string{}}
	for range scan.GroupBy {
		point.Group = append(point.Group, "g")
	}
	for i := range scan.Series {
		point.Values = append(point.Values, float64(i+1))
	}
	return explore.SeriesResult{Points: []query.Point{point}}, nil
}

func (fixedEngine) SeriesSQL(context.Context, explore.SeriesScan) ([]string, error) {
	return []string{"SELECT 1"}, nil
}

func (fixedEngine) BareNames(context.Context, explore.NameScan) ([]explore.BareName, error) {
	return nil, nil
}

func (fixedEngine) Rows(_ context.Context, scan explore.RowScan) (explore.RowResult, error) {
	var result explore.RowResult
	for _, column := range scan.Columns {
		result.Columns = append(result.Columns, column.Name)
	}
	result.Rows = [][]query.Cell{make([]query.Cell, len(result.Columns))}
	return result, nil
}

func (w *World) tiles() *explore.Tiles {
	return &explore.Tiles{Queries: &explore.Queries{Sources: w.Store, Engine: fixedEngine{}, Now: time.Now}}
}
