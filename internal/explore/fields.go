package explore

import (
	"context"
	"fmt"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Fields returns what can be asked for in a source: its columns, and the keys
// that the newest rows of the selection have; of a metric source those of the
// points of a type.
func (q *Queries) Fields(ctx context.Context, asked query.FieldsQuery) (FieldResult, error) {
	if err := asked.Check(); err != nil {
		return FieldResult{}, err
	}
	rows, err := q.selectedOf(ctx, asked.Selection, func(source stack.Source) (Target, error) {
		if asked.MetricType == "" {
			return targetOf(source)
		}
		return metricTargetOf(source, "", asked.MetricType)
	})
	if err != nil {
		return FieldResult{}, err
	}
	scan := FieldScan{Target: rows.Target, Where: rows.where, Limit: asked.Keys}
	if scan.Limit == 0 {
		scan.Limit = query.FieldKeysDefault
	}
	return q.Engine.Fields(ctx, scan)
}

// FieldValues is the values of one field.
type FieldValues struct {
	Field  string
	Values []ValueCount
}

// ValuesAnswer is the values of several fields.
type ValuesAnswer struct {
	Fields   []FieldValues
	Stats    query.Stats
	Warnings []query.Warning
}

// Values returns the most frequent values of fields with how many rows have
// them, for facets and completion.
func (q *Queries) Values(ctx context.Context, asked query.ValuesQuery) (ValuesAnswer, error) {
	if err := asked.Check(); err != nil {
		return ValuesAnswer{}, err
	}
	scans, err := q.valueScans(ctx, asked)
	if err != nil {
		return ValuesAnswer{}, err
	}
	answer := ValuesAnswer{Fields: make([]FieldValues, len(scans))}
	for i, scan := range scans {
		result, err := q.Engine.Values(ctx, scan)
		if err != nil {
			return ValuesAnswer{}, err
		}
		answer.Stats.Add(result.Stats)
		answer.Fields[i] = FieldValues{Field: asked.Fields[i], Values: result.Values}
	}
	answer.Warnings = q.warnings(ctx, namesOf(scans))
	return answer, nil
}

func (q *Queries) valueScans(ctx context.Context, asked query.ValuesQuery) ([]ValueScan, error) {
	rows, err := q.selected(ctx, asked.Selection)
	if err != nil {
		return nil, err
	}
	limit := asked.Limit
	if limit == 0 {
		limit = query.ValuesDefault
	}
	scans := make([]ValueScan, len(asked.Fields))
	for i, text := range asked.Fields {
		field, err := namedField(fmt.Sprintf("fields.%d", i), text)
		if err != nil {
			return nil, err
		}
		scans[i] = ValueScan{Target: rows.Target, Where: rows.where, Field: field, Contains: asked.Contains, Limit: limit}
	}
	return scans, nil
}

// namedField reads a field: a name as the Lucene-like language has it, or an
// expression where a name can't have such signs.
func namedField(path, text string) (Expr, error) {
	if !strings.ContainsAny(text, "[]()'\"` ") {
		return Expr{&ql.Column{Pos: 1, Path: []string{text}}, path}, nil
	}
	return neededExpression(path, text)
}
