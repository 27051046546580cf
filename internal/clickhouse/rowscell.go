package clickhouse

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// cellForm is how a value of a row comes from the engine: as text in any case.
type cellForm uint8

const (
	textCell   cellForm = iota // the text itself
	timeCell                   // unix nanoseconds, or null
	jsonCell                   // JSON
	markedCell                 // presentMark and the text, or nothing for null
)

// presentMark begins the text of a markedCell that is not null.
const presentMark = '='

// cell is a value of a row: a column of the table as it is stored, or an
// expression.
type cell struct {
	column *logicalColumn // nil for an expression
	sql    string
	form   cellForm
}

// cellFor returns how an expression is read. A column is read as it is stored
// and made into a value here: what the engine would have to work out for it
// costs more than to find the row.
func cellFor(c *compiler, e observe.Expr) cell {
	if column := storedColumnOf(c, e.Node); column != nil {
		c.use(column.stored)
		if column.name == c.table.attributes {
			c.use(c.table.hotNames()...)
		}
		return cell{column: column}
	}
	return cellOf(c.value(e))
}

// storedColumnOf returns the column that an expression names, if its values are
// made here.
func storedColumnOf(c *compiler, node search.Node) *logicalColumn {
	named, ok := node.(*search.Column)
	if !ok {
		return nil
	}
	column := c.table.column(strings.Join(named.Path, "."))
	if column == nil || column.derive != nil || column.kind == listKind {
		return nil
	}
	return column
}

// cellOf returns how a value is read.
func cellOf(v value) cell {
	switch {
	case v.kind == textKind && v.plain:
		return cell{sql: "CAST(" + v.sql + ", 'String')", form: textCell}
	case v.kind == timeKind:
		return cell{sql: jsonOf("toUnixTimestamp64Nano(toDateTime64(" + v.sql + ", 9, 'UTC'))"), form: timeCell}
	case v.kind == listKind && v.elem == timeKind:
		return cell{sql: jsonOf("arrayMap(x -> " + isoTime("x") + ", " + v.sql + ")"), form: jsonCell}
	default:
		return cell{sql: jsonOf(v.sql), form: jsonCell}
	}
}

// exactCellOf returns how a value is read where numbers that are not finite
// must not be lost: as JSON there is null for them, as for no value.
func exactCellOf(v value) cell {
	if v.kind != numberKind && v.kind != unknownKind {
		return cellOf(v)
	}
	json := "toJSONString(" + v.sql + ")"
	return cell{sql: "CAST(ifNull(if(" + json + " = 'null', toString(" + v.sql + "), " + json + "), 'null'), 'String')", form: jsonCell}
}

func jsonOf(sql string) string {
	return "CAST(ifNull(toJSONString(" + sql + "), 'null'), 'String')"
}

// timeForm is how times are shown: in full, so that they have one length.
const timeForm = "2006-01-02T15:04:05.000000000Z"

// show makes a value of the engine's text.
func (f cellForm) show(text string) telemetry.Cell {
	switch f {
	case textCell:
		return telemetry.Cell{Text: validText(text)}
	case timeCell:
		return timeCellOf(text)
	case markedCell:
		return markedCellOf(text)
	default:
		return telemetry.Cell{Text: plainSlashes(validText(text)), Literal: true}
	}
}

func markedCellOf(text string) telemetry.Cell {
	if text == "" {
		return telemetry.Cell{Text: "null", Literal: true}
	}
	return telemetry.Cell{Text: validText(text[1:])}
}

func timeCellOf(text string) telemetry.Cell {
	nanoseconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return telemetry.Cell{Text: "null", Literal: true}
	}
	return telemetry.Cell{Text: time.Unix(0, nanoseconds).UTC().Format(timeForm)}
}

// validText replaces what is no UTF-8: an expression may cut a text anywhere.
func validText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// plainSlashes undoes the engine's escaping of slashes in JSON.
func plainSlashes(json string) string {
	if !strings.Contains(json, `\/`) {
		return json
	}
	var out strings.Builder
	for i := 0; i < len(json); i++ {
		if json[i] == '\\' && i+1 < len(json) {
			i++
			if json[i] != '/' {
				out.WriteByte('\\')
			}
		}
		out.WriteByte(json[i])
	}
	return out.String()
}
