package stackapi

import (
	"context"
	"fmt"
	"time"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// sqlRequest asks for the rows of a raw SQL tile.
type sqlRequest struct {
	httpx.Wholeness
	Body struct {
		ConnectionID string        `json:"connectionId" doc:"The connection to the team's own tables."`
		SQLTemplate  string        `json:"sqlTemplate" minLength:"1" maxLength:"100000" doc:"One SELECT over the team's tables, with macros and variables."`
		SourceID     string        `json:"sourceId,omitempty" doc:"The source whose table $__sourceTable means."`
		StartTime    int64         `json:"startTime" minimum:"1000000000000" maximum:"9999999999999" doc:"First instant, in epoch milliseconds."`
		EndTime      int64         `json:"endTime" minimum:"1000000000000" maximum:"9999999999999" doc:"Last instant, in epoch milliseconds; it is included."`
		Granularity  string        `json:"granularity,omitempty" enum:"30s,1m,5m,10m,15m,30m,1h,2h,6h,12h,1d,2d,7d,30d,auto" default:"auto" doc:"What $__interval_s and $__timeInterval mean. auto makes at most 60 buckets."`
		Filters      []string      `json:"filters,omitempty" maxItems:"100" doc:"SQL conditions that $__filters stands for."`
		Variables    []sqlVariable `json:"variables,omitempty" maxItems:"100" doc:"The values chosen for the template's variables; the others restrict nothing."`
	}
}

type sqlVariable struct {
	Name       string   `json:"name" minLength:"1" maxLength:"256" doc:"The name without $."`
	Values     []string `json:"values" maxItems:"1000" doc:"The chosen values; none means all."`
	Expression string   `json:"expression,omitempty" maxLength:"8192" doc:"What $__filter($name) compares with the values."`
}

// sqlMeta says what an answer holds and what it cost.
type sqlMeta struct {
	stackwire.ReadMeta
	Truncated   bool        `json:"truncated" doc:"Whether there are more rows than an answer may hold: 10000, or 16 MiB."`
	StepSeconds int64       `json:"stepSeconds" doc:"What $__interval_s was replaced with."`
	Columns     []sqlColumn `json:"columns" doc:"The columns, in their order."`
}

type sqlColumn struct {
	Name string `json:"name"`
	Type string `json:"type" enum:"text,number,boolean,time,map,list,any" doc:"any if the type depends on the values."`
}

type sqlReply = httpx.Formatted[[]tableRow, sqlMeta]

func (a *API) queryChartSQL(ctx context.Context, in *sqlRequest, media string) (sqlReply, error) {
	ctx, missing := reading(ctx, in.Wholeness, media)
	answer, err := a.sql.Query(ctx, in.query())
	if err != nil {
		return sqlReply{}, err
	}
	raw, err := sqlRaw(media, answer, missing())
	return sqlReply{Raw: raw}, err
}

func (r *sqlRequest) query() explore.SQLQuery {
	b := r.Body
	q := explore.SQLQuery{
		ConnectionID: b.ConnectionID, SourceID: b.SourceID, Template: b.SQLTemplate, Filters: b.Filters,
		Range:       query.TimeRange{From: time.UnixMilli(b.StartTime), To: time.UnixMilli(b.EndTime)},
		Granularity: query.Granularity(b.Granularity),
	}
	for _, v := range b.Variables {
		q.Variables = append(q.Variables, explore.SQLVariable(v))
	}
	return q
}

func sqlRaw(media string, answer explore.SQLAnswer, missing stackwire.Missing) (*httpx.Raw, error) {
	cost := stackwire.ReadMeta{QueryCost: stackwire.ShowCost(answer.Stats), Missing: missing}
	meta := sqlMeta{ReadMeta: cost, Truncated: answer.Truncated, StepSeconds: int64(answer.Step.Seconds())}
	var columns []string
	for _, column := range answer.Columns {
		columns = append(columns, column.Name)
		meta.Columns = append(meta.Columns, sqlColumn{Name: column.Name, Type: column.Kind})
	}
	rows := tableRows(columns, answer.Rows)
	switch media {
	case mediaNDJSON:
		return ndjson(rows, meta)
	case mediaCSV:
		return commaSeparated(cellRecords(columns, answer.Rows))
	}
	tail, err := encode(meta)
	if err != nil {
		return nil, err
	}
	body := appendRows([]byte(`{"data":[`), rows)
	return &httpx.Raw{ContentType: mediaJSON, Body: fmt.Appendf(body, `],"meta":%s}`, tail)}, nil
}

// appendRows appends rows between commas.
func appendRows(body []byte, rows []tableRow) []byte {
	for i, row := range rows {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, row...)
	}
	return body
}
