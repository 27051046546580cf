package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/stack"
)

// Difference is one field that an update changes. Secrets show no values.
type Difference struct {
	Field    string
	Old, New string
}

// compare returns what the body would change of the live resource, by the
// same rules that the server has: what the body leaves out is kept or
// returns to its default as it would there.
func compare(kind Kind, current, wanted map[string]any) ([]Difference, error) {
	before, after, err := merged(kind, current, wanted)
	if err != nil {
		return nil, err
	}
	return differences("", before, after), nil
}

// check returns what is wrong with a body that creates.
func check(kind Kind, wanted map[string]any) error {
	text, err := encode(wanted)
	if err != nil {
		return err
	}
	switch kind {
	case Dashboards:
		in, err := stack.DecodeDashboard(text)
		if err != nil {
			return err
		}
		_, err = stack.DashboardSpec{}.Apply(in, func() (string, error) { return "", nil })
		return err
	case Alerts:
		_, err = stack.DecodeAlert(text)
	case Sources:
		_, err = stack.DecodeSource(text)
	case SavedSearches:
		_, err = stack.DecodeSavedSearch(text)
	case Webhooks:
		_, err = stack.DecodeWebhook(text)
	case Connections:
		_, err = stack.DecodeConnection(text)
	}
	return err
}

// merged returns the live resource and what it becomes, both in their full
// form.
func merged(kind Kind, current, wanted map[string]any) (before, after any, err error) {
	have, haveErr := encode(current)
	want, wantErr := encode(wanted)
	if err := errors.Join(haveErr, wantErr); err != nil {
		return nil, nil, err
	}
	switch kind {
	case Dashboards:
		return mergedDashboard(have, want)
	case Alerts:
		return mergedAlert(have, want)
	case Sources:
		return pair(stack.DecodeSource(have))(stack.DecodeSource(want))
	case SavedSearches:
		return mergedSearch(have, want)
	case Connections, Webhooks:
	}
	return mergedPlain(kind, current, wanted)
}

// pair makes trees of two values.
func pair[T any](before T, beforeErr error) func(after T, afterErr error) (any, any, error) {
	return func(after T, afterErr error) (any, any, error) {
		if err := errors.Join(beforeErr, afterErr); err != nil {
			return nil, nil, err
		}
		first, firstErr := treeOf(before)
		second, secondErr := treeOf(after)
		return first, second, errors.Join(firstErr, secondErr)
	}
}

func treeOf(v any) (any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return parseTree(text)
}

func mergedDashboard(have, want []byte) (any, any, error) {
	var stored stack.DashboardSpec
	if err := json.Unmarshal(have, &stored); err != nil {
		return nil, nil, err
	}
	in, err := stack.DecodeDashboard(want)
	if err != nil {
		return nil, nil, err
	}
	return pair(stored, nil)(stored.Apply(in, func() (string, error) { return "(new)", nil }))
}

func mergedAlert(have, want []byte) (any, any, error) {
	stored, err := storedAlert(have)
	if err != nil {
		return nil, nil, err
	}
	in, err := stack.DecodeAlert(want)
	if err != nil {
		return nil, nil, err
	}
	next, err := stored.Apply(in, startOf(in, stored))
	if err != nil {
		return nil, nil, err
	}
	return pair(stored.Input(), nil)(next.Input(), nil)
}

func storedAlert(have []byte) (stack.AlertSpec, error) {
	in, err := stack.DecodeAlert(have)
	if err != nil {
		return stack.AlertSpec{}, err
	}
	return stack.AlertSpec{}.Apply(in, startOf(in, stack.AlertSpec{}))
}

// startOf returns a time at which the start of the alert is allowed: whether
// it is now is the server's decision.
func startOf(in stack.AlertInput, stored stack.AlertSpec) time.Time {
	if start := in.ScheduleStartAt.OrElse(stored.ScheduleStartAt); start != nil {
		return *start
	}
	return time.Time{}
}

func mergedSearch(have, want []byte) (any, any, error) {
	stored, err := stack.DecodeSavedSearch(have)
	if err != nil {
		return nil, nil, err
	}
	in, err := stack.DecodeSavedSearch(want)
	if err != nil {
		return nil, nil, err
	}
	return pair(stored, nil)(stored.Apply(in))
}

// mergedPlain compares what is not secret of webhooks and connections, field
// by field; an absent text is an empty one.
func mergedPlain(kind Kind, current, wanted map[string]any) (any, any, error) {
	if err := check(kind, wanted); err != nil {
		return nil, nil, err
	}
	before, after := maps.Clone(current), maps.Clone(wanted)
	for _, name := range secretFields() {
		delete(before, name)
		delete(after, name)
	}
	for _, fields := range []map[string]any{before, after} {
		for _, name := range []string{"description", "body", "hyperdxSettingPrefix"} {
			if fields[name] == "" {
				fields[name] = nil
			}
		}
	}
	if after["isPrometheusEndpoint"] == nil {
		after["isPrometheusEndpoint"] = before["isPrometheusEndpoint"]
	}
	if _, sent := after["hyperdxSettingPrefix"]; !sent {
		after["hyperdxSettingPrefix"] = before["hyperdxSettingPrefix"]
	}
	return before, after, nil
}

// differences lists where two trees differ, in the order of their fields.
func differences(path string, before, after any) []Difference {
	first, isObject := before.(map[string]any)
	second, alsoObject := after.(map[string]any)
	if isObject && alsoObject {
		return objectDifferences(path, first, second)
	}
	firstList, isList := before.([]any)
	secondList, alsoList := after.([]any)
	if isList && alsoList {
		return listDifferences(path, firstList, secondList)
	}
	if old, now := shownValue(before), shownValue(after); old != now {
		return []Difference{{Field: path, Old: old, New: now}}
	}
	return nil
}

func objectDifferences(path string, before, after map[string]any) []Difference {
	names := slices.Sorted(maps.Keys(before))
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if _, known := before[name]; !known {
			names = append(names, name)
		}
	}
	var found []Difference
	for _, name := range names {
		found = append(found, differences(joined(path, name), before[name], after[name])...)
	}
	return found
}

func listDifferences(path string, before, after []any) []Difference {
	var found []Difference
	for i := range max(len(before), len(after)) {
		var first, second any
		if i < len(before) {
			first = before[i]
		}
		if i < len(after) {
			second = after[i]
		}
		found = append(found, differences(joined(path, fmt.Sprint(i)), first, second)...)
	}
	return found
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// valueCharsShown is how much of a value a difference shows.
const valueCharsShown = 60

func shownValue(v any) string {
	if v == nil {
		return "-"
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	if runes := []rune(string(text)); len(runes) > valueCharsShown {
		return string(runes[:valueCharsShown]) + fmt.Sprintf("… (%d characters)", len(runes))
	}
	return string(text)
}
