package explore

import (
	"context"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
)

// StatementEngine runs SELECTs over the tables of teams. A statement that
// breaks a rule of the tables, or needs more than its limits allow, is
// Invalid; an engine that is away is Unavailable.
type StatementEngine interface {
	// CheckStatement returns an Invalid fault unless the statement reads the
	// team's own tables and nothing else. It does not ask the engine.
	CheckStatement(ctx context.Context, scan StatementScan) error
	// Statement returns the rows of a statement.
	Statement(ctx context.Context, scan StatementScan) (StatementResult, error)
}

// StatementScan asks for the rows of a SELECT. Tables are those of the team,
// by their logical names.
type StatementScan struct {
	TeamID    string
	Statement *ql.Statement
	Path      string // the place of the text in the request
	RowsMax   int
	BytesMax  int
	// Exact asks for the kinds of numbers that only the engine knows, and for
	// numbers that are not finite: they are inf, -inf or nan, not null.
	Exact bool
	// Form is how values are written.
	Form ValueForm
	// Scope and Tables are put in by ScopedEngine.
	Scope  Scope
	Tables Tables
}

// ValueForm is how the values of a statement are written.
type ValueForm uint8

// The forms of values.
const (
	FormShown ValueForm = iota // as tiles show them
	FormJSON                   // the JSON of the engine's types; these are asked for
	FormText                   // the text of the engine's types; these are asked for
)

// StatementResult is the answer to a StatementScan.
type StatementResult struct {
	Columns []ResultColumn
	Rows    [][]query.Cell
	// Truncated says that the rows ended at RowsMax or BytesMax.
	Truncated bool
	Stats     query.Stats
}

// ResultColumn is a column of an answer. Kind is text, number, boolean, time,
// map or list, or any if the type depends on the values. Type is the engine's name of
// the type, empty with FormShown.
type ResultColumn struct {
	Name string
	Kind string
	Type string
}
