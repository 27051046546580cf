package otlp

import (
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// The levels of JSON that a request has around a value, and those that each
// level of a value adds.
const (
	jsonLevelsAround   = 16
	jsonLevelsPerValue = 4
)

// jsonObjectWeight is how much more an object weighs than a list or a comma:
// parsed, it takes that much more memory.
const jsonObjectWeight = 4

// checkJSON refuses a text whose parsing would take more depth or memory than
// the limits allow. Whether it is JSON is left to the parser.
func checkJSON(payload []byte, limits telemetry.Limits) error {
	depth, weight, inText := 0, 0, false
	depthMax := jsonLevelsAround + jsonLevelsPerValue*limits.Depth
	for at := 0; at < len(payload); at++ {
		c := payload[at]
		switch {
		case c == '"':
			inText = !inText
		case inText && c == '\\':
			at++
		case inText:
		case c == '{' || c == '[':
			depth++
			weight += weightOf(c)
		case c == '}' || c == ']':
			depth--
		case c == ',':
			weight++
		}
		if depth > depthMax {
			return fault.New(fault.Invalid, "JSON nests deeper than %d levels", depthMax)
		}
		if weight > limits.JSONWeight {
			return fault.New(fault.Invalid, "too many values in one JSON request: send fewer records at once, or protobuf")
		}
	}
	return nil
}

func weightOf(open byte) int {
	if open == '{' {
		return jsonObjectWeight
	}
	return 1
}
