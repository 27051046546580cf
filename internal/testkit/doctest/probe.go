package doctest

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Canary is a text that no answer of ours contains unless it repeats what was
// sent.
const Canary = "zq7canary"

// Probe is a variation of a valid body at one place.
type Probe struct {
	Place string // such as tiles.0.name
	Body  string
}

// Nulls returns a body for each property that the document calls a string and
// not nullable, with null in its place.
func (o *Operation) Nulls(body string) []Probe {
	return o.replace(body, func(s schema) []string {
		if !s.is("string") || s.allowsNull() {
			return nil
		}
		return []string{"null"}
	})
}

// Broken is a body that breaks one rule of the document, and the code of the rule.
type Broken struct {
	Probe
	Code string
}

// Breaks returns bodies that break, at each place, each rule that the document
// states there.
func (o *Operation) Breaks(body string) (broken []Broken) {
	for code, text := range breaks() {
		made := func(s schema) []string {
			if value := text(s); value != "" {
				return []string{value}
			}
			return nil
		}
		for _, probe := range o.replace(body, made) {
			broken = append(broken, Broken{probe, code})
		}
	}
	return broken
}

// breaks returns what breaks the rule of a code at a place of the schema; nothing
// where it has no such rule.
func breaks() map[string]func(schema) string {
	return map[string]func(schema) string{
		"null": func(s schema) string {
			if s.node["type"] == nil || s.allowsNull() {
				return ""
			}
			return "null"
		},
		"type": func(s schema) string {
			if s.is("string") {
				return "7"
			}
			if s.is("object") || s.is("array") || s.is("integer") || s.is("number") || s.is("boolean") {
				return strconv.Quote(Canary)
			}
			return ""
		},
		"enum": func(s schema) string {
			if s.node["enum"] == nil || !s.is("string") {
				return ""
			}
			return strconv.Quote(Canary)
		},
		"max_length": func(s schema) string {
			most, ok := s.node["maxLength"].(float64)
			if !ok {
				return ""
			}
			return strconv.Quote(strings.Repeat("é", int(most)+1))
		},
		"range": func(s schema) string {
			most, ok := s.node["maximum"].(float64)
			if !ok {
				return ""
			}
			return strconv.FormatFloat(most+1, 'f', -1, 64)
		},
	}
}

// LoneSurrogates returns a body for each string property with half of a
// surrogate pair in its place.
func (o *Operation) LoneSurrogates(body string) []Probe {
	return o.replace(body, func(s schema) []string {
		if !s.is("string") {
			return nil
		}
		return []string{`"\ud800"`, `"a\udc00b"`}
	})
}

// Canaries returns bodies with a text of the client's own at each place, in
// every type that might be repeated.
func (o *Operation) Canaries(body string) []Probe {
	return o.replace(body, func(schema) []string {
		return []string{
			strconv.Quote(Canary), `["` + Canary + `"]`, `{"name":"` + Canary + `"}`, strconv.Quote(strings.Repeat(Canary, 1024)),
			strconv.Quote("http://" + Canary + ":1"), strconv.Quote(Canary + " '("), strconv.Quote("{{" + Canary + "}}"),
		}
	})
}

// Spelling is one integer of a body in its plain form and in another.
type Spelling struct {
	Place        string
	Plain, Other string // bodies
}

// Spellings returns the integers of the document in the forms that JSON also
// has for them.
func (o *Operation) Spellings(body string) []Spelling {
	plain := o.replace(body, spellings(func(n int64) []string { v := strconv.FormatInt(n, 10); return []string{v, v, v} }))
	other := o.replace(body, spellings(otherSpellings))
	pairs := make([]Spelling, len(plain))
	for i := range plain {
		pairs[i] = Spelling{Place: plain[i].Place, Plain: plain[i].Body, Other: other[i].Body}
	}
	return pairs
}

func otherSpellings(n int64) []string {
	mantissa := strconv.FormatFloat(float64(n), 'e', -1, 64)
	return []string{strconv.FormatInt(n, 10) + ".0", mantissa, strconv.FormatInt(n*10, 10) + "E-1"}
}

