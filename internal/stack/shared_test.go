package stack_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

func TestValuesOfSharedFiltersAreThoseOfTheDashboard(t *testing.T) {
	t.Parallel()
	sql := query.SQL
	f := func(saved string, language *query.Language, own string, of query.Language, where string, want query.Language) {
		t.Helper()
		board := stack.DashboardSpec{SavedQuery: &saved, SavedQueryLanguage: language}
		got, in := board.ValuesOf(stack.Filter{Where: own, WhereLanguage: of})
		if got != where || in != want {
			t.Errorf("%q and %q: %q in %q", saved, own, got, in)
		}
	}
	f("", nil, "a", query.SQL, "a", query.SQL)
	f("x", nil, "", "", "x", query.Lucene)
	f("x", &sql, "", "", "x", query.SQL)
	f("x", nil, "a", "", "(a) AND (x)", query.Lucene)
	f("x", &sql, "a", query.Lucene, "a", query.Lucene)
	if got, _ := (stack.DashboardSpec{}).ValuesOf(stack.Filter{Where: "a"}); got != "a" {
		t.Errorf("without a saved query: %q", got)
	}
}
