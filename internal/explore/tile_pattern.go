package explore

import (
	"regexp"
	"strings"
)

// PatternCharsMax is how much of a message counts for its shape.
const PatternCharsMax = 500

// What differs between messages of one shape.
var (
	uuidText    = regexp.MustCompile(`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
	timeText    = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?`)
	mailText    = regexp.MustCompile(`\b[\w.+-]+@[\w-]+\.[\w.-]+\b`)
	addressText = regexp.MustCompile(`\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b`)
	hexText     = regexp.MustCompile(`(?i)\b[0-9a-f]{8,}\b`)
	quotedText  = regexp.MustCompile("\"[^\"]{1,200}\"|'[^']{1,200}'|`[^`]{1,200}`")
	numberText  = regexp.MustCompile(`-?\b\d+(?:\.\d+)?`)
)

// shapeOf returns a message with what differs masked, from the most particular
// to the least.
func shapeOf(message string) string {
	if chars := []rune(message); len(chars) > PatternCharsMax {
		message = string(chars[:PatternCharsMax])
	}
	text := strings.Join(strings.Fields(message), " ")
	text = uuidText.ReplaceAllLiteralString(text, "<uuid>")
	text = timeText.ReplaceAllLiteralString(text, "<time>")
	text = mailText.ReplaceAllLiteralString(text, "<e-mail>")
	text = addressText.ReplaceAllLiteralString(text, "<ip>")
	text = hexText.ReplaceAllStringFunc(text, maskHex)
	text = quotedText.ReplaceAllLiteralString(text, "<text>")
	return numberText.ReplaceAllLiteralString(text, "<n>")
}

// maskHex masks what has digits and letters: without one of them it is a
// number or a word.
func maskHex(text string) string {
	if strings.ContainsAny(text, "0123456789") && strings.ContainsAny(text, "abcdefABCDEF") {
		return "<hex>"
	}
	return text
}
