package stack

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// BreachesMax bounds how many broken rules one answer lists, so that a large
// hostile body can't make a larger answer.
const BreachesMax = 100

// breaches collects broken rules up to BreachesMax.
type breaches struct {
	rules fault.Rules
	count int
}

func (b *breaches) err() error { return b.rules.Err() }

// place is one spot of an input, named by its JSON path. Rules that are
// broken there are recorded in the log that all places of the input share.
// The last step of the path is kept apart, so that a path that nothing is
// wrong with is never written.
type place struct {
	log  *breaches
	path string // all steps but the last
	last string
}

func root() place { return place{log: &breaches{}} }

func (p place) full() string {
	if p.path == "" || p.last == "" {
		return p.path + p.last
	}
	return p.path + "." + p.last
}

// at returns the place of a field.
func (p place) at(name string) place { return place{p.log, p.full(), name} }

// within is at for a place that many fields are looked at in.
func (p place) within(name string) place { return place{log: p.log, path: p.at(name).full()} }

func (p place) item(i int) place { return p.within(strconv.Itoa(i)) }

func (p place) breach(code, format string, args ...any) {
	if p.log.count++; p.log.count <= BreachesMax {
		p.log.rules.Break(p.full(), code, format, args...)
	}
}

func (p place) check(ok bool, code, format string, args ...any) {
	if !ok {
		p.breach(code, format, args...)
	}
}

// badReference returns an Invalid fault about something that the input names.
// Clients know its message as a whole; the place is in the details alone.
func badReference(path, message string) error {
	f := fault.InvalidAt(path, "reference", message)
	f.Message = message
	return f
}

// chars checks the number of characters of v.
func (p place) chars(v string, least, most int) {
	n := len(v)
	if n > most {
		n = utf8.RuneCountInString(v)
	}
	if n > most {
		p.breach("max_length", "must be at most %s", counted(most, "character"))
	} else if n < least {
		p.breach("min_length", "must be at least %s", counted(least, "character"))
	}
}

// items checks the length of a list.
func (p place) items(n, least, most int) {
	switch {
	case n != most && least == most:
		p.breach("items", "must have exactly %s", counted(most, "item"))
	case n > most:
		p.breach("max_items", "must have at most %s", counted(most, "item"))
	case n < least:
		p.breach("min_items", "must have at least %s", counted(least, "item"))
	}
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func (p place) number(v, least, most float64) {
	if v < least || v > most {
		p.breach("range", "must be between %s and %s", plain(least), plain(most))
	}
}

func (p place) id(v string) {
	if v == "" {
		p.breach("required", "is required")
		return
	}
	p.check(idForm.MatchString(v), "format", "must be 24 lower-case hexadecimal digits")
}

func (p place) optionalID(v string) {
	if v != "" {
		p.id(v)
	}
}

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// oneOf checks that v is one of the allowed words.
func oneOf[T ~string](p place, v T, allowed []T) {
	if slices.Contains(allowed, v) {
		return
	}
	if len(allowed) == 1 {
		p.breach("enum", "must be %s", allowed[0])
		return
	}
	p.breach("enum", "must be one of %s", query.Words(allowed))
}

// optionalOneOf lets the empty word pass, which means "not set".
func optionalOneOf[T ~string](p place, v T, allowed []T) {
	if v != "" {
		oneOf(p, v, allowed)
	}
}

// optionalInt checks the range of v if it is set.
func (p place) optionalInt(v *int, least, most int) {
	if v != nil {
		p.number(float64(*v), float64(least), float64(most))
	}
}

// unique checks that no value stands twice; at names the place of item i.
func unique(values []string, at func(i int) place, rule string) {
	seen := make(map[string]bool, len(values))
	for i, v := range values {
		if v != "" && seen[v] {
			at(i).breach("unique", "%s", rule)
		}
		seen[v] = true
	}
}
