package promtext

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/fault"
)

// ScrapeInterval is how far apart samples are taken to be: PromQL can't know.
const ScrapeInterval = 15 * time.Second

// rateSamples is how many samples the window of a rate should hold.
const rateSamples = 4

// Variable is what is chosen for a variable of a dashboard.
type Variable struct {
	Name   string
	Values []string // none: nothing is chosen
}

// Scope is what the variables of an expression stand for.
type Scope struct {
	Variables []Variable
	Step      time.Duration // between two points
	Range     time.Duration // from the first instant to the last
}

// places finds variables outside of strings and comments, which match first.
var places = regexp.MustCompile("\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)*'|`[^`]*`|#[^\\n]*|" + `\$(?:\{(\w+)(?::\w+)?\}|(\w+))`)

// insertable is what may stand outside of strings: a name, a number or a
// duration. None of them has a structure of its own.
var insertable = regexp.MustCompile(`^(?:[a-zA-Z_:][a-zA-Z0-9_:]*|[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|(?:[0-9]+(?:ms|[smhdwy]))+)$`)

// Check returns an Invalid fault unless the text is an expression, whatever is
// chosen for its variables.
func Check(text string) error {
	var first error
	for _, filled := range samples(text) {
		_, err := ParseNumbers(filled)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// samplesMax bounds how many variables are tried as names and as numbers apart
// from each other.
const samplesMax = 5

// samples returns the text with names and numbers in the place of variables, in
// all combinations, and with durations. Each is as long as what it stands for,
// so that places in the text stay as they are.
func samples(text string) []string {
	bits := map[string]int{}
	fill(text, func(_, name string, inRange bool) string {
		if _, known := bits[name]; !known && !inRange && !isDuration(name) {
			bits[name] = min(len(bits), samplesMax-1)
		}
		return ""
	})
	var texts []string
	for chosen := range 1 << min(len(bits), samplesMax) {
		texts = append(texts, sample(text, func(place, name string) string {
			if chosen>>bits[name]&1 == 1 {
				return strings.Repeat("1", len(place))
			}
			return strings.Repeat("a", len(place))
		}))
	}
	return append(texts, sample(text, func(place, _ string) string { return sampleDuration(place) }))
}

// sample returns the text with durations where only they can stand.
func sample(text string, other func(place, name string) string) string {
	return fill(text, func(place, name string, inRange bool) string {
		if inRange || isDuration(name) {
			return sampleDuration(place)
		}
		return other(place, name)
	})
}

func isDuration(name string) bool {
	_, is := Scope{}.durations()[name]
	return is
}

func sampleDuration(place string) string { return strings.Repeat("0", len(place)-2) + "1m" }

// fill writes something in the place of each variable outside of strings.
func fill(text string, write func(place, name string, inRange bool) string) string {
	var out strings.Builder
	end := 0
	for _, at := range places.FindAllStringSubmatchIndex(text, -1) {
		name := group(text, at, 1) + group(text, at, 2)
		if name == "" {
			continue
		}
		out.WriteString(text[end:at[0]])
		out.WriteString(write(text[at[0]:at[1]], name, takesDuration(text[:at[0]])))
		end = at[1]
	}
	return out.String() + text[end:]
}

// takesDuration reports whether only a duration can follow a text.
func takesDuration(before string) bool {
	before = strings.TrimRight(before, " \t\n")
	isInRange := strings.LastIndexByte(before, '[') > strings.LastIndexByte(before, ']')
	return strings.HasSuffix(before, "[") || strings.HasSuffix(before, "offset") || strings.HasSuffix(before, ":") && isInRange
}

func group(text string, at []int, number int) string {
	if at[2*number] < 0 {
		return ""
	}
	return text[at[2*number]:at[2*number+1]]
}

// Expand returns the expression with what its variables stand for. Values in
// strings can't end them, and others are single names, numbers or durations.
func (s Scope) Expand(text string) (parser.Expr, error) {
	if err := Check(text); err != nil {
		return nil, err
	}
	expr, err := s.fillParsed(text)
	if err != nil {
		return nil, err
	}
	return ParseNumbers(expr.String()) // a selector may have lost all that it demands
}

// fillParsed returns the expression with values, which was not parsed again.
func (s Scope) fillParsed(text string) (parser.Expr, error) {
	var wrong error
	filled := fill(text, func(_, name string, _ bool) string {
		value, err := s.outside(name)
		if err != nil && wrong == nil {
			wrong = err
		}
		return value
	})
	if wrong != nil {
		return nil, wrong
	}
	expr, err := Parse(filled)
	if err != nil {
		return nil, err
	}
	return expr, s.inStrings(expr)
}

// outside returns what stands for a variable outside of strings.
func (s Scope) outside(name string) (string, error) {
	if value, ok := s.durations()[name]; ok {
		return value, nil
	}
	values, ok := s.chosen(name)
	switch {
	case !ok:
		return "", fault.New(fault.Invalid, "$%s is not a variable of the dashboard", name)
	case len(values) != 1:
		return "", fault.New(fault.Invalid, "$%s needs one value, because it does not stand in a string", name)
	case !insertable.MatchString(values[0]):
		return "", fault.New(fault.Invalid, "$%s must be a name, a number or a duration, because it does not stand in a string", name)
	}
	return values[0], nil
}

func (s Scope) chosen(name string) ([]string, bool) {
	for _, v := range s.Variables {
		if v.Name == name {
			return v.Values, true
		}
	}
	return nil, false
}

// durations returns what the names stand for that every expression has.
func (s Scope) durations() map[string]string {
	rate := max(s.Step+ScrapeInterval, rateSamples*ScrapeInterval)
	seconds := func(d time.Duration, unit time.Duration) string { return strconv.FormatInt(int64(d/unit), 10) }
	return map[string]string{
		"__interval": duration(s.Step), "__interval_ms": seconds(s.Step, time.Millisecond),
		"__rate_interval": duration(rate),
		"__range":         duration(s.Range), "__range_s": seconds(s.Range, time.Second), "__range_ms": seconds(s.Range, time.Millisecond),
	}
}

// duration writes a duration for PromQL, which has none below a millisecond.
func duration(d time.Duration) string {
	return model.Duration(max(d, time.Millisecond)).String()
}

// Mentions reports whether an expression names a variable.
func Mentions(text, name string) bool {
	return slices.ContainsFunc(inString.FindAllStringSubmatch(text, -1), func(part []string) bool { return part[1]+part[2] == name })
}
