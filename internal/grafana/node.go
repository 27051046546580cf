package grafana

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// node is an object of the file. It remembers what was read of it, so that the
// rest can be listed.
type node struct {
	t      *translation
	path   string
	panel  string // title of the panel that it is part of
	fields map[string]any
	seen   map[string]bool
	isLook bool // what it says is about looks alone
	below  map[string]*node
}

// node returns an object that will be looked through for what was not read.
func (t *translation) node(path, panel string, value any) *node {
	fields, _ := value.(map[string]any)
	n := &node{t: t, path: path, panel: panel, fields: fields, seen: map[string]bool{}, below: map[string]*node{}}
	t.nodes = append(t.nodes, n)
	return n
}

func (n *node) at(key string) string {
	if n.path == "" {
		return key
	}
	return n.path + "." + key
}

func read[T any](n *node, key string) (value T, ok bool) {
	if value, ok = n.fields[key].(T); ok {
		n.seen[key] = true
	}
	return value, ok
}

func (n *node) text(key string) string {
	text, _ := read[string](n, key)
	return text
}

func (n *node) flag(key string) bool {
	flag, _ := read[bool](n, key)
	return flag
}

// number returns a number, also one that is written as a text.
func (n *node) number(key string) (float64, bool) {
	if number, ok := read[float64](n, key); ok {
		return number, true
	}
	text, _ := n.fields[key].(string)
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || number-number != 0 {
		return 0, false
	}
	n.seen[key] = true
	return number, true
}

// child returns an object below; an empty one where there is none.
func (n *node) child(key string) *node {
	if below, ok := n.below[key]; ok {
		return below
	}
	value, _ := read[map[string]any](n, key)
	below := n.t.node(n.at(key), n.panel, value)
	below.isLook = n.isLook
	n.below[key] = below
	return below
}

// children returns the objects of a list. What else stands in it is listed.
func (n *node) children(key string) []*node {
	items, _ := read[[]any](n, key)
	var all []*node
	for i, item := range items {
		path := n.at(key) + "." + strconv.Itoa(i)
		if _, ok := item.(map[string]any); ok {
			below := n.t.node(path, n.panel, item)
			below.isLook = n.isLook
			all = append(all, below)
		} else if item != nil {
			n.t.note(LeftOut, n.panel, path, "An entry is not imported, because it is not a JSON object. Export the dashboard from Grafana again.")
		}
	}
	return all
}

// know passes over fields that say nothing about what a dashboard shows.
func (n *node) know(keys ...string) {
	for _, key := range keys {
		n.seen[key] = true
	}
}

// expect passes over a field that has one of these values.
func (n *node) expect(key string, values ...any) {
	if slices.ContainsFunc(values, func(v any) bool { return same(n.fields[key], v) }) {
		n.seen[key] = true
	}
}

func same(a, b any) bool {
	number, isNumber := b.(int)
	if isNumber {
		b = float64(number)
	}
	switch a.(type) {
	case string, bool, float64:
		return a == b
	}
	return false
}

// leaveOut says that a field is not carried over, and why.
func (n *node) leaveOut(key, why string) { n.say(LeftOut, key, why) }

// say writes a note about a field that has something in it and was not read.
func (n *node) say(kind Kind, key, why string) {
	if n.seen[key] {
		return
	}
	n.seen[key] = true
	if !isEmpty(n.fields[key]) {
		n.t.note(kind, n.panel, n.at(key), "%s", why)
	}
}

// drop leaves out a whole object, whose fields are not listed one by one.
func (n *node) drop(format string, args ...any) {
	n.t.dropped = append(n.t.dropped, n.path)
	n.t.note(LeftOut, n.panel, n.path, format, args...)
}

func (t *translation) note(kind Kind, panel, path, format string, args ...any) {
	t.notes = append(t.notes, Note{Kind: kind, Panel: panel, Path: path, Message: fmt.Sprintf(format, args...)})
}

// isEmpty reports whether a value says nothing.
func isEmpty(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// listUnread writes a note for each field that nothing was made of.
func (t *translation) listUnread() {
	for _, n := range t.nodes {
		if t.isDropped(n.path) {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(n.fields)) {
			if n.seen[key] || isEmpty(n.fields[key]) {
				continue
			}
			kind := LeftOut
			if n.isLook {
				kind = Look
			}
			t.note(kind, n.panel, n.at(key), "The setting %s has no counterpart here.", written(key, n.fields[key]))
		}
	}
}

func (t *translation) isDropped(path string) bool {
	return slices.ContainsFunc(t.dropped, func(d string) bool { return path == d || strings.HasPrefix(path, d+".") })
}

// written returns a field with its value, if that is short.
func written(key string, value any) string {
	const most = 60
	text, err := json.Marshal(value)
	switch value.(type) {
	case string, bool, float64:
		if err == nil && len(text) <= most {
			return key + " (" + string(text) + ")"
		}
	}
	return key
}
