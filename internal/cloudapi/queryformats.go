package cloudapi

import (
	"fmt"
	"strings"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
)

const (
	linesType = "application/x-ndjson"
	jsonType  = "application/json"
	tabsType  = "text/tab-separated-values; charset=utf-8"
)

func queryMedia() []string { return []string{linesType, jsonType, csvType, tabsType} }

// valueForm returns how the values of a format are written.
func valueForm(format string) explore.ValueForm {
	if strings.HasPrefix(format, "JSON") {
		return explore.FormJSON
	}
	return explore.FormText
}

// formatted writes a result in one of the formats of the engine.
func formatted(format string, result explore.StatementResult) httpx.Raw {
	switch format {
	case "JSON":
		return httpx.Raw{ContentType: jsonType, Body: jsonTable(result, jsonObject)}
	case "JSONCompact":
		return httpx.Raw{ContentType: jsonType, Body: jsonTable(result, jsonList)}
	case "CSV", "CSVWithNames":
		return httpx.Raw{ContentType: csvType, Body: csvLines(result, format == "CSVWithNames")}
	case "TabSeparated", "TSV", "TabSeparatedWithNames", "TSVWithNames":
		return httpx.Raw{ContentType: tabsType, Body: tabLines(result, strings.HasSuffix(format, "WithNames"))}
	}
	var out []byte
	for _, row := range result.Rows {
		out = append(jsonObject(out, result.Columns, row), '\n')
	}
	return httpx.Raw{ContentType: linesType, Body: out}
}

// jsonTable writes the columns, the rows and what they took.
func jsonTable(result explore.StatementResult, row func([]byte, []explore.ResultColumn, []query.Cell) []byte) []byte {
	out := []byte(`{"meta":[`)
	for i, c := range result.Columns {
		out = append(apart(out, i, ','), `{"name":`...)
		out = telemetry.AppendJSONText(out, []byte(c.Name))
		out = append(telemetry.AppendJSONText(append(out, `,"type":`...), []byte(c.Type)), '}')
	}
	out = append(out, `],"data":[`...)
	for i, cells := range result.Rows {
		out = row(apart(out, i, ','), result.Columns, cells)
	}
	return fmt.Appendf(out, `],"rows":%d,"statistics":{"elapsed":%g,"rows_read":%d,"bytes_read":%d}}`,
		len(result.Rows), result.Stats.Elapsed.Seconds(), result.Stats.RowsRead, result.Stats.BytesRead)
}

func jsonObject(out []byte, columns []explore.ResultColumn, row []query.Cell) []byte {
	out = append(out, '{')
	for i, cell := range row {
		out = append(telemetry.AppendJSONText(apart(out, i, ','), []byte(columns[i].Name)), ':')
		out = jsonCell(out, cell)
	}
	return append(out, '}')
}

func jsonList(out []byte, _ []explore.ResultColumn, row []query.Cell) []byte {
	out = append(out, '[')
	for i, cell := range row {
		out = jsonCell(apart(out, i, ','), cell)
	}
	return append(out, ']')
}

func jsonCell(out []byte, cell query.Cell) []byte {
	if cell.Literal {
		return append(out, cell.Text...)
	}
	return telemetry.AppendJSONText(out, []byte(cell.Text))
}

// nothing stands for NULL in lines of text.
const nothing = `\N`

// lines writes the rows, and before them perhaps the names of their columns,
// with text for each value.
func lines(result explore.StatementResult, separator byte, withNames bool, text func(string) string) []byte {
	var out []byte
	if withNames {
		for i, c := range result.Columns {
			out = append(apart(out, i, separator), text(c.Name)...)
		}
		out = append(out, '\n')
	}
	for _, row := range result.Rows {
		for i, cell := range row {
			out = apart(out, i, separator)
			if cell.Literal {
				out = append(out, nothing...)
				continue
			}
			out = append(out, text(cell.Text)...)
		}
		out = append(out, '\n')
	}
	return out
}

func apart(out []byte, i int, separator byte) []byte {
	if i == 0 {
		return out
	}
	return append(out, separator)
}

func csvLines(result explore.StatementResult, withNames bool) []byte {
	return lines(result, ',', withNames, csvText)
}

// csvText returns a value in quotes where it would be read as something else
// without them.
func csvText(text string) string {
	if text != nothing && !strings.ContainsAny(text, "\",\r\n") && !strings.HasPrefix(text, " ") {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

func tabLines(result explore.StatementResult, withNames bool) []byte {
	escape := strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
	return lines(result, '\t', withNames, escape.Replace)
}
