package org

import (
	"errors"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// Amount is cost in millionths of a unit. Sums are exact.
type Amount int64

const (
	amountPerUnit  = 1_000_000
	amountDecimals = 6
	amountCharsMax = 32 // longer than any amount that fits
)

// ErrAmountOverflow says that a sum or product does not fit an Amount.
var ErrAmountOverflow = errors.New("amount overflows")

// Plus returns the sum, or ErrAmountOverflow.
func (a Amount) Plus(b Amount) (Amount, error) {
	sum := a + b
	if (b > 0 && sum < a) || (b < 0 && sum > a) {
		return 0, ErrAmountOverflow
	}
	return sum, nil
}

// String returns the shortest decimal that tells the amount exactly.
func (a Amount) String() string {
	sign, millionths := "", uint64(a)
	if a < 0 {
		sign, millionths = "-", -millionths
	}
	text := sign + strconv.FormatUint(millionths/amountPerUnit, 10)
	rest := strconv.FormatUint(millionths%amountPerUnit, 10)
	rest = strings.TrimRight(strings.Repeat("0", amountDecimals-len(rest))+rest, "0")
	if rest == "" {
		return text
	}
	return text + "." + rest
}

// MarshalJSON returns the amount in units as a JSON number.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalJSON reads what MarshalJSON wrote.
func (a *Amount) UnmarshalJSON(text []byte) error {
	parsed, err := ParseAmount(string(text))
	if err != nil {
		return err
	}
	*a = parsed
	return nil
}

// ParseAmount reads a decimal of units with at most six decimals, without
// exponent. It returns an Invalid fault for anything else.
func ParseAmount(text string) (Amount, error) {
	invalid := fault.New(fault.Invalid, "must be a decimal number with at most %d decimals", amountDecimals)
	digits, negative := strings.CutPrefix(text, "-")
	whole, decimals, dotted := strings.Cut(digits, ".")
	wrongDecimals := len(decimals) > amountDecimals || (dotted && decimals == "")
	if len(text) > amountCharsMax || whole == "" || wrongDecimals || strings.Trim(whole+decimals, "0123456789") != "" {
		return 0, invalid
	}
	padded := whole + decimals + strings.Repeat("0", amountDecimals-len(decimals))
	if negative {
		padded = "-" + padded
	}
	millionths, err := strconv.ParseInt(padded, 10, 64)
	if err != nil {
		return 0, invalid
	}
	return Amount(millionths), nil
}

// priced returns quantity × price ÷ per, rounded half up to a millionth; no
// argument may be negative and per not zero.
func priced(quantity int64, price Amount, per uint64) (Amount, error) {
	if quantity < 0 || price < 0 {
		return 0, fault.New(fault.Invalid, "usage and prices must not be negative")
	}
	high, low := bits.Mul64(uint64(quantity), uint64(price))
	low, carry := bits.Add64(low, per/2, 0)
	high += carry
	if high >= per {
		return 0, ErrAmountOverflow
	}
	quotient, _ := bits.Div64(high, low, per)
	if quotient > math.MaxInt64 {
		return 0, ErrAmountOverflow
	}
	return Amount(quotient), nil
}
