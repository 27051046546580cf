package promrules

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
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

// unknown stands in notifications for a value that the alert does not have.
const unknown = "n/a"

// annotation is the text of one, as a template of notifications.
type annotation struct {
	text      string
	formatted bool // a value is written in another form
	valueless bool // a value is not known
	strange   bool // it does something that notifications can't, and is as it was
}

// translated returns an annotation of an alert with a condition.
func translated(text string, when condition) annotation {
	a := annotation{strange: strings.Contains(action.ReplaceAllString(text, ""), "{{")}
	a.text = action.ReplaceAllStringFunc(text, func(place string) string {
		inner := action.FindStringSubmatch(place)[1]
		label := labelAction.FindStringSubmatch(inner)
		isPlain := valueAction.MatchString(inner)
		switch isPiped := valuePiped.MatchString(inner); {
		case label != nil:
			return "{{attributes." + label[1] + "}}"
		case isPlain && when.value != nil:
			return strconv.FormatFloat(*when.value, 'g', -1, 64)
		case (isPlain || isPiped) && when.isPresence:
			a.valueless = true
			return unknown
		case isPlain:
			return "{{value}}"
		case isPiped:
			a.formatted = true
			return "{{valueText}}"
		}
		a.strange = true
		return place
	})
	if a.strange {
		return annotation{text: text, strange: true}
	}
	return a
}

// messageNames lists the annotations that are texts of notifications.
func messageNames() []string { return []string{"summary", "description", "message"} }

// words sorts annotations: those that are said in a notification become the
// message, with those that depend on the series; all others stand in the note.
func (c *conversion) words(annotations map[string]string, when condition) (message, note string) {
	names := slices.Sorted(maps.Keys(annotations))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	var said, noted []string
	for _, name := range names {
		text, isSaid := annotations[name], slices.Contains(messageNames(), name)
		if isSaid && strings.TrimSpace(text) == "" {
			continue
		}
		a := translated(text, when)
		c.list(name, a)
		switch {
		case a.strange || !isSaid && a.text == text:
			noted = append(noted, name+": "+text)
		case isSaid:
			said = append(said, strings.TrimSpace(a.text))
		default:
			said = append(said, name+": "+strings.TrimSpace(a.text))
		}
	}
	return c.bounded("message", strings.Join(said, "\n\n")), c.bounded("note", strings.Join(noted, "\n"))
}

// rank orders annotations: what is said first, then all others.
func rank(name string) int {
	if at := slices.Index(messageNames(), name); at >= 0 {
		return at
	}
	return len(messageNames())
}

// list says what of an annotation is not as in Prometheus.
func (c *conversion) list(name string, a annotation) {
	switch {
	case a.strange:
		c.leaveOut("the template in the annotation %s, whose text is in the note", name)
	case a.valueless:
		c.leaveOut("the value in the annotation %s, where %s stands", name, unknown)
	case a.formatted:
		c.change("values in the annotation %s are written as the tile writes them", name)
	}
}
