package grafana

import (
	"regexp"
	"strings"

	"github.com/prometheus/common/model"

	"github.com/cairnstack/cairn/internal/stack"
)

// The questions that a variable can ask Prometheus.
var (
	labelValues = regexp.MustCompile(`(?s)^\s*label_values\((?:(.+),)?\s*([a-zA-Z_$][\w${}:.]*)\s*\)\s*$`)
	metricNames = regexp.MustCompile(`(?s)^\s*metrics\((.*)\)\s*$`)
)

// The questions of newer files, which say by number what they ask for.
const (
	asksLabelValues = 1
	asksMetrics     = 2
)

// typedWords says what to do about values that can't be offered.
const typedWords = "Type a value, or choose a label for it in the filters of the dashboard."

// labelQuestion is what a variable asks for: a label, of some series.
type labelQuestion struct{ label, selector string }

// queryFilter makes a filter of a variable whose values are asked for.
func (t *translation) queryFilter(n *node, f *stack.Filter) {
	name := n.text("name")
	if kind := t.sourceOf(n, isPrometheus); kind != isPrometheus {
		n.know("query", "regex")
		t.typed(n, f, "The values of $"+name+" come from "+kind+", which can't be read here. "+typedWords)
		return
	}
	question, ok := t.question(n)
	if !ok {
		t.typed(n, f, "The values of $"+name+" come from a query that has no counterpart here. "+typedWords)
		return
	}
	if !model.UTF8Validation.IsValidLabelName(question.label) || selectorError(question.selector) != nil || len(question.selector) > stack.PromQLCharsMax {
		t.typed(n, f, "The values of $"+name+" come from a query that can't be parsed. "+typedWords)
		return
	}
	t.asked = append(t.asked, question.selector)
	t.current(n, f)
	f.Type, f.Expression, f.Where = stack.FilterPromQL, question.label, question.selector
	if regex := n.text("regex"); regex != "" {
		kind, text := Changed, "$%s offers all values, not only those that match %s. Narrow them by a selector in its filter."
		if strings.Contains(regex, "(") {
			kind, text = LeftOut, "$%s offers whole values, not the parts of them that %s picks. Check the queries that use it."
		}
		t.note(kind, "", n.at("regex"), text, name, regex)
	}
}

// typed makes a filter for which a value is typed.
func (t *translation) typed(n *node, f *stack.Filter, why string) {
	n.know("query", "regex")
	f.Type = stack.FilterText
	if f.DefaultValues = chosen(n); len(f.DefaultValues) > 1 {
		f.DefaultValues = f.DefaultValues[:1]
	}
	t.note(Changed, "", n.at("query"), "%s", why)
}

// question returns what a variable asks for; false where that can't be asked here.
func (t *translation) question(n *node) (labelQuestion, bool) {
	text, isText := read[string](n, "query")
	if !isText {
		q := n.child("query")
		q.know("refId", "qryType", "stream", "type", "expr", "seriesQuery", "exprType", "useTimeRange")
		if asked, ok := structured(q); ok {
			return t.called(asked), true
		}
		text = q.text("query")
		q.know("label", "metric", "labelFilters", "metricRegex")
	}
	if part := labelValues.FindStringSubmatch(text); part != nil {
		return t.called(labelQuestion{label: part[2], selector: strings.TrimSpace(part[1])}), true
	}
	if part := metricNames.FindStringSubmatch(text); part != nil {
		return t.called(namesLike(part[1])), true
	}
	return labelQuestion{}, false
}

// structured returns the question of a variable that says it in parts only.
func structured(q *node) (labelQuestion, bool) {
	if text, _ := q.fields["query"].(string); text != "" {
		return labelQuestion{}, false
	}
	kind, _ := q.number("qryType")
	label, metric := q.text("label"), q.text("metric")
	switch {
	case kind == asksLabelValues && label != "" && isEmpty(q.fields["labelFilters"]):
		return labelQuestion{label: label, selector: metric}, true
	case kind == asksMetrics:
		return namesLike(q.text("metricRegex")), true
	}
	return labelQuestion{}, false
}

// namesLike asks for the names of metrics.
func namesLike(pattern string) labelQuestion {
	asked := labelQuestion{label: model.MetricNameLabel}
	if pattern = strings.TrimSpace(pattern); pattern != "" && pattern != ".*" {
		asked.selector = `{__name__=~` + quoted(".*(?:"+pattern+").*") + `}`
	}
	return asked
}

// called returns the question with variables as they are called here.
func (t *translation) called(q labelQuestion) labelQuestion {
	return labelQuestion{label: t.words(q.label), selector: t.words(q.selector)}
}