func spellings(of func(int64) []string) func(schema) []string {
	return func(s schema) []string {
		if !s.is("integer") {
			return nil
		}
		return of(s.example())
	}
}

// schema is a part of the document that describes a value, and the value that
// the valid body has there.
type schema struct {
	node
	value any // nil: none
}

func (s schema) is(kind string) bool {
	kinds, _ := s.node["type"].([]any)
	return s.node["type"] == kind || slices.Contains(kinds, any(kind))
}

func (s schema) allowsNull() bool {
	kinds, _ := s.node["type"].([]any)
	return slices.Contains(kinds, any("null"))
}

// example returns an integer that fits.
func (s schema) example() int64 {
	if number, ok := s.value.(float64); ok {
		return int64(number)
	}
	for _, name := range []string{"default", "minimum"} {
		if number, ok := s.node[name].(float64); ok {
			return int64(number)
		}
	}
	return 1
}

// replace returns a body for each place of the document and each text that
// made returns for it.
func (o *Operation) replace(body string, made func(schema) []string) []Probe {
	var tree any
	if body == "" || o.body == nil || json.Unmarshal([]byte(body), &tree) != nil {
		return nil
	}
	w := walk{o: o, root: tree, made: made}
	w.visit(o.body, tree, nil)
	return w.probes
}

// walk goes through a schema beside a value.
type walk struct {
	o      *Operation
	root   any
	made   func(schema) []string
	probes []Probe
}

// depthMax bounds how deep a body is varied.
const depthMax = 8

func (w *walk) visit(s node, value any, path []string) {
	s = w.o.resolve(s, value)
	if len(path) > depthMax {
		return
	}
	if properties := s.at("properties"); len(properties) > 0 {
		object, _ := value.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			w.property(properties.at(name), object, append(slices.Clone(path), name))
		}
	}
	if items, _ := value.([]any); len(items) > 0 && s.at("items") != nil {
		w.visit(s.at("items"), items[0], append(slices.Clone(path), "0"))
	}
}

func (w *walk) property(s node, owner map[string]any, path []string) {
	if owner == nil {
		return
	}
	value := owner[path[len(path)-1]]
	for _, text := range w.made(schema{w.o.resolve(s, value), value}) {
		w.probes = append(w.probes, Probe{Place: strings.Join(path, "."), Body: put(w.root, path, text)})
	}
	if value != nil {
		w.visit(s, value, path)
	}
}

// resolve follows references, and takes of several shapes the first that has
// all fields of the value.
func (o *Operation) resolve(s node, value any) node {
	s = o.follow(s)
	shapes, _ := s["anyOf"].([]any)
	object, _ := value.(map[string]any)
	for _, shape := range shapes {
		candidate := o.resolve(node(shape.(map[string]any)), value)
		if object != nil && covers(candidate, object) {
			return candidate
		}
	}
	return s
}

// follow returns the schema that a reference leads to.
func (o *Operation) follow(s node) node {
	for {
		ref, ok := s["$ref"].(string)
		if !ok {
			return s
		}
		s = o.tree.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
}

func covers(s node, object map[string]any) bool {
	properties := s.at("properties")
	for name := range object {
		if _, ok := properties[name]; !ok {
			return false
		}
	}
	return len(properties) > 0
}

// put returns the JSON of tree with text at path.
func put(tree any, path []string, text string) string {
	copied, err := json.Marshal(with(tree, path, json.RawMessage(text)))
	if err != nil {
		panic(err)
	}
	return string(copied)
}

func with(tree any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	switch tree := tree.(type) {
	case map[string]any:
		next := maps.Clone(tree)
		next[path[0]] = with(tree[path[0]], path[1:], value)
		return next
	case []any:
		i, _ := strconv.Atoi(path[0])
		next := slices.Clone(tree)
		next[i] = with(tree[i], path[1:], value)
		return next
	default:
		return map[string]any{path[0]: with(nil, path[1:], value)}
	}
}

// BodyFields returns the properties of the body by name, with their schemas.
func (o *Operation) BodyFields() map[string]map[string]any {
	fields := map[string]map[string]any{}
	properties := o.resolve(o.body, nil).at("properties")
	for name := range properties {
		fields[name] = o.resolve(properties.at(name), nil)
	}
	return fields
}
