package tables

import (
	"context"
	"errors"
)

// ColumnsChanged reports whether a dump that has read the columns of a table
// before the change, and begins after it, begins anew.
func (s *Store) ColumnsChanged(ctx context.Context, team, table string, change func()) (bool, error) {
	before, err := s.copyingOf(ctx, team, table)
	if err != nil {
		return false, err
	}
	change()
	err = s.checkColumns(ctx, team, table, before)
	if errors.Is(err, errColumns) {
		return true, nil
	}
	return false, err
}
