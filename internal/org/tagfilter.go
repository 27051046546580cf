package org

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// TagFiltersMax bounds how often a request may repeat its filter.
const TagFiltersMax = 50

// TagFilter selects services by their tags. The zero value selects all.
type TagFilter struct{ tags []Tag }

// ParseTagFilter reads the values of a repeatable filter parameter, each of
// the form tag:Key=Value; the value may be empty. It returns an Invalid
// fault that states the form.
func ParseTagFilter(values []string) (TagFilter, error) {
	var rules fault.Rules
	var filter TagFilter
	if !checkCount(&rules, "filter", len(values), TagFiltersMax) {
		return TagFilter{}, rules.Err()
	}
	for _, value := range values {
		tag, ok := parseTag(value)
		rules.Check(ok, "filter", "format", "must have the form tag:Key=Value")
		filter.tags = append(filter.tags, tag)
	}
	if err := rules.Err(); err != nil {
		return TagFilter{}, err
	}
	return filter, nil
}

func parseTag(text string) (Tag, bool) {
	text, ok := strings.CutPrefix(text, "tag:")
	if !ok {
		return Tag{}, false
	}
	key, value, ok := strings.Cut(text, "=")
	if !ok {
		return Tag{}, false
	}
	var rules fault.Rules
	tag := Tag{Key: key, Value: value}
	tag.check(&rules, "")
	return tag, rules.Err() == nil
}

// Match reports whether tags satisfy the filter: for each key of the filter
// one of the values that it gives.
func (f TagFilter) Match(tags []Tag) bool {
	for _, wanted := range f.tags {
		if !f.satisfied(wanted.Key, tags) {
			return false
		}
	}
	return true
}

func (f TagFilter) satisfied(key string, tags []Tag) bool {
	return slices.ContainsFunc(tags, func(t Tag) bool {
		return t.Key == key && slices.Contains(f.tags, t)
	})
}
