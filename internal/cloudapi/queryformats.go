package cloudapi

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/telemetry"
)

const (
	linesType = "application/x-ndjson"
	jsonType  = "application/json"
	tabsType  = "text/tab-separated-values; charset=utf-8"
)

func queryMedia() []string { return []string{linesType, jsonType, csvType, tabsType} }

// formatted writes a result in one of the formats of the engine.
func formatted(format string, result observe.StatementResult) httpx.Raw {
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
	var lines []byte
	for _, row := range result.Rows {
		lines = append(jsonObject(lines, result.Columns, row), '\n')
	}
	return httpx.Raw{ContentType: linesType, Body: lines}
}

// jsonTable writes the columns, the rows and what they took.
func jsonTable(result observe.StatementResult, row func([]byte, []observe.ResultColumn, []telemetry.Cell) []byte) []byte {
	out := []byte(`{"meta":[`)
	for i, c := range result.Columns {
		out = append(separated(out, i), `{"name":`...)
		out = telemetry.AppendJSONText(out, []byte(c.Name))
		out = fmt.Appendf(out, `,"type":%q}`, engineType(c.Kind))
	}
	out = append(out, `],"data":[`...)
	for i, cells := range result.Rows {
		out = row(separated(out, i), result.Columns, cells)
	}
	return fmt.Appendf(out, `],"rows":%d,"statistics":{"elapsed":%g,"rows_read":%d,"bytes_read":%d}}`,
		len(result.Rows), result.Stats.Elapsed.Seconds(), result.Stats.RowsRead, result.Stats.BytesRead)
}

// engineType returns the type of the engine that is nearest to a kind.
func engineType(kind string) string {
	switch kind {
	case "number":
		return "Float64"
	case "boolean":
		return "Bool"
	case "time":
		return "DateTime64(9)"
	case "map":
		return "Map(String, String)"
	case "list":
		return "Array(String)"
	default:
		return "String"
	}
}

func jsonObject(out []byte, columns []observe.ResultColumn, row []telemetry.Cell) []byte {
	out = append(out, '{')
	for i, cell := range row {
		out = append(telemetry.AppendJSONText(separated(out, i), []byte(columns[i].Name)), ':')
		out = jsonCell(out, cell)
	}
	return append(out, '}')
}

func jsonList(out []byte, _ []observe.ResultColumn, row []telemetry.Cell) []byte {
	out = append(out, '[')
	for i, cell := range row {
		out = jsonCell(separated(out, i), cell)
	}
	return append(out, ']')
}

func separated(out []byte, i int) []byte {
	if i == 0 {
		return out
	}
	return append(out, ',')
}

func jsonCell(out []byte, cell telemetry.Cell) []byte {
	if cell.Literal {
		return append(out, cell.Text...)
	}
	return telemetry.AppendJSONText(out, []byte(cell.Text))
}

// records returns the rows as texts, with \N where there is nothing.
func records(result observe.StatementResult, withNames bool) [][]string {
	var list [][]string
	if withNames {
		var names []string
		for _, c := range result.Columns {
			names = append(names, c.Name)
		}
		list = append(list, names)
	}
	for _, row := range result.Rows {
		record := make([]string, len(row))
		for i, cell := range row {
			record[i] = cell.Text
			if cell.Literal && cell.Text == "null" {
				record[i] = `\N`
			}
		}
		list = append(list, record)
	}
	return list
}

func csvLines(result observe.StatementResult, withNames bool) []byte {
	var out bytes.Buffer
	// A bytes.Buffer takes everything.
	_ = csv.NewWriter(&out).WriteAll(records(result, withNames))
	return out.Bytes()
}

func tabLines(result observe.StatementResult, withNames bool) []byte {
	escape := strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
	var out []byte
	for _, record := range records(result, withNames) {
		for i, text := range record {
			if i > 0 {
				out = append(out, '\t')
			}
			if text != `\N` {
				text = escape.Replace(text)
			}
			out = append(out, text...)
		}
		out = append(out, '\n')
	}
	return out
}
