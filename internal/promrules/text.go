package promrules

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// The actions of templates that have a counterpart: {{ $value }}, also through
// functions that only change how it is written, and {{ $labels.instance }}.
var (
	action      = regexp.MustCompile(`\{\{-?\s*(.*?)\s*-?\}\}`)
	valueAction = regexp.MustCompile(`^\$value$`)
	valuePiped  = regexp.MustCompile(`^(?:\$value\s*\|\s*(humanize\w*|printf\s+"[^"]*")|(humanize\w*)\s+\$value|printf\s+"[^"]*"\s+\$value)$`)
	labelAction = regexp.MustCompile(`^\$labels\.([a-zA-Z_][a-zA-Z0-9_]*)$`)
)

// translated returns the text of an annotation as a template of notifications;
// false where it does something that those can't. formatted says that a value
// is written in another form.
func translated(text string) (out string, formatted, ok bool) {
	ok = true
	out = action.ReplaceAllStringFunc(text, func(place string) string {
		inner := action.FindStringSubmatch(place)[1]
		switch label := labelAction.FindStringSubmatch(inner); {
		case label != nil:
			return "{{attributes." + label[1] + "}}"
		case valueAction.MatchString(inner):
			return "{{value}}"
		case valuePiped.MatchString(inner):
			formatted = true
			return "{{valueText}}"
		}
		ok = false
		return place
	})
	return out, formatted, ok && !strings.Contains(action.ReplaceAllString(text, ""), "{{")
}

// messageNames lists the annotations that are texts of notifications.
func messageNames() []string { return []string{"summary", "description", "message"} }

// words sorts annotations: those that are said in a notification become the
// message, all others stand in the note.
func (c *conversion) words(annotations map[string]string) (message, note string) {
	var said, noted []string
	for _, name := range messageNames() {
		text, given := annotations[name]
		if !given || strings.TrimSpace(text) == "" {
			continue
		}
		out, formatted, ok := translated(text)
		switch {
		case !ok:
			c.leaveOut("the template in the annotation %s, whose text is in the note", name)
			noted = append(noted, name+": "+text)
			continue
		case formatted:
			c.change("values in the annotation %s are written as the tile writes them", name)
		}
		said = append(said, strings.TrimSpace(out))
	}
	for _, name := range slices.Sorted(maps.Keys(annotations)) {
		if !slices.Contains(messageNames(), name) {
			noted = append(noted, name+": "+annotations[name])
		}
	}
	return c.bounded("message", strings.Join(said, "\n\n")), c.bounded("note", strings.Join(noted, "\n"))
}
