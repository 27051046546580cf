package stack

import (
	"errors"
	"slices"
	"strings"
)

// Template is a text with places for variables: {{path}}, and parts that
// stand under a condition: {{#if}}, {{#unless}}, {{#is_match}}, {{else}}. It
// has no loops and calls nothing, so that what it costs is bounded by its
// length.
type Template struct{ nodes []templateNode }

// Bounds of a template.
const (
	// TemplateNodesMax bounds the parts of a template.
	TemplateNodesMax = 1000
	// TemplateDepthMax bounds how deep conditions stand in each other.
	TemplateDepthMax = 8
)

// ErrTemplateLong says that a template was cut because what it makes is too
// long.
var ErrTemplateLong = errors.New("the text that the template makes is too long")

// templateNode is a text, a variable or a condition.
type templateNode struct {
	text string
	path string // of a variable
	test *templateTest
	then []templateNode
	or   []templateNode
}

// templateTest is a condition: left is true, or left equals right.
type templateTest struct {
	left, right templateOperand
	equals      bool
	negated     bool
}

// templateOperand is a variable or, when it has no path, a text.
type templateOperand struct{ path, text string }

// TemplateView is how a template is rendered: what its variables are, how
// their values are written, and how long the text may be. Escape may be nil.
type TemplateView struct {
	Lookup   func(path string) string
	Escape   func(value string) string
	BytesMax int
}

// Render returns the text that the template makes. A text that is longer
// than the view allows is cut, and answered with ErrTemplateLong.
func (t Template) Render(v TemplateView) (string, error) {
	if v.Escape == nil {
		v.Escape = func(value string) string { return value }
	}
	w := templateWriter{view: v}
	if !w.nodes(t.nodes) {
		return w.out.String(), ErrTemplateLong
	}
	return w.out.String(), nil
}

type templateWriter struct {
	view TemplateView
	out  strings.Builder
}

// nodes reports whether there was room for all.
func (w *templateWriter) nodes(nodes []templateNode) bool {
	for _, n := range nodes {
		if !w.node(n) {
			return false
		}
	}
	return true
}

func (w *templateWriter) node(n templateNode) bool {
	switch {
	case n.test != nil && w.holds(*n.test):
		return w.nodes(n.then)
	case n.test != nil:
		return w.nodes(n.or)
	case n.path != "":
		return w.write(w.view.Escape(w.view.Lookup(n.path)))
	default:
		return w.write(n.text)
	}
}

// write never cuts inside of a character.
func (w *templateWriter) write(text string) bool {
	room := w.view.BytesMax - w.out.Len()
	if len(text) <= room {
		w.out.WriteString(text)
		return true
	}
	w.out.WriteString(strings.ToValidUTF8(text[:max(0, room)], ""))
	return false
}

func (w *templateWriter) holds(t templateTest) bool {
	left := w.value(t.left)
	if t.equals {
		return (left == w.value(t.right)) != t.negated
	}
	isTrue := !slices.Contains([]string{"", "0", "false"}, left)
	return isTrue != t.negated
}

func (w *templateWriter) value(o templateOperand) string {
	if o.path == "" {
		return o.text
	}
	return w.view.Lookup(o.path)
}

// Variables returns the paths that the template reads, each once.
func (t Template) Variables() []string {
	var paths []string
	collectVariables(t.nodes, func(path string) {
		if path != "" && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	})
	return paths
}

func collectVariables(nodes []templateNode, add func(path string)) {
	for _, n := range nodes {
		add(n.path)
		if n.test != nil {
			add(n.test.left.path)
			add(n.test.right.path)
			collectVariables(n.then, add)
			collectVariables(n.or, add)
		}
	}
}
