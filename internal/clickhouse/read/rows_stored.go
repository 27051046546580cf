package read

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// storedValues is the values of a physical column, of whatever type.
type storedValues struct{ proto.ColAuto }

// nanoseconds returns a time since 1970.
func (s *storedValues) nanoseconds(row int) int64 {
	switch times := s.Data.(type) {
	case *proto.ColDateTime64:
		return int64(times.Data[row])
	case *proto.ColDateTime:
		return int64(times.Data[row]) * int64(time.Second)
	}
	return 0
}

// text returns a text, an id or a number as it is written; no number is the
// empty text.
func (s *storedValues) text(row int) string {
	switch values := s.Data.(type) {
	case *proto.ColStr:
		return validText(values.Row(row))
	case *proto.ColFixedStr8:
		id := values.Row(row)
		return idText(id[:])
	case *proto.ColFixedStr16:
		id := values.Row(row)
		return idText(id[:])
	case *proto.ColUInt8:
		return strconv.FormatUint(uint64(values.Row(row)), 10)
	case *proto.ColUInt64:
		return strconv.FormatUint(values.Row(row), 10)
	case *proto.ColNullable[float64]:
		return optionalText(values.Row(row))
	}
	return ""
}

// idText returns an id in hexadecimal; zeros are none.
func idText(id []byte) string {
	for _, b := range id {
		if b != 0 {
			return hex.EncodeToString(id)
		}
	}
	return ""
}

func optionalText(number proto.Nullable[float64]) string {
	if !number.Set {
		return ""
	}
	return string(telemetry.AppendFloat(nil, number.Value))
}

// pairs returns the keys and values of a map.
func (s *storedValues) pairs(row int) []proto.KV[string, string] {
	if values, ok := s.Data.(*proto.ColMap[string, string]); ok {
		return values.RowKV(row)
	}
	return nil
}

// stored makes the value of a column of what is stored for it.
func (r *rowReader) stored(column *compile.LogicalColumn, row int) query.Cell {
	values := r.raw[column.Stored]
	switch {
	case column.Object:
		return query.Cell{Text: objectText(values.text(row)), Literal: true}
	case column.Kind == compile.MapKind:
		return query.Cell{Text: r.attributes(column, row), Literal: true}
	case column.Kind == compile.TimeKind:
		return query.Cell{Text: time.Unix(0, values.nanoseconds(row)).UTC().Format(timeForm)}
	}
	return query.Cell{Text: values.text(row), Literal: column.Kind == compile.NumberKind}
}

// objectText returns a map that is stored as JSON. The collector stores
// canonical JSON and nothing for no keys; what somebody else stored and is no
// JSON would spoil the answer.
func objectText(text string) string {
	if text == "" || !strings.HasPrefix(text, "{") || !json.Valid([]byte(text)) {
		return "{}"
	}
	return text
}

// attributes returns the map of a row with the keys that have columns of
// their own. What stands in the map is the truth where a key stands in both.
func (r *rowReader) attributes(column *compile.LogicalColumn, row int) string {
	pairs := r.raw[column.Stored].pairs(row)
	out := objectWriter{'{'}
	if column.Name == r.plan.c.Table.Attributes {
		for _, hot := range r.plan.c.Table.Hot {
			if text := r.hotText(hot, row); text != "" && !hasKey(pairs, hot.Key) {
				out = out.add(hot.Key, text)
			}
		}
	}
	for _, pair := range pairs {
		out = out.add(pair.Key, pair.Value)
	}
	return string(append(out, '}'))
}

// hotText returns the text of a key that has a column of its own.
func (r *rowReader) hotText(hot tables.HotColumn, row int) string {
	if hot.Misfits != "" {
		if misfit := r.raw[hot.Misfits].text(row); misfit != "" {
			return misfit
		}
	}
	return r.raw[hot.Name].text(row)
}

func hasKey(pairs []proto.KV[string, string], key string) bool {
	return slices.ContainsFunc(pairs, func(pair proto.KV[string, string]) bool { return pair.Key == key })
}

// objectWriter is a JSON object on its way.
type objectWriter []byte

func (o objectWriter) add(key, text string) objectWriter {
	if len(o) > 1 {
		o = append(o, ',')
	}
	o = append(telemetry.AppendJSONText(o, []byte(validText(key))), ':')
	return telemetry.AppendJSONText(o, []byte(validText(text)))
}
