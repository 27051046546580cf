package ql

import (
	"strings"
)

func (p *printer) term(n *Term) {
	if n.Field != "" {
		p.put(fieldText(n.Field), ":")
	}
	switch n.Match {
	case Exact, Phrase:
		p.put(phraseText(n.Text))
	case Prefix:
		p.put(wordText(n.Text, signs(n.Field)), "*")
	case Suffix:
		p.put("*", wordText(n.Text, ""))
	case Contains:
		p.put("*", wordText(n.Text, ""), "*")
	case Token:
		p.put(tokenText(n.Text))
	case Substring:
		p.put(substringText(n))
	}
}

// signs returns the characters that mean something else at the beginning of
// a word: prefixes and operators of a clause, comparisons of a value.
func signs(field string) string {
	if field == "" {
		return "+-!&|"
	}
	return "<>"
}

func (p *printer) span(n *Range) {
	p.put(fieldText(n.Field), ":")
	if n.Lo.Exclusive {
		p.put("{")
	} else {
		p.put("[")
	}
	p.put(boundText(n.Lo), " TO ", boundText(n.Hi))
	if n.Hi.Exclusive {
		p.put("}")
	} else {
		p.put("]")
	}
}

func boundText(b Bound) string {
	if b.Open {
		return "*"
	}
	return valueText(b.Value, "")
}

// valueText differs from a word in that only a leading colon is escaped.
func valueText(v Value, signs string) string {
	if v.Quoted {
		return phraseText(v.Text)
	}
	return escapedWord(v.Text, func(i int, r rune) bool {
		return r != ':' && special(r) || i == 0 && strings.ContainsRune(signs+":", r)
	})
}

func fieldText(field string) string { return wordText(field, "+-!&|<>") }

func tokenText(text string) string {
	if text == "AND" || text == "OR" || text == "NOT" {
		return phraseText(text)
	}
	return wordText(text, "")
}

// substringText writes a word. One with control characters needs quotes, which
// mean a part of a text only within a group.
func substringText(n *Term) string {
	if n.Field != "" && strings.ContainsFunc(n.Text, isRefused) {
		return "(" + phraseText(n.Text) + ")"
	}
	return wordText(n.Text, signs(n.Field))
}

// QuoteLucene returns a text as the Lucene-like language writes it in quotes.
func QuoteLucene(text string) string { return phraseText(text) }

func phraseText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\' || r == '"':
			b.WriteString(`\` + string(r))
		case isControl(r):
			b.WriteString(controlText(r))
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// wordText escapes what would end the word, be a wildcard, or be one of signs
// at its beginning.
func wordText(text, signs string) string {
	return escapedWord(text, func(i int, r rune) bool {
		return special(r) || i == 0 && strings.ContainsRune(signs, r)
	})
}

// special says that r means something else in a word unless it is escaped.
func special(r rune) bool { return r == '\\' || r == '*' || delimits(r) }

func escapedWord(text string, needsEscape func(i int, r rune) bool) string {
	var b strings.Builder
	for i, r := range text {
		if needsEscape(i, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
