package explore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/ql"
)

// selectRange is how far the macros of a time range reach back where a SELECT
// comes without one.
const selectRange = time.Hour

// Select returns the rows of a SELECT over the tables of the caller's team. It
// is parsed like that of a tile and has the same limits, and needs no leave of
// the operator: who may query is what a query endpoint says. Macros of time
// stand for the last hour.
func (s *SQLTiles) Select(ctx context.Context, text string, form ValueForm) (StatementResult, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return StatementResult{}, err
	}
	const path = "sql"
	now := s.Now()
	statement, err := ql.ParseStatement(text, ql.Template{
		Path: path, From: now.Add(-selectRange), To: now, Step: time.Minute,
	})
	if err != nil {
		return StatementResult{}, err
	}
	return s.Engine.Statement(ctx, StatementScan{
		TeamID: teamID, Statement: statement, Path: path, RowsMax: SQLRowsMax, BytesMax: SQLBytesMax, Form: form,
	})
}
