package explore

import (
	"context"
	"fmt"
	"strings"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// caller returns the team whose telemetry the caller may read.
func caller(ctx context.Context) (teamID string, err error) {
	principal, err := access.Require(ctx, access.DataRead)
	return principal.TeamID, err
}

// source returns a source of the caller's team.
func (q *Queries) source(ctx context.Context, path, id string) (stack.Source, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return stack.Source{}, err
	}
	if err := stack.CheckID(path, id); err != nil {
		return stack.Source{}, err
	}
	source, err := q.Sources.SourceByID(ctx, teamID, id)
	if err != nil {
		return stack.Source{}, fmt.Errorf("%s: %w", path, err)
	}
	source.TeamID = teamID
	return source, nil
}

// targetOf returns the table of a source of events: logs or spans.
func targetOf(source stack.Source) (Target, error) {
	switch source.Kind {
	case stack.KindLog, stack.KindTrace:
		return newTarget(source, source.From.TableName)
	case stack.KindMetric:
		return Target{}, fault.New(fault.Invalid, "a metric source can be charted but not searched")
	case stack.KindSession, stack.KindPromQL:
	}
	return Target{}, fault.New(fault.Invalid, "sources of kind %s can't be queried here", source.Kind)
}

// metricTargetOf returns the table of a metric source that holds the points of
// a type.
func metricTargetOf(source stack.Source, path string, metricType query.MetricType) (Target, error) {
	var rules fault.Rules
	rules.Check(metricType != "", path+"metricDataType", "required", "is required for a metric source")
	if err := rules.Err(); err != nil {
		return Target{}, err
	}
	table := metricTable(source.MetricTables, metricType)
	rules.Check(table != "", path+"metricDataType", "conflict", "the source has no table for metrics of this type")
	if err := rules.Err(); err != nil {
		return Target{}, err
	}
	return newTarget(source, table)
}

func metricTable(tables *stack.MetricTables, metricType query.MetricType) string {
	if tables == nil {
		return ""
	}
	switch metricType {
	case query.MetricGauge:
		return tables.Gauge
	case query.MetricSum:
		return tables.Sum
	case query.MetricHistogram:
		return tables.Histogram
	case query.MetricExponentialHistogram:
		return tables.ExponentialHistogram
	case query.MetricSummary:
		return tables.Summary
	}
	return ""
}

// newTarget reads the expressions of a source.
func newTarget(source stack.Source, table string) (Target, error) {
	if err := checkOwn(source); err != nil {
		return Target{}, err
	}
	implicit, err := expressions("source.implicitColumnExpression", implicitText(source))
	if err != nil {
		return Target{}, err
	}
	filter, err := condition("source.tableFilterExpression", source.TableFilterExpression, query.SQL)
	if err != nil {
		return Target{}, err
	}
	sampleRate, err := expression("source.sampleRateExpression", source.SampleRateExpression, false)
	return Target{TeamID: source.TeamID, Table: table, Implicit: implicit, Filter: filter, SampleRate: sampleRate}, err
}

func implicitText(source stack.Source) string {
	if strings.TrimSpace(source.ImplicitColumnExpression) != "" {
		return source.ImplicitColumnExpression
	}
	return source.BodyExpression
}
