package clickhouse

import (
	"strings"

	"github.com/cairnstack/cairn/internal/search"
)

// text is what words without a field are looked up in.
type text struct {
	sql   string
	words string // the column with an index over its words, empty for none
}

// implicitText returns the implicit column, or several of them as one text.
func (c *compiler) implicitText(at int) text {
	path := c.path
	defer func() { c.path = path }()
	var parts []string
	for _, e := range c.implicit {
		v := c.value(e)
		if len(c.implicit) == 1 && v.column != nil {
			return text{sql: v.asText(), words: v.column.words}
		}
		parts = append(parts, "ifNull("+v.asText()+", '')")
	}
	if len(parts) == 0 {
		c.path = path
		c.refuse(at, "expected a field before the text: the source has no implicit column")
		return text{}
	}
	return text{sql: "concat(" + strings.Join(parts, ", ';', ") + ")"}
}

// word looks a term up in the implicit column.
func (c *compiler) word(n *search.Term) string {
	t := c.implicitText(n.At())
	switch n.Match {
	case search.Token:
		return c.token(t, n.Text)
	case search.Phrase:
		return c.phrase(t, n.Text)
	case search.Exact:
		return t.sql + " = " + c.bindText(n.Text)
	default:
		return t.sql + " ILIKE " + c.bindText(pattern(n.Match, n.Text))
	}
}

// phrase asks for all tokens, which indexes find quickly, and for the text as
// it is.
func (c *compiler) phrase(t text, phrase string) string {
	var parts []string
	for _, token := range search.Tokens(phrase) {
		parts = append(parts, c.token(t, token))
	}
	parts = append(parts, t.sql+" ILIKE "+c.bindText(pattern(search.Contains, phrase)))
	return strings.Join(parts, " AND ")
}

// token asks for a whole token. The index holds words of ASCII letters in
// lower case; other tokens are looked for in the text itself.
func (c *compiler) token(t text, token string) string {
	switch {
	case !isASCII(token):
		return "hasToken(lowerUTF8(" + t.sql + "), " + c.bindText(strings.ToLower(token)) + ")"
	case t.words == "" || !isIndexed(token):
		return "hasTokenCaseInsensitive(" + t.sql + ", " + c.bindText(token) + ")"
	default:
		return "hasAllTokens(" + t.words + ", " + c.bindTexts([]string{strings.ToLower(token)}) + ")"
	}
}

// isIndexed reports whether a token is one of those that the index holds.
func isIndexed(token string) bool {
	return isASCII(token) && !strings.ContainsAny(token, "0123456789")
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}
