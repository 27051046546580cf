package stack

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
)

// Conditions restrict a permission: to resources whose fields have certain
// values, or to certain rows of data.
type Conditions map[string]any

func (c *Conditions) readTree(_ *decoder, p place, node any) {
	if node == nil {
		p.breach("null", "must not be null")
		return
	}
	object, ok := node.(map[string]any)
	if !ok {
		p.breach("type", "must be an object")
		return
	}
	*c = object
}

// The operators of a condition on a field, as clients write them.
const (
	opEqual    = "$eq"
	opNotEqual = "$ne"
	opIn       = "$in"
	opNotIn    = "$nin"
)

func (c Conditions) checkResource(p place) {
	p.check(len(c) <= RoleConditionsMax, "max_items", "must have at most %d fields", RoleConditionsMax)
	for _, field := range slices.Sorted(maps.Keys(c)) {
		p.check(field != "" && !strings.HasPrefix(field, "$"), "format", "must have the names of fields, not operators, at its top")
		checkWanted(p.at(shown(field)), c[field])
	}
}

// checkWanted breaks a rule unless a field can be compared with wanted.
func checkWanted(p place, wanted any) {
	operators, isObject := wanted.(map[string]any)
	if !isObject {
		p.check(isScalar(wanted), "type", "must be a text, a number, true, false, null, or an object with $eq, $ne, $in or $nin")
		return
	}
	p.check(len(operators) > 0, "min_items", "must have at least one of $eq, $ne, $in and $nin")
	for _, operator := range slices.Sorted(maps.Keys(operators)) {
		at, value := p.at(shown(operator)), operators[operator]
		switch operator {
		case opEqual, opNotEqual:
			at.check(isScalar(value), "type", "must be a text, a number, true, false or null")
		case opIn, opNotIn:
			list, isList := value.([]any)
			at.check(isList && len(list) <= ArrayItemsMax && !slices.ContainsFunc(list, func(v any) bool { return !isScalar(v) }), "type",
				"must be an array of at most %d texts, numbers, true, false or null", ArrayItemsMax)
		default:
			at.breach("enum", "must be one of $eq, $ne, $in, $nin")
		}
	}
}

func isScalar(v any) bool {
	switch v.(type) {
	case nil, string, bool, json.Number, float64:
		return true
	}
	return false
}

// match reports whether the fields of a resource are as the conditions want
// them. A field may be below others, as in from.tableName; a list has every
// value that is in it.
func (c Conditions) match(fields map[string]any) bool {
	for field, wanted := range c {
		if !isWanted(valueAt(fields, field), wanted) {
			return false
		}
	}
	return true
}

func valueAt(fields map[string]any, path string) any {
	if value, ok := fields[path]; ok {
		return value
	}
	head, rest, isDeep := strings.Cut(path, ".")
	below, isObject := fields[head].(map[string]any)
	if !isDeep || !isObject {
		return nil
	}
	return valueAt(below, rest)
}

func isWanted(value, wanted any) bool {
	operators, isObject := wanted.(map[string]any)
	if !isObject {
		return has(value, wanted)
	}
	for operator, operand := range operators {
		list, _ := operand.([]any)
		isOneOf := slices.ContainsFunc(list, func(v any) bool { return has(value, v) })
		ok := false
		switch operator {
		case opEqual:
			ok = has(value, operand)
		case opNotEqual:
			ok = !has(value, operand)
		case opIn:
			ok = isOneOf
		case opNotIn:
			ok = !isOneOf
		}
		if !ok {
			return false
		}
	}
	return true
}

// has reports whether a value is the wanted one, or a list with it.
func has(value, wanted any) bool {
	if list, ok := value.([]any); ok {
		return slices.ContainsFunc(list, func(v any) bool { return has(v, wanted) })
	}
	return isScalar(value) && fmt.Sprint(value) == fmt.Sprint(wanted) && (value == nil) == (wanted == nil)
}

// The fields of a condition on data.
const (
	dataWhere    = "where"
	dataLanguage = "whereLanguage"
	dataKind     = "kind"
)

// DataCondition is the rows of a table that a permission is about.
type DataCondition struct {
	Kind     SourceKind // empty: of every table
	Where    string     // empty: all
	Language query.Language
}

// data reads conditions on data. They were checked when they were stored.
func (c Conditions) data() DataCondition {
	where, _ := c[dataWhere].(string)
	kind, _ := c[dataKind].(string)
	language, _ := c[dataLanguage].(string)
	if language == "" {
		language = string(query.Lucene)
	}
	return DataCondition{Kind: SourceKind(kind), Where: where, Language: query.Language(language)}
}

// Parse returns the condition as a tree.
func (d DataCondition) Parse(path string) (ql.Node, error) {
	if d.Language == query.SQL {
		return ql.ParseCondition(d.Where, ql.ParseOptions{Path: path})
	}
	return ql.ParseLucene(path, d.Where)
}

func (c Conditions) checkData(p place) {
	for _, field := range slices.Sorted(maps.Keys(c)) {
		_, isText := c[field].(string)
		switch field {
		case dataWhere, dataLanguage, dataKind:
			p.at(field).check(isText, "type", "must be a string")
		default:
			p.at(shown(field)).breach("unknown_field", "must be where, whereLanguage or kind for data")
		}
	}
	of := c.data()
	p.at(dataWhere).chars(of.Where, 0, SearchWhereCharsMax)
	oneOf(p.at(dataLanguage), of.Language, query.WhereLanguages())
	if of.Kind != "" {
		oneOf(p.at(dataKind), of.Kind, []SourceKind{KindLog, KindTrace, KindMetric})
	}
	node, err := of.Parse(dataWhere)
	if _, isAll := node.(*ql.All); isAll && c[dataWhere] != nil {
		p.at(dataWhere).breach("min_length", "must not match every row; leave it out for that")
	}
	if err != nil {
		for _, detail := range fault.From(err).Details {
			p.at(dataWhere).breach(detail.Code, "%s", detail.Message)
		}
	}
}
