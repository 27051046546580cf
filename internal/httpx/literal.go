package httpx

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"unicode/utf16"
)

// settleLiterals returns the JSON text with its whole numbers in plain digits,
// because 2.0 and 2e3 are integers too but the decoder refuses them. It fails
// for a string with half of a surrogate pair, which the decoder would replace.
// The text need not be valid: what is not stays for the decoder to refuse.
func settleLiterals(text []byte) ([]byte, error) {
	if !bytes.ContainsAny(text, `\.eE`) {
		return text, nil
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		end := i + 1
		switch c := text[i]; {
		case c == '"':
			end = stringEnd(text, i)
			if holdsLoneSurrogate(text[i:end]) {
				return nil, errLoneSurrogate
			}
			out = append(out, text[i:end]...)
		case c == '-' || c >= '0' && c <= '9':
			end = numberEnd(text, i)
			out = appendNumber(out, text[i:end])
		default:
			out = append(out, c)
		}
		i = end
	}
	return out, nil
}

// errLoneSurrogate is worded for the client.
var errLoneSurrogate = errors.New(coded("text", "strings must not contain half of a surrogate pair"))

// stringEnd returns the place behind the string that begins at i.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func numberEnd(text []byte, i int) int {
	for i < len(text) && bytes.IndexByte([]byte("0123456789+-.eE"), text[i]) >= 0 {
		i++
	}
	return i
}

// wholeMax bounds the whole numbers that every double can hold.
const wholeMax = 1 << 53

// appendNumber writes a number that has a fraction or an exponent in plain
// digits where it is whole.
func appendNumber(out, literal []byte) []byte {
	if !bytes.ContainsAny(literal, ".eE") || !isNumber(literal) {
		return append(out, literal...)
	}
	v, err := strconv.ParseFloat(string(literal), 64)
	if err != nil || v != math.Trunc(v) || math.Abs(v) > wholeMax {
		return append(out, literal...)
	}
	if v == 0 && math.Signbit(v) {
		return append(out, "-0"...)
	}
	return strconv.AppendInt(out, int64(v), 10)
}

// isNumber reports whether JSON has the form of the literal; the parser of
// numbers takes others too.
func isNumber(literal []byte) bool {
	digits := bytes.TrimPrefix(literal, []byte("-"))
	whole := bytes.IndexAny(digits, ".eE")
	if whole < 1 || whole > 1 && digits[0] == '0' {
		return false
	}
	fraction, isFraction := bytes.CutPrefix(digits[whole:], []byte("."))
	return !isFraction || len(fraction) > 0 && fraction[0] >= '0' && fraction[0] <= '9'
}

// holdsLoneSurrogate reports whether an escape of the string is half of a
// surrogate pair whose other half does not stand beside it.
func holdsLoneSurrogate(text []byte) bool {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		first, ok := escapedUnit(text[i:])
		if !ok || !utf16.IsSurrogate(first) {
			i++
			continue
		}
		second, ok := escapedUnit(text[i+6:])
		if !ok || utf16.DecodeRune(first, second) == '\uFFFD' {
			return true
		}
		i += 11
	}
	return false
}

// escapedUnit returns the code unit of the \uXXXX that text begins with.
func escapedUnit(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(unit), err == nil
}
