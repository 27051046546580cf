package compile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
)

// PatternCharsMax is how much of a message counts for its pattern.
const PatternCharsMax = 500

// patternStep replaces what a regular expression matches.
type patternStep struct{ expression, text string }

// patternSteps returns what is masked, from the most particular to the least.
// Space and control characters come first, so that a pattern is one line.
func patternSteps() []patternStep {
	return []patternStep{
		{`[\x00-\x20\x7f\x{85}\p{Z}]+`, " "},
		{`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`, "<uuid>"},
		{`\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?`, "<time>"},
		{`\b[\w.+-]+@[\w-]+\.[\w.-]+\b`, "<e-mail>"},
		{`\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b`, "<ip>"},
		{hexExpression(), "<hex>"},
		{"\"[^\"]{1,200}\"|'[^']{1,200}'|`[^`]{1,200}`", "<text>"},
		{`-?\b\d+(?:\.\d+)?`, "<n>"},
	}
}

// hexExpression matches at least eight hexadecimal digits with both digits and
// letters: without one of them they are a number or a word. Nothing looks
// ahead in linear time, so the place where the first run ends is spelled out.
func hexExpression() string {
	const charsMin = 8
	var ways []string
	for _, runs := range [][2]string{{`\d`, `[a-f]`}, {`[a-f]`, `\d`}} {
		for run := 1; run < charsMin-1; run++ {
			ways = append(ways, fmt.Sprintf("%s{%d}%s[0-9a-f]{%d,}", runs[0], run, runs[1], charsMin-1-run))
		}
		ways = append(ways, fmt.Sprintf("%s{%d,}%s[0-9a-f]*", runs[0], charsMin-1, runs[1]))
	}
	return `(?i)\b(?:` + strings.Join(ways, "|") + `)\b`
}

// messagePattern returns the pattern of a message.
func (c *Compiler) messagePattern(message Value) Value {
	sql := fmt.Sprintf("substringUTF8(%s, 1, %d)", message.asText(), PatternCharsMax)
	for i, step := range patternSteps() {
		sql = "replaceRegexpAll(" + sql + ", " + c.BindText(step.expression) + ", " + c.BindText(step.text) + ")"
		if i == 0 {
			sql = "trimBoth(" + sql + ")"
		}
	}
	return Value{SQL: sql, Kind: TextKind, Plain: message.Plain, masked: message.asText()}
}

// betweenPieces is what stands in a pattern instead of something else.
var betweenPieces = func() *regexp.Regexp {
	var texts []string
	for _, step := range patternSteps() {
		texts = append(texts, regexp.QuoteMeta(step.text))
	}
	return regexp.MustCompile(strings.Join(texts, "|"))
}()

// pieceOf returns the longest piece of one pattern that its messages have as
// it is. To look for it costs little compared with masking messages.
func pieceOf(patterns []string) string {
	if len(patterns) != 1 {
		return ""
	}
	return slices.MaxFunc(betweenPieces.Split(patterns[0], -1), func(a, b string) int { return cmp.Compare(len(a), len(b)) })
}

// patternField returns the field whose pattern a field name asks for, as in
// messagePattern(Body).
func patternField(name string) (string, bool) {
	inner, opened := strings.CutPrefix(name, ql.MessagePattern+"(")
	inner, closed := strings.CutSuffix(inner, ")")
	return inner, opened && closed
}
