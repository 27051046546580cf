package clickhouse

import (
	"context"
	"errors"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
)

// AdminTexts returns the column t of a query of the system tables.
func AdminTexts(ctx context.Context, c *Client, sql string) ([]string, error) {
	var column proto.ColStr
	var found []string
	err := c.adminQuery(ctx, ch.Query{
		Body: sql, Result: proto.Results{{Name: "t", Data: &column}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range column.Rows() {
				found = append(found, column.Row(i))
			}
			return nil
		},
	})
	return found, err
}

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
