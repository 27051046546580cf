package compile

import (
	"slices"
	"strings"
)

// Both joins two conditions, of which either may be empty.
func Both(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return "(" + a + ") AND (" + b + ")"
}

// all joins conditions, of which any may be empty, next to each other: one
// within the other they would be too deep for the engine's parser.
func all(conditions []string) string {
	conditions = slices.DeleteFunc(conditions, func(condition string) bool { return condition == "" })
	if len(conditions) < 2 {
		return strings.Join(conditions, "")
	}
	return "(" + strings.Join(conditions, ") AND (") + ")"
}

// Some returns that one of the conditions holds, empty where one always does.
func Some(conditions []string) string {
	if slices.Contains(conditions, "") {
		return ""
	}
	return "(" + strings.Join(conditions, ") OR (") + ")"
}

// DirectionOf returns the direction of an order.
func DirectionOf(descending bool) string {
	if descending {
		return " DESC"
	}
	return " ASC"
}

// ISOTime returns a time in full, as texts have it.
func ISOTime(sql string) string {
	return "concat(replaceOne(toString(toDateTime64(" + sql + ", 9, 'UTC')), ' ', 'T'), 'Z')"
}
