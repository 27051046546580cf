package promtext

import (
	"strings"

	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/fault"
)

// TokensMax is how many words, numbers and signs an expression may have, those
// in quotes not counted. The parser takes four times as long for twice as deep a
// tree, and can't be interrupted.
const TokensMax = 5000

// NewParser returns the parser of expressions: all of PromQL, with what is still
// an experiment in Prometheus.
func NewParser() parser.Parser {
	return boundedParser{parser.NewParser(parser.Options{
		EnableExperimentalFunctions: true, ExperimentalDurationExpr: true,
		EnableExtendedRangeSelectors: true, EnableBinopFillModifiers: true,
	})}
}

// boundedParser refuses what would take it too long.
type boundedParser struct{ parser.Parser }

// ParseExpr reads an expression.
func (p boundedParser) ParseExpr(input string) (parser.Expr, error) {
	if tokens(input) > TokensMax {
		return nil, fault.New(fault.Invalid, "the expression has more than %d words and signs", TokensMax)
	}
	return p.Parser.ParseExpr(input)
}

// tokens counts about what the lexer would find, and a quoted text as one.
func tokens(input string) int {
	count, inWord := 0, false
	for i := 0; i < len(input); i++ {
		c := input[i]
		if isWord(c) {
			if !inWord {
				count++
			}
			inWord = true
			continue
		}
		inWord = false
		switch c {
		case ' ', '\t', '\n', '\r':
		case '#':
			i = commentEnd(input, i)
		case '"', '\'', '`':
			i = quoteEnd(input, i)
			count++
		default:
			count++
		}
	}
	return count
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == ':' || c == '.' || c >= 0x80
}

// commentEnd returns the place of the end of the line, or the input's last byte.
func commentEnd(input string, begin int) int {
	if length := strings.IndexByte(input[begin:], '\n'); length >= 0 {
		return begin + length
	}
	return len(input) - 1
}

// quoteEnd returns the place of the quote that ends a text, or the input's last
// byte.
func quoteEnd(input string, begin int) int {
	quote := input[begin]
	for i := begin + 1; i < len(input); i++ {
		switch {
		case input[i] == quote:
			return i
		case input[i] == '\\' && quote != '`':
			i++
		}
	}
	return len(input) - 1
}
