package read

import "strings"

// parts are what is put into the text of a query, by the name that stands for
// it in double braces. They are SQL already.
type parts map[string]string

// into returns the text with its parts. What a part holds is not looked at
// again.
func (p parts) into(text string) string {
	pairs := make([]string, 0, 2*len(p))
	for name, part := range p {
		pairs = append(pairs, "{{"+name+"}}", part)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
