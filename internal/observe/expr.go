package observe

import (
	"strings"

	"github.com/cairnstack/cairn/internal/search"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// condition parses a condition in its language.
func condition(path, text string, language telemetry.Language) (Expr, error) {
	if language == telemetry.SQL {
		node, err := search.ParseCondition(text, search.ParseOptions{Path: path})
		return Expr{node, path}, err
	}
	node, err := search.ParseLucene(path, text)
	return Expr{node, path}, err
}

// expression parses one SQL expression; an empty text is no expression.
func expression(path, text string, aggregates bool) (Expr, error) {
	if strings.TrimSpace(text) == "" {
		return Expr{Path: path}, nil
	}
	node, err := search.ParseExpression(text, search.ParseOptions{Path: path, Aggregates: aggregates})
	return Expr{node, path}, err
}

// expressions parses a list of SQL expressions between commas.
func expressions(path, text string) ([]Expr, error) {
	list, err := search.ParseSelect(text, search.ParseOptions{Path: path})
	if err != nil {
		return nil, err
	}
	exprs := make([]Expr, len(list))
	for i, item := range list {
		exprs[i] = Expr{item.Expression, path}
	}
	return exprs, nil
}
