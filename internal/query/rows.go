package query

import (
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// The limits of a search.
const (
	SearchRowsMax      = 2000     // rows of one answer
	SearchRowsDefault  = 100      // rows of one answer unless asked for
	SearchOffsetMax    = 10_000   // rows to leave out
	SearchBytesMax     = 32 << 20 // of the rows of one answer; the rest follows behind the cursor
	SelectBytesMax     = 4096
	OrderByBytesMax    = 1024
	WhereBytesMax      = 8192
	SearchRangeDefault = 15 * time.Minute
)

// RowsQuery asks for rows. Texts are in the languages of internal/ql.
type RowsQuery struct {
	SourceID string
	Range    TimeRange // zero: the last SearchRangeDefault
	Where    string
	Language Language // of Where; empty: Lucene
	Select   string   // empty: the columns that the source shows, *: all
	OrderBy  string   // empty: the order of the source, else newest first
	Limit    int      // 0: SearchRowsDefault
	Offset   int
	Cursor   string // of the answer before; goes on behind its last row
}

// Check returns an Invalid fault that names every rule that the query breaks.
func (q RowsQuery) Check() error {
	var rules fault.Rules
	rules.Check(len(q.Where) <= WhereBytesMax, "where", "max_length", "must be at most %d bytes", WhereBytesMax)
	rules.Check(len(q.Select) <= SelectBytesMax, "select", "max_length", "must be at most %d bytes", SelectBytesMax)
	rules.Check(len(q.OrderBy) <= OrderByBytesMax, "orderBy", "max_length", "must be at most %d bytes", OrderByBytesMax)
	rules.Check(q.Language == "" || q.Language == Lucene || q.Language == SQL, "whereLanguage", "enum", "must be lucene or sql")
	rules.Check(q.Limit >= 0 && q.Limit <= SearchRowsMax, "limit", "range", "must be between 1 and %d", SearchRowsMax)
	rules.Check(q.Offset >= 0 && q.Offset <= SearchOffsetMax, "offset", "range", "must be between 0 and %d", SearchOffsetMax)
	rules.Check(q.Cursor == "" || q.Offset == 0, "offset", "conflict", "must be 0 when a cursor is given")
	return rules.Err()
}

// Cell is a value of a row: plain text, or JSON where Literal is set.
type Cell struct {
	Text    string
	Literal bool
}

// RowsAnswer is the answer to a RowsQuery.
type RowsAnswer struct {
	Columns   []string
	Rows      [][]Cell
	Range     TimeRange
	Cursor    string // for what follows; empty at the end
	Truncated bool   // the rows ended at SearchBytesMax
	Stats     Stats
	Warnings  []Warning
}
