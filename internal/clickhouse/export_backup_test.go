package clickhouse

import (
	"context"
	"errors"
	"fmt"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
)

// AdminTexts answers the column t of a query of the system tables.
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

// SchemaVersions answers how many versions the schema has.
func SchemaVersions() int {
	steps, _ := migrations()
	return len(steps)
}

// MakeOldTeam makes a team's database as a program of a schema version would,
// and runs the first half of the next migration's statements.
func MakeOldTeam(ctx context.Context, c *Client, teamID string, version int) error {
	l, err := c.teamLayout(teamID)
	if err != nil {
		return err
	}
	steps, err := migrations()
	if err != nil {
		return err
	}
	if err := c.Exec(ctx, "CREATE DATABASE "+quoteName(l.database)); err != nil {
		return err
	}
	if err := c.run(ctx, l, migrationsText); err != nil {
		return err
	}
	for _, step := range steps[:version] {
		if err := c.apply(ctx, l, step); err != nil {
			return err
		}
	}
	next, err := l.statements(steps[version].text)
	if err != nil {
		return err
	}
	for _, text := range next[:(len(next)+1)/2] {
		if err := c.Exec(ctx, text); err != nil {
			return fmt.Errorf("half of version %d: %w", version+1, err)
		}
	}
	return nil
}

// ColumnsChanged tells whether a dump that has read the columns of a table
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
