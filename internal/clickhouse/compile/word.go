package compile

import (
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
)

// Text is what words without a field are looked up in.
type Text struct {
	SQL   string
	words string // the column with an index over its words, empty for none
}

// ImplicitText returns the implicit column, or several of them as one text.
func (c *Compiler) ImplicitText(at int) Text {
	path := c.Path
	defer func() { c.Path = path }()
	var parts []string
	for _, e := range c.implicit {
		v := c.Value(e)
		if len(c.implicit) == 1 && v.Column != nil {
			return Text{SQL: v.asText(), words: v.Column.Words}
		}
		parts = append(parts, "ifNull("+v.asText()+", '')")
	}
	if len(parts) == 0 {
		c.Path = path
		c.Refuse(at, "expected field:value; the source has no column for text without a field")
		return Text{}
	}
	return Text{SQL: "concat(" + strings.Join(parts, ", ';', ") + ")"}
}

// word looks a term up in the implicit column.
func (c *Compiler) word(n *ql.Term) string {
	t := c.ImplicitText(n.At())
	switch n.Match {
	case ql.Token:
		return c.token(t, n.Text)
	case ql.Phrase:
		return c.phrase(t, n.Text)
	case ql.Exact:
		return t.SQL + " = " + c.BindText(n.Text)
	case ql.Prefix, ql.Suffix, ql.Contains, ql.Substring:
	}
	return t.SQL + " ILIKE " + c.BindText(pattern(n.Match, n.Text))
}

// phrase asks for all tokens, which indexes find quickly, and for the text as
// it is.
func (c *Compiler) phrase(t Text, phrase string) string {
	var parts []string
	for _, token := range ql.Tokens(phrase) {
		parts = append(parts, c.token(t, token))
	}
	parts = append(parts, t.SQL+" ILIKE "+c.BindText(pattern(ql.Contains, phrase)))
	return strings.Join(parts, " AND ")
}

// token asks for a whole token. The index holds words of ASCII letters in
// lower case; other tokens are looked for in the text itself.
func (c *Compiler) token(t Text, token string) string {
	switch {
	case !IsASCII(token):
		return "hasToken(lowerUTF8(" + t.SQL + "), " + c.BindText(strings.ToLower(token)) + ")"
	case t.words == "" || !isIndexed(token):
		return "hasTokenCaseInsensitive(" + t.SQL + ", " + c.BindText(token) + ")"
	default:
		return "hasAllTokens(" + t.words + ", " + c.BindTexts([]string{strings.ToLower(token)}) + ")"
	}
}

// isIndexed reports whether a token is one of those that the index holds.
func isIndexed(token string) bool {
	return IsASCII(token) && !strings.ContainsAny(token, "0123456789")
}

// IsASCII reports whether a text has no other characters.
func IsASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}
