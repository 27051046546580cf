package otlp_test

import (
	"encoding/binary"
	"slices"
)

// reordered returns a request whose resources and scopes stand after their
// records, which says the same.
func reordered(request []byte) []byte {
	return rebuild(request, 1, func(resource []byte) []byte { return late(rebuild(resource, 2, late)) })
}

// late moves the fields with number 1 behind the others.
func late(message []byte) []byte {
	first, rest := []byte(nil), []byte(nil)
	for _, f := range fieldsOf(message) {
		if f.number == 1 {
			first = append(first, f.raw...)
		} else {
			rest = append(rest, f.raw...)
		}
	}
	return append(rest, first...)
}

// rebuild replaces the content of the fields with a number.
func rebuild(message []byte, number int, change func([]byte) []byte) []byte {
	var out []byte
	for _, f := range fieldsOf(message) {
		if f.number != number {
			out = append(out, f.raw...)
			continue
		}
		content := change(f.content)
		out = binary.AppendUvarint(out, uint64(number)<<3|2)
		out = binary.AppendUvarint(out, uint64(len(content)))
		out = append(out, content...)
	}
	return out
}

type rawField struct {
	number       int
	raw, content []byte
}

// fieldsOf splits a message of length-delimited fields.
func fieldsOf(message []byte) []rawField {
	var found []rawField
	for at := 0; at < len(message); {
		from := at
		tag, n := binary.Uvarint(message[at:])
		at += n
		length, n := binary.Uvarint(message[at:])
		at += n
		content := message[at : at+int(length)]
		at += int(length)
		found = append(found, rawField{int(tag >> 3), slices.Clone(message[from:at]), content})
	}
	return found
}
