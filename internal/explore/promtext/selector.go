package promtext

import (
	"strings"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/fault"
)

// CheckSelector returns an Invalid fault unless the text is a series selector,
// whatever is chosen for its variables.
func CheckSelector(text string) error {
	if err := Check(text); err != nil {
		return err
	}
	for _, filled := range samples(text) {
		if expr, err := Parse(filled); err == nil {
			_, err = selectorOf(expr)
			return err
		}
	}
	return nil
}

// Selector returns the matchers of a series selector with what its variables
// stand for. One that demands nothing is no mistake here.
func (s Scope) Selector(text string) ([]*labels.Matcher, error) {
	if err := CheckSelector(text); err != nil {
		return nil, err
	}
	expr, err := s.fillParsed(text)
	if err != nil {
		return nil, err
	}
	return selectorOf(expr)
}

func selectorOf(expr parser.Expr) ([]*labels.Matcher, error) {
	switch e := expr.(type) {
	case *parser.ParenExpr:
		return selectorOf(e.Expr)
	case *parser.VectorSelector:
		return e.LabelMatchers, nil
	}
	return nil, fault.New(fault.Invalid, "1:1: must be a series selector, such as up{job=\"api\"}")
}

// Words returns a text for people, such as a legend, with what is chosen in the
// place of its variables.
func (s Scope) Words(text string) string {
	return inString.ReplaceAllStringFunc(text, func(place string) string {
		part := inString.FindStringSubmatch(place)
		values, ok := s.chosen(part[1] + part[2])
		switch {
		case !ok:
			return place
		case len(values) == 0:
			return "all"
		}
		return strings.Join(values, ", ")
	})
}
