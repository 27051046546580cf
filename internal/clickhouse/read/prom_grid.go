package read

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/prom"
)

// gridFunction returns the engine's name of a function at each step of a grid.
func gridFunction(name string) string {
	return map[string]string{
		"":         "timeSeriesResampleToGridWithStaleness",
		"rate":     "timeSeriesRateToGrid",
		"increase": "timeSeriesIncreaseToGrid",
		"delta":    "timeSeriesDeltaToGrid",
		"irate":    "timeSeriesInstantRateToGrid",
		"idelta":   "timeSeriesInstantDeltaToGrid",
	}[name]
}

// gridText computes a function for each series and adds up those of a group.
// unfit counts what the function does not know: numbers that are not finite,
// markers that end a series where the last sample is asked for, and counters that
// say that they began in the time. Of samples with the same time the greatest
// counts.
const gridText = `
SELECT g, {{values}} AS vs, sum(bad) AS unfit
FROM (
    SELECT {{group}} AS g, {{function}}({{first}}, {{last}}, {{step}}, {{window}})(at, v) AS grid, sum(bad) AS bad
    FROM (
        SELECT Series, toDateTime64(Timestamp, 3, 'UTC') AS at, {{value}} AS v,
            toUInt8(NOT isFinite(v) OR {{marker}} OR {{began}}) AS bad
        FROM {{points}}
        WHERE {{where}})
    GROUP BY Series)
GROUP BY g`

// Grid implements prom.Points.
func (p *Prom) Grid(ctx context.Context, scan prom.GridScan) (prom.GridResult, error) {
	c, where := p.pointCompiler(scan.PointScan)
	marker := "false"
	if scan.Function == "" {
		where += " AND " + hasPointSQL
		marker = isMarkerSQL
	} else {
		where += " AND bitAnd(Flags, 3) = 0"
	}
	group := "transform(Series, " + c.BindUints(scan.IDs) + ", " + c.BindUints(widened(scan.Groups)) + ", toUInt64(0))"
	sql := parts{
		"values": gridValues(scan.Aggregate), "group": group, "function": gridFunction(scan.Function), "value": fieldSQL(scan.Field), "marker": marker,
		"began": "StartTimestamp > " + c.BindInstant(scan.First.Add(-scan.Window).UnixNano()),
		"first": seconds(scan.First), "last": seconds(scan.Last), "step": decimal(scan.Step), "window": decimal(scan.Window),
		"points": c.From(""), "where": where,
	}.into(gridText)
	var id, unfit proto.ColUInt64
	grid := proto.NewArray(proto.NewColNullable[float64](new(proto.ColFloat64)))
	var result prom.GridResult
	_, err := p.reads.read(ctx, reading{
		teamID: scan.TeamID, sql: sql, params: c.Params,
		result: proto.Results{{Name: "g", Data: &id}, {Name: "vs", Data: grid}, {Name: "unfit", Data: &unfit}},
		onBlock: func(rows int) error {
			for i := range rows {
				result.Unfit = result.Unfit || unfit.Row(i) > 0
				result.Rows = append(result.Rows, gridRow(uint32(id.Row(i)), grid.Row(i)))
			}
			return nil
		},
	})
	return result, unknownIndex(err)
}

// gridValues returns how the results of the series of a group become one.
func gridValues(aggregate string) string {
	switch aggregate {
	case "":
		return "any(grid)"
	case "count":
		return "arrayMap(n -> if(n = 0, NULL, toFloat64(n)), countForEach(grid))"
	}
	return aggregate + "ForEach(grid)"
}

func gridRow(group uint32, cells []proto.Nullable[float64]) prom.GridRow {
	row := prom.GridRow{Group: group, Values: make([]float64, len(cells)), Absent: make([]bool, len(cells))}
	for i, cell := range cells {
		row.Values[i], row.Absent[i] = cell.Value, !cell.Set
	}
	return row
}

func widened(numbers []uint32) []uint64 {
	wide := make([]uint64, len(numbers))
	for i, number := range numbers {
		wide[i] = uint64(number)
	}
	return wide
}

// seconds returns a time of whole milliseconds as the functions of a grid take it.
func seconds(at time.Time) string {
	return fmt.Sprintf("toDateTime64('%s', 3, 'UTC')", at.UTC().Format("2006-01-02 15:04:05.000"))
}

// decimal returns a length of time in seconds.
func decimal(d time.Duration) string {
	return "toDecimal64('" + strconv.FormatFloat(float64(d.Milliseconds())/1000, 'f', 3, 64) + "', 3)"
}
