// Package promtext reads the texts of PromQL tiles: expressions in which
// variables of a dashboard and durations of a chart may stand, and legends. It
// evaluates nothing.
package promtext

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/fault"
)

// Parse returns an expression, or an Invalid fault that says what is wrong
// with it, and where by line and column.
func Parse(text string) (parser.Expr, error) {
	expr, err := NewParser().ParseExpr(text)
	if err != nil {
		return nil, fault.New(fault.Invalid, "%s", reason(text, err))
	}
	return expr, nil
}

// ParseNumbers is Parse for an expression that has to return numbers: an instant
// vector or a scalar.
func ParseNumbers(text string) (parser.Expr, error) {
	expr, err := Parse(text)
	if err != nil {
		return nil, err
	}
	if kind := expr.Type(); kind != parser.ValueTypeVector && kind != parser.ValueTypeScalar {
		return nil, fault.New(fault.Invalid, "1:1: must return numbers, not a %s", parser.DocumentedType(kind))
	}
	return expr, nil
}

func reason(text string, err error) string {
	var several parser.ParseErrors
	if errors.As(err, &several) && len(several) > 0 {
		err = &several[0]
	}
	var one *parser.ParseErr
	if !errors.As(err, &one) {
		return err.Error()
	}
	at := min(max(int(one.PositionRange.Start), 0), len(text))
	return fmt.Sprintf("%s: %s", position(text[:at]), one.Err)
}

// position returns the line and the column, in characters, that follow a text.
func position(before string) string {
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("%d:%d", line, column)
}

// IsSingle reports whether an expression has one value without labels,
// whatever the metrics are.
func IsSingle(expr parser.Expr) bool {
	switch e := expr.(type) {
	case *parser.ParenExpr:
		return IsSingle(e.Expr)
	case *parser.UnaryExpr:
		return IsSingle(e.Expr)
	case *parser.BinaryExpr:
		return IsSingle(e.LHS) && IsSingle(e.RHS)
	case *parser.AggregateExpr:
		return isTotal(e)
	case *parser.Call:
		return e.Func.Name == "vector" || e.Type() == parser.ValueTypeScalar
	}
	return expr.Type() == parser.ValueTypeScalar
}

// isTotal reports whether an aggregation makes one value of all series.
func isTotal(e *parser.AggregateExpr) bool {
	switch e.Op {
	case parser.TOPK, parser.BOTTOMK, parser.COUNT_VALUES, parser.LIMITK, parser.LIMIT_RATIO:
		return false
	}
	return len(e.Grouping) == 0 && !e.Without
}

// IsOrdered reports whether an expression says in which order its series are.
func IsOrdered(expr parser.Expr) bool {
	switch e := expr.(type) {
	case *parser.ParenExpr:
		return IsOrdered(e.Expr)
	case *parser.AggregateExpr:
		return e.Op == parser.TOPK || e.Op == parser.BOTTOMK
	case *parser.Call:
		return strings.HasPrefix(e.Func.Name, "sort")
	}
	return false
}
