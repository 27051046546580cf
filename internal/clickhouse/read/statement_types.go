package read

import (
	"context"
	"regexp"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
)

// learnTypes asks the engine for the types of a statement's columns, which it
// knows without reading a row, and has the values written by them.
func (r *Reads) learnTypes(ctx context.Context, scan explore.StatementScan, plan *statementPlan) error {
	types := new(proto.ColStr)
	_, err := r.read(ctx, reading{
		teamID: scan.TeamID, sql: "DESCRIBE TABLE (" + plan.inner + ")", params: plan.params, paths: []string{scan.Path},
		result: describedTypes(types), onBlock: func(int) error { return nil },
	})
	if err != nil {
		return err
	}
	if types.Rows() != len(plan.values) {
		return fault.New(fault.Internal, "the engine describes %d columns of %d", types.Rows(), len(plan.values))
	}
	for i := range plan.values {
		name := types.Row(i)
		plan.columns[i].Type = name
		plan.cells[i] = typedCell(plan.values[i].SQL, name, scan.Form)
	}
	return nil
}

// describedTypes are the columns of a DESCRIBE, of which the types are kept.
func describedTypes(types *proto.ColStr) proto.Results {
	results := proto.Results{{Name: "name", Data: new(proto.ColStr)}, {Name: "type", Data: types}}
	for _, name := range []string{"default_type", "default_expression", "comment", "codec_expression", "ttl_expression"} {
		results = append(results, proto.ResultColumn{Name: name, Data: new(proto.ColStr)})
	}
	return results
}

var (
	textType      = regexp.MustCompile(`^(LowCardinality\()?String\)?$`)
	instantType   = regexp.MustCompile(`^(LowCardinality\()?(Nullable\()?DateTime(64)?\b`)
	instantsArray = regexp.MustCompile(`^Array\((Nullable\()?DateTime(64)?\b`)
)

// typedCell returns how a value of a type of the engine is read. The engine
// writes it, but for times: they are RFC 3339 in UTC, as everywhere.
func typedCell(sql, typeName string, form explore.ValueForm) cell {
	switch {
	case instantType.MatchString(typeName):
		sql = rfcTime(sql)
	case instantsArray.MatchString(typeName):
		sql = "arrayMap(x -> " + rfcTime("x") + ", " + sql + ")"
	}
	switch {
	case form == explore.FormText:
		return cell{sql: "CAST(ifNull(concat('" + string(presentMark) + "', toString(" + sql + ")), ''), 'String')", form: markedCell}
	case textType.MatchString(typeName):
		return cell{sql: "CAST(" + sql + ", 'String')", form: textCell}
	default:
		return cell{sql: jsonOf(sql), form: jsonCell}
	}
}

// rfcTime returns a time as text, with the digits that its type has.
func rfcTime(sql string) string {
	return "concat(replaceOne(toString(toTimeZone(" + sql + ", 'UTC')), ' ', 'T'), 'Z')"
}
