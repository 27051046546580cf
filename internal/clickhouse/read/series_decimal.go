package read

import (
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// asDecimals rounds what was computed for the series of a scan: charts and
// alerts get the same numbers. The points of a sum are computed before they
// are aggregated.
func asDecimals(result explore.SeriesResult, series []explore.ScannedSeries, points compile.PointKind) explore.SeriesResult {
	for i, s := range series {
		if !s.Aggregate.Computes() && points != compile.SumPoints {
			continue
		}
		for _, point := range result.Points {
			point.Values[i] = query.Decimal(point.Values[i])
		}
		if result.Remainder != nil {
			result.Remainder.Values[i] = query.Decimal(result.Remainder.Values[i])
		}
	}
	return result
}
