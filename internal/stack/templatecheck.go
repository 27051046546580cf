package stack

import (
	"slices"
	"strings"
)

// attributesPrefix begins the variables that are named after what an alert
// is grouped by.
const attributesPrefix = "attributes."

// template checks that the text is a template over the variables.
func (p place) template(text string, variables []string) {
	t, err := ParseTemplate(text)
	if err != nil {
		p.breach("template", "is not a valid template: %s", err)
		return
	}
	for _, path := range t.Variables() {
		if !slices.Contains(variables, path) && !strings.HasPrefix(path, attributesPrefix) {
			p.breach("template", "reads a variable that does not exist; there are attributes.* and %s",
				strings.Join(variables, ", "))
			return
		}
	}
}

func (p place) optionalTemplate(text *string, variables []string) {
	if text != nil {
		p.template(*text, variables)
	}
}
