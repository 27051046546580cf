package grafana

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/stack"
)

// patterns finds the regular expressions of matchers.
var patterns = regexp.MustCompile("[=!]~\\s*(?:\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`)")

// isPattern reports whether a value is a regular expression. A single dot is none:
// addresses and numbers have it.
func isPattern(value string) bool {
	return strings.ContainsAny(value, `*+?|()[]{}^$\`) || strings.Contains(value, "..")
}

// isEvery reports whether a pattern matches all values.
func isEvery(value string) bool { return value == ".*" || value == ".+" }

// isRaw reports whether Grafana writes the value of a variable as it is, and not
// such that it matches literally.
func isRaw(n *node) bool { return !flagOf(n, "multi") && !flagOf(n, "includeAll") }

// onlyPattern returns the value of a list that has no other, if it is a pattern.
func onlyPattern(n *node) (string, bool) {
	query, _ := n.fields["query"].(string)
	values := customValues(query)
	if len(values) != 1 || !isPattern(values[0]) || isEvery(values[0]) || !isRaw(n) {
		return "", false
	}
	return values[0], true
}

// formatted remembers that an expression wants the values of a variable as they are.
func (t *translation) formatted(name, format string) {
	if v, known := t.variables[name]; known && slices.Contains([]string{"raw", "pipe", "text"}, format) {
		v.isRaw = true
		t.variables[name] = v
	}
}

// literal takes those values from a variable that matched as patterns in Grafana.
// Here values match literally, so that nothing would be found.
func (t *translation) literal(n *node) {
	v := t.variables[n.text("name")]
	at := slices.IndexFunc(t.spec.Filters, func(f stack.Filter) bool { return f.VariableName == v.name })
	if at < 0 || !v.isRaw || !t.isMatched(v.name) {
		return
	}
	f := &t.spec.Filters[at]
	lost := short(slices.DeleteFunc(slices.Concat(f.Values, f.DefaultValues), isPlain))
	if len(lost) == 0 {
		return
	}
	f.Values = slices.DeleteFunc(slices.Clone(f.Values), isPattern)
	f.DefaultValues = slices.DeleteFunc(slices.Clone(f.DefaultValues), isPattern)
	if f.Type == stack.FilterList && len(f.Values) == 0 {
		f.Type, f.Values = stack.FilterText, nil
		f.DefaultValues = f.DefaultValues[:min(len(f.DefaultValues), 1)]
	}
	kind, rest := LeftOut, " Write them into the queries instead."
	if !slices.ContainsFunc(lost, func(value string) bool { return !isEvery(value) }) {
		kind, rest = Changed, ""
	}
	if len(f.DefaultValues) == 0 {
		rest += " While nothing is chosen, it stands for all values."
	}
	t.note(kind, "", n.at("query"), "The regular expressions among the values of $%s are not imported, because values match literally here: %s.%s", n.text("name"), strings.Join(lost, ", "), rest)
}

func isPlain(value string) bool { return !isPattern(value) }

// isMatched reports whether a variable stands in a regular expression.
func (t *translation) isMatched(name string) bool {
	return slices.ContainsFunc(t.asked, func(text string) bool {
		return slices.ContainsFunc(patterns.FindAllString(text, -1), func(p string) bool { return promtext.Mentions(p, name) })
	})
}
