package explore

import (
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
)

// condition parses a condition in its language.
func condition(path, text string, language query.Language) (Expr, error) {
	if language == query.SQL {
		node, err := ql.ParseCondition(text, ql.ParseOptions{Path: path})
		return Expr{node, path}, err
	}
	node, err := ql.ParseLucene(path, text)
	return Expr{node, path}, err
}

// expression parses one SQL expression; an empty text is no expression.
func expression(path, text string, aggregates bool) (Expr, error) {
	if strings.TrimSpace(text) == "" {
		return Expr{Path: path}, nil
	}
	node, err := ql.ParseExpression(text, ql.ParseOptions{Path: path, Aggregates: aggregates})
	return Expr{node, path}, err
}

// neededExpression parses an expression that can't be left out.
func neededExpression(path, text string) (Expr, error) {
	var rules fault.Rules
	rules.Check(strings.TrimSpace(text) != "", path, "required", "is required")
	if err := rules.Err(); err != nil {
		return Expr{}, err
	}
	return expression(path, text, false)
}

// expressions parses a list of SQL expressions between commas.
func expressions(path, text string) ([]Expr, error) {
	list, err := ql.ParseSelect(text, ql.ParseOptions{Path: path})
	if err != nil {
		return nil, err
	}
	exprs := make([]Expr, len(list))
	for i, item := range list {
		exprs[i] = Expr{item.Expression, path}
	}
	return exprs, nil
}
