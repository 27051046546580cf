package prom

import "github.com/prometheus/prometheus/promql/parser"

// NewParser returns the parser of the language that questions are asked in:
// PromQL with everything that Prometheus' flags can add to it.
func NewParser() parser.Parser {
	return parser.NewParser(parser.Options{
		EnableExperimentalFunctions: true, ExperimentalDurationExpr: true,
		EnableExtendedRangeSelectors: true, EnableBinopFillModifiers: true,
	})
}
