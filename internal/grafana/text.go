package grafana

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// mention finds variables in texts: $x, ${x}, ${x:regex}, ${x.text} and [[x:regex]].
var mention = regexp.MustCompile(`\$\{(\w+)(?:\.[\w.\[\]"]+)?(?::([^}]*))?\}|\[\[(\w+)(?::([^\]]*))?\]\]|\$(\w+)`)

// builtIn lists the variables that PromQL tiles know of themselves.
func builtIn() []string {
	return []string{"__interval", "__interval_ms", "__rate_interval", "__range", "__range_s", "__range_ms"}
}

// variable is what a variable of the dashboard becomes.
type variable struct {
	name       string // of the filter; empty for one whose value is always the same
	value      string
	current    string // what is chosen in the file, if it is one value
	isDropped  bool
	isRaw      bool // its value may be a regular expression
	isConstant bool
}

// rewritten returns a text in which variables are called as here. found is called
// with the name and the format of each.
func (t *translation) rewritten(text string, found func(name, format string)) string {
	return mention.ReplaceAllStringFunc(text, func(place string) string {
		part := mention.FindStringSubmatch(place)
		name, format := part[1]+part[3]+part[5], part[2]+part[4]
		v, known := t.variables[name]
		if !known && !slices.Contains(builtIn(), name) {
			found(name, format)
			return place
		}
		found(name, format)
		switch {
		case v.isConstant:
			return v.value
		case known && !v.isDropped:
			name = v.name
		}
		if part[5] != "" {
			return "$" + name
		}
		return "${" + name + "}"
	})
}

// words returns a text for people.
func (t *translation) words(text string) string { return t.rewritten(text, func(string, string) {}) }

// cut returns as much of a text as is allowed, and writes a note where that is less.
func (n *node) cut(key, text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	n.t.note(Changed, n.panel, n.at(key), "The %s is longer than %d characters, and was cut. Shorten it after the import.", partName(key), most)
	return string([]rune(text)[:most])
}

// partName returns what people call a text that may be too long.
func partName(key string) string {
	switch key {
	case "legendFormat":
		return "legend"
	case "options.content":
		return "text"
	case "label":
		return "name of a filter"
	}
	return key
}

// isGroup reports whether a name is that of a group of a regular expression, as in
// the replacement of label_replace.
func isGroup(name string) bool { return strings.Trim(name, "0123456789") == "" }
