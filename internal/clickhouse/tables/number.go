package tables

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// The range in which the engine prints a number as we do, and in which whole
// numbers are exact.
const (
	printedAbove = 1e-4
	printedBelow = 1 << 53
)

// printsBack reports whether the engine prints a number as we do.
func printsBack(value float64) bool {
	if value == 0 {
		return !math.Signbit(value)
	}
	size := math.Abs(value)
	return size >= printedAbove && size < printedBelow
}

// fitsText is the condition under which a column of numbers gives back the text
// that stands in place of ?, as printsBack and PrintedNumber have it.
const fitsText = "ifNull(toString(toFloat64OrNull(?)) = ? AND (? = '0' OR abs(toFloat64OrNull(?)) >= 0.0001 AND abs(toFloat64OrNull(?)) < 9007199254740992), 0)"

// PrintedNumber returns the number that a column of numbers gives back as
// exactly this text, and false where there is none: such a text is a misfit.
func PrintedNumber(text string) (float64, bool) {
	number, ok := readNumber(text)
	return number, ok && printsBack(number) && string(telemetry.AppendFloat(nil, number)) == text
}

// readNumber returns the number that a text reads as, in decimal digits.
func readNumber(text string) (float64, bool) {
	if text == "" || text[0] > '9' && text[0] != 'I' && text[0] != 'i' && text[0] != 'N' && text[0] != 'n' || strings.ContainsAny(text, "xXpP_") {
		return 0, false
	}
	number, err := strconv.ParseFloat(text, 64)
	return number, err == nil
}

// number returns an attribute's value as a number, if it is one, and whether
// a column of numbers gives back its text.
func (d *division) number(index int) (value float64, ok, fits bool) {
	bytes := d.attributes.Value(index)
	switch d.attributes.Kind[index] {
	case telemetry.IntKind:
		value = float64(int64(binary.LittleEndian.Uint64(bytes)))
		return value, true, printsBack(value)
	case telemetry.FloatKind:
		value = math.Float64frombits(binary.LittleEndian.Uint64(bytes))
		return value, true, printsBack(value)
	case telemetry.TextKind:
		if value, ok = PrintedNumber(string(bytes)); ok {
			return value, true, true
		}
		value, ok = readNumber(string(bytes))
		return value, ok, false
	case telemetry.BoolKind:
	}
	return 0, false, false
}
