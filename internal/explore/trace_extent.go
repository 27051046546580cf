package explore

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// What spans have in the table that all trace sources read.
const (
	spanStatus   = "StatusCode"
	spanDuration = "Duration" // nanoseconds
	statusError  = "Error"
)

// traceExtent is what all spans of a trace make up together.
type traceExtent struct {
	errors   uint64
	duration time.Duration // from the earliest start to the latest end
}

// extentOf returns the extent of spans that are in the order of time.
func extentOf(found RowResult) traceExtent {
	var e traceExtent
	status, duration := slices.Index(found.Columns, spanStatus), slices.Index(found.Columns, spanDuration)
	for i, row := range found.Rows {
		if status >= 0 && row[status].Text == statusError {
			e.errors++
		}
		length := found.Keys[i].Nanoseconds - found.Keys[0].Nanoseconds
		if duration >= 0 {
			own, _ := strconv.ParseInt(row[duration].Text, 10, 64)
			length += own
		}
		e.duration = max(e.duration, time.Duration(length))
	}
	return e
}

// readExtent returns the extent of a trace of which only the first spans were
// found.
func (q *Queries) readExtent(ctx context.Context, source stack.Source, traceID string, found RowResult) (traceExtent, query.Stats, error) {
	of := fmt.Sprintf("%s = '%s'", source.TraceIDExpression, traceID)
	// Times after the first span stay exact: those after the epoch have more digits than a float.
	end := fmt.Sprintf("toUnixTimestamp64Nano(Timestamp) - %d + %s", found.Keys[0].Nanoseconds, spanDuration)
	failed := fmt.Sprintf("%s AND %s = '%s'", of, spanStatus, statusError)
	read, err := q.Series(ctx, query.SeriesQuery{
		Range: q.fromFirst(Target{}, found).Range, Granularity: query.GranularityTotal,
		Series: []query.Series{
			{SourceID: source.ID, Aggregate: query.Maximum, Field: end, Where: of, Language: query.SQL},
			{SourceID: source.ID, Aggregate: query.Count, Where: failed, Language: query.SQL},
		},
	})
	shown := extentOf(found)
	if err != nil || len(read.Points) == 0 {
		return shown, read.Stats, err
	}
	values := read.Points[0].Values
	return traceExtent{
		errors:   max(shown.errors, uint64(numberOr0(values[1]))),
		duration: max(shown.duration, time.Duration(numberOr0(values[0]))),
	}, read.Stats, nil
}

func numberOr0(value float64) float64 {
	if !query.HasNumber(value) {
		return 0
	}
	return value
}
