package stack

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// shapeField is one JSON field of a struct, embedded structs flattened.
type shapeField struct {
	name     string
	index    []int
	required bool
	nullable bool
	width    bool // the granularity of a view, in one of its spellings
}

func (d *decoder) object(p place, node any, into reflect.Value) {
	nodes, ok := node.(map[string]any)
	if !ok {
		p.breach("type", "must be an object")
		return
	}
	if s, ok := into.Addr().Interface().(presetter); ok {
		s.preset()
	}
	p = place{log: p.log, path: p.full()}
	known, found := d.shape(into.Type()), 0
	for _, f := range known {
		child, sent := nodes[f.name]
		if sent {
			found++
			d.field(p.at(f.name), f, child, into)
		} else if f.required {
			p.at(f.name).breach("required", "is required")
		}
	}
	if found < len(nodes) && !d.lenient {
		refuseOthers(p, nodes, known)
	}
}

func (d *decoder) field(p place, f shapeField, node any, into reflect.Value) {
	if node == nil && f.nullable {
		return
	}
	if f.width {
		d.granularity(p, node, into.FieldByIndex(f.index))
		return
	}
	d.value(p, node, into.FieldByIndex(f.index))
}

// refuseOthers records every name that is no known field.
func refuseOthers(p place, nodes map[string]any, known []shapeField) {
	for _, name := range slices.Sorted(maps.Keys(nodes)) {
		if !slices.ContainsFunc(known, func(f shapeField) bool { return f.name == name }) {
			p.at(shown(name)).breach("unknown_field", "is not a known field")
		}
	}
}

func (d *decoder) shape(t reflect.Type) []shapeField {
	if known, ok := d.shapes[t]; ok {
		return known
	}
	made := shapeOf(t, nil)
	d.shapes[t] = made
	return made
}

func shapeOf(t reflect.Type, at []int) []shapeField {
	var fields []shapeField
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(slices.Clone(at), i)
		if f.Anonymous {
			fields = append(fields, shapeOf(f.Type, index)...)
			continue
		}
		if tag, ok := f.Tag.Lookup("json"); ok && tag != "-" {
			fields = append(fields, newShapeField(tag, f.Tag, index))
		}
	}
	return fields
}

func newShapeField(tag string, all reflect.StructTag, index []int) shapeField {
	name, options, _ := strings.Cut(tag, ",")
	optional := strings.Contains(options, "omit") || all.Get("required") == "false"
	return shapeField{
		name: name, index: index, required: !optional,
		nullable: all.Get("nullable") == "true", width: all.Get("spelling") == "view",
	}
}
