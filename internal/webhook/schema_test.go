package webhook_test

import (
	"fmt"
	"reflect"
	"slices"
	"time"
)

// breaches returns where the value does not keep the schema, as far as ours
// goes: types, required and known properties, enumerations, items, dates.
func breaches(schema map[string]any, value any, at string) []string {
	var wrong []string
	refuse := func(format string, args ...any) { wrong = append(wrong, at+": "+fmt.Sprintf(format, args...)) }
	if !slices.Contains(words(schema["type"]), typeOf(value)) && (typeOf(value) != "number" || schema["type"] != "integer") {
		refuse("is %s, not %v", typeOf(value), schema["type"])
	}
	if enum, ok := schema["enum"].([]any); ok && !slices.ContainsFunc(enum, func(v any) bool { return reflect.DeepEqual(v, value) }) {
		refuse("%v is not listed", value)
	}
	if text, ok := value.(string); ok && schema["format"] == "date-time" {
		if _, err := time.Parse(time.RFC3339, text); err != nil {
			refuse("%v", err)
		}
	}
	if object, ok := value.(map[string]any); ok {
		wrong = append(wrong, objectBreaches(schema, object, at)...)
	}
	if list, ok := value.([]any); ok {
		for i, item := range list {
			wrong = append(wrong, breaches(schema["items"].(map[string]any), item, fmt.Sprintf("%s[%d]", at, i))...)
		}
	}
	return wrong
}

func objectBreaches(schema, object map[string]any, at string) []string {
	var wrong []string
	for _, name := range words(schema["required"]) {
		if _, ok := object[name]; !ok {
			wrong = append(wrong, at+"."+name+": is missing")
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	others, _ := schema["additionalProperties"].(map[string]any)
	for name, item := range object {
		known, ok := properties[name].(map[string]any)
		if !ok {
			known = others
		}
		if known == nil {
			wrong = append(wrong, at+"."+name+": is not documented")
			continue
		}
		wrong = append(wrong, breaches(known, item, at+"."+name)...)
	}
	return wrong
}

// words returns a text, or a list of them, as a list.
func words(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		list := make([]string, len(v))
		for i := range v {
			list[i], _ = v[i].(string)
		}
		return list
	}
	return nil
}

func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case float64:
		return "number"
	case map[string]any:
		return "object"
	case []any:
		return "array"
	}
	return fmt.Sprintf("%T", v)
}
