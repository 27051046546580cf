package doctest

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// DeepNulls returns a body for each property below the document's schema that is
// not nullable, with null in its place: also below properties and
// shapes that the valid body does not have, for which it makes up what they
// need.
func (o *Operation) DeepNulls(body string) []Probe {
	var tree any
	if body == "" || o.body == nil || json.Unmarshal([]byte(body), &tree) != nil {
		return nil
	}
	d := digger{o: o, seen: map[string]bool{}}
	d.dig(o.body, tree, nil, func(value any) any { return value })
	return d.probes
}

// digger goes through a schema and makes up values as it goes.
type digger struct {
	o      *Operation
	seen   map[string]bool
	probes []Probe
}

// dig visits all shapes of a schema; rebuild returns the whole body with a value
// at the place.
func (d *digger) dig(s node, value any, path []string, rebuild func(any) any) {
	if len(path) > depthMax {
		return
	}
	for _, shape := range d.shapes(s) {
		switch {
		case len(shape.at("properties")) > 0:
			d.object(shape, value, path, rebuild)
		case shape.at("items") != nil:
			item := d.first(value, shape.at("items"))
			d.dig(shape.at("items"), item, append(slices.Clone(path), "0"), func(v any) any { return rebuild([]any{v}) })
		}
	}
}

func (d *digger) object(s node, value any, path []string, rebuild func(any) any) {
	owner, ok := value.(map[string]any)
	if !ok || !covers(s, owner) {
		owner = d.example(s).(map[string]any)
	}
	properties := s.at("properties")
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		at := append(slices.Clone(path), name)
		inside := func(v any) any {
			copied := maps.Clone(owner)
			copied[name] = v
			return rebuild(copied)
		}
		if !d.allowsNull(properties.at(name)) {
			d.add(at, inside(nil))
		}
		d.dig(properties.at(name), owner[name], at, inside)
	}
}

// allowsNull reports whether a property may be null, in one of its shapes or
// because it may be anything.
func (d *digger) allowsNull(s node) bool {
	return slices.ContainsFunc(d.shapes(s), func(shape node) bool {
		return schema{node: shape}.allowsNull() || schema{node: shape}.is("null") || shape["type"] == nil
	})
}

func (d *digger) add(path []string, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	if place := strings.Join(path, "."); !d.seen[place+string(text)] {
		d.seen[place+string(text)] = true
		d.probes = append(d.probes, Probe{Place: place, Body: string(text)})
	}
}

func (d *digger) first(value any, items node) any {
	if list, ok := value.([]any); ok && len(list) > 0 {
		return list[0]
	}
	return d.example(items)
}

// shapes returns what a schema may be, references followed.
func (d *digger) shapes(s node) []node {
	s = d.o.follow(s)
	var found []node
	for _, word := range []string{"anyOf", "oneOf"} {
		list, _ := s[word].([]any)
		for _, shape := range list {
			if fields, ok := shape.(map[string]any); ok {
				found = append(found, d.shapes(fields)...)
			}
		}
	}
	if len(found) == 0 {
		return []node{s}
	}
	return found
}

// example returns a value of the schema, with what is required of an object.
func (d *digger) example(s node) any {
	s = d.shapes(s)[0]
	if words, ok := s["enum"].([]any); ok {
		return words[0]
	}
	if word, ok := s["const"]; ok {
		return word
	}
	switch {
	case len(s.at("properties")) > 0:
		return d.exampleObject(s)
	case s.at("items") != nil:
		return []any{}
	case schema{node: s}.is("boolean"):
		return false
	case schema{node: s}.is("integer"), schema{node: s}.is("number"):
		return schema{node: s}.example()
	}
	return "x"
}

func (d *digger) exampleObject(s node) any {
	object := map[string]any{}
	required, _ := s["required"].([]any)
	for _, name := range required {
		object[name.(string)] = d.example(s.at("properties", name.(string)))
	}
	if object["configType"] == "x" {
		object["configType"] = "sql" // the one value, which the document only describes
	}
	return object
}
