package query

import (
	"math"
	"strconv"
)

const (
	// DecimalDigits is how many digits of a number with a fraction are kept:
	// every decimal of so many digits comes back from a float unchanged, and
	// what adding up hundreds of floats gets wrong is behind them.
	DecimalDigits = 13
	// decimalMax is from where on that many digits hold no fraction.
	decimalMax = 1e13
)

// Decimal returns what was computed of numbers without the noise of binary
// fractions: 0.3, not 0.30000000000000004. Whole numbers and those that are
// not finite stay as they are.
func Decimal(number float64) float64 {
	if number == math.Trunc(number) || !(math.Abs(number) < decimalMax) {
		return number
	}
	var text [32]byte
	rounded, err := strconv.ParseFloat(string(strconv.AppendFloat(text[:0], number, 'e', DecimalDigits-1, 64)), 64)
	if err != nil {
		return number
	}
	return rounded
}

// Computes reports whether the result is computed from the values of rows,
// and not one of them.
func (a Aggregate) Computes() bool {
	return a != Minimum && a != Maximum && a != LastValue && a != AnyValue
}
