package ql

import (
	"bytes"
	"regexp"
	"unicode"
)

// word is an unquoted run of characters with its escapes resolved. lead and
// trail count the unescaped stars at its two ends.
type word struct {
	text        string
	lead, trail int
	url         bool // it holds http:// or https://
}

// stars says that the word is nothing but unescaped stars.
func (w word) stars() bool { return w.lead == len(w.text) }

// delimits says that r ends an unquoted word unless a backslash precedes it.
func delimits(r rune) bool {
	switch r {
	case 0, ':', '{', '}', '(', ')', '"', '^', '~', '[', ']':
		return true
	}
	return unicode.IsSpace(r)
}

// word reads up to the next delimiter. A colon is part of the word where
// colons says so, in addresses such as http://host:80 and in times such as
// 2006-01-02T15:04:05Z.
func (p *luceneParser) word(colons bool) (word, error) {
	var w word
	at, buffer := p.col, make([]byte, 0, 32)
	for r := p.peek(); !delimits(r) || r == ':' && (colons || p.colonIsText(&w, buffer)); r = p.peek() {
		if r == '\\' {
			p.next()
		}
		if p.done() {
			return word{}, expected(p.col, `a character after "\"`)
		}
		if r == '*' {
			w.trail++
		} else {
			w.trail = 0
		}
		if r == '*' && w.lead == len(buffer) {
			w.lead++
		}
		from := p.off
		p.next()
		buffer = append(buffer, p.text[from:p.off]...)
	}
	if len(buffer) > StringBytesMax {
		return word{}, overLimit(at, StringBytesMax, "bytes in a word")
	}
	w.text = string(buffer)
	return w, nil
}

// colonIsText says that the colon ahead belongs to a URL, to a local address
// with a port or to a time, given what was read of the word before it.
func (p *luceneParser) colonIsText(w *word, before []byte) bool {
	if bytes.HasSuffix(before, []byte("http")) || bytes.HasSuffix(before, []byte("https")) {
		w.url = w.url || p.has("://")
	}
	return w.url || bytes.HasSuffix(before, []byte("localhost")) && p.portAhead() || dated.Match(before) && p.portAhead()
}

// dated finds words that begin with a date and an hour.
var dated = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}`)

func (p *luceneParser) portAhead() bool {
	digits := 0
	for isDigit(p.byteAt(1 + digits)) {
		digits++
	}
	return digits >= 1 && digits <= 5
}

// quoted reads a phrase from its opening quote to its closing one. Only \",
// \\ and control characters are escapes in it.
func (p *luceneParser) quoted() (string, error) {
	at := p.col
	p.next()
	buffer := make([]byte, 0, 32)
	for p.peek() != '"' {
		if p.done() {
			return "", expected(at, "a closing quote for this one")
		}
		if with, ok := p.appendControl(buffer); ok {
			buffer = with
			continue
		}
		if p.has(`\"`) || p.has(`\\`) {
			p.next()
		}
		from := p.off
		p.next()
		buffer = append(buffer, p.text[from:p.off]...)
	}
	p.next()
	if len(buffer) > StringBytesMax {
		return "", overLimit(at, StringBytesMax, "bytes in a phrase")
	}
	return string(buffer), nil
}
