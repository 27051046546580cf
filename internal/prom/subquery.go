package prom

import (
	"time"

	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/fault"
)

// SubqueryStepsMax is how many steps a subquery may have: the engine makes room for all
// of them at once, for each series.
const SubqueryStepsMax = 100_000

// checkSubqueries returns an Invalid fault for an expression that has a subquery of too
// many steps. Its durations are settled; during is the time of the evaluation.
func checkSubqueries(expr parser.Expr, during time.Duration) (err error) {
	parser.Inspect(expr, func(node parser.Node, path []parser.Node) error {
		sub, ok := node.(*parser.SubqueryExpr)
		if !ok {
			return nil
		}
		step := sub.Step
		if step <= 0 {
			step = subqueryStep
		}
		reach := during + sub.Range
		for _, above := range path {
			if outer, ok := above.(*parser.SubqueryExpr); ok {
				reach += outer.Range
			}
		}
		if steps := reach / step; steps > SubqueryStepsMax || reach < 0 {
			err = fault.New(fault.Invalid, "the subquery %s has more than %d steps over all the time that is asked about; choose a shorter time or a longer step", sub, SubqueryStepsMax)
		}
		return err
	})
	return err
}
