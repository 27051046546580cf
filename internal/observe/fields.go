package observe

import (
	"context"
	"fmt"
	"strings"

	"github.com/cairnstack/cairn/internal/search"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Fields returns what can be asked for in a source: its columns, and the keys
// that the newest rows of the selection have.
func (q *Queries) Fields(ctx context.Context, query telemetry.FieldsQuery) (FieldResult, error) {
	if err := query.Check(); err != nil {
		return FieldResult{}, err
	}
	rows, err := q.selected(ctx, query.Selection)
	if err != nil {
		return FieldResult{}, err
	}
	scan := FieldScan{Target: rows.Target, Where: rows.where, Limit: query.Keys}
	if scan.Limit == 0 {
		scan.Limit = telemetry.FieldKeysDefault
	}
	return q.Engine.Fields(ctx, scan)
}

// FieldValues is the values of one field.
type FieldValues struct {
	Field  string
	Values []ValueCount
}

// Values returns the most frequent values of fields with how many rows have
// them, for facets and completion.
func (q *Queries) Values(ctx context.Context, query telemetry.ValuesQuery) ([]FieldValues, telemetry.QueryStats, error) {
	var stats telemetry.QueryStats
	if err := query.Check(); err != nil {
		return nil, stats, err
	}
	scans, err := q.valueScans(ctx, query)
	if err != nil {
		return nil, stats, err
	}
	all := make([]FieldValues, len(scans))
	for i, scan := range scans {
		result, err := q.Engine.Values(ctx, scan)
		if err != nil {
			return nil, stats, err
		}
		stats.Add(result.Stats)
		all[i] = FieldValues{Field: query.Fields[i], Values: result.Values}
	}
	return all, stats, nil
}

func (q *Queries) valueScans(ctx context.Context, query telemetry.ValuesQuery) ([]ValueScan, error) {
	rows, err := q.selected(ctx, query.Selection)
	if err != nil {
		return nil, err
	}
	limit := query.Limit
	if limit == 0 {
		limit = telemetry.ValuesDefault
	}
	scans := make([]ValueScan, len(query.Fields))
	for i, text := range query.Fields {
		field, err := namedField(fmt.Sprintf("fields.%d", i), text)
		if err != nil {
			return nil, err
		}
		scans[i] = ValueScan{Target: rows.Target, Where: rows.where, Field: field, Contains: query.Contains, Limit: limit}
	}
	return scans, nil
}

// namedField reads a field: a name as the Lucene-like language has it, or an
// expression where a name can't have such signs.
func namedField(path, text string) (Expr, error) {
	if !strings.ContainsAny(text, "[]()'\"` ") {
		return Expr{&search.Column{Pos: 1, Path: []string{text}}, path}, nil
	}
	return expression(path, text, false)
}
