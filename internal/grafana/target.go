package grafana

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// targets returns the queries of a panel that can be asked here.
func (t *translation) targets(n *node) []stack.PromQLExpression {
	outer := t.sourceOf(n, isPrometheus)
	var queries []stack.PromQLExpression
	for _, target := range n.children("targets") {
		query, ok := t.target(target, outer)
		switch {
		case !ok:
		case len(queries) == stack.PromQLQueriesMax:
			target.drop("%s is not imported: a tile has at most %d queries. Put it into a tile of its own.", queryName(target), stack.PromQLQueriesMax)
		default:
			queries = append(queries, query)
		}
	}
	return queries
}

// target returns one query; false where it is left out, which is noted then.
func (t *translation) target(n *node, outer string) (query stack.PromQLExpression, ok bool) {
	if outer == isMixed {
		outer = isPrometheus
	}
	name := queryName(n)
	kind := t.sourceOf(n, outer)
	switch {
	case kind == isComputed:
		n.drop("%s is not imported, because Grafana computes it from other queries. Write the computation in PromQL.", name)
		return query, false
	case kind != isPrometheus:
		n.drop("%s is not imported, because it reads from %s. Add a tile that reads from a source of the team.", name, kind)
		return query, false
	case n.flag("hide"):
		n.drop("%s is not imported, because it is hidden in Grafana. Show it there to import it.", name)
		return query, false
	}
	text := n.text("expr")
	if strings.TrimSpace(text) == "" {
		n.drop("%s is not imported, because it has no expression. Add one to the tile.", name)
		return query, false
	}
	expr, err := t.expression(n, text)
	if err != nil {
		n.drop("%s is not imported: %s. Correct it in Grafana, or write it anew in a tile.", name, fault.From(err).Message)
		return query, false
	}
	t.ask(n)
	return stack.PromQLExpression{Expression: expr, Legend: t.legend(n), Instant: t.instant(n)}, true
}

func queryName(n *node) string { return "Query " + n.text("refId") }

// ask reads how a query is asked.
func (t *translation) ask(n *node) {
	n.know("key", "metric", "format", "editorMode", "queryType", "rawQuery", "rawSql", "useBackend", "disableTextWrap", "fullMetaSearch",
		"includeNullMetadata", "fromExploreMetrics", "requestId", "target", "textEditor", "alias", "rawQueryText", "isCounter", "hide", "builder", "range", "step",
		"exemplar") // tiles show exemplars where there are any
	n.expect("intervalFactor", 1)
	n.say(Look, "intervalFactor", "The resolution of queries is not imported: their step follows the time range.")
	n.expect("interval", "", "$__interval")
	n.say(Changed, "interval", stepWords)
}

// instant reports whether a query is asked for the end of the time range only; nil
// where it says nothing about it.
func (t *translation) instant(n *node) *bool {
	if inRange, ok := n.fields["range"].(bool); !n.flag("instant") || ok && inRange {
		return nil
	}
	yes := true
	return &yes
}

func (t *translation) legend(n *node) string {
	legend := t.words(n.text("legendFormat"))
	if legend == "__auto" {
		return ""
	}
	return n.cut("legendFormat", legend, stack.PromQLLegendCharsMax)
}

// expression returns an expression that can be evaluated whatever is chosen, or
// an Invalid fault.
func (t *translation) expression(n *node, text string) (string, error) {
	var err error
	out := t.rewritten(text, func(name, format string) {
		t.formatted(name, format)
		v, known := t.variables[name]
		switch {
		case isGroup(name) || slices.Contains(builtIn(), name):
		case known && v.isDropped, strings.HasPrefix(name, "__"):
			err = fault.New(fault.Invalid, "it needs $%s, which is not known here", name)
		case !known:
			t.note(Changed, n.panel, n.at("expr"), "$%s stays in the query as text, because it is not a variable of the dashboard. Add a filter with this variable if it is to stand for values.", name)
		case !slices.Contains([]string{"", "regex", "pipe", "raw", "text"}, format):
			t.note(Changed, n.panel, n.at("expr"), "The format %q of $%s is not known: values are written as PromQL needs them. Check the query.", format, name)
		}
	})
	if err == nil && utf8.RuneCountInString(out) > stack.PromQLCharsMax {
		err = fault.New(fault.Invalid, "it is longer than %d characters", stack.PromQLCharsMax)
	}
	if err == nil {
		err = t.evaluable(out)
	}
	t.asked = append(t.asked, out)
	return out, err
}

// evaluable returns an Invalid fault unless an expression can be evaluated before
// anything is chosen. A variable that has to have a value gets that of the file.
func (t *translation) evaluable(expr string) error {
	_, err := t.scope().Expand(expr)
	if err == nil {
		return nil
	}
	before := slices.Clone(t.spec.Filters)
	for _, v := range t.variables {
		at := slices.IndexFunc(t.spec.Filters, func(f stack.Filter) bool { return f.VariableName == v.name })
		if at >= 0 && len(before[at].DefaultValues) == 0 && promtext.Mentions(expr, v.name) {
			t.spec.Filters[at].DefaultValues = short([]string{v.current})
		}
	}
	if _, again := t.scope().Expand(expr); again != nil {
		t.spec.Filters = before
		return fault.New(fault.Invalid, "its expression can't be evaluated (%s)", fault.From(err).Message)
	}
	return nil
}

// scope is what variables stand for before anything is chosen.
func (t *translation) scope() promtext.Scope {
	scope := promtext.Scope{Step: time.Minute, Range: time.Hour}
	for _, f := range t.spec.Filters {
		scope.Variables = append(scope.Variables, promtext.Variable{Name: f.VariableName, Values: f.DefaultValues})
	}
	return scope
}

func quoted(text string) string { return strconv.Quote(text) }
