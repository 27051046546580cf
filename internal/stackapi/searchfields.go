package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// fieldsRequest asks for the fields of rows.
type fieldsRequest struct {
	httpx.Wholeness
	Body struct {
		Selection
		Limit          int    `json:"limit,omitempty" minimum:"1" maximum:"1000" doc:"How many keys of each map to return at most; 200 when absent."`
		MetricDataType string `json:"metricDataType,omitempty" enum:"gauge,sum,histogram,exponential histogram,summary" doc:"For a metric source: the type of the metrics whose points have the fields."`
	}
}

// searchField is something that can be asked for.
type searchField struct {
	Name       string `json:"name" doc:"Name in the Lucene-like language."`
	Expression string `json:"expression" doc:"The same in the SQL language."`
	Type       string `json:"type" enum:"text,number,boolean,time,map,list"`
	Key        bool   `json:"key" doc:"Whether it is a key of a map. Such keys are collected from the newest rows."`
	Rows       uint64 `json:"rows" doc:"Newest rows that have the key; 0 for columns."`
}

func (a *API) listFields(ctx context.Context, in *fieldsRequest) (httpx.WithMeta[[]searchField, stackwire.ReadMeta], error) {
	selected, err := in.Body.selected()
	if err != nil {
		return httpx.WithMeta[[]searchField, stackwire.ReadMeta]{}, err
	}
	ctx, missing := stackwire.Reading(ctx, in.Wholeness)
	result, err := a.queries.Fields(ctx, query.FieldsQuery{
		Selection: selected, Keys: in.Body.Limit, MetricType: query.MetricType(in.Body.MetricDataType),
	})
	fields := make([]searchField, len(result.Fields))
	for i, f := range result.Fields {
		fields[i] = searchField{Name: f.Name, Expression: f.SQL, Type: f.Kind, Key: f.Key, Rows: f.Rows}
	}
	return httpx.WithMeta[[]searchField, stackwire.ReadMeta]{Value: fields, Meta: stackwire.ReadMeta{QueryCost: stackwire.ShowCost(result.Stats), Missing: missing()}}, err
}

// valuesRequest asks for the values of fields.
type valuesRequest struct {
	httpx.Wholeness
	Body struct {
		Selection
		Fields   []string `json:"fields" minItems:"1" maxItems:"20" doc:"Names of fields, or SQL expressions."`
		Contains string   `json:"contains,omitempty" maxLength:"256" doc:"Only values with this text in them, in any letter case."`
		Limit    int      `json:"limit,omitempty" minimum:"1" maximum:"1000" doc:"How many values of each field to return at most; 20 when absent."`
	}
}

// fieldValues is the most frequent values of a field.
type fieldValues struct {
	Field  string       `json:"field"`
	Values []valueCount `json:"values"`
}

type valueCount struct {
	Value string `json:"value"`
	Count uint64 `json:"count" doc:"Rows that have the value."`
}

// valuesMeta says what an answer cost, and what is odd about it.
type valuesMeta struct {
	stackwire.ReadMeta

	Warnings []stackwire.Warning `json:"warnings,omitempty" doc:"Warnings about the result, such as names that no record has."`
}

func (a *API) listValues(ctx context.Context, in *valuesRequest) (httpx.WithMeta[[]fieldValues, valuesMeta], error) {
	selected, err := in.Body.selected()
	if err != nil {
		return httpx.WithMeta[[]fieldValues, valuesMeta]{}, err
	}
	ctx, missing := stackwire.Reading(ctx, in.Wholeness)
	found, err := a.queries.Values(ctx, query.ValuesQuery{
		Selection: selected, Fields: in.Body.Fields, Contains: in.Body.Contains, Limit: in.Body.Limit,
	})
	cost := stackwire.ReadMeta{QueryCost: stackwire.ShowCost(found.Stats), Missing: missing()}
	meta := valuesMeta{ReadMeta: cost, Warnings: stackwire.ShowWarnings(found.Warnings)}
	return httpx.WithMeta[[]fieldValues, valuesMeta]{Value: fieldValuesOf(found.Fields), Meta: meta}, err
}

func fieldValuesOf(found []explore.FieldValues) []fieldValues {
	all := make([]fieldValues, len(found))
	for i, f := range found {
		all[i] = fieldValues{Field: f.Field, Values: make([]valueCount, len(f.Values))}
		for j, v := range f.Values {
			all[i].Values[j] = valueCount(v)
		}
	}
	return all
}
