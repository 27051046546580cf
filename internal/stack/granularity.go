package stack

import (
	"reflect"
	"regexp"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

var granularityForm = regexp.MustCompile(`^([1-9][0-9]{0,3}) ?(s|m|h|d|second|minute|hour|day)$`)

// ParseGranularity returns the granularity of a materialized view that text
// spells, in short, as 5m, or long, as "5 minute". It returns an Invalid fault
// unless it is one of query.ViewGranularities.
func ParseGranularity(text string) (query.Granularity, error) {
	parts := granularityForm.FindStringSubmatch(text)
	if parts == nil {
		return "", fault.New(fault.Invalid, "must be a granularity such as 15s, 5m, 1h or 1d")
	}
	g := query.Granularity(parts[1] + parts[2][:1])
	if !slices.Contains(query.ViewGranularities(), g) {
		return "", fault.New(fault.Invalid, "must be a granularity such as 15s, 5m, 1h or 1d")
	}
	return g, nil
}

// granularity reads the granularity of a materialized view.
func (d *decoder) granularity(p place, node any, into reflect.Value) {
	parsed, err := ParseGranularity(text(p, node))
	if err != nil {
		p.breach("enum", "%s", fault.From(err).Message)
	}
	into.SetString(string(parsed))
}
