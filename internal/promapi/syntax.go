package promapi

import (
	"context"
	"slices"

	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/prom"
)

type exprInput struct {
	Query string `query:"query" maxLength:"65536" doc:"The expression."`
}

func (a *API) formatQuery(_ context.Context, in *exprInput) (httpx.Reply[string], error) {
	expr, err := a.parse(in.Query)
	if err != nil {
		return httpx.Reply[string]{}, err
	}
	return httpx.Reply[string]{Value: expr.Pretty(0)}, nil
}

func (a *API) parseQuery(_ context.Context, in *exprInput) (httpx.Reply[any], error) {
	expr, err := a.parse(in.Query)
	if err != nil {
		return httpx.Reply[any]{}, err
	}
	return httpx.Reply[any]{Value: tree(expr)}, nil
}

func (a *API) parse(text string) (parser.Expr, error) {
	expr, err := a.parser.ParseExpr(text)
	if err != nil {
		return nil, failed(&prom.ParseError{Err: err})
	}
	if isDeeper(expr, NestingMax) {
		return nil, refuse("query", "the expression is nested more than %d levels deep", NestingMax)
	}
	return expr, nil
}

// isDeeper reports whether a tree has more levels.
func isDeeper(n parser.Node, levels int) bool {
	if levels == 0 {
		return true
	}
	return slices.ContainsFunc(parser.Children(n), func(child parser.Node) bool { return isDeeper(child, levels-1) })
}
