package explore

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// sourceCheckRange is the time that a check reads: it is about the columns, not
// about the rows.
const sourceCheckRange = time.Second

// CheckSource returns an Invalid fault with the engine's reason unless the
// source of the team can be queried. Kinds that nothing here queries pass.
func (q *Queries) CheckSource(ctx context.Context, s stack.Source) error {
	switch s.Kind {
	case stack.KindLog, stack.KindTrace:
		return inSource(q.checkEvents(ctx, s))
	case stack.KindMetric:
		return inSource(q.checkMetrics(ctx, s))
	case stack.KindSession, stack.KindPromQL:
	}
	return nil
}

func (q *Queries) checkRange() query.TimeRange {
	now := q.Now()
	return query.TimeRange{From: now.Add(-sourceCheckRange), To: now}
}

// checkEvents reads a row with everything that the source names.
func (q *Queries) checkEvents(ctx context.Context, s stack.Source) error {
	columns, err := sourceColumns(s.SourceSpec)
	if err != nil {
		return err
	}
	scan, err := newRowScan(s, query.RowsQuery{Limit: 1})
	if err != nil {
		return err
	}
	scan.Range, scan.Exact, scan.Columns = q.checkRange(), true, append(scan.Columns, columns...)
	_, err = q.Engine.Rows(ctx, scan)
	return err
}

func sourceColumns(s stack.SourceSpec) ([]Column, error) {
	var columns []Column
	for _, field := range sourceTexts(s) {
		exprs, err := expressions(field.path, field.text)
		if err != nil {
			return nil, err
		}
		for _, e := range exprs {
			columns = append(columns, Column{Name: field.path, Expr: e})
		}
	}
	return columns, nil
}

func (q *Queries) checkMetrics(ctx context.Context, s stack.Source) error {
	for _, metricType := range query.MetricTypes() {
		if metricTable(s.MetricTables, metricType) == "" {
			continue
		}
		target, err := metricTargetOf(s, "", metricType)
		if err != nil {
			return err
		}
		target.Range = q.checkRange()
		if _, err := q.Engine.Metrics(ctx, MetricScan{Target: target, Limit: 1}); err != nil {
			return err
		}
	}
	return nil
}

// sourceText is one expression of a source.
type sourceText struct{ path, text string }

// sourceTexts returns the expressions that queries of the source read, beside
// those of a search.
func sourceTexts(s stack.SourceSpec) []sourceText {
	all := []sourceText{
		{"timestampValueExpression", s.TimestampValueExpression},
		{"serviceNameExpression", s.ServiceNameExpression}, {"serviceVersionExpression", s.ServiceVersionExpression},
		{"severityTextExpression", s.SeverityTextExpression}, {"bodyExpression", s.BodyExpression},
		{"traceIdExpression", s.TraceIDExpression}, {"spanIdExpression", s.SpanIDExpression},
		{"parentSpanIdExpression", s.ParentSpanIDExpression}, {"spanNameExpression", s.SpanNameExpression},
		{"spanKindExpression", s.SpanKindExpression}, {"durationExpression", s.DurationExpression},
		{"statusCodeExpression", s.StatusCodeExpression}, {"statusMessageExpression", s.StatusMessageExpression},
	}
	var given []sourceText
	for _, field := range all {
		if strings.TrimSpace(field.text) != "" {
			given = append(given, field)
		}
	}
	return given
}

// inSource names the places of a query by the fields of the source that they
// come from.
func inSource(err error) error {
	if fault.KindOf(err) != fault.Invalid {
		return err
	}
	details := slices.Clone(fault.From(err).Details)
	if len(details) == 0 {
		return err
	}
	fields := map[string]string{"select": "defaultTableSelectExpression", "orderBy": "orderByExpression"}
	for i := range details {
		path := strings.TrimPrefix(details[i].Path, "source.")
		details[i].Path = cmp.Or(fields[path], path)
	}
	return fault.InvalidDetails(details)
}
