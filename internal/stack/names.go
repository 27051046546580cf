package stack

import (
	"strings"
	"unicode"
)

// hiding are characters that change what the ones around them look like, or
// look like nothing: a name with them can look like another one. Those that
// join emoji and letters are not among them.
var hiding = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x0000, Hi: 0x001f, Stride: 1},
		{Lo: 0x007f, Hi: 0x009f, Stride: 1},
		{Lo: 0x00ad, Hi: 0x00ad, Stride: 1},
		{Lo: 0x061c, Hi: 0x061c, Stride: 1},
		{Lo: 0x200b, Hi: 0x200b, Stride: 1},
		{Lo: 0x200e, Hi: 0x200f, Stride: 1},
		{Lo: 0x2028, Hi: 0x202e, Stride: 1},
		{Lo: 0x2060, Hi: 0x2069, Stride: 1},
		{Lo: 0xfeff, Hi: 0xfeff, Stride: 1},
	},
	LatinOffset: 3,
}

// PlainNameRule is what IsPlainName asks for, in words.
const PlainNameRule = "must have no control characters and none that are invisible or change the direction of the text"

// IsPlainName reports whether a name of somebody, or of what somebody may do,
// looks like what it is.
func IsPlainName(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(hiding, r) })
}

// PlainName returns a name that somebody else chose without what IsPlainName
// refuses.
func PlainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(hiding, r) {
			return -1
		}
		return r
	}, name)
}
