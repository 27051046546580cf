package telemetry

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
)

// AppendJSONText appends a text as a JSON string. Valid UTF-8 stays as it is.
func AppendJSONText(to, text []byte) []byte {
	to = append(to, '"')
	plain := plainPrefix(text)
	to = append(to, text[:plain]...)
	if plain < len(text) {
		to = appendEscaped(to, text[plain:])
	}
	return append(to, '"')
}

func appendEscaped(to, text []byte) []byte {
	from := 0
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		to = append(to, text[from:i]...)
		to = appendEscape(to, c)
		from = i + 1
	}
	return append(to, text[from:]...)
}

// plainPrefix returns how many of the first bytes stay as they are in JSON, in
// steps of eight: few texts have others.
func plainPrefix(text []byte) int {
	at := 0
	for ; len(text)-at >= 8; at += 8 {
		if hasSpecial(binary.LittleEndian.Uint64(text[at:])) {
			return at
		}
	}
	for ; at < len(text); at++ {
		if c := text[at]; c < ' ' || c == '"' || c == '\\' {
			return at
		}
	}
	return at
}

// hasSpecial reports whether one of eight bytes is a control character, a quote
// or a backslash: the high bit of a byte stays set after a subtraction that
// borrows, where it was not set before.
func hasSpecial(word uint64) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	quote, slash := word^ones*'"', word^ones*'\\'
	return ((word-ones*' ')&^word|(quote-ones)&^quote|(slash-ones)&^slash)&high != 0
}

func appendEscape(to []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(to, '\\', c)
	case '\n':
		return append(to, '\\', 'n')
	case '\r':
		return append(to, '\\', 'r')
	case '\t':
		return append(to, '\\', 't')
	}
	const digits = "0123456789abcdef"
	return append(to, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
}

// AppendFloat appends a number as text: plain decimals where they are short,
// an exponent where they are not, and words for what is no finite number.
func AppendFloat(to []byte, value float64) []byte {
	switch size := math.Abs(value); {
	case math.IsNaN(value):
		return append(to, "NaN"...)
	case math.IsInf(value, 1):
		return append(to, "Infinity"...)
	case math.IsInf(value, -1):
		return append(to, "-Infinity"...)
	case size != 0 && (size < 1e-6 || size >= 1e21):
		return trimExponent(strconv.AppendFloat(to, value, 'e', -1, 64))
	default:
		return strconv.AppendFloat(to, value, 'f', -1, 64)
	}
}

// trimExponent makes e-7 of a final e-07.
func trimExponent(text []byte) []byte {
	if n := len(text); text[n-2] == '0' && text[n-4] == 'e' {
		return append(text[:n-2], text[n-1])
	}
	return text
}

// appendObject appends a list of attributes as canonical compact JSON: keys
// sorted, all values texts. No attributes are an empty text. What would make
// it longer than bytesMax is left out and counted for the reason.
func (w *Writer) appendObject(to []byte, set *Attributes, bytesMax int, reason Reason) []byte {
	if len(set.Key) == 0 {
		return to
	}
	begin := len(to)
	to = append(to, '{')
	for _, index := range w.sorted(set) {
		before := len(to)
		to = w.appendMember(to, set, int(index), begin)
		if len(to)-begin >= bytesMax {
			to = to[:before]
			w.outcome.Cut(reason)
		}
	}
	if len(to) == begin+1 {
		return to[:begin]
	}
	return append(to, '}')
}

func (w *Writer) appendMember(to []byte, set *Attributes, index, begin int) []byte {
	if len(to) > begin+1 {
		to = append(to, ',')
	}
	to = AppendJSONText(to, w.rows.Keys.Text(set.Key[index]))
	to = append(to, ':')
	if set.Kind[index] == TextKind {
		return AppendJSONText(to, set.Value(index))
	}
	to = append(to, '"')
	to = set.AppendText(to, index)
	return append(to, '"')
}

// sorted returns the indices of attributes in the order of their keys.
func (w *Writer) sorted(set *Attributes) []uint32 {
	w.order = w.order[:0]
	for i := range set.Key {
		w.order = append(w.order, uint32(i))
	}
	slices.SortFunc(w.order, func(x, y uint32) int {
		return bytes.Compare(w.rows.Keys.Text(set.Key[x]), w.rows.Keys.Text(set.Key[y]))
	})
	return w.order
}
