package promtext

import (
	"regexp"
	"slices"
	"strings"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/fault"
)

// inString finds variables in a string. How others write the values of one, as
// in ${name:regex}, follows from where it stands here.
var inString = regexp.MustCompile(`\$(?:\{(\w+)(?::\w+)?\}|(\w+))`)

// everything is the regular expression that stands for a variable for which
// nothing is chosen.
const everything = ".*"

// inStrings writes values into the strings of an expression that was parsed,
// so that nothing in them can end a string.
func (s Scope) inStrings(expr parser.Expr) (err error) {
	parser.Inspect(expr, func(node parser.Node, path []parser.Node) error {
		switch n := node.(type) {
		case *parser.VectorSelector:
			err = s.selector(n)
		case *parser.StringLiteral:
			n.Val = s.insert(n.Val, isPattern(n, path))
		}
		return err
	})
	return err
}

// isPattern reports whether a string is the regular expression of label_replace.
func isPattern(n *parser.StringLiteral, path []parser.Node) bool {
	for _, parent := range path {
		call, ok := parent.(*parser.Call)
		if ok && call.Func.Name == "label_replace" && len(call.Args) == 5 && call.Args[4] == parser.Expr(n) {
			return true
		}
	}
	return false
}

func (s Scope) selector(n *parser.VectorSelector) error {
	for i, m := range n.LabelMatchers {
		if !s.hasVariable(m.Value) {
			continue
		}
		matcher, err := s.matcher(m)
		if err != nil {
			return fault.New(fault.Invalid, "the label %s: %v", m.Name, err)
		}
		n.LabelMatchers[i] = matcher
		if m.Name == model.MetricNameLabel && n.Name != "" {
			n.Name = ""
		}
	}
	return nil
}

// matcher returns the matcher with values. Where none or several are chosen it
// compares with all of them.
func (s Scope) matcher(m *labels.Matcher) (*labels.Matcher, error) {
	switch isPlain := m.Type == labels.MatchEqual || m.Type == labels.MatchNotEqual; {
	case s.isOpen(m.Value):
		return labels.NewMatcher(labels.MatchRegexp, m.Name, s.opened(m))
	case isPlain && s.isExact(m.Value):
		return labels.NewMatcher(m.Type, m.Name, s.insert(m.Value, false))
	case m.Type == labels.MatchEqual:
		return labels.NewMatcher(labels.MatchRegexp, m.Name, s.pattern(m.Value))
	case m.Type == labels.MatchNotEqual:
		return labels.NewMatcher(labels.MatchNotRegexp, m.Name, s.pattern(m.Value))
	}
	return labels.NewMatcher(m.Type, m.Name, s.insert(m.Value, true))
}

// opened returns the pattern of a matcher with a variable for which nothing is
// chosen: such a demand to differ from something demands nothing.
func (s Scope) opened(m *labels.Matcher) string {
	switch m.Type {
	case labels.MatchEqual:
		return s.pattern(m.Value)
	case labels.MatchRegexp:
		return s.insert(m.Value, true)
	case labels.MatchNotEqual, labels.MatchNotRegexp:
	}
	return everything
}

// strayName is how variables are named, unlike groups of a pattern.
var strayName = regexp.MustCompile(`^[a-zA-Z_]\w*$`)

// Strays returns what label values of an expression name like a variable although
// there is none: they are compared with as they are written, which is seldom meant.
func (s Scope) Strays(text string) []string {
	expr, err := s.fillParsed(text)
	if err != nil {
		return nil
	}
	var names []string
	parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
		if selector, ok := node.(*parser.VectorSelector); ok {
			names = append(names, s.straysOf(text, selector)...)
		}
		return nil
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// straysOf returns those of one selector. What values brought along does not count.
func (s Scope) straysOf(text string, selector *parser.VectorSelector) []string {
	var names []string
	for _, m := range selector.LabelMatchers {
		for _, part := range inString.FindAllStringSubmatch(m.Value, -1) {
			name := part[1] + part[2]
			if _, known := s.chosen(name); !known && strayName.MatchString(name) && Mentions(text, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (s Scope) hasVariable(text string) bool {
	return s.any(text, func([]string) bool { return true })
}

// isOpen reports whether nothing is chosen for a variable of the text.
func (s Scope) isOpen(text string) bool {
	return s.any(text, func(values []string) bool { return len(values) == 0 })
}

// isExact reports whether one value is chosen for each variable of the text.
func (s Scope) isExact(text string) bool {
	return !s.any(text, func(values []string) bool { return len(values) != 1 })
}

func (s Scope) any(text string, is func(values []string) bool) bool {
	for _, part := range inString.FindAllStringSubmatch(text, -1) {
		if values, ok := s.chosen(part[1] + part[2]); ok && is(values) {
			return true
		}
	}
	return false
}

// insert returns a string with values in the place of variables. What is not a
// variable stays, as patterns have dollar signs of their own.
func (s Scope) insert(text string, isPattern bool) string {
	return inString.ReplaceAllStringFunc(text, func(place string) string {
		part := inString.FindStringSubmatch(place)
		values, ok := s.chosen(part[1] + part[2])
		switch {
		case !ok:
			return place
		case isPattern:
			return alternatives(values)
		}
		return strings.Join(values, ",")
	})
}

// pattern returns the regular expression that matches a text literally, with
// values in the place of variables.
func (s Scope) pattern(text string) string {
	var out strings.Builder
	end := 0
	for _, at := range inString.FindAllStringSubmatchIndex(text, -1) {
		values, ok := s.chosen(group(text, at, 1) + group(text, at, 2))
		if !ok {
			continue
		}
		out.WriteString(regexp.QuoteMeta(text[end:at[0]]) + alternatives(values))
		end = at[1]
	}
	return out.String() + regexp.QuoteMeta(text[end:])
}

// alternatives returns the regular expression of values.
func alternatives(values []string) string {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = regexp.QuoteMeta(value)
	}
	switch len(quoted) {
	case 0:
		return everything
	case 1:
		return quoted[0]
	}
	return "(" + strings.Join(quoted, "|") + ")"
}
