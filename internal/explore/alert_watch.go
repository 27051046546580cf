package explore

import (
	"context"
	"fmt"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// watched is what an alert watches, ready to be planned.
type watched struct {
	AlertWatch
	source  stack.Source
	series  []query.Series // what has to be read
	places  []string       // paths of the series in the tile or search
	value   func(values []float64) (float64, bool)
	empties []float64 // what series are that lack a number which others have; nil: nothing
	filters []Expr    // that the rows of a saved search must pass too
	raw     *stack.SQLQuery
	prom    *promWatch
	single  bool // a number of a query's own: it has one row and no time
}

// isAsked reports whether a query of its own is run for the values, in place of
// a scan of series.
func (w watched) isAsked() bool { return w.raw != nil || w.prom != nil }

// watchReader looks up what alerts watch, each thing once.
type watchReader struct {
	store      WatchStore
	kept       *keptDashboards
	sources    map[string]looked[stack.Source]
	dashboards map[string]looked[stack.Dashboard]
	searches   map[string]looked[stack.SavedSearch]
}

type looked[T any] struct {
	value T
	err   error
}

func newWatchReader(r *AlertReads) *watchReader {
	return &watchReader{
		store: r.Store, kept: &r.dashboards, sources: map[string]looked[stack.Source]{},
		dashboards: map[string]looked[stack.Dashboard]{}, searches: map[string]looked[stack.SavedSearch]{},
	}
}

// once returns what look returns, asked once for each team and id.
func once[T any](known map[string]looked[T], teamID, id string, look func() (T, error)) (T, error) {
	key := teamID + "/" + id
	found, ok := known[key]
	if !ok {
		found.value, found.err = look()
		known[key] = found
	}
	return found.value, found.err
}

func (w *watchReader) source(ctx context.Context, teamID, id string) (stack.Source, error) {
	source, err := once(w.sources, teamID, id, func() (stack.Source, error) { return w.store.SourceByID(ctx, teamID, id) })
	if fault.KindOf(err) == fault.NotFound {
		return stack.Source{}, fault.New(fault.NotFound, "the source of what the alert watches was deleted")
	}
	source.TeamID = teamID
	return source, err
}

// watched returns what the alert watches.
func (w *watchReader) watched(ctx context.Context, a stack.Alert) (watched, error) {
	if a.OnTile() {
		return w.tile(ctx, a)
	}
	return w.search(ctx, a)
}

func (w *watchReader) search(ctx context.Context, a stack.Alert) (watched, error) {
	saved, err := once(w.searches, a.TeamID, a.SavedSearchID, func() (stack.SavedSearch, error) {
		return w.store.SavedSearchByID(ctx, a.TeamID, a.SavedSearchID)
	})
	if err != nil {
		return watched{}, err
	}
	source, err := w.source(ctx, a.TeamID, saved.SourceID)
	if err != nil {
		return watched{}, err
	}
	filters, err := filterExprs(saved.Filters)
	count := query.Series{
		SourceID: saved.SourceID, Aggregate: query.Count, Where: saved.Where,
		Language: saved.WhereLanguage, GroupBy: GroupTexts(a.GroupBy),
	}
	return watched{
		AlertWatch: AlertWatch{SavedSearch: saved.Name, Source: source.Name, GroupBy: count.GroupBy, Counts: true},
		source:     source, series: []query.Series{count}, places: []string{""}, value: firstValue, filters: filters,
	}, err
}

// filterExprs reads the choices in the sidebar of a saved search.
func filterExprs(filters []stack.SearchFilter) ([]Expr, error) {
	var exprs []Expr
	for i, f := range filters {
		path := fmt.Sprintf("filters.%d", i)
		if f.Type == stack.FilterSQLAST {
			return nil, fault.New(fault.Invalid, "%s: filters of type %s can't be watched", path, f.Type)
		}
		expr, err := condition(path, f.Condition, query.Language(f.Type))
		if err != nil {
			return nil, err
		}
		exprs = append(exprs, expr)
	}
	return exprs, nil
}

// GroupTexts returns the expressions that a text groups by.
func GroupTexts(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return []string{text}
}

// groupNames returns the names of the groups of a list of texts: one for each
// expression.
func groupNames(texts []string) ([]string, error) {
	var names []string
	for _, text := range texts {
		list, err := ql.ParseSelect(text, ql.ParseOptions{Path: "groupBy"})
		if err != nil {
			return nil, err
		}
		for _, item := range list {
			names = append(names, item.Expression.String())
		}
	}
	return names, nil
}

func firstValue(values []float64) (float64, bool) { return values[0], query.HasNumber(values[0]) }
