package explore

import (
	"math"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// watchedFormat returns how a watched value is written: as the tile, the
// formula or the select item says, or else as what it is taken of. A ratio has
// no unit of its own.
func (c chart) watchedFormat(v shownValue, source stack.Source) *stack.NumberFormat {
	switch {
	case v.item >= 0 && v.column.Format == nil:
		return spanFormat(c.Select[v.item], source)
	case v.item < 0 && len(c.derived.Formulas) == 0:
		return c.NumberFormat
	}
	return v.column.Format
}

// spanFormat returns the format of durations for what is taken of the
// duration of spans, and nil for anything else.
func spanFormat(item stack.SelectItem, source stack.Source) *stack.NumberFormat {
	isCount := item.AggFn == query.Count || item.AggFn == query.CountDistinct || item.AggFn == query.None
	if source.Kind != stack.KindTrace || isCount || !strings.EqualFold(strings.TrimSpace(item.ValueExpression), source.DurationExpression) {
		return nil
	}
	precision := stack.DurationPrecisionDefault
	if source.DurationPrecision != nil {
		precision = *source.DurationPrecision
	}
	factor := math.Pow10(-precision)
	return &stack.NumberFormat{Output: "duration", Factor: &factor}
}
