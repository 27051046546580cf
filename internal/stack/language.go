package stack

// Language is the language of a where clause.
type Language string

// The where languages. PromQL is known only as the language of a dashboard's
// saved query.
const (
	Lucene Language = "lucene"
	SQL    Language = "sql"
	PromQL Language = "promql"
)

// WhereLanguages lists the languages of where clauses.
func WhereLanguages() []Language { return []Language{Lucene, SQL} }

// SavedQueryLanguages lists the languages of a dashboard's saved query.
func SavedQueryLanguages() []Language { return []Language{Lucene, SQL, PromQL} }

// ExpressionCharsMax bounds every expression, where clause, alias and
// template of a tile, a filter or a source.
const ExpressionCharsMax = 10000

func (p place) expression(v string) { p.chars(v, 0, ExpressionCharsMax) }

func (p place) neededExpression(v string) { p.chars(v, 1, ExpressionCharsMax) }
