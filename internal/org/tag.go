package org

import (
	"regexp"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// The limits of tags.
const (
	TagsMax          = 50
	TagKeyCharsMax   = 128
	TagValueCharsMax = 256
)

var tagPattern = regexp.MustCompile(`^[A-Za-z0-9._-]*$`)

// Tag is a word of the owner's about a service. Keys are unique within a
// service.
type Tag struct {
	Key   string
	Value string // may be empty
}

func (t Tag) check(rules *fault.Rules, path string) {
	rules.Check(t.Key != "", path+".key", "required", "must not be empty")
	checkTagText(rules, path+".key", t.Key, TagKeyCharsMax)
	checkTagText(rules, path+".value", t.Value, TagValueCharsMax)
}

func checkTagText(rules *fault.Rules, path, text string, charsMax int) {
	rules.Check(len(text) <= charsMax, path, "max_length", "must be at most %d characters", charsMax)
	rules.Check(tagPattern.MatchString(text), path, "format", "must consist of A-Z a-z 0-9 . _ -")
}

// checkTags returns false when the list is too long to be looked at.
func checkTags(rules *fault.Rules, path string, tags []Tag) bool {
	if !checkCount(rules, path, len(tags), TagsMax) {
		return false
	}
	for i, tag := range tags {
		tag.check(rules, item(path, i))
		rules.Check(tagIndex(tags[:i], tag.Key) < 0, item(path, i)+".key", "unique", "must be unique")
	}
	return true
}

func tagIndex(tags []Tag, key string) int {
	return slices.IndexFunc(tags, func(t Tag) bool { return t.Key == key })
}

// TagsChange takes tags away and then adds some; a key that is there already
// gets the new value. The zero value changes nothing.
type TagsChange struct {
	Remove []Tag // without a value: whatever the key's value is
	Add    []Tag
}

func (c TagsChange) apply(rules *fault.Rules, path string, present []Tag) []Tag {
	removes := checkCount(rules, path+".remove", len(c.Remove), TagsMax)
	if adds := checkTags(rules, path+".add", c.Add); !removes || !adds {
		return present
	}
	after := slices.Clone(present)
	for _, gone := range c.Remove {
		after = slices.DeleteFunc(after, gone.names)
	}
	for _, tag := range c.Add {
		if i := tagIndex(after, tag.Key); i >= 0 {
			after[i] = tag
			continue
		}
		after = append(after, tag)
	}
	checkCount(rules, path, len(after), TagsMax)
	return after
}

// names reports whether t, as the item of a removal, means other.
func (t Tag) names(other Tag) bool {
	return t.Key == other.Key && (t.Value == "" || t.Value == other.Value)
}
