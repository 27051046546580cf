package org

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"unicode/utf8"
)

// How much of a change a record of the audit log keeps. What is beyond is cut,
// and the record says so.
const (
	AuditChangesMax      = 200
	AuditValueBytesMax   = 4 << 10  // of one value
	AuditChangesBytesMax = 64 << 10 // of all changes together
)

// AuditMask stands for every secret in the audit log.
const AuditMask = "********"

// Facts are what the audit log may know of a thing, by field. Secrets are
// Masked.
type Facts map[string]any

// Masked is a secret: the log says that it is there and that it changed, and
// never what it is.
type Masked string

// MarshalJSON returns the mask, or the empty string for no secret.
func (m Masked) MarshalJSON() ([]byte, error) {
	if m == "" {
		return []byte(`""`), nil
	}
	return []byte(`"` + AuditMask + `"`), nil
}

// MaskedEach returns secrets by name.
func MaskedEach(secrets map[string]string) Facts {
	masked := make(Facts, len(secrets))
	for name, secret := range secrets {
		masked[name] = Masked(secret)
	}
	return masked
}

// FactsOf returns the fields of a value as its JSON has them. The value must
// have no secrets.
func FactsOf(value any) (Facts, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("read facts: %w", err)
	}
	var facts Facts
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	err = decoder.Decode(&facts)
	return facts, err
}

// AuditChange is what became of one field. A side that is absent was not
// there.
type AuditChange struct {
	Field  string          `json:"field"`
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
}

// AuditChanges returns what differs between two states of a thing, by field,
// as JSON, and whether something was cut. Nil is a state in which the thing
// was not there. Items of a list that have ids are compared by them.
func AuditChanges(before, after Facts) (text string, cut bool, err error) {
	d := &auditDifference{}
	d.fields("", before, after, before != nil && after != nil)
	if d.err != nil {
		return "", false, d.err
	}
	if d.changes == nil {
		return "[]", d.cut, nil
	}
	made, err := json.Marshal(d.changes)
	return string(made), d.cut, err
}

// auditDifference gathers changes up to the limits.
type auditDifference struct {
	changes []AuditChange
	bytes   int
	cut     bool
	err     error
}

// fields compares two sets of fields. Deep goes on into what both have.
func (d *auditDifference) fields(path string, before, after map[string]any, deep bool) {
	names := slices.Sorted(maps.Keys(before))
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if _, known := before[name]; !known {
			names = append(names, name)
		}
	}
	for _, name := range names {
		at := name
		if path != "" {
			at = path + "." + name
		}
		d.value(at, before[name], after[name], deep)
	}
}

func (d *auditDifference) value(path string, before, after any, deep bool) {
	if reflect.DeepEqual(before, after) || isNothing(before) && isNothing(after) {
		return
	}
	was, is := inside(before), inside(after)
	if deep && was != nil && is != nil {
		d.fields(path, was, is, true)
		return
	}
	d.add(path, before, after)
}

// inside returns the parts of a value by name: those of an object, or the
// items of a list by their ids. Nil: it has none.
func inside(value any) map[string]any {
	switch v := value.(type) {
	case Facts:
		return v
	case map[string]any:
		return v
	case []any:
		return byID(v)
	default:
		return nil
	}
}

func byID(list []any) map[string]any {
	items := make(map[string]any, len(list))
	for _, item := range list {
		fields, _ := item.(map[string]any)
		id, _ := fields["id"].(string)
		if id == "" || items[id] != nil {
			return nil
		}
		items[id] = item
	}
	return items
}

// isNothing reports whether a value says nothing, so that it needs no place in
// the log.
func isNothing(value any) bool {
	if value == nil {
		return true
	}
	r := reflect.ValueOf(value)
	switch r.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return r.Len() == 0
	case reflect.Pointer:
		return r.IsNil()
	}
	return false
}

func (d *auditDifference) add(path string, before, after any) {
	change := AuditChange{Field: path, Before: d.text(before), After: d.text(after)}
	size := len(path) + len(change.Before) + len(change.After)
	if len(d.changes) >= AuditChangesMax || d.bytes+size > AuditChangesBytesMax {
		d.cut = true
		return
	}
	d.bytes += size
	d.changes = append(d.changes, change)
}

// text returns a value as JSON, and the beginning of one that is too long as a
// string.
func (d *auditDifference) text(value any) json.RawMessage {
	if value == nil {
		return nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		d.err = fmt.Errorf("write a change: %w", err)
		return nil
	}
	if len(text) <= AuditValueBytesMax {
		return text
	}
	d.cut = true
	start := text[:AuditValueBytesMax/2]
	for len(start) > 0 && !utf8.Valid(start) {
		start = start[:len(start)-1]
	}
	text, d.err = json.Marshal(fmt.Sprintf("%s… (%d bytes)", start, len(text)))
	return text
}
