package stack

import (
	"slices"
	"strings"
)

const (
	// TagsMax bounds the tags of a dashboard, saved search or alert.
	TagsMax = 50
	// TagCharsMax bounds a tag.
	TagCharsMax = 32
)

// tidyTags returns the tags without spaces around them, blank ones and
// repeats. Nil stays nil: "not sent".
func tidyTags(tags []string) []string {
	if tags == nil {
		return nil
	}
	tidy := make([]string, 0, len(tags))
	for _, tag := range tags {
		if tag = strings.TrimSpace(tag); tag != "" && !slices.Contains(tidy, tag) {
			tidy = append(tidy, tag)
		}
	}
	return tidy
}

func (p place) tags(tags []string) {
	p.items(len(tags), 0, TagsMax)
	for i, tag := range tags {
		p.item(i).chars(strings.TrimSpace(tag), 0, TagCharsMax)
	}
}

// wordyTags refuses blank tags too. Dashboards and saved searches drop them
// instead, so that imports from other products succeed.
func (p place) wordyTags(tags []string) {
	p.tags(tags)
	for i, tag := range tags {
		p.item(i).check(strings.TrimSpace(tag) != "", "min_length", "must not be blank")
	}
}
