package telemetry

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// The severity numbers of OpenTelemetry at which a level begins.
const (
	levelTrace = 1
	levelDebug = 5
	levelInfo  = 9
	levelWarn  = 13
	levelError = 17
	levelFatal = 21
)

// severityBodyBytes is how much of a body is searched for a level word.
const severityBodyBytes = 256

// levelWordBytesMax is the length of the longest level word.
const levelWordBytesMax = 13

// levelCache remembers the last severity text and its number.
type levelCache struct {
	raw    []byte
	number uint32
}

// severity returns a record's severity number and the number of its severity
// text. Where the sender gave neither, they come from an attribute that names
// the level, else from the first level word of the body, else it is info.
func (w *Writer) severity(record *LogRecord, body []byte) (uint8, uint32) {
	number := uint8(0)
	if record.Severity > 0 && record.Severity <= severityNumberMax {
		number = uint8(record.Severity)
	}
	if len(record.SeverityText) == 0 {
		return w.absentSeverity(number, body)
	}
	if number == 0 {
		number = levelOfWord(record.SeverityText)
	}
	if w.levels.number != 0 && bytes.Equal(w.levels.raw, record.SeverityText) {
		return number, w.levels.number
	}
	text := w.lowered(record.SeverityText)
	w.levels = levelCache{raw: record.SeverityText, number: text}
	return number, text
}

func (w *Writer) absentSeverity(number uint8, body []byte) (uint8, uint32) {
	if number != 0 {
		return number, w.levelName(number)
	}
	if number, text, found := w.severityAttribute(); found {
		return number, text
	}
	number = levelInBody(body)
	return number, w.levelName(number)
}

// severityAttribute returns the severity that an attribute of the record
// names.
func (w *Writer) severityAttribute() (uint8, uint32, bool) {
	list := w.record.to
	for i := w.record.first; i < len(list.Key); i++ {
		switch string(w.rows.Keys.Text(list.Key[i])) {
		case "level", "severity", "log.level":
		default:
			continue
		}
		value := list.Value(i)
		if list.Kind[i] == TextKind && len(value) > 0 {
			return levelOfWord(value), w.lowered(value), true
		}
		if list.Kind[i] != IntKind {
			continue
		}
		if number := levelOfStep(int64(binary.LittleEndian.Uint64(value))); number != 0 {
			return number, w.levelName(number), true
		}
	}
	return 0, 0, false
}

// lowered returns the number of a text in lower case.
func (w *Writer) lowered(text []byte) uint32 {
	w.text = w.text[:0]
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return w.name(bytes.ToLower(text))
		}
		w.text = append(w.text, lowerLetter(c))
	}
	return w.name(w.text)
}

// levelName returns the number of the text of a severity number.
func (w *Writer) levelName(number uint8) uint32 {
	names := [...]string{"trace", "debug", "info", "warn", "error", "fatal"}
	w.text = append(w.text[:0], names[(number-1)/4]...)
	return w.rows.Texts.Number(w.text)
}

// levelOfStep returns the severity of the numeric levels that some loggers
// use: 10 trace, 20 debug, and so on up to 60 fatal. Zero is none of them.
func levelOfStep(step int64) uint8 {
	if step%10 != 0 || step < 10 || step > 60 {
		return 0
	}
	return uint8(step/10-1)*4 + 1
}

// levelOfWord returns the severity number that a word stands for, whatever
// its case; zero if it is no level word.
func levelOfWord(word []byte) uint8 {
	if len(word) > levelWordBytesMax {
		return 0
	}
	var buffer [levelWordBytesMax]byte
	lower := buffer[:len(word)]
	for i, c := range word {
		lower[i] = lowerLetter(c)
	}
	switch string(lower) {
	case "fatal", "alert", "crit", "critical", "emerg", "emergency", "panic":
		return levelFatal
	case "error", "err":
		return levelError
	case "warn", "warning", "notice":
		return levelWarn
	case "info", "information", "informational":
		return levelInfo
	case "debug", "dbug", "dbg":
		return levelDebug
	case "trace", "verbose":
		return levelTrace
	}
	return 0
}

// levelInBody returns the severity of the first level word, or info.
func levelInBody(body []byte) uint8 {
	body = body[:min(len(body), severityBodyBytes)]
	for at := 0; at < len(body); {
		if !isWordByte(body[at]) {
			at++
			continue
		}
		end := at
		for end < len(body) && isWordByte(body[end]) {
			end++
		}
		if level := levelOfWord(body[at:end]); level != 0 {
			return level
		}
		at = end
	}
	return levelInfo
}

func isWordByte(c byte) bool {
	c = lowerLetter(c)
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

func lowerLetter(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}
