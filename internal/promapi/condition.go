package promapi

import (
	"strings"

	"github.com/cairnstack/cairn/internal/stack"
)

// exprOf returns the expression of a PromQL tile that alerts watch, which is
// its last one; empty for other tiles.
func exprOf(config stack.Config) string {
	tile, ok := config.(stack.PromQL)
	if !ok || len(tile.PromQL().Queries) == 0 {
		return ""
	}
	queries := tile.PromQL().Queries
	return queries[len(queries)-1].Expression
}

// formatOf returns how the values of a PromQL tile are written; nil for other tiles.
func formatOf(config stack.Config) *stack.NumberFormat {
	if tile, ok := config.(stack.PromQL); ok {
		return tile.PromQL().NumberFormat
	}
	return nil
}

// condition returns what is watched and its threshold: in PromQL for the
// expressions of tiles, in words for all others.
func (w watched) condition() string {
	low, high := number(w.Threshold), ""
	if w.ThresholdMax != nil {
		high = number(*w.ThresholdMax)
	}
	if w.expr != "" {
		return comparison(parens(w.expr), w.ThresholdType, low, high)
	}
	text := w.subject + " " + strings.ReplaceAll(string(w.ThresholdType), "_", " ") + " " + low
	if high != "" {
		text += " and " + high
	}
	if w.GroupBy != "" {
		text += " by " + w.GroupBy
	}
	return text
}

// parens puts an expression in parentheses, of which its last line may be a
// comment.
func parens(expr string) string {
	if strings.Contains(expr, "#") {
		expr += "\n"
	}
	return "(" + expr + ")"
}

// comparison returns an expression that has a value where the threshold is
// breached.
func comparison(expr string, kind stack.ThresholdType, low, high string) string {
	switch kind {
	case stack.ThresholdBetween:
		return expr + " >= " + low + " <= " + high
	case stack.ThresholdNotBetween:
		return expr + " < " + low + " or " + expr + " > " + high
	case stack.ThresholdAbove:
		return expr + " >= " + low
	case stack.ThresholdBelow:
		return expr + " < " + low
	case stack.ThresholdAboveExclusive:
		return expr + " > " + low
	case stack.ThresholdBelowOrEqual:
		return expr + " <= " + low
	case stack.ThresholdEqual:
		return expr + " == " + low
	case stack.ThresholdNotEqual:
		return expr + " != " + low
	}
	return expr
}
