package promapi

import (
	"strconv"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

// node is a node of a parsed expression, with the fields that the interface of
// Prometheus reads.
type node map[string]any

// tree returns a parsed expression; nil for none.
func tree(expr parser.Expr) any {
	switch e := expr.(type) {
	case *parser.AggregateExpr:
		return node{"type": "aggregation", "op": e.Op.String(), "expr": tree(e.Expr), "param": tree(e.Param), "grouping": names(e.Grouping), "without": e.Without}
	case *parser.BinaryExpr:
		return node{"type": "binaryExpr", "op": e.Op.String(), "lhs": tree(e.LHS), "rhs": tree(e.RHS), "matching": matching(e.VectorMatching), "bool": e.ReturnBool}
	case *parser.Call:
		return call(e)
	case *parser.ParenExpr:
		return node{"type": "parenExpr", "expr": tree(e.Expr)}
	case *parser.UnaryExpr:
		return node{"type": "unaryExpr", "op": e.Op.String(), "expr": tree(e.Expr)}
	case *parser.NumberLiteral:
		return node{"type": "numberLiteral", "val": number(e.Val)}
	case *parser.StringLiteral:
		return node{"type": "stringLiteral", "val": e.Val}
	case *parser.VectorSelector:
		return vectorSelector(e)
	case *parser.MatrixSelector:
		return matrixSelector(e)
	case *parser.SubqueryExpr:
		return subquery(e)
	case *parser.StepInvariantExpr:
		return tree(e.Expr)
	case *parser.DurationExpr:
		return duration(e)
	}
	return nil
}

func call(e *parser.Call) node {
	args := make([]any, len(e.Args))
	for i, arg := range e.Args {
		args[i] = tree(arg)
	}
	function := node{"name": e.Func.Name, "argTypes": e.Func.ArgTypes, "variadic": e.Func.Variadic, "returnType": e.Func.ReturnType}
	return node{"type": "call", "func": function, "args": args}
}

// matching returns how the series of two sides find each other; nil where one
// side is a number.
func matching(m *parser.VectorMatching) any {
	if m == nil {
		return nil
	}
	fill := map[string]*float64{"lhs": m.FillValues.LHS, "rhs": m.FillValues.RHS}
	return node{"card": m.Card.String(), "labels": names(m.MatchingLabels), "on": m.On, "include": names(m.Include), "fillValues": fill}
}

func vectorSelector(e *parser.VectorSelector) node {
	return node{
		"type": "vectorSelector", "name": e.Name, "matchers": conditions(e.LabelMatchers),
		"offset": ms(e.OriginalOffset), "offsetExpr": duration(e.OriginalOffsetExpr),
		"timestamp": e.Timestamp, "startOrEnd": edge(e.StartOrEnd), "anchored": e.Anchored, "smoothed": e.Smoothed,
	}
}

func matrixSelector(e *parser.MatrixSelector) any {
	of, ok := e.VectorSelector.(*parser.VectorSelector)
	if !ok {
		return nil
	}
	n := vectorSelector(of)
	n["type"], n["range"], n["rangeExpr"] = "matrixSelector", ms(e.Range), duration(e.RangeExpr)
	return n
}

func subquery(e *parser.SubqueryExpr) node {
	return node{
		"type": "subquery", "expr": tree(e.Expr), "range": ms(e.Range), "rangeExpr": duration(e.RangeExpr),
		"offset": ms(e.OriginalOffset), "offsetExpr": duration(e.OriginalOffsetExpr),
		"step": ms(e.Step), "stepExpr": duration(e.StepExpr), "timestamp": e.Timestamp, "startOrEnd": edge(e.StartOrEnd),
	}
}

// duration returns an expression that stands for a duration; nil for none.
func duration(e *parser.DurationExpr) any {
	if e == nil {
		return nil
	}
	return node{"type": "durationExpr", "op": e.Op.String(), "lhs": durationSide(e.LHS), "rhs": durationSide(e.RHS), "wrapped": e.Wrapped}
}

// durationSide says of a number whether it was written as a duration.
func durationSide(expr parser.Expr) any {
	if literal, ok := expr.(*parser.NumberLiteral); ok {
		return node{"type": "numberLiteral", "val": number(literal.Val), "duration": literal.Duration}
	}
	return tree(expr)
}

func conditions(matchers []*labels.Matcher) []node {
	list := make([]node, len(matchers))
	for i, m := range matchers {
		list[i] = node{"name": m.Name, "value": m.Value, "type": m.Type.String()}
	}
	return list
}

// edge returns start or end of an @ modifier; nil without one.
func edge(item parser.ItemType) any {
	if item == 0 {
		return nil
	}
	return item.String()
}

func names(list []string) []string { return append([]string{}, list...) }

func number(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

func ms(d time.Duration) int64 { return d.Milliseconds() }
