package promtext

import "github.com/prometheus/prometheus/promql/parser"

// IsQuantile reports whether the values of an expression are like those that a
// histogram has counted: a quantile or an average of them, or one of several.
func IsQuantile(expr parser.Expr) bool {
	switch e := expr.(type) {
	case *parser.ParenExpr:
		return IsQuantile(e.Expr)
	case *parser.StepInvariantExpr:
		return IsQuantile(e.Expr)
	case *parser.AggregateExpr:
		return keepsUnit(e.Op) && IsQuantile(e.Expr)
	case *parser.Call:
		return isQuantileCall(e)
	}
	return false
}

func keepsUnit(op parser.ItemType) bool {
	switch op {
	case parser.MAX, parser.MIN, parser.AVG, parser.QUANTILE, parser.TOPK, parser.BOTTOMK, parser.LIMITK, parser.LIMIT_RATIO:
		return true
	}
	return false
}

func isQuantileCall(e *parser.Call) bool {
	switch e.Func.Name {
	case "histogram_quantile", "histogram_avg":
		return true
	case "sort", "sort_desc", "sort_by_label", "sort_by_label_desc", "label_replace", "label_join", "clamp", "clamp_min", "clamp_max", "round":
		return IsQuantile(e.Args[0])
	}
	return false
}
