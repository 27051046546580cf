package grafana

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/stack"
)

// step is a colour from a value on.
type step struct {
	from  *float64 // nil: from the beginning
	color stack.Color
}

// thresholds returns the steps of a panel.
func (d *drawing) thresholds() []step {
	n := d.defaults.child("thresholds")
	mode := n.text("mode")
	var steps []step
	for _, s := range n.children("steps") {
		s.isLook = true
		s.know("op", "state", "index", "line", "fill", "colorMode")
		one := step{color: colorOf(s.text("color"))}
		if value, ok := s.number("value"); ok {
			one.from = &value
		}
		steps = append(steps, one)
	}
	if mode == "percentage" && len(steps) > 1 {
		d.note(Look, d.panel.panel, n.at("mode"), "Thresholds in percent of the scale are not imported. Set them as values in the tile.")
		return nil
	}
	return steps
}

// colors returns the colour of a number, and the rules for others.
func (d *drawing) colors() (own stack.Color, rules []stack.ColorRule) {
	steps := d.thresholds()
	if len(steps) == 0 {
		steps = d.oldSteps()
	}
	mode, fixed := d.defaults.child("color"), ""
	if mode.text("mode") == "fixed" {
		fixed = mode.text("fixedColor")
	}
	switch how, _ := d.options.fields["colorMode"].(string); {
	case fixed != "":
		return colorOf(fixed), nil
	case how == "none":
		return "", nil
	}
	for _, s := range steps {
		switch {
		case s.from == nil:
			own = s.color
		case s.color == "":
			d.note(Look, d.panel.panel, d.defaults.at("thresholds"), "From %g on, the number keeps its colour, because that of the file is not known. Choose one in the tile.", *s.from)
		case len(rules) == stack.ColorRulesMax:
			d.note(Look, d.panel.panel, d.defaults.at("thresholds"), "A number has at most %d colours. Further thresholds are not imported.", stack.ColorRulesMax)
			return own, rules
		default:
			rules = append(rules, stack.ColorRule{Operator: stack.OpGte, Value: stack.RuleValue{Number: s.from}, Color: s.color})
		}
	}
	return own, rules
}

// oldSteps returns the steps of a number of the old type: "50,80" and three colours.
func (d *drawing) oldSteps() []step {
	colors, _ := d.panel.fields["colors"].([]any)
	text, _ := d.panel.fields["thresholds"].(string)
	if len(colors) == 0 || text == "" || !flagOf(d.panel, "colorValue") && !flagOf(d.panel, "colorBackground") {
		return nil
	}
	first, _ := colors[0].(string)
	steps := []step{{color: colorOf(first)}}
	for i, word := range strings.Split(text, ",") {
		value, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || value-value != 0 || i+1 >= len(colors) {
			continue
		}
		color, _ := colors[i+1].(string)
		steps = append(steps, step{from: &value, color: colorOf(color)})
	}
	return steps
}

// lines returns the threshold lines of a chart, if it shows any.
func (d *drawing) lines() []stack.ThresholdLine {
	style := d.custom.child("thresholdsStyle")
	mode := cmp.Or(style.text("mode"), "off")
	steps := d.thresholds()
	if mode == "off" {
		steps = nil
	}
	if strings.Contains(mode, "area") || mode == "series" {
		d.note(Look, d.panel.panel, style.at("mode"), "Thresholds are drawn as lines, not as areas.")
	}
	old, _ := d.panel.fields["thresholds"].([]any)
	for i := range old {
		n := d.node(d.panel.at("thresholds."+strconv.Itoa(i)), d.panel.panel, old[i])
		n.isLook = true
		n.know("op", "fill", "line", "colorMode", "yaxis", "visible", "fillColor", "$$hashKey")
		if value, ok := n.number("value"); ok {
			steps = append(steps, step{from: &value, color: cmp.Or(colorOf(n.text("lineColor")), "chart-error")})
		}
	}
	d.panel.know("thresholds")
	var lines []stack.ThresholdLine
	for _, s := range steps {
		if s.from != nil && len(lines) < stack.ThresholdLinesMax {
			lines = append(lines, stack.ThresholdLine{Value: *s.from, Color: s.color})
		}
	}
	return lines
}

// colorOf returns the colour of the palette that is nearest to one of Grafana, by its
// name or its hue; none for one that is not known.
func colorOf(name string) stack.Color {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, known := range []struct {
		word  string
		color stack.Color
	}{
		{"green", "chart-success"}, {"red", "chart-error"}, {"yellow", "chart-warning"}, {"orange", "chart-warning"},
		{"blue", "chart-blue"}, {"purple", "chart-purple"}, {"pink", "chart-pink"}, {"gray", "chart-gray"}, {"grey", "chart-gray"},
	} {
		if strings.Contains(name, known.word) {
			return known.color
		}
	}
	red, green, blue, ok := rgbOf(name)
	if !ok {
		return ""
	}
	return nearest(red, green, blue)
}

// rgbOf reads #rrggbb and rgba(r, g, b, a).
func rgbOf(text string) (red, green, blue int, ok bool) {
	if digits, isHex := strings.CutPrefix(text, "#"); isHex && len(digits) >= 6 {
		value, err := strconv.ParseUint(digits[:6], 16, 32)
		return int(value >> 16 & 255), int(value >> 8 & 255), int(value & 255), err == nil
	}
	inner, isFunction := strings.CutPrefix(text, "rgb")
	parts := strings.Split(strings.Trim(inner, "a() "), ",")
	if !isFunction || len(parts) < 3 {
		return 0, 0, 0, false
	}
	var numbers [3]int
	for i := range numbers {
		number, err := strconv.Atoi(strings.TrimSpace(parts[i]))
		if err != nil {
			return 0, 0, 0, false
		}
		numbers[i] = number
	}
	return numbers[0], numbers[1], numbers[2], true
}

// nearest returns the colour of the palette by which of its parts are strong.
func nearest(red, green, blue int) stack.Color {
	most, least := max(red, green, blue), min(red, green, blue)
	half := (most + least) / 2
	switch isRed, isGreen, isBlue := red > half, green > half, blue > half; {
	case most-least < 32:
		return "chart-gray"
	case isRed && isGreen:
		return "chart-warning"
	case isRed && isBlue:
		return "chart-purple"
	case isRed:
		return "chart-error"
	case isGreen && isBlue:
		return "chart-cyan"
	case isGreen:
		return "chart-success"
	}
	return "chart-blue"
}
