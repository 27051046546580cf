package promapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/prom"
)

type exprInput struct {
	Query string `query:"query" maxLength:"65536" doc:"The expression."`
}

func (a *API) formatQuery(_ context.Context, in *exprInput) (httpx.Reply[string], error) {
	expr, err := a.parser.ParseExpr(in.Query)
	if err != nil {
		return httpx.Reply[string]{}, failed(&prom.ParseError{Err: err})
	}
	return httpx.Reply[string]{Value: expr.Pretty(0)}, nil
}

func (a *API) parseQuery(_ context.Context, in *exprInput) (httpx.Reply[any], error) {
	expr, err := a.parser.ParseExpr(in.Query)
	if err != nil {
		return httpx.Reply[any]{}, failed(&prom.ParseError{Err: err})
	}
	return httpx.Reply[any]{Value: tree(expr)}, nil
}
