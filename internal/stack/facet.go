package stack

import (
	"regexp"
	"strings"
)

// A facet is a condition that the sidebar can show as a choice over one
// column. The test is one of form only; the query layer parses the
// condition before it runs.

var (
	facetForm  = regexp.MustCompile(`(?i)^c (not )?in p$|^c between c and c$`)
	columnForm = regexp.MustCompile(`^[A-Za-z0-9_.]$`)
)

// isFacet reports whether the condition is exactly one IN, NOT IN or BETWEEN
// over a column.
func isFacet(condition string) bool {
	outline, ok := outlineOf(condition)
	return ok && facetForm.MatchString(outline)
}

// outlineOf writes a condition as words: c for a column or value, p for a
// bracketed list that stands alone, and the key words themselves. It fails on
// what can't be part of a facet: operators, comments, open quotes.
func outlineOf(condition string) (string, bool) {
	var words []string
	for rest := strings.TrimSpace(condition); rest != ""; rest = strings.TrimSpace(rest) {
		length := termLength(rest)
		if length <= 0 {
			return "", false
		}
		words = append(words, wordOf(rest[:length]))
		rest = rest[length:]
	}
	return strings.Join(words, " "), true
}

func wordOf(term string) string {
	switch strings.ToLower(term) {
	case "in", "not", "between", "and", "or":
		return strings.ToLower(term)
	}
	if term[0] == '(' {
		return "p"
	}
	return "c"
}

// termLength returns the length of the term at the start of text: names,
// quoted texts and brackets without a gap, such as Map['key'] or f(x). Before
// a list a gap is not needed: IN(1).
func termLength(text string) int {
	n := 0
	for n < len(text) {
		if n > 0 && text[n] == '(' && strings.EqualFold(text[:n], "in") {
			return n
		}
		step := pieceLength(text[n:], n == 0)
		if step == 0 {
			return n
		}
		if step < 0 {
			return -1
		}
		n += step
	}
	return n
}

// pieceLength returns the length of one piece of a term: 0 at its end, -1 for
// what a facet can't hold.
func pieceLength(text string, first bool) int {
	switch c := text[0]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		return 0
	case c == '\'' || c == '"' || c == '`':
		return quotedLength(text)
	case c == '(' || c == '[':
		return bracketLength(text)
	case c == '-' && first && len(text) > 1 && text[1] >= '0' && text[1] <= '9':
		return 1
	case columnForm.MatchString(text[:1]):
		return 1
	default:
		return -1
	}
}

// quotedLength returns the length of a quoted text with its quotes; -1 when
// it does not end.
func quotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return -1
}

// bracketLength returns the length up to the closing bracket; -1 when it is
// missing or a comment hides in between.
func bracketLength(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\'' || c == '"' || c == '`':
			length := quotedLength(text[i:])
			if length < 0 {
				return -1
			}
			i += length - 1
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case strings.HasPrefix(text[i:], "--"), strings.HasPrefix(text[i:], "/*"), c == ';':
			return -1
		}
	}
	return -1
}
