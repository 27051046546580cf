package check_test

import (
	"slices"
	"time"

	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/promql/promqltest"
)

// shift moves an expression whose time begins in 1970 to a later time: what it
// pins to a time is pinned later, and what it reads from the clock or from the
// times of samples is counted from there. Evaluated later by the same span, it has
// the value that it had.
type shift struct {
	by      time.Duration
	changed bool
}

// Functions that return a time, and those of the date, which take the time of the
// evaluation where they have no argument.
var (
	returnTimes = []string{"time", "timestamp", "start", "end", "start_timestamp", "ts_of_first_over_time", "ts_of_last_over_time", "ts_of_max_over_time", "ts_of_min_over_time"}
	readDates   = []string{"day_of_month", "day_of_week", "day_of_year", "days_in_month", "hour", "minute", "month", "year"}
)

// shifted returns the text of an expression for times that are later. One that needs
// no change, or is none, stays as it is: positions in messages do too.
func shifted(text string, by time.Duration) string {
	expr, err := parser.NewParser(promqltest.TestParserOpts).ParseExpr(text)
	if err != nil {
		return text
	}
	s := &shift{by: by}
	if expr = s.expr(expr); !s.changed {
		return text
	}
	return expr.String()
}

func (s *shift) expr(e parser.Expr) parser.Expr {
	switch e := e.(type) {
	case *parser.AggregateExpr:
		e.Expr = s.expr(e.Expr)
		if e.Param != nil {
			e.Param = s.expr(e.Param)
		}
	case *parser.BinaryExpr:
		e.LHS, e.RHS = s.expr(e.LHS), s.expr(e.RHS)
	case *parser.ParenExpr:
		e.Expr = s.expr(e.Expr)
	case *parser.UnaryExpr:
		e.Expr = s.expr(e.Expr)
	case *parser.MatrixSelector:
		e.VectorSelector = s.expr(e.VectorSelector)
	case *parser.SubqueryExpr:
		e.Expr = s.expr(e.Expr)
		e.Timestamp = s.pin(e.Timestamp)
	case *parser.VectorSelector:
		e.Timestamp = s.pin(e.Timestamp)
	case *parser.Call:
		return s.call(e)
	}
	return e
}

func (s *shift) pin(millis *int64) *int64 {
	if millis == nil {
		return nil
	}
	s.changed = true
	later := *millis + s.by.Milliseconds()
	return &later
}

func (s *shift) call(c *parser.Call) parser.Expr {
	for i := range c.Args {
		c.Args[i] = s.expr(c.Args[i])
	}
	if slices.Contains(readDates, c.Func.Name) && len(c.Args) == 0 {
		c.Args = parser.Expressions{s.earlier(call("vector", call("time")))}
	}
	if !slices.Contains(returnTimes, c.Func.Name) {
		return c
	}
	if c.Type() == parser.ValueTypeScalar {
		return call("scalar", s.earlier(call("vector", c)))
	}
	return s.earlier(c)
}

// earlier returns a vector of times without the shift. Times are large to a float:
// what is lost of their milliseconds is rounded away. Zero, which stands for a time
// that is not known, stays.
func (s *shift) earlier(times parser.Expr) parser.Expr {
	s.changed = true
	isKnown := &parser.ParenExpr{Expr: &parser.BinaryExpr{Op: parser.NEQ, LHS: times, RHS: &parser.NumberLiteral{}, ReturnBool: true}}
	shift := &parser.BinaryExpr{Op: parser.MUL, LHS: isKnown, RHS: &parser.NumberLiteral{Val: s.by.Seconds()}}
	since := &parser.BinaryExpr{Op: parser.SUB, LHS: times, RHS: shift, VectorMatching: &parser.VectorMatching{}}
	return call("round", since, &parser.NumberLiteral{Val: 0.001})
}

func call(function string, args ...parser.Expr) parser.Expr {
	return &parser.Call{Func: parser.Functions[function], Args: args}
}
