package stackapi

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stackwire"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Selection is the rows that a question is about.
type Selection struct {
	SourceID      string `json:"sourceId" doc:"The source that is read."`
	StartTime     string `json:"startTime,omitempty" maxLength:"64" doc:"First instant, RFC 3339; 15 minutes before endTime when absent."`
	EndTime       string `json:"endTime,omitempty" maxLength:"64" doc:"Last instant, RFC 3339; it is included. Now when absent."`
	Where         string `json:"where,omitempty" maxLength:"8192" doc:"Condition on rows; empty for all."`
	WhereLanguage string `json:"whereLanguage,omitempty" enum:"lucene,sql" default:"lucene" doc:"Language of where."`
}

func (s Selection) selected() (query.Selection, error) {
	from, to, err := readRange(s.StartTime, s.EndTime)
	return query.Selection{
		SourceID: s.SourceID, Range: query.TimeRange{From: from, To: to},
		Where: s.Where, Language: query.Language(s.WhereLanguage),
	}, err
}

func readRange(start, end string) (from, to time.Time, err error) {
	var rules fault.Rules
	from, to = readTime(&rules, "startTime", start), readTime(&rules, "endTime", end)
	return from, to, rules.Err()
}

// readTime reads a time; an empty text is the zero time.
func readTime(rules *fault.Rules, path, text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	for _, form := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(form, text); err == nil {
			return t
		}
	}
	rules.Break(path, "format", "must be an RFC 3339 date-time such as 2026-01-31T08:00:00Z")
	return time.Time{}
}

// searchRequest asks for rows.
type searchRequest struct {
	httpx.Wholeness
	Body struct {
		Selection
		Select     string `json:"select,omitempty" maxLength:"4096" doc:"Comma-separated SQL expressions, each with an optional AS name; * for all columns, the source's own when absent."`
		OrderBy    string `json:"orderBy,omitempty" maxLength:"1024" doc:"Comma-separated SQL expressions, each with an optional DESC; newest first when absent."`
		Limit      int    `json:"limit,omitempty" minimum:"1" maximum:"2000" doc:"How many rows to return at most; 100 when absent."`
		MaxResults int    `json:"maxResults,omitempty" minimum:"1" maximum:"2000" doc:"The same as limit, for older clients."`
		Offset     int    `json:"offset,omitempty" minimum:"0" maximum:"10000" doc:"How many rows to skip. Prefer a cursor: new rows do not shift it."`
		Cursor     string `json:"cursor,omitempty" maxLength:"512" doc:"The cursor of the previous response; continues after its last row, over the same time range."`
	}
}

// searchMeta says what an answer cost and how to go on.
type searchMeta struct {
	stackwire.ReadMeta
	Truncated bool   `json:"truncated" doc:"Whether there are fewer rows than asked for because the rows are large."`
	Cursor    string `json:"cursor,omitempty" doc:"Pass it to get the rows that follow; absent at the end."`
	StartTime string `json:"startTime" doc:"First instant that was searched."`
	EndTime   string `json:"endTime" doc:"Last instant that was searched."`

	Warnings []stackwire.Warning `json:"warnings,omitempty" doc:"Warnings about the result, such as names that no record has."`
}

type searchReply = httpx.Formatted[[]tableRow, searchMeta]

func (a *API) searchRows(ctx context.Context, in *searchRequest, media string) (searchReply, error) {
	asked, err := in.query()
	if err != nil {
		return searchReply{}, err
	}
	ctx, missing := reading(ctx, in.Wholeness, media)
	answer, err := a.queries.Search(ctx, asked)
	if err != nil {
		return searchReply{}, err
	}
	meta := searchMeta{
		ReadMeta: stackwire.ReadMeta{QueryCost: stackwire.ShowCost(answer.Stats), Missing: missing()}, Truncated: answer.Truncated, Cursor: answer.Cursor,
		StartTime: instantText(answer.Range.From), EndTime: instantText(answer.Range.To),
		Warnings: stackwire.ShowWarnings(answer.Warnings),
	}
	raw, err := searchRaw(media, answer, meta)
	return searchReply{Raw: raw}, err
}

func (r *searchRequest) query() (query.RowsQuery, error) {
	b := r.Body
	selected, err := b.selected()
	if b.Limit == 0 {
		b.Limit = b.MaxResults
	}
	return query.RowsQuery{
		SourceID: selected.SourceID, Range: selected.Range, Where: selected.Where, Language: selected.Language,
		Select: b.Select, OrderBy: b.OrderBy, Limit: b.Limit, Offset: b.Offset, Cursor: b.Cursor,
	}, err
}

// instantText writes an instant in full.
func instantText(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// searchRaw returns rows in a media type. In JSON their number stands beside
// them, for older clients.
func searchRaw(media string, answer query.RowsAnswer, meta searchMeta) (*httpx.Raw, error) {
	rows := tableRows(answer.Columns, answer.Rows)
	switch media {
	case mediaNDJSON:
		return ndjson(rows, meta)
	case mediaCSV:
		return commaSeparated(cellRecords(answer.Columns, answer.Rows))
	}
	tail, err := encode(meta)
	if err != nil {
		return nil, err
	}
	body := appendRows([]byte(`{"data":[`), rows)
	body = fmt.Appendf(body, `],"rows":%d,"meta":%s}`, len(rows), tail)
	return &httpx.Raw{ContentType: mediaJSON, Body: body}, nil
}

// tableRow is a row as JSON: an object of the selected columns, in their
// order.
type tableRow = json.RawMessage

func tableRows(columns []string, rows [][]query.Cell) []tableRow {
	names := make([][]byte, len(columns))
	for i, column := range columns {
		names[i] = append(telemetry.AppendJSONText(nil, []byte(column)), ':')
	}
	out := make([]tableRow, len(rows))
	for i, row := range rows {
		out[i] = rowObject(names, row)
	}
	return out
}

func rowObject(names [][]byte, row []query.Cell) tableRow {
	object := []byte{'{'}
	for i, cell := range row {
		if i > 0 {
			object = append(object, ',')
		}
		object = append(object, names[i]...)
		if cell.Literal {
			object = append(object, cell.Text...)
		} else {
			object = telemetry.AppendJSONText(object, []byte(cell.Text))
		}
	}
	return append(object, '}')
}

func cellRecords(columns []string, rows [][]query.Cell) [][]string {
	records := [][]string{columns}
	for _, row := range rows {
		record := make([]string, len(row))
		for i, cell := range row {
			if !cell.Literal || cell.Text != "null" {
				record[i] = cell.Text
			}
		}
		records = append(records, record)
	}
	return records
}
