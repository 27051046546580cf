package explore

import (
	"context"
	"regexp"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

var traceIDForm = regexp.MustCompile(`^[0-9a-f]{32}$`)

// How far a trace is looked for where the caller says one end of the time.
const (
	traceReachPast   = (telemetry.RetentionDaysDefault + 1) * 24 * time.Hour
	traceReachFuture = 24 * time.Hour
)

// TraceQuery asks for one trace. SourceID may be empty: then it is the team's
// first trace source.
type TraceQuery struct {
	TraceID  string
	SourceID string
	Range    query.TimeRange // zero: as far as telemetry is kept
}

// Trace is the spans of a trace and the log records that belong to it, each
// in the order of time. Counts and the duration, which is from the earliest
// start to the latest end, are those of all of them, also of those that are
// not returned.
type Trace struct {
	Spans      RowResult
	Logs       RowResult
	SpanCount  uint64
	ErrorCount uint64 // spans that failed
	LogCount   uint64
	Duration   time.Duration
	Truncated  bool
	Stats      query.Stats
}

// Trace returns a trace of the caller's team; one without spans and records
// is NotFound.
func (q *Queries) Trace(ctx context.Context, asked TraceQuery) (Trace, error) {
	if !traceIDForm.MatchString(asked.TraceID) {
		return Trace{}, fault.InvalidAt("traceId", "format", "must be 32 lower-case hexadecimal digits")
	}
	source, err := q.traceSource(ctx, asked.SourceID)
	if err != nil {
		return Trace{}, err
	}
	var trace Trace
	reading, ctx := errgroup.WithContext(ctx)
	reading.Go(func() error { return q.traceSpans(ctx, source, asked, &trace) })
	reading.Go(func() (err error) {
		trace.Logs, trace.LogCount, err = q.traceLogs(ctx, source, asked)
		return err
	})
	if err := reading.Wait(); err != nil {
		return Trace{}, err
	}
	if len(trace.Spans.Rows)+len(trace.Logs.Rows) == 0 {
		if missing := query.GapsOf(ctx).List(); len(missing) > 0 {
			return Trace{}, fault.New(fault.Unavailable, "the trace may be in a shard that is away: %s", query.Reasons(missing))
		}
		return Trace{}, fault.New(fault.NotFound, "trace does not exist")
	}
	trace.Truncated = trace.Spans.More || trace.Logs.More
	trace.Stats = trace.Spans.Stats
	trace.Stats.Add(trace.Logs.Stats)
	return trace, nil
}

// traceSpans puts the spans into the trace, and what all of them make up.
func (q *Queries) traceSpans(ctx context.Context, source stack.Source, asked TraceQuery, trace *Trace) error {
	found, count, err := q.traceRows(ctx, source, asked, query.SpansMax)
	if err != nil {
		return err
	}
	extent := extentOf(found)
	if found.More {
		var stats query.Stats
		extent, stats, err = q.readExtent(ctx, source, asked.TraceID, found)
		found.Stats.Add(stats)
	}
	trace.Spans, trace.SpanCount, trace.ErrorCount, trace.Duration = found, count, extent.errors, extent.duration
	return err
}

// traceSource returns the trace source of that id, or the first one.
func (q *Queries) traceSource(ctx context.Context, id string) (stack.Source, error) {
	if id != "" {
		source, err := q.source(ctx, "sourceId", id)
		if err == nil && source.Kind != stack.KindTrace {
			return stack.Source{}, fault.InvalidAt("sourceId", "conflict", "must be a trace source")
		}
		return source, err
	}
	teamID, err := caller(ctx)
	if err != nil {
		return stack.Source{}, err
	}
	sources, err := q.Sources.SourcesOf(ctx, teamID)
	if err != nil {
		return stack.Source{}, err
	}
	at := slices.IndexFunc(sources, func(s stack.Source) bool { return s.Kind == stack.KindTrace && !s.Disabled && !s.Elsewhere })
	if at < 0 {
		return stack.Source{}, fault.New(fault.NotFound, "the team has no trace source")
	}
	sources[at].TeamID = teamID
	return sources[at], nil
}

// traceLogs returns the records of the log source that the trace source
// names, and how many there are; without such a source there are none.
func (q *Queries) traceLogs(ctx context.Context, traces stack.Source, asked TraceQuery) (RowResult, uint64, error) {
	if traces.LogSourceID == "" {
		return RowResult{}, 0, nil
	}
	logs, err := q.Sources.SourceByID(ctx, traces.TeamID, traces.LogSourceID)
	if fault.KindOf(err) == fault.NotFound || err == nil && (logs.TraceIDExpression == "" || logs.Elsewhere) {
		return RowResult{}, 0, nil
	}
	if err != nil {
		return RowResult{}, 0, err
	}
	logs.TeamID = traces.TeamID
	return q.traceRows(ctx, logs, asked, query.TraceLogsMax)
}

// traceRows returns the rows of a source that have the trace's id, and how
// many there are.
func (q *Queries) traceRows(ctx context.Context, source stack.Source, asked TraceQuery, limit int) (RowResult, uint64, error) {
	target, err := targetOf(source)
	if err != nil {
		return RowResult{}, 0, err
	}
	id, err := expression("source.traceIdExpression", source.TraceIDExpression, false)
	if err != nil {
		return RowResult{}, 0, err
	}
	target.Range, err = q.traceRange(asked.Range)
	if err != nil {
		return RowResult{}, 0, err
	}
	where := Expr{&ql.Binary{Op: ql.OpEqual, Left: id.Node, Right: &ql.Literal{Kind: ql.StringText, Text: asked.TraceID}}, id.Path}
	found, err := q.Engine.Rows(ctx, RowScan{
		Target: target, Where: where, Limit: limit, BytesMax: query.SearchBytesMax, Roughly: true,
	})
	count := uint64(len(found.Rows))
	if err != nil || !found.More {
		return found, count, err
	}
	counted, err := q.Engine.Values(ctx, ValueScan{Target: q.fromFirst(target, found), Where: where, Field: id, Limit: 1})
	found.Stats.Add(counted.Stats)
	if len(counted.Values) > 0 {
		count = max(count, counted.Values[0].Count)
	}
	return found, count, err
}

// fromFirst returns the target from the first row that was found on. Unlike
// rows, values are not counted over all of the time.
func (q *Queries) fromFirst(target Target, found RowResult) Target {
	target.Range.From = time.Unix(0, found.Keys[0].Nanoseconds).UTC()
	if target.Range.To.IsZero() {
		target.Range.To = q.Now().Add(traceReachFuture)
	}
	return target
}

// traceRange returns when a trace is looked for. Without a hint that is all of
// the time: the index of ids says where it is.
func (q *Queries) traceRange(r query.TimeRange) (query.TimeRange, error) {
	if r.From.IsZero() && r.To.IsZero() {
		return r, nil
	}
	if r.From.IsZero() {
		r.From = r.To.Add(-traceReachPast)
	}
	if r.To.IsZero() {
		r.To = q.Now().Add(traceReachFuture)
	}
	return r, r.Check("startTime", "endTime")
}
