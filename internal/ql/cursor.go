package ql

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cursor reads a text by characters and knows the column it stands on.
type cursor struct {
	text string
	off  int // in bytes, from 0
	col  int // in characters, from 1
}

func (c *cursor) done() bool { return c.off >= len(c.text) }

// peek returns the next character, and 0 at the end: checkText lets no NUL in.
func (c *cursor) peek() rune {
	if c.done() {
		return 0
	}
	if b := c.text[c.off]; b < utf8.RuneSelf {
		return rune(b)
	}
	r, _ := utf8.DecodeRuneInString(c.text[c.off:])
	return r
}

func (c *cursor) next() rune {
	r := c.peek()
	if r != 0 {
		c.off += utf8.RuneLen(r)
		c.col++
	}
	return r
}

func (c *cursor) has(prefix string) bool { return strings.HasPrefix(c.text[c.off:], prefix) }

// byteAt returns the byte n places ahead, and 0 beyond the end.
func (c *cursor) byteAt(n int) byte {
	if c.off+n >= len(c.text) {
		return 0
	}
	return c.text[c.off+n]
}

// skip passes over n ASCII characters.
func (c *cursor) skip(n int) {
	c.off += n
	c.col += n
}

func (c *cursor) space() {
	for !c.done() && unicode.IsSpace(c.peek()) {
		c.next()
	}
}

// checkText refuses what no text may hold: more bytes than its kind of text
// may have, bytes that are no UTF-8, and control characters other than tab
// and line ends.
func checkText(text string, bytesMax int) error {
	if len(text) > bytesMax {
		return overLimit(1, bytesMax, "bytes of text")
	}
	col := 1
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return expected(col, "text in UTF-8")
		}
		if isRefused(r) {
			return refused(col, `control characters are not allowed; in quotes, write %s`, controlText(r))
		}
		col++
	}
	return nil
}

// isRefused reports whether a character can't stand in a text unless it is escaped.
func isRefused(r rune) bool { return isControl(r) && r != '\t' && r != '\n' && r != '\r' }

// controlText returns a control character as it is written in quotes.
func controlText(r rune) string {
	if r < utf8.RuneSelf {
		return fmt.Sprintf(`\x%02x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

func isControl(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func isNameByte(b byte) bool { return isLetter(b) || isDigit(b) || b == '_' }

// controlAhead returns the control character that \xHH or \uHHHH ahead stands
// for, and how many bytes that takes; none if something else is there. Other
// characters need no escape, and a pattern or a path may look like one.
func (c *cursor) controlAhead() (control rune, size int) {
	for _, form := range [...]struct {
		sign   string
		digits int
		max    rune
	}{{`\x`, 2, utf8.RuneSelf}, {`\u`, 4, utf8.MaxRune}} {
		size := len(form.sign) + form.digits
		if !c.has(form.sign) || len(c.text)-c.off < size {
			continue
		}
		code, err := strconv.ParseUint(c.text[c.off+len(form.sign):c.off+size], 16, 16)
		if err == nil && rune(code) < form.max && isControl(rune(code)) {
			return rune(code), size
		}
	}
	return 0, 0
}

// appendControl writes the control character that is escaped ahead and passes it.
func (c *cursor) appendControl(buffer []byte) ([]byte, bool) {
	control, size := c.controlAhead()
	if size == 0 {
		return buffer, false
	}
	c.skip(size)
	return utf8.AppendRune(buffer, control), true
}
