package stackapi

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// aroundRequest asks for the neighbours of a row.
type aroundRequest struct {
	httpx.Wholeness
	Body struct {
		SourceID      string `json:"sourceId" doc:"The source that is read."`
		Timestamp     string `json:"timestamp" maxLength:"64" doc:"Time of the row, RFC 3339 with up to nine decimal places."`
		Where         string `json:"where,omitempty" maxLength:"8192" doc:"Condition on the surrounding rows; empty for all."`
		WhereLanguage string `json:"whereLanguage,omitempty" enum:"lucene,sql" default:"lucene" doc:"Language of where."`
		Select        string `json:"select,omitempty" maxLength:"4096" doc:"As in a search."`
		Before        *int   `json:"before,omitempty" minimum:"0" maximum:"1000" doc:"Rows before the time; 50 when absent."`
		After         *int   `json:"after,omitempty" minimum:"0" maximum:"1000" doc:"Rows at or after the time; 50 when absent."`
	}
}

// neighbours is the rows around a row, in the order of time.
type neighbours struct {
	Before []tableRow `json:"before" doc:"Rows before the time."`
	After  []tableRow `json:"after" doc:"Rows at or after the time."`
}

func (a *API) surroundRow(ctx context.Context, in *aroundRequest) (httpx.WithMeta[neighbours, stackwire.ReadMeta], error) {
	asked, err := in.query()
	if err != nil {
		return httpx.WithMeta[neighbours, stackwire.ReadMeta]{}, err
	}
	ctx, missing := stackwire.Reading(ctx, in.Wholeness)
	found, err := a.queries.Around(ctx, asked)
	return httpx.WithMeta[neighbours, stackwire.ReadMeta]{
		Value: neighbours{Before: tableRows(found.Columns, found.Before), After: tableRows(found.Columns, found.After)},
		Meta:  stackwire.ReadMeta{QueryCost: stackwire.ShowCost(found.Stats), Missing: missing()},
	}, err
}

func (r *aroundRequest) query() (query.AroundQuery, error) {
	b := r.Body
	var rules fault.Rules
	at := readTime(&rules, "timestamp", b.Timestamp)
	rules.Check(b.Timestamp != "", "timestamp", "required", "is required")
	return query.AroundQuery{
		Selection: query.Selection{SourceID: b.SourceID, Where: b.Where, Language: query.Language(b.WhereLanguage)},
		At:        at, Select: b.Select, Before: countOr(b.Before), After: countOr(b.After),
	}, rules.Err()
}

func countOr(count *int) int {
	if count == nil {
		return query.NeighboursGiven
	}
	return *count
}

// traceRequest asks for a trace.
type traceRequest struct {
	httpx.Wholeness
	TraceID   string `path:"traceId" maxLength:"64" doc:"32 lower-case hex characters."`
	SourceID  string `query:"sourceId" doc:"A trace source; the team's first one when absent."`
	StartTime string `query:"startTime" maxLength:"64" doc:"Earliest possible start of the trace, RFC 3339; speeds up the search."`
	EndTime   string `query:"endTime" maxLength:"64" doc:"Latest possible end of the trace, RFC 3339."`
}

// traceRecord is a trace with all columns of its rows.
type traceRecord struct {
	TraceID string     `json:"traceId"`
	Spans   []tableRow `json:"spans" doc:"Spans in the order of time, at most 10000."`
	Logs    []tableRow `json:"logs" doc:"Log records of the trace in the order of time, at most 2000."`
}

type traceMeta struct {
	stackwire.ReadMeta
	Truncated  bool    `json:"truncated" doc:"Whether the trace has more spans or records."`
	SpanCount  uint64  `json:"spanCount" doc:"How many spans the trace has, those that are not returned included."`
	ErrorCount uint64  `json:"errorCount" doc:"How many of its spans failed, those that are not returned included."`
	LogCount   uint64  `json:"logCount" doc:"How many log records the trace has, those that are not returned included."`
	DurationMs float64 `json:"durationMs" doc:"Milliseconds from the earliest start of a span to the latest end, those that are not returned included."`
}

func (a *API) getTrace(ctx context.Context, in *traceRequest) (httpx.WithMeta[traceRecord, traceMeta], error) {
	from, to, err := readRange(in.StartTime, in.EndTime)
	if err != nil {
		return httpx.WithMeta[traceRecord, traceMeta]{}, err
	}
	ctx, missing := stackwire.Reading(ctx, in.Wholeness)
	trace, err := a.queries.Trace(ctx, explore.TraceQuery{
		TraceID: in.TraceID, SourceID: in.SourceID, Range: query.TimeRange{From: from, To: to},
	})
	return httpx.WithMeta[traceRecord, traceMeta]{
		Value: traceRecord{
			TraceID: in.TraceID,
			Spans:   tableRows(trace.Spans.Columns, trace.Spans.Rows), Logs: tableRows(trace.Logs.Columns, trace.Logs.Rows),
		},
		Meta: traceMeta{
			ReadMeta: stackwire.ReadMeta{QueryCost: stackwire.ShowCost(trace.Stats), Missing: missing()}, Truncated: trace.Truncated,
			SpanCount: trace.SpanCount, ErrorCount: trace.ErrorCount, LogCount: trace.LogCount,
			DurationMs: float64(trace.Duration) / float64(time.Millisecond),
		},
	}, err
}

// tailRequest asks for rows as they are stored.
type tailRequest struct {
	httpx.Wholeness
	SourceID      string `query:"sourceId" required:"true" doc:"The source that is read."`
	Where         string `query:"where" maxLength:"8192" doc:"Condition on rows; empty for all."`
	WhereLanguage string `query:"whereLanguage" enum:"lucene,sql" default:"lucene" doc:"Language of where."`
	Select        string `query:"select" maxLength:"4096" doc:"As in a search."`
}

// tailEvent is the content of an event of a tail.
type tailEvent struct {
	Data    []tableRow `json:"data"`
	Skipped bool       `json:"skipped"`
	stackwire.Missing
}

func (a *API) tailRows(ctx context.Context, in *tailRequest) (httpx.Raw, error) {
	asked := explore.TailQuery{
		Selection: query.Selection{SourceID: in.SourceID, Where: in.Where, Language: query.Language(in.WhereLanguage)},
		Select:    in.Select, Whole: !in.AllowsPartial(),
	}
	return httpx.Raw{Write: func(s *httpx.Stream) error {
		return a.queries.Tail(s.Context(), asked, func(b explore.TailBatch) error {
			content, err := encode(tailEvent{Data: tableRows(b.Columns, b.Rows), Skipped: b.Skipped, Missing: stackwire.ShowMissing(b.Missing)})
			if err != nil {
				return err
			}
			return s.Send(httpx.Event{Name: "rows", Data: content})
		})
	}}, nil
}
