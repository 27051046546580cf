package read

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
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
	column *compile.LogicalColumn // nil for an expression
	sql    string
	form   cellForm
}

// cellFor returns how an expression is read. A column is read as it is stored
// and made into a value here: what the engine would have to work out for it
// costs more than to find the row.
func cellFor(c *compile.Compiler, e explore.Expr) cell {
	if column := storedColumnOf(c, e); column != nil {
		c.Use(column.Stored)
		if column.Name == c.Table.Attributes {
			c.Use(c.Table.HotNames()...)
		}
		return cell{column: column}
	}
	return cellOf(c.Value(e))
}

// storedColumnOf returns the column that an expression names, if its values are
// made here.
func storedColumnOf(c *compile.Compiler, e explore.Expr) *compile.LogicalColumn {
	column := c.Named(e)
	if column == nil || column.Derive != nil || column.Kind == compile.ListKind {
		return nil
	}
	return column
}

// cellOf returns how a value is read.
func cellOf(v compile.Value) cell {
	switch {
	case v.Kind == compile.TextKind && v.Plain:
		return cell{sql: "CAST(" + v.SQL + ", 'String')", form: textCell}
	case v.Kind == compile.TimeKind:
		return cell{sql: jsonOf("toUnixTimestamp64Nano(toDateTime64(" + v.SQL + ", 9, 'UTC'))"), form: timeCell}
	case v.Kind == compile.ListKind && v.Elem == compile.TimeKind:
		return cell{sql: jsonOf("arrayMap(x -> " + compile.ISOTime("x") + ", " + v.SQL + ")"), form: jsonCell}
	default:
		return cell{sql: jsonOf(v.SQL), form: jsonCell}
	}
}

// exactCellOf returns how a value is read where numbers that are not finite
// must not be lost: as JSON there is null for them, as for no value.
func exactCellOf(v compile.Value) cell {
	if v.Kind != compile.NumberKind && v.Kind != compile.UnknownKind {
		return cellOf(v)
	}
	json := "toJSONString(" + v.SQL + ")"
	return cell{sql: "CAST(ifNull(if(" + json + " = 'null', toString(" + v.SQL + "), " + json + "), 'null'), 'String')", form: jsonCell}
}

func jsonOf(sql string) string {
	return "CAST(ifNull(toJSONString(" + sql + "), 'null'), 'String')"
}

// timeForm is how times are shown: in full, so that they have one length.
const timeForm = "2006-01-02T15:04:05.000000000Z"

// show makes a value of the engine's text.
func (f cellForm) show(text string) query.Cell {
	switch f {
	case textCell:
		return query.Cell{Text: validText(text)}
	case timeCell:
		return timeCellOf(text)
	case markedCell:
		return markedCellOf(text)
	case jsonCell:
	}
	return query.Cell{Text: plainSlashes(validText(text)), Literal: true}
}

func markedCellOf(text string) query.Cell {
	if text == "" {
		return query.Cell{Text: "null", Literal: true}
	}
	return query.Cell{Text: validText(text[1:])}
}

func timeCellOf(text string) query.Cell {
	nanoseconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return query.Cell{Text: "null", Literal: true}
	}
	return query.Cell{Text: time.Unix(0, nanoseconds).UTC().Format(timeForm)}
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
