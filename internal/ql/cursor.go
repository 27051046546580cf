package ql

import (
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
		if isControl(r) && r != '\t' && r != '\n' && r != '\r' {
			return refused(col, "control characters are not allowed")
		}
		col++
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func isNameByte(b byte) bool { return isLetter(b) || isDigit(b) || b == '_' }
