package clickhouse

import (
	"strconv"
	"strings"

	"github.com/ClickHouse/ch-go/proto"
)

// Param is a value that the server binds to {name:Type} in a query. Make one
// with String, Int, Uint, Float or Strings.
type Param struct {
	Name string
	Text string // as the server's escaped text format has it
}

// String binds a text to {name:String} (or a type that is read from text).
func String(name, value string) Param {
	return Param{name, escapeText(value)}
}

// Int binds a whole number to {name:Int64} and narrower types.
func Int(name string, value int64) Param {
	return Param{name, strconv.FormatInt(value, 10)}
}

// Uint binds a whole number to {name:UInt64} and narrower types.
func Uint(name string, value uint64) Param {
	return Param{name, strconv.FormatUint(value, 10)}
}

// Float binds a number to {name:Float64}.
func Float(name string, value float64) Param {
	return Param{name, strconv.FormatFloat(value, 'g', -1, 64)}
}

// Strings binds a list of texts to {name:Array(String)}.
func Strings(name string, values []string) Param {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = "'" + strings.ReplaceAll(escapeText(value), "'", "\\'") + "'"
	}
	return Param{name, "[" + strings.Join(quoted, ",") + "]"}
}

// Uints is a parameter of whole numbers.
func Uints(name string, values []uint64) Param {
	text := make([]byte, 0, 2+12*len(values))
	text = append(text, '[')
	for i, value := range values {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendUint(text, value, 10)
	}
	return Param{name, string(append(text, ']'))}
}

// escapeText writes a text as the server's tab-separated format does.
func escapeText(value string) string {
	if !strings.ContainsAny(value, "\\\t\n\r\x00\b\f") {
		return value // as most are; a replacer is costly to make
	}
	return strings.NewReplacer(
		"\\", "\\\\", "\t", "\\t", "\n", "\\n", "\r", "\\r", "\x00", "\\0", "\b", "\\b", "\f", "\\f",
	).Replace(value)
}

// NativeParams returns the parameters as the protocol has them: the text once more as
// a quoted literal.
func NativeParams(params []Param) []proto.Parameter {
	out := make([]proto.Parameter, 0, len(params))
	for _, p := range params {
		out = append(out, proto.Parameter{Key: p.Name, Value: QuoteText(p.Text)})
	}
	return out
}
