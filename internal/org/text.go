package org

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/fault"
)

// DescriptionCharsMax bounds every description.
const DescriptionCharsMax = 255

// checkText breaks a rule unless value has at most charsMax characters and
// none of them is a control character.
func checkText(rules *fault.Rules, path, value string, charsMax int) {
	rules.Check(utf8.RuneCountInString(value) <= charsMax, path, "max_length",
		"must be at most %d characters", charsMax)
	rules.Check(plain(value), path, "format", "must be UTF-8 without control characters")
}

// checkFilled is checkText for a text that must not be blank.
func checkFilled(rules *fault.Rules, path, value string, charsMax int) {
	rules.Check(strings.TrimSpace(value) != "", path, "required", "must not be blank")
	checkText(rules, path, value, charsMax)
}

// checkCount breaks a rule and returns false when a list has more than
// itemsMax items, so that the caller can leave the items alone.
func checkCount(rules *fault.Rules, path string, items, itemsMax int) bool {
	rules.Check(items <= itemsMax, path, "max_items", "must have at most %d items", itemsMax)
	return items <= itemsMax
}

// checkRange breaks a rule unless value lies between least and most.
func checkRange(rules *fault.Rules, path string, value, least, most int) {
	rules.Check(least <= value && value <= most, path, "range", "must be between %d and %d", least, most)
}

// checkWord breaks a rule unless word is one of words.
func checkWord[T ~string](rules *fault.Rules, path string, word T, words []T) {
	for _, known := range words {
		if word == known {
			return
		}
	}
	rules.Break(path, "enum", "must be one of %s", joinWords(words))
}

func joinWords[T ~string](words []T) string {
	texts := make([]string, len(words))
	for i, word := range words {
		texts[i] = string(word)
	}
	return strings.Join(texts, ", ")
}

func plain(value string) bool {
	return utf8.ValidString(value) && strings.IndexFunc(value, unicode.IsControl) < 0
}

// item returns the JSON path of a list's item, as in tags.0.
func item(list string, index int) string { return list + "." + strconv.Itoa(index) }

// clip returns at most charsMax characters of value, without control
// characters and broken UTF-8.
func clip(value string, charsMax int) string {
	value = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(value, ""))
	if runes := []rune(value); len(runes) > charsMax {
		return string(runes[:charsMax])
	}
	return value
}
