package telemetry

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonScanner reads JSON from a text.
type jsonScanner struct {
	text []byte
	at   int
}

func isJSONSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// peek returns the next byte that is no space, zero at the end.
func (s *jsonScanner) peek() byte {
	for s.at < len(s.text) && isJSONSpace(s.text[s.at]) {
		s.at++
	}
	if s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// take passes the next byte if it is c.
func (s *jsonScanner) take(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.at++
	return true
}

func (s *jsonScanner) atEnd() bool { return s.peek() == 0 && s.at == len(s.text) }

func (s *jsonScanner) word(word string) bool {
	end := s.at + len(word)
	if end > len(s.text) || string(s.text[s.at:end]) != word {
		return false
	}
	s.at = end
	return true
}

// scanNumber passes a number and reports whether it is a whole one.
func (s *jsonScanner) scanNumber() (text []byte, whole, ok bool) {
	from := s.at
	s.sign("-")
	leading := s.at
	if !s.digits() || s.text[leading] == '0' && s.at > leading+1 {
		return nil, false, false
	}
	whole = true
	if s.at < len(s.text) && s.text[s.at] == '.' {
		s.at++
		whole = false
		if !s.digits() {
			return nil, false, false
		}
	}
	if s.at < len(s.text) && s.text[s.at]|0x20 == 'e' {
		s.at++
		whole = false
		s.sign("+-")
		if !s.digits() {
			return nil, false, false
		}
	}
	return s.text[from:s.at], whole, true
}

func (s *jsonScanner) sign(signs string) {
	for i := range len(signs) {
		if s.at < len(s.text) && s.text[s.at] == signs[i] {
			s.at++
			return
		}
	}
}

func (s *jsonScanner) digits() bool {
	from := s.at
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	return s.at > from
}

// skip passes a list or an object of any depth. It checks that brackets and
// strings close, and no more: what it passes is kept as text or left out.
func (s *jsonScanner) skip() bool {
	depth := 0
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case '"':
			if !s.skipString() {
				return false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.at++
		if depth == 0 {
			return true
		}
	}
	return false
}

func (s *jsonScanner) skipString() bool {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return true
		}
	}
	return false
}

// appendString appends the text of the string at the scanner.
func (s *jsonScanner) appendString(to []byte) ([]byte, bool) {
	if !s.take('"') {
		return to, false
	}
	for {
		from := s.at
		for s.at < len(s.text) && s.text[s.at] != '"' && s.text[s.at] != '\\' && s.text[s.at] >= ' ' {
			s.at++
		}
		to = append(to, s.text[from:s.at]...)
		if s.at == len(s.text) || s.text[s.at] < ' ' {
			return to, false
		}
		s.at++
		if s.text[s.at-1] == '"' {
			return to, true
		}
		ok := false
		if to, ok = s.appendEscaped(to); !ok {
			return to, false
		}
	}
}

// appendEscaped appends what the escape after a backslash stands for.
func (s *jsonScanner) appendEscaped(to []byte) ([]byte, bool) {
	if s.at == len(s.text) {
		return to, false
	}
	c := s.text[s.at]
	s.at++
	switch c {
	case '"', '\\', '/':
		return append(to, c), true
	case 'b':
		return append(to, '\b'), true
	case 'f':
		return append(to, '\f'), true
	case 'n':
		return append(to, '\n'), true
	case 'r':
		return append(to, '\r'), true
	case 't':
		return append(to, '\t'), true
	case 'u':
		return s.appendUnicode(to)
	}
	return to, false
}

func (s *jsonScanner) appendUnicode(to []byte) ([]byte, bool) {
	unit, ok := s.hex()
	if !ok {
		return to, false
	}
	if !utf16.IsSurrogate(unit) {
		return utf8.AppendRune(to, unit), true
	}
	after := s.at
	if s.word(`\u`) {
		if low, ok := s.hex(); ok {
			if joined := utf16.DecodeRune(unit, low); joined != utf8.RuneError {
				return utf8.AppendRune(to, joined), true
			}
		}
	}
	s.at = after
	return utf8.AppendRune(to, utf8.RuneError), true
}

// hex passes the four digits of a \u escape.
func (s *jsonScanner) hex() (rune, bool) {
	if s.at+4 > len(s.text) {
		return 0, false
	}
	value, err := strconv.ParseUint(string(s.text[s.at:s.at+4]), 16, 32)
	s.at += 4
	return rune(value), err == nil
}
