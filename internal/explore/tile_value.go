package explore

import (
	"fmt"
	"math"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// ratioFormula is what a tile with asRatio computes.
const ratioFormula = "A / B"

// shownValue is a value that a tile shows for each bucket and group: that of a
// select item, the ratio, or a formula.
type shownValue struct {
	column TileColumn
	item   int           // the select item; -1 when it is computed
	of     stack.Program // what computes it; nil for a select item
	empty  float64       // what it is where there are no rows, if those count as 0; NaN: nothing
}

// values returns what the chart shows, in order.
func (c chart) values() ([]shownValue, error) {
	switch {
	case len(c.derived.Formulas) > 0:
		return c.formulas()
	case c.derived.AsRatio && len(c.Select) == 2:
		ratio, err := c.computed(ratioFormula)
		ratio.column.Name = itemName(c.Select[0]) + " / " + itemName(c.Select[1])
		ratio.column.Format = c.format(c.Select[0].NumberFormat)
		return []shownValue{ratio}, err
	default:
		return c.items(), nil
	}
}

func (c chart) formulas() ([]shownValue, error) {
	var shown []shownValue
	if isSet(c.derived.ShowOperandSeries) {
		shown = c.items()
	}
	for i, formula := range c.derived.Formulas {
		value, err := c.computed(formula.Expression)
		if err != nil {
			return nil, err
		}
		value.column.Name, value.column.Formula = formula.Alias, &i
		if formula.Alias == "" {
			value.column.Name = formula.Expression
		}
		value.column.Format = c.format(formula.NumberFormat)
		shown = append(shown, value)
	}
	return shown, nil
}

func (c chart) items() []shownValue {
	shown := make([]shownValue, len(c.Select))
	for i, item := range c.Select {
		column := TileColumn{Name: itemName(item), Role: RoleValue, Type: typeNumber, Series: &i, Format: c.format(item.NumberFormat)}
		shown[i] = shownValue{column: column, item: i, empty: math.NaN()}
		if countsNothing(item.AggFn) {
			shown[i].empty = 0
		}
	}
	return shown
}

func (c chart) computed(expression string) (shownValue, error) {
	program, err := stack.ParseFormula(expression)
	value := shownValue{column: TileColumn{Role: RoleValue, Type: typeNumber}, item: -1, of: program, empty: math.NaN()}
	if err != nil {
		return value, err
	}
	for _, step := range program {
		if step.Op == stack.OpOperand && (step.Operand >= len(c.Select) || !countsNothing(c.Select[step.Operand].AggFn)) {
			return value, nil
		}
	}
	if zero, ok := program.Eval(nil); ok {
		value.empty = zero
	}
	return value, nil
}

// countsNothing reports whether the aggregate of no rows is 0.
func countsNothing(fn query.Aggregate) bool {
	return fn.Additive() || fn == query.CountDistinct
}

// format returns how a value is written. The values of a table are written
// each in its own way; those of a chart share an axis.
func (c chart) format(own *stack.NumberFormat) *stack.NumberFormat {
	if c.NumberFormat == nil || c.DisplayType == stack.DisplayTable && own != nil {
		return own
	}
	return c.NumberFormat
}

// at returns the value where the select items have the given numbers, one of
// which at least there is; false for no value. An operand that is missing
// counts as 0.
func (v shownValue) at(numbers []float64) (float64, bool) {
	if v.item >= 0 {
		return numbers[v.item], query.HasNumber(numbers[v.item])
	}
	number, ok := v.of.Eval(numbers)
	return query.Decimal(number), ok
}

// hasNumbers reports whether a select item has a number.
func hasNumbers(numbers []float64) bool {
	for _, number := range numbers {
		if query.HasNumber(number) {
			return true
		}
	}
	return false
}

// itemName returns what a select item is called: its alias, or its function
// and field.
func itemName(item stack.SelectItem) string {
	field := item.MetricName
	if field == "" {
		field = item.ValueExpression
	}
	switch {
	case item.Alias != "":
		return item.Alias
	case item.AggFn == query.Count:
		return "count"
	case item.AggFn == query.None:
		return field
	case item.AggFn == query.Quantile:
		return levelName(item.Level) + "(" + field + ")"
	}
	return string(item.AggFn) + "(" + field + ")"
}

// levelName returns p95 for 0.95.
func levelName(level *float64) string {
	percent := query.Series{Level: level}.QuantileLevel() * 100
	return "p" + strings.TrimSuffix(fmt.Sprintf("%.1f", percent), ".0")
}
