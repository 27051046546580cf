package stack

import (
	"encoding/json"
	"reflect"
)

const (
	// ColorRulesMax bounds the colour rules of a number tile.
	ColorRulesMax = 10
	// RuleTextCharsMax bounds a text that a colour rule compares with.
	RuleTextCharsMax = 200
	// RuleLabelCharsMax bounds the label of a colour rule.
	RuleLabelCharsMax = 40
)

// Color is a token of the chart palette; themes give it its shade.
type Color string

// Colors lists the tokens of the palette.
func Colors() []Color {
	return []Color{"chart-blue", "chart-orange", "chart-red", "chart-cyan", "chart-green", "chart-pink", "chart-purple",
		"chart-light-blue", "chart-brown", "chart-gray", "chart-success", "chart-warning", "chart-error"}
}

// Operator compares the number of a tile with the value of a colour rule.
type Operator string

// The operators. OpBetween takes a pair; OpEq and OpNeq also take a text.
const (
	OpGt      Operator = "gt"
	OpGte     Operator = "gte"
	OpLt      Operator = "lt"
	OpLte     Operator = "lte"
	OpBetween Operator = "between"
	OpEq      Operator = "eq"
	OpNeq     Operator = "neq"
)

// Operators lists the operators of colour rules.
func Operators() []Operator { return []Operator{OpGt, OpGte, OpLt, OpLte, OpBetween, OpEq, OpNeq} }

// ColorRule colours a number tile while its number matches. The last
// matching rule of a tile wins.
type ColorRule struct {
	Operator Operator  `json:"operator"`
	Value    RuleValue `json:"value"`
	Color    Color     `json:"color"`
	Label    string    `json:"label,omitempty"`
}

// RuleValue is the value of a colour rule: exactly one of the three is set.
type RuleValue struct {
	Number *float64
	Range  []float64 // least and most
	Text   *string
}

// MarshalJSON writes the one that is set.
func (v RuleValue) MarshalJSON() ([]byte, error) {
	switch {
	case v.Range != nil:
		return json.Marshal(v.Range)
	case v.Text != nil:
		return json.Marshal(*v.Text)
	default:
		return json.Marshal(v.Number)
	}
}

func (v *RuleValue) readTree(d *decoder, p place, node any) {
	switch node.(type) {
	case []any:
		d.value(p, node, reflect.ValueOf(&v.Range).Elem())
	case string:
		d.value(p, node, reflect.ValueOf(&v.Text).Elem())
	default:
		d.value(p, node, reflect.ValueOf(&v.Number).Elem())
	}
}

func checkColorRules(p place, rules []ColorRule) {
	p.items(len(rules), 0, ColorRulesMax)
	for i, rule := range rules {
		rule.check(p.item(i))
	}
}

func (r ColorRule) check(p place) {
	oneOf(p.at("operator"), r.Operator, Operators())
	oneOf(p.at("color"), r.Color, Colors())
	p.at("label").chars(r.Label, 0, RuleLabelCharsMax)
	r.checkValue(p.at("value"))
}

func (r ColorRule) checkValue(p place) {
	switch r.Operator {
	case OpBetween:
		p.check(len(r.Value.Range) == 2 && r.Value.Range[0] <= r.Value.Range[1], "type",
			"must be a pair of numbers, the lesser first")
	case OpEq, OpNeq:
		p.check(r.Value.Number != nil || r.Value.Text != nil, "type", "must be a number or a string")
		if r.Value.Text != nil {
			p.chars(*r.Value.Text, 0, RuleTextCharsMax)
		}
	case OpGt, OpGte, OpLt, OpLte:
		p.check(r.Value.Number != nil, "type", "must be a number")
	}
}

// BackgroundChart draws the number's history behind it.
type BackgroundChart struct {
	Type  string `json:"type"`
	Color Color  `json:"color,omitempty"`
}

// BackgroundChartTypes lists the shapes of a background chart.
func BackgroundChartTypes() []string { return []string{"line", "area"} }

func (b *BackgroundChart) check(p place) {
	if b == nil {
		return
	}
	oneOf(p.at("type"), b.Type, BackgroundChartTypes())
	optionalOneOf(p.at("color"), b.Color, Colors())
}
