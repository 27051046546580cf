package stack

import "github.com/cairnstack/cairn/internal/query"

// SavedQueryLanguages lists the languages of a dashboard's saved query.
func SavedQueryLanguages() []query.Language {
	return []query.Language{query.Lucene, query.SQL, query.PromQL}
}

// ExpressionCharsMax bounds every expression, where clause, alias and
// template of a tile, a filter or a source.
const ExpressionCharsMax = 10000

func (p place) expression(v string) { p.chars(v, 0, ExpressionCharsMax) }

func (p place) neededExpression(v string) { p.chars(v, 1, ExpressionCharsMax) }
